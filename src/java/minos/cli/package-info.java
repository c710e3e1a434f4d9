/**
 * The command line. {@link minos.cli.Main} finds the command; the command parses its own words and returns an exit status. Nothing here
 * judges, and only {@code main} ends the process.
 *
 * <ul>
 * <li><b>Words.</b> {@code Args} parses them; an {@code Option} is what the parser and the help know of one. Options that several commands take
 *     are in one place each: {@code InputOptions} (how a history is read, and the limits), {@code CheckOptions} (what is asked of it), {@code
 *     OutputOptions} (where a history is written), {@code WorkloadOptions}, {@code TargetOptions} and {@code FaultOptions} (workload, database, faults).
 * <li><b>Histories.</b> {@code Check}, {@code Reports}, {@code Shrink}, {@code Stats}, {@code Convert} and {@code Verify} put a {@link minos.Question} to files;
 *     {@code Archive} does so for whole folders. {@code Compare} hands over to Clojure.
 * <li><b>Databases.</b> {@code RunCommand} and {@code Probe} record histories by {@link minos.collect}; {@code Generate} makes them by
 *     {@link minos.generate}.
 * <li><b>Growing histories.</b> {@code Watch} judges a file that is being written, {@code RunWatch} a run. Both are {@code Watching}; {@code
 *     WatchView} shows it on a terminal, {@code WatchServer} in a browser.
 * </ul>
 *
 * What goes wrong becomes an exit status in {@code Main} alone: {@code UsageException} is 64, and {@code Failure} has the words for all else.
 */
package minos.cli;

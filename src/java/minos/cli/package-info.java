/**
 * The command line: {@link minos.cli.Main} picks the command; each command parses its own words ({@link minos.cli.Args},
 * {@link minos.cli.Option}), puts a {@link minos.Question} to its files and returns an exit status. {@code check}, {@code report},
 * {@code run} and {@code shrink} share {@link minos.cli.CheckOptions}; all that read or write a history share
 * {@link minos.cli.InputOptions} and {@link minos.cli.OutputOptions}. Nothing here judges. Only {@code main} itself ends the process.
 */
package minos.cli;

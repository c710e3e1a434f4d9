/**
 * Histories as files. {@link minos.io.HistoryFiles} reads and writes them; {@link minos.io.Format} holds all that is known of a
 * format, and is the only place that knows them all. Each family of formats has a package of its own, which knows the options and
 * the exceptions here, the bytes below, and no other family but the syntax of EDN.
 *
 * <table>
 * <caption>The families</caption>
 * <tr><th>package</th><th>whose</th><th>what is in it</th></tr>
 * <tr><td>{@link minos.io.edn}</td><td>Jepsen's and Elle's</td><td>operations as EDN text or as Clojure data in memory; the only
 *     one that holds lists, real time and unknown outcomes</td></tr>
 * <tr><td>{@link minos.io.jepsen}</td><td>Jepsen's</td><td>{@code test.jepsen} and the folders of its store; read only</td></tr>
 * <tr><td>{@link minos.io.plume}</td><td>Plume's, AWDIT's, PolySI's, MTC's</td><td>a line an operation; the fastest to read</td></tr>
 * <tr><td>{@link minos.io.dbcop}</td><td>dbcop's</td><td>bincode, and JSON</td></tr>
 * <tr><td>{@link minos.io.cobra}</td><td>Cobra's</td><td>a folder with a log for each session</td></tr>
 * </table>
 *
 * <p>Readers go through a file once, hold a few blocks of it at a time and feed a builder of {@link minos.history}, in time that is
 * linear in the size of the file. Whatever is wrong with a file is a {@link minos.io.ReadException} that names the place. No length
 * and no nesting that a file claims is believed before its bytes are there.
 *
 * <p>The formats of the research tools hold registers only; {@link minos.io.RegisterView} is what remains of a history in them.
 */
package minos.io;

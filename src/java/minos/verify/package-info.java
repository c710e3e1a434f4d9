/**
 * Checks certificates, independently of the judges: nothing here uses {@code minos.infer} or {@code minos.judge}, only the
 * history and the definitions of the levels. Simple code on purpose: it is what one has to trust.
 *
 * <p>A {@link minos.model.Certificate} is a commit order; at prefix and snapshot isolation it also says how much of it each
 * transaction's snapshot contains. {@link minos.verify.CertificateFile} is its text. {@link minos.verify.Verifier} checks, in
 * this order:
 * <ul>
 * <li>{@code CommitOrder}: all that committed is there, nothing that aborted, nobody twice; session order and real time, as
 *     far as the certificate promises them, are kept;
 * <li>{@code VerifiedReads}: each read has a source, found anew, that takes part and commits before the reader; lists are
 *     prefixes of one another and grow in commit order;
 * <li>the axiom of the level, in the form of Biswas and Enea (On the Complexity of Checking Transactional Consistency, OOPSLA
 *     2019): for each read of a key from t1, certain other writers of the key must not lie after t1.
 * </ul>
 * To find a commit order may be hard, to check one is not. With n operations, s sessions, and at most r reads in a transaction:
 * <table>
 * <caption>What is checked at each level</caption>
 * <tr><th>level</th><th>the axiom</th><th>where</th><th>cost</th></tr>
 * <tr><td>read uncommitted, PL-2</td><td>none beyond the order of lists, and at PL-2 the sources</td>
 *     <td>{@code VerifiedReads}</td><td>O(n)</td></tr>
 * <tr><td>read committed</td><td>no writer that an earlier read of the transaction has seen lies after t1</td>
 *     <td>{@code SeenWriters}</td><td>O(n r)</td></tr>
 * <tr><td>read atomic</td><td>the same of any read of the transaction, and of those before it in its session</td>
 *     <td>{@code SeenWriters}</td><td>O(n r)</td></tr>
 * <tr><td>read your writes, monotonic reads, monotonic writes</td><td>no writer lies after t1 that comes before the reader in its
 *     session, that was read before it there, or that comes before one it has read from</td>
 *     <td>{@code SessionWriters}</td><td>O((n r + n s) log n)</td></tr>
 * <tr><td>writes follow reads</td><td>no writer lies after t1 that was read in the past of one that the reader has read from</td>
 *     <td>{@code PastWriters}</td><td>O(n r s log n)</td></tr>
 * <tr><td>causal</td><td>no writer in the reader's past lies after t1</td>
 *     <td>{@code PastWriters}</td><td>O(n s log n)</td></tr>
 * <tr><td>parallel snapshot isolation</td><td>the version after the one read is not in the reader's past, which follows
 *     version orders too</td><td>{@code PastWriters}</td><td>O(n s log n)</td></tr>
 * <tr><td>prefix</td><td>t1 is the last writer in the reader's snapshot</td>
 *     <td>{@code StateReads}</td><td>O(n log n)</td></tr>
 * <tr><td>snapshot isolation</td><td>the same, and nobody writes a key between snapshot and commit of another that writes
 *     it</td><td>{@code StateReads}</td><td>O(n log n)</td></tr>
 * <tr><td>serializable and stronger</td><td>t1 is the last writer before the reader</td>
 *     <td>{@code StateReads}</td><td>O(n)</td></tr>
 * </table>
 * Without session order each transaction counts as a session. Real time adds a factor of log n. Elements of lists count as
 * operations. Cut isolation speaks of no commit order, so it has no certificates. Where a value is written twice, a certificate names
 * the source of each read that may have several, and {@code NamedSources} makes a history of that in which values are unique; at
 * serializability and stronger it need not, as {@code ValueReplay} checks registers by value. Both in O(n).
 */
package minos.verify;

/**
 * Cobra's logs: a folder with a binary file for each session. {@code CobraLog} describes the records and gathers those of all
 * sessions; {@link minos.io.cobra.CobraReader} makes a history of them, {@link minos.io.cobra.CobraTail} does so while clients are still writing, and
 * {@link minos.io.cobra.CobraWriter} writes them.
 *
 * <p>Alone among the formats, a read names the write that it read from. So the id of a write serves as its value, and values are unique whatever was
 * written. Where what a read says of its write is not so, it returned what nobody wrote. Of sessions the logs know order, not time: the
 * clocks in them are those of several machines, and are skipped.
 *
 * <p>All logs are held at once, as a read may name a write of any session; time and memory are linear in their size.
 *
 * <p>Tan, Zhao, Mu and Walfish, <i>Cobra: Making Transactional Key-Value Stores Verifiably Serializable</i>, OSDI 2020.
 */
package minos.io.cobra;

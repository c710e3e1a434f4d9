/**
 * Cobra's logs, one for each session: {@code CobraLog} describes and gathers them, {@link minos.io.cobra.CobraReader} makes a history
 * of what they say, {@link minos.io.cobra.CobraWriter} writes them. A read names the write that it read from, so values need not be
 * unique.
 *
 * <p>Tan, Zhao, Mu and Walfish, <i>Cobra: Making Transactional Key-Value Stores Verifiably Serializable</i>, OSDI 2020.
 */
package minos.io.cobra;

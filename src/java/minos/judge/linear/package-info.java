/**
 * Linearizability by value, of registers whose values repeat. {@link minos.judge.linear.Linearizability} is the door: it judges a
 * history of single operations key by key (Herlihy and Wing, <i>Linearizability: a correctness condition for concurrent objects</i>,
 * TOPLAS 1990), on all cores.
 *
 * <p>To decide whether operations on one register can be ordered is NP-complete if values repeat (Gibbons and Korach, <i>Testing
 * shared memories</i>, SIAM J. Comput. 1997); with at most k operations open at one time it takes polynomial time for each k. {@code
 * OpenWindow} keeps the states that are possible along the history, as Wing and Gong (1993) and Lowe (2017) do, and very few of
 * them: writes that nobody needs to see are no choice, and crashed operations are not told apart. {@code RegisterSearch} first
 * guesses, with few states; then takes crashed operations for endlessly many, which is exact where no order is found; and counts
 * them only where it matters. {@code Linearization} is the order that comes of it, {@code Witness} a minimal part that has none.
 *
 * <p>{@link minos.judge.linear.ObjectLinearizability} is the door for mutexes, which are registers that are compared and set, and for
 * queues: {@code QueueOrder} decides most of them in n log n, {@code QueueSearch} keeps the possible states of the others.
 * {@link minos.judge.linear.BankLinearizability} orders the transfers and reads of a bank.
 */
package minos.judge.linear;

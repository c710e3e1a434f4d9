/**
 * The plain model that the engine is compared with: every level decided by brute force, straight from its definition,
 * on histories of a handful of transactions. It knows the history and the names of the levels, and nothing of how the
 * engine works.
 * <ul>
 * <li>{@link minos.reference.Reference} is the front door;
 * <li>{@link minos.reference.Participants} and {@link minos.reference.Observations} are what a history says by itself:
 *     who takes part, who read what from whom, and what is wrong inside a transaction;
 * <li>{@link minos.reference.CommitOrders} and {@link minos.reference.DependencyGraphs} decide the levels by trying all
 *     commit orders and all version orders;
 * <li>{@link minos.reference.Executions} decides the stronger levels a second time, by running every schedule of an
 *     imagined database, so that the reference itself is checked;
 * <li>{@link minos.reference.Patterns} names the weak patterns;
 * <li>{@link minos.reference.RandomHistories} makes the histories, and {@link minos.reference.Trials} tries a property
 *     on many of them and shrinks the first that lacks it.
 * </ul>
 */
package minos.reference;

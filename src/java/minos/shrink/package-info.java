/**
 * Makes violations small. {@link minos.shrink.Shrinker} finds, in a history that violates a level, a part that still does and of which nothing can be left
 * out: no transaction, and then no operation.
 *
 * <p>It is delta debugging (Zeller and Hildebrandt, <i>Simplifying and isolating failure-inducing input</i>, TSE 2002), begun with the
 * transactions of a witness instead of the whole: the size of the history matters for the first judgement alone. It knows nothing of how
 * levels are judged and asks the judge again and again. For a witness of n operations that is O(n²) questions at worst and O(n) where most
 * are needed, each about a history of at most n operations.
 *
 * <p>Of a long cycle {@link minos.shrink.SerialRuns} tells most of what is needed without asking: what could have run serially satisfies every level, so
 * an operation is needed if the history could have been serial without it.
 */
package minos.shrink;

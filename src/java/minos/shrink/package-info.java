/**
 * Makes violations small: {@link minos.shrink.Shrinker} finds, in a history that violates a level, the smallest part that still
 * does, by delta debugging (Zeller and Hildebrandt, <i>Simplifying and isolating failure-inducing input</i>, TSE 2002) that
 * begins with the transactions of a witness. It knows nothing of how levels are judged; it asks the judge again and again, and
 * as a witness is small, so are nearly all of the histories that it asks about. Of a long cycle {@link minos.shrink.SerialRuns}
 * tells what is needed without asking.
 */
package minos.shrink;

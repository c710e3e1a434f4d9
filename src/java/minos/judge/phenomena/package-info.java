/**
 * What a history shows by itself, whatever else is wrong with it: Adya's phenomena. The judges decide a level and tell what breaks it, the worst first; here a
 * worse fault hides no lesser one.
 *
 * <p>{@link minos.judge.phenomena.Phenomena} is the door. {@code WrongReads} tells of single reads. {@code SerializationGraph} is the <i>direct serialization graph</i> of what is known
 * (Adya, <i>Weak Consistency</i>, MIT 1999): wr, ww, rw and the order asked for, each edge with its reason. {@code ComponentCycles} looks in each of its strongly
 * connected components for one cycle of each kind, in the order of Kingsbury and Alvaro (<i>Elle</i>, VLDB 2020): the worst kind first, and none that
 * one already found implies.
 *
 * <p>No version order is searched for, so nothing is found here that the judges do not know of. The graph has O(n) edges for n operations, thanks to
 * helpers that stand for many edges at once. A cycle is found breadth first over pairs of a node and what the way there has used, O(n) for each edge that it is tried from, and
 * each search has a budget: what is not found by then is not told of.
 */
package minos.judge.phenomena;

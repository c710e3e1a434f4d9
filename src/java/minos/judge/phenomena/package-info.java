/**
 * What a history shows by itself, whatever else is wrong with it: Adya's phenomena. Where the judges decide a level, and then tell
 * what breaks it at the weakest, this package looks at the <i>direct serialization graph</i> of what is known and names a cycle of
 * each kind in each of its strongly connected components (Adya, <i>Weak Consistency</i>, 1999; Kingsbury and Alvaro, <i>Elle</i>,
 * VLDB 2020, whose order of search it is: the worst first, and nothing that one already found implies). No version order is
 * searched for, so it finds no more than the judges do, but a worse fault hides no lesser one.
 *
 * <p>{@link minos.judge.phenomena.Phenomena} is the door; {@code WrongReads} tells of single reads, {@code SerializationGraph} has the edges with their reasons, and
 * {@code ComponentCycles} searches one component, within a budget.
 */
package minos.judge.phenomena;

package minos.judge.strong;

import minos.model.Edge;

/**
 * Where transactions have levels of their own: that one transaction commits before another, because the level of a third, weaker
 * than those that are placed by {@link Rules}, demands it.
 */
public interface Demands {
    /** How many there are. */
    int size();

    /** The transaction that comes first, of the history. */
    int from(int demand);

    int to(int demand);

    /** Whose level demands it. */
    int reader(int demand);

    /** The same with its reason. */
    Edge edge(int demand);
}

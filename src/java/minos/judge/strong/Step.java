package minos.judge.strong;

import minos.model.Edge;

/**
 * One step between states of an explanation.
 *
 * @param edge    why; null between the two points of one transaction
 * @param assumed whether it rests on the order of two writes that is only assumed
 * @param price   how little one wants to see it in an explanation
 */
record Step(int from, int to, Edge edge, boolean assumed, int price) {
    static final int SAME_TRANSACTION = 0;
    static final int SHOWN = 2;
    static final int INFERRED = 3;
}

package minos.render;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import minos.model.Edge;

/**
 * An edge as it is told: after each edge come those that it rests on, one step further in.
 *
 * @param number its place in the telling
 * @param depth  0 for an edge of the cycle itself
 */
record Step(int number, int depth, Edge edge) {
    /** The edges in the order of telling, numbered from {@code first}. A stack, as reasons may rest on others. */
    static List<Step> of(List<Edge> edges, int first) {
        List<Step> steps = new ArrayList<>();
        Deque<Iterator<Edge>> open = new ArrayDeque<>();
        open.push(edges.iterator());
        while (!open.isEmpty()) {
            if (!open.peek().hasNext()) {
                open.pop();
                continue;
            }
            Edge edge = open.peek().next();
            steps.add(new Step(first + steps.size(), open.size() - 1, edge));
            open.push(edge.because().iterator());
        }
        return steps;
    }
}

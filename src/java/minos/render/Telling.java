package minos.render;

import static minos.render.Sentences.name;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import minos.history.History;
import minos.model.Edge;
import minos.model.Violation;

/**
 * The proof of one violation in sentences, line by line; none where the {@link Cause} says it all.
 *
 * @param depth how far in the line stands
 * @param step  the number of the {@link Step} that it tells; -1 for none
 */
record Telling(Role role, int depth, int step, String text) {
    enum Role {
        /** What is wrong, where no single cycle shows it. */
        STORY,
        /** One of several ways that all fail. */
        WAY,
        /** An edge of a cycle and its reason. */
        STEP,
        /** A step that another one rests on. */
        REASON,
        /** What follows. */
        END
    }

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

    static List<Telling> of(History history, Violation violation) {
        Sentences sentences = new Sentences(history);
        List<Telling> lines = new ArrayList<>();
        if (violation instanceof Violation.Unorderable unorderable) {
            lines.add(new Telling(Role.STORY, 0, -1, Sentences.unorderable(unorderable)));
        }
        if (violation instanceof Violation.NonLinearizable stuck) {
            lines.add(new Telling(Role.STORY, 0, -1, sentences.noStateLeft(stuck) + ":"));
            for (Violation.NonLinearizable.State state : stuck.states()) {
                lines.add(new Telling(Role.STEP, 1, -1, sentences.deadEnd(stuck, state)));
            }
        }
        List<List<Edge>> cycles = violation.cycles();
        int next = 0;
        for (int way = 0; way < cycles.size(); way++) {
            boolean several = cycles.size() > 1;
            if (several) lines.add(new Telling(Role.WAY, 0, -1, sentences.way(cycles, way) + ":"));
            next = cycle(cycles.get(way), several ? 1 : 0, next, sentences, lines);
        }
        return lines;
    }

    private static int cycle(List<Edge> cycle, int depth, int first, Sentences sentences, List<Telling> lines) {
        List<Step> steps = Step.of(cycle, first);
        for (Step step : steps) {
            lines.add(new Telling(
                    step.depth() > 0 ? Role.REASON : Role.STEP,
                    depth + step.depth(),
                    step.number(),
                    sentences.edge(step.edge())));
        }
        int who = cycle.stream()
                .mapToInt(Edge::from)
                .filter(t -> t >= 0)
                .findFirst()
                .orElse(History.INITIAL);
        lines.add(new Telling(Role.END, depth, -1, "so " + name(who) + " must come before itself"));
        return first + steps.size();
    }
}

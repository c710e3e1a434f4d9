package minos.render;

import static minos.render.Sentences.name;

import java.util.ArrayList;
import java.util.List;
import minos.history.History;
import minos.model.Edge;
import minos.model.Witness;

/**
 * One violation in sentences, line by line.
 *
 * @param depth how far in the line stands
 * @param step  the number of the {@link Step} that it tells; -1 for none
 */
record Telling(Role role, int depth, int step, String text) {
    enum Role {
        /** What is wrong, where no cycle shows it. */
        STORY,
        /** One of two ways that both fail. */
        WAY,
        /** An edge of a cycle and its reason. */
        STEP,
        /** A step that another one rests on. */
        REASON,
        /** What follows. */
        END
    }

    static List<Telling> of(History history, Witness witness) {
        Sentences sentences = new Sentences(history);
        List<Telling> lines = new ArrayList<>();
        String story = sentences.story(witness);
        if (story != null) lines.add(new Telling(Role.STORY, 0, -1, story));
        if (!witness.transactions().isEmpty()) {
            lines.add(new Telling(
                    Role.STORY,
                    0,
                    -1,
                    "no order explains these " + witness.transactions().size()
                            + " transactions together; without any one of them there is one"));
        }
        if (witness.alternative().isEmpty()) {
            cycle(witness.cycle(), 0, 0, sentences, lines);
        } else {
            String first = sentences.way("one way", witness.cycle(), witness.alternative());
            lines.add(new Telling(Role.WAY, 0, -1, first + ":"));
            int next = cycle(witness.cycle(), 1, 0, sentences, lines);
            String second = sentences.way("the other way", witness.alternative(), witness.cycle());
            lines.add(new Telling(Role.WAY, 0, -1, second + ":"));
            cycle(witness.alternative(), 1, next, sentences, lines);
        }
        return lines;
    }

    private static int cycle(List<Edge> cycle, int depth, int first, Sentences sentences, List<Telling> lines) {
        if (cycle.isEmpty()) return first;
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

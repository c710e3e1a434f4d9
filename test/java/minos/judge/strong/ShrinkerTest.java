package minos.judge.strong;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Order;
import minos.model.Witness;
import minos.reference.Draft;
import minos.reference.Trials;
import minos.util.Deadline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On random histories: what is left cannot be ordered, anything less can, and the witness speaks of nothing else. */
class ShrinkerTest {
    @Test
    void partsAreMinimal() {
        Trials.runSound(3_000, ShrinkerTest::complaint);
    }

    @Test
    @Tag("slow")
    void partsOfManyAreMinimal() {
        Trials.runSound(200_000, ShrinkerTest::complaint);
    }

    private static String complaint(Draft draft, Relations relations) {
        for (Order order : draft.orders()) {
            Problem problem = Problem.of(relations, order, 1);
            for (Rules rules : Rules.values()) {
                Engine.Outcome outcome = Engine.run(problem, rules, Deadline.NEVER);
                if (outcome.holds()) continue;
                int[] cycle = new KnownCycles(outcome.graph()).next(new BitSet());
                for (int[] start : new int[][] {null, cycle}) {
                    int[] part = new Shrinker(problem, rules, Deadline.NEVER).shrink(start, outcome.core());
                    String complaint = complaint(problem, rules, part);
                    if (complaint != null) return rules + " in form " + order + " " + complaint;
                }
            }
        }
        return null;
    }

    private static String complaint(Problem problem, Rules rules, int[] part) {
        Problem smallest = problem.part(part);
        if (Engine.run(smallest, rules, Deadline.NEVER).holds()) return "the part can be ordered";
        for (int left = 0; left < part.length; left++) {
            int[] rest = new int[part.length - 1];
            for (int i = 0; i < rest.length; i++) rest[i] = part[i < left ? i : i + 1];
            boolean holds =
                    Engine.run(problem.part(rest), rules, Deadline.NEVER).holds();
            if (!holds) return "T" + problem.id[part[left]] + " is not needed";
        }
        Set<Integer> allowed = new HashSet<>();
        for (int id : smallest.id) allowed.add(id);
        Witness witness = new Explainer(smallest, rules, Deadline.NEVER).witness();
        boolean strays = outside(witness.cycle(), allowed) || outside(witness.alternative(), allowed);
        return strays ? "the witness strays" : null;
    }

    private static boolean outside(List<Edge> edges, Set<Integer> allowed) {
        return edges.stream().anyMatch(edge -> !allowed.contains(edge.from()) || outside(edge.because(), allowed));
    }
}

package minos.judge.strong;

import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Violation;
import minos.reference.Draft;
import minos.reference.Trials;
import minos.util.Deadline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** On random histories: what is left cannot be ordered, anything less can, and the witness speaks of nothing else. */
class CoreMinimizerTest {
    private static final List<Level> STRONG =
            List.of(Level.PREFIX, Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);

    @Test
    void partsAreMinimal() {
        Trials.runSound(3_000, CoreMinimizerTest::complaint);
    }

    @Test
    @Tag("slow")
    void partsOfManyAreMinimal() {
        Trials.runSound(200_000, CoreMinimizerTest::complaint);
    }

    private static String complaint(Draft draft, Relations relations) {
        for (Order order : draft.orders()) {
            Problem problem = Problem.of(relations, order, 1);
            for (Level level : STRONG) {
                Rules rules = Rules.of(level);
                OrderSearch.Outcome outcome = OrderSearch.run(problem, rules, Deadline.NEVER);
                if (outcome.holds()) continue;
                KnownCycle cycle = new KnownCycles(outcome.graph()).next(new BitSet());
                for (KnownCycle start : new KnownCycle[] {null, cycle}) {
                    int[] part = new CoreMinimizer(problem, rules, Deadline.NEVER)
                            .minimize(start, outcome.core())
                            .members();
                    String complaint = complaint(problem, level, part);
                    if (complaint != null) return level + " in form " + order + " " + complaint;
                }
            }
        }
        return null;
    }

    private static String complaint(Problem problem, Level level, int[] part) {
        Rules rules = Rules.of(level);
        Problem smallest = problem.part(part);
        if (OrderSearch.run(smallest, rules, Deadline.NEVER).holds()) return "the part can be ordered";
        for (int left = 0; left < part.length; left++) {
            int[] rest = new int[part.length - 1];
            for (int i = 0; i < rest.length; i++) rest[i] = part[i < left ? i : i + 1];
            boolean holds =
                    OrderSearch.run(problem.part(rest), rules, Deadline.NEVER).holds();
            if (!holds) return "T" + problem.id[part[left]] + " is not needed";
        }
        Set<Integer> allowed = new HashSet<>();
        for (int id : smallest.id) allowed.add(id);
        Violation witness = new Explainer(smallest, level, Deadline.NEVER).witness(true);
        boolean strays = witness.cycles().stream().anyMatch(cycle -> outside(cycle, allowed));
        return strays ? "the witness strays" : null;
    }

    private static boolean outside(List<Edge> edges, Set<Integer> allowed) {
        return edges.stream().anyMatch(edge -> !allowed.contains(edge.from()) || outside(edge.because(), allowed));
    }
}

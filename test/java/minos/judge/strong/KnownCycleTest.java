package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Violation;
import minos.reference.Draft;
import minos.reference.Trials;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/**
 * On random histories: a cycle that is told edge by edge, as long ones are, is one. What its edges speak of cannot be ordered.
 * The others are so short that what one edge rests on cannot be ordered by itself.
 */
class KnownCycleTest {
    private static final List<Level> LEVELS =
            List.of(Level.PREFIX, Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);

    private int found;
    private int told;

    @Test
    void areToldEdgeByEdge() {
        Trials.runSound(3_000, this::complaint);
        assertTrue(told > 1_000 && told > found / 2, told + " of " + found + " were told");
    }

    private String complaint(Draft draft, Relations relations) {
        for (Order order : draft.orders()) {
            Problem problem = Problem.of(relations, order, 1);
            for (Level level : LEVELS) {
                OrderSearch.Outcome outcome = OrderSearch.run(problem, Rules.of(level), Deadline.NEVER);
                KnownCycle cycle = outcome.holds() ? null : outcome.cycle().get();
                if (cycle == null || cycle.transactions().length == 1) continue;
                found++;
                Violation violation = cycle.violation(level, Deadline.NEVER);
                if (violation == null) continue;
                told++;
                BitSet members = new BitSet();
                members(problem, violation.cycles().get(0), members);
                int[] part = members.stream().toArray();
                if (OrderSearch.run(problem.part(part), Rules.of(level), Deadline.NEVER)
                        .holds()) {
                    return level + " in form " + order + ": " + violation + " is none";
                }
            }
        }
        return null;
    }

    private static void members(Problem problem, List<Edge> edges, BitSet members) {
        for (Edge edge : edges) {
            members.set(Arrays.binarySearch(problem.id, edge.from()));
            members.set(Arrays.binarySearch(problem.id, edge.to()));
            edge.shownBy().ifPresent(op -> members.set(Arrays.binarySearch(problem.id, transaction(problem, op))));
            if (edge instanceof Edge.AntiDependency missed) versions(problem, missed.read(), members);
            members(problem, edge.because(), members);
        }
    }

    private static int transaction(Problem problem, int op) {
        return problem.history.transactionOf(op);
    }

    /** Adds whom a read was from and, for lists, who shows what came after. */
    private static void versions(Problem problem, int op, BitSet members) {
        for (int r = 0; r < problem.readOp.length; r++) {
            if (problem.readOp[r] != op) continue;
            problem.source(r, members);
            int longest = problem.longestReader(problem.readKey[r]);
            if (longest >= 0) members.set(longest);
        }
    }
}

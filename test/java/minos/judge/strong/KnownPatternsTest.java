package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.BitSet;
import java.util.EnumSet;
import java.util.List;
import minos.infer.Findings;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.Order;
import minos.reference.Draft;
import minos.reference.Trials;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/** On random histories: whoever has part in a pattern is on a cycle of what is known, unless an update is lost. */
class KnownPatternsTest {
    private int some;

    @Test
    void patternsAreOnCycles() {
        Trials.runSound(5_000, this::complaint);
        assertTrue(some > 100, "histories with patterns: " + some);
    }

    private String complaint(Draft draft, Relations relations) {
        for (Order order : draft.orders()) {
            for (Rules rules : EnumSet.range(Rules.PREFIX, Rules.SERIAL)) {
                Problem problem = Problem.of(relations, order, 1);
                VersionChains chains = problem.chains(rules);
                if (chains.lostUpdateFirst >= 0 || rules.forbidReturns()) continue;
                BitSet all = new BitSet();
                all.set(0, problem.size());
                BitSet onCycles = new PointGraph(problem, rules).onCycles(Deadline.NEVER);
                List<Anomaly> expected = patterns(problem, rules, all);
                List<Anomaly> found = patterns(problem, rules, onCycles);
                if (!expected.isEmpty()) some++;
                if (!found.equals(expected)) return rules + " in form " + order + ": " + found + ", not " + expected;
            }
        }
        return null;
    }

    private static List<Anomaly> patterns(Problem problem, Rules rules, BitSet suspects) {
        Findings findings = new Findings(2);
        new KnownPatterns(problem, rules, suspects, findings, Deadline.NEVER).find();
        return findings.anomalies();
    }
}

package minos.judge.strong;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.function.Function;
import minos.infer.Findings;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.Edge;
import minos.model.Violation;
import minos.util.Deadline;

/**
 * The violations of a level that were found: those that {@link KnownPatterns can be read off}, and witnesses of parts
 * that cannot be ordered, each in what the ones before leave of the history. Only of the former can it be said that
 * these are all.
 */
final class FoundViolations {
    private final Problem problem;
    private final int maxWitnesses;
    private final Findings patterns;
    /** One transaction of each pattern. */
    private final BitSet inPatterns = new BitSet();
    /** The same of long forks that are counted, but hide nothing else of their transactions. */
    private final BitSet inForks = new BitSet();

    private final BitSet involved = new BitSet();
    private final List<Violation> witnesses = new ArrayList<>();
    private Violation first;

    private FoundViolations(Problem problem, Options options) {
        this.problem = problem;
        maxWitnesses = options.maxWitnesses();
        patterns = new Findings(maxWitnesses);
    }

    /** @param graph one of what is known that has a cycle; null if that is not known of any */
    static FoundViolations of(Problem problem, Rules rules, PointGraph graph, Options options) {
        FoundViolations violations = new FoundViolations(problem, options);
        violations.find(rules, graph, options.telling(), options.all(), KnownPatterns::find);
        return violations;
    }

    /**
     * Those that rest on real time.
     *
     * @param known  the others that are shown, none of which is found again
     * @param counted one transaction of each pattern that was counted without real time
     */
    static FoundViolations besides(
            List<Anomaly> known, BitSet counted, Problem problem, Rules rules, PointGraph graph, Options options) {
        FoundViolations violations = new FoundViolations(problem, options);
        violations.find(
                rules,
                graph,
                options.telling(),
                false,
                counted.isEmpty() ? KnownPatterns::find : KnownPatterns::findRealTime);
        violations.involved.or(counted);
        for (Anomaly anomaly : known) {
            for (Violation witness : anomaly.witnesses()) {
                int member = violations.members(witness).nextSetBit(0);
                if (member >= 0) violations.involved.set(member);
            }
        }
        return violations;
    }

    /** One transaction of each pattern. */
    BitSet inPatterns() {
        return inPatterns;
    }

    /** @param thoroughly whether to look beyond what is known, which need have no cycle */
    private void find(
            Rules rules,
            PointGraph graph,
            Deadline deadline,
            boolean thoroughly,
            Function<KnownPatterns, BitSet> search) {
        try {
            BitSet suspects = suspects(rules, graph, deadline);
            if (suspects.isEmpty() && !thoroughly) return;
            KnownPatterns known = new KnownPatterns(problem, rules, suspects, patterns, deadline);
            inPatterns.or(search.apply(known));
            involved.or(inPatterns);
            if (thoroughly) inForks.or(known.findFartherForks());
        } catch (Deadline.Expired e) {
            for (Anomaly anomaly : patterns.anomalies()) patterns.inexact(anomaly.type());
        }
    }

    /**
     * Who may have part in a pattern. Each is a cycle of what is known; but where an update is lost the graph was not made, and
     * where anti-dependencies are no edges it does not show them.
     */
    private BitSet suspects(Rules rules, PointGraph graph, Deadline deadline) {
        if (!rules.forbidReturns() && problem.chains(rules).lostUpdateFirst < 0) {
            return graph == null ? new BitSet() : graph.onCycles(deadline);
        }
        BitSet all = new BitSet();
        all.set(0, problem.size());
        return all;
    }

    boolean isEmpty() {
        return witnesses.isEmpty() && patterns.isEmpty();
    }

    /** The first witness; it may be one of the patterns. */
    void begin(Violation witness) {
        first = witness;
        BitSet members = members(witness);
        involved.or(members);
        if (!isPattern(witness, members)) witnesses.add(witness);
    }

    /**
     * One more, of a cycle that has no transaction in common with any before; says whether it will be shown. What the cycle
     * comes down to, with those that it read from, may still be one of the patterns.
     */
    boolean add(Violation witness) {
        BitSet members = members(witness);
        involved.or(members);
        if (isPattern(witness, members) || isKnown(witness, members)) return false;
        witnesses.add(witness);
        long alike = witnesses.stream()
                .filter(other -> other.type() == witness.type())
                .count();
        return !patterns.isFull(witness.type()) && alike <= maxWitnesses;
    }

    /** Whether it was counted already, as far as that can be said. */
    private boolean isPattern(Violation witness, BitSet members) {
        return patterns.has(witness.type()) && (members.intersects(inPatterns) || members.intersects(inForks));
    }

    /** Compares transactions first: that two witnesses are equal takes the JVM long to find out the first time. */
    private boolean isKnown(Violation witness, BitSet members) {
        return witnesses.stream()
                .anyMatch(other ->
                        other.type() == witness.type() && members(other).equals(members) && other.equals(witness));
    }

    /** The transactions that no violation found so far speaks of, or that are all that is left of it. */
    int[] others() {
        BitSet others = new BitSet();
        others.set(0, problem.size());
        others.andNot(involved);
        return others.stream().toArray();
    }

    /** Of a part of the problem, the transactions that violations found so far speak of. */
    BitSet involved(Problem part) {
        BitSet found = new BitSet();
        for (int t = 0, whole = 0; t < part.size(); t++, whole++) {
            while (problem.id[whole] != part.id[t]) whole++;
            if (involved.get(whole)) found.set(t);
        }
        return found;
    }

    /** The first witness and how many there are of its type; with the other patterns that break the same level, the most damning first. */
    List<Anomaly> ofLowestLevel() {
        List<Anomaly> anomalies = new ArrayList<>();
        boolean counted = false;
        for (Anomaly anomaly : patterns.anomalies()) {
            if (anomaly.type() == first.type()) {
                counted = true;
                Violation best =
                        Collections.min(List.of(first, anomaly.witnesses().get(0)), Violation.MOST_DAMNING);
                anomalies.add(new Anomaly(first.type(), anomaly.count(), anomaly.exact(), List.of(best)));
            } else if (anomaly.level() == first.level()) {
                anomalies.add(anomaly);
            }
        }
        if (!counted) anomalies.add(0, new Anomaly(first.type(), 1, false, List.of(first)));
        anomalies.sort((one, other) -> Violation.MOST_DAMNING.compare(
                one.witnesses().get(0), other.witnesses().get(0)));
        return anomalies;
    }

    /** All, the most damning witnesses of each type first. */
    List<Anomaly> anomalies() {
        witnesses.sort(Violation.MOST_DAMNING);
        for (Violation witness : witnesses) {
            patterns.add(witness);
            patterns.inexact(witness.type());
        }
        return patterns.anomalies();
    }

    private BitSet members(Violation witness) {
        BitSet members = new BitSet();
        for (List<Edge> cycle : witness.cycles()) for (Edge edge : cycle) member(edge.from(), members);
        for (int id : witness.transactions()) member(id, members);
        return members;
    }

    private void member(int id, BitSet members) {
        int t = Arrays.binarySearch(problem.id, id);
        if (t >= 0) members.set(t);
    }
}

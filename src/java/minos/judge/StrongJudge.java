package minos.judge;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.strong.Ordering;
import minos.judge.strong.Problems;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.util.Deadline;
import minos.util.Parallel;

/**
 * Decides the levels above causal consistency, and update atomic. First looks for an order that proves the level: most histories have one
 * and it is soon found. Only if there is none, the weaker levels are asked, so that a violation is reported where it
 * begins.
 */
final class StrongJudge {
    /** Cycles of what was read and written alone. */
    private static final Set<AnomalyType> IN_ANY_ORDER = EnumSet.of(AnomalyType.LOST_UPDATE, AnomalyType.WRITE_SKEW);

    private final Relations relations;
    private final Problems problems;
    private final Order order;
    private final Options options;
    private final WeakJudge weak;
    private final StrongJudge bySession;
    private final Map<Level, Verdict> known = new EnumMap<>(Level.class);
    /** By weak level: the problem without the reads that break it. */
    private final Map<Level, Problems> left = new EnumMap<>(Level.class);

    /** Of all that is told: the ordering by serializability, which strict serializability is without real time. */
    private Ordering serializable;

    /** @param bySession for real time, the judge by session order alone; otherwise null */
    StrongJudge(
            Relations relations,
            Problems problems,
            Order order,
            Options options,
            WeakJudge weak,
            StrongJudge bySession) {
        this.relations = relations;
        this.problems = problems;
        this.order = order;
        this.options = options;
        this.weak = weak;
        this.bySession = bySession;
    }

    Verdict verdict(Level level) {
        return verdict(level, null);
    }

    /** Whether a level is violated, without telling by what. */
    boolean isViolated(Level level) {
        if (known.containsKey(level)) return known.get(level).answer() == Verdict.Answer.FALSE;
        return !relations.anomalies().isEmpty() || !new Ordering(problems, level, order, options).exists();
    }

    /** @param realTime the ordering by real time, if it is known that there is none; or null */
    private Verdict verdict(Level level, Ordering realTime) {
        Verdict verdict = known.get(level);
        if (verdict == null) known.put(level, verdict = judge(level, realTime));
        return verdict;
    }

    private Verdict judge(Level level, Ordering realTime) {
        boolean wrongReads = !relations.anomalies().isEmpty();
        if (wrongReads && !options.all())
            return Verdict.violated(level, order, weak.verdict(below(level)).anomalies());
        for (Map.Entry<Level, Verdict> other : known.entrySet()) {
            if (!options.all()
                    && level.implies(other.getKey())
                    && other.getValue().answer() == Verdict.Answer.FALSE) {
                return Verdict.violated(level, order, other.getValue().anomalies());
            }
        }
        if (realTime != null && level == Level.STRICT_SERIALIZABLE && serializable != null) {
            realTime.bySession(serializable);
            return Verdict.violated(level, order, known.get(Level.SERIALIZABLE).anomalies());
        }
        options.progress().phase(level.text(), 0);
        Ordering ordering;
        try {
            ordering = realTime == null ? new Ordering(problems, level, order, options) : realTime.bySession();
        } catch (Deadline.Expired e) {
            if (wrongReads) return Verdict.violated(level, order, relations.anomalies());
            throw e;
        }
        if (!ordering.exists() || wrongReads) {
            Verdict violated = Verdict.violated(level, order, anomalies(level, ordering));
            if (options.all() && level == Level.SERIALIZABLE) serializable = ordering;
            return violated;
        }
        return options.certificate() ? Verdict.proved(ordering.certificate()) : Verdict.holds(level, order);
    }

    /**
     * What is wrong: without real time if that breaks the level too, and by the weak levels' patterns if they do. If all is
     * asked for, these hide nothing else: what can be read off is, wherever it is, and for the rest the reads that break weaker
     * levels are left out.
     */
    private List<Anomaly> anomalies(Level level, Ordering ordering) {
        options.progress().phase("finding counterexamples", 0);
        Verdict weaker = weaker(level, ordering);
        // If the time ran out, that the level is violated is still known by now.
        if (weaker == null || weaker.answer() != Verdict.Answer.FALSE) {
            if (ordering.exists()) return relations.anomalies();
            List<Anomaly> found = new ArrayList<>(ordering.anomalies());
            if (options.all()) addCyclesOverTime(found);
            return found;
        }
        List<Anomaly> known = bySession == null ? weaker.anomalies() : withoutRealTime(weaker.anomalies());
        if (!options.all() || ordering.exists()) return known;
        List<Anomaly> all = new ArrayList<>(known);
        try {
            Problems left = without(below(level));
            Ordering rest = left == problems ? ordering : new Ordering(left, level, order, options.toTell());
            if (bySession != null) {
                List<Anomaly> more = new ArrayList<>(rest.anomaliesBesides(all, ordering));
                more.removeIf(anomaly -> anomaly.type().level() != Level.STRICT_SERIALIZABLE);
                addNew(counted(more, left == problems), all);
            } else {
                addNew(ordering.patterns(), all);
                if (!rest.exists()) addNew(counted(rest.anomalies(), left == problems), all);
            }
        } catch (Deadline.Expired e) {
            // What was found has to do.
        }
        addCyclesOverTime(all);
        return all;
    }

    /** What was found may have been one of several kinds of cycles through the same transactions, all as short. */
    private void addCyclesOverTime(List<Anomaly> all) {
        if (!order.isTimed()) return;
        try {
            addNew(weak.cyclesOverTime(), all);
        } catch (Deadline.Expired e) {
            // What was found has to do.
        }
    }

    /** What was counted without real time: with it, there may be more of what rests on an order. */
    private static List<Anomaly> withoutRealTime(List<Anomaly> counted) {
        return counted.stream()
                .map(anomaly -> IN_ANY_ORDER.contains(anomaly.type())
                                || anomaly.witnesses().get(0).cycles().isEmpty()
                        ? anomaly
                        : anomaly.orMore())
                .toList();
    }

    /** What was counted in all of the history, or else without the reads that were left out: there may be more of those. */
    private static List<Anomaly> counted(List<Anomaly> anomalies, boolean inAll) {
        return inAll ? anomalies : anomalies.stream().map(Anomaly::orMore).toList();
    }

    private static void addNew(List<Anomaly> more, List<Anomaly> all) {
        for (Anomaly anomaly : more) {
            if (all.stream().noneMatch(known -> known.type() == anomaly.type())) all.add(anomaly);
        }
    }

    /** The problem without the reads that break a weak level, or those below it, by session order. */
    private Problems without(Level weaker) {
        if (bySession != null) return bySession.without(weaker);
        return left.computeIfAbsent(weaker, any -> {
            Relations rest = weak.without(weaker);
            return problems.isOf(rest) ? problems : new Problems(rest, options.threads());
        });
    }

    /** The strongest level of those up to causal consistency that a level implies. */
    private static Level below(Level level) {
        return level.implies(Level.CAUSAL) ? Level.CAUSAL : Level.READ_ATOMIC;
    }

    /** The verdict without real time, or of the weak levels; null if the time ran out. */
    private Verdict weaker(Level level, Ordering ordering) {
        try {
            if (bySession != null) return bySession.verdict(level, ordering);
            // To wake a thread takes longer than few operations do.
            boolean alone = options.threads() == 1 || relations.history().cuts(2).length == 2;
            if (!options.all() || alone) return weak.verdict(below(level));
            // Whatever the weak levels say, the patterns will be wanted.
            return Parallel.run(List.<Callable<Verdict>>of(() -> weak.verdict(below(level)), () -> {
                        ordering.findPatterns();
                        return null;
                    }))
                    .get(0);
        } catch (Deadline.Expired e) {
            return null;
        }
    }
}

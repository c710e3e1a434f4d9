package minos.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import minos.graph.Reachability;
import minos.graph.TopologicalOrder;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.linear.Linearizability;
import minos.judge.sources.SourceJudge;
import minos.judge.sources.UniqueJudge;
import minos.judge.strong.Ordering;
import minos.judge.strong.Problems;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Judges histories in which values repeat, so that a read may have several sources. Operations on single objects are judged by value first:
 * if they are linearizable, every level holds. All else is {@link SourceJudge}'s, which asks this package about single readings of the history.
 */
final class RepeatedValues {
    private static final UniqueJudge READINGS = new UniqueJudge() {
        @Override
        public Function<Requirement, Verdict> of(History reading, Options options) {
            Judge judge = new Judge(Relations.of(reading, options), options);
            return judge::verdict;
        }

        @Override
        public Ordered order(
                History reading,
                Requirement asked,
                int[] reads,
                int[][] answers,
                IntUnaryOperator value,
                boolean briefly,
                Options options) {
            Relations relations = Relations.of(reading, options);
            // The search for an order takes reads to be right by themselves.
            if (!relations.anomalies().isEmpty()) return new Ordered(Optional.empty(), Optional.empty());
            IntList open = new IntList();
            List<int[]> sources = new ArrayList<>();
            boolean complete = true;
            for (int i = 0; i < reads.length; i++) {
                if (!relations.participates(reading.transactionOf(reads[i]))) continue;
                int[] taking = Arrays.stream(answers[i])
                        .filter(write ->
                                write == History.INITIAL || relations.participates(reading.transactionOf(write)))
                        .toArray();
                complete &= taking.length == answers[i].length;
                if (taking.length == 0) return new Ordered(Optional.empty(), Optional.empty());
                open.add(reads[i]);
                sources.add(taking);
            }
            Ordering.Open ordered = Ordering.ofOpenReads(
                    new Problems(relations, options.threads()),
                    open.toArray(),
                    sources.toArray(int[][]::new),
                    value,
                    asked.level(),
                    asked.order(),
                    briefly,
                    options.deadline());
            return new Ordered(ordered.certificate(), complete ? ordered.core() : Optional.empty());
        }

        @Override
        public Optional<Reachability> causality(History reading, Order order, Options options) {
            BaseGraph graph = BaseGraph.causal(Relations.of(reading, options), order, options.threads());
            TopologicalOrder topological = graph.topologicalOrder(options.deadline());
            return topological == null
                    ? Optional.empty()
                    : Optional.ofNullable(graph.clocks(topological, options.deadline()));
        }
    };

    private RepeatedValues() {}

    /** Tells a verdict for each requirement, in their order. */
    static void judge(History history, List<Requirement> requirements, Options options, Consumer<Verdict> told) {
        Optional<Linearizability> registers = Linearizability.of(history, options);
        SourceJudge judge = new SourceJudge(history, options, READINGS);
        Verdict strongest = null;
        try {
            if (registers.isPresent()) strongest = registers.get().verdict(Level.LINEARIZABLE);
        } catch (Deadline.Expired e) {
            // asked below, with the same end
        }
        Verdict[] verdicts = new Verdict[requirements.size()];
        // Nothing follows from a session guarantee, but one may follow from the others: it comes last, and may not hold
        // them up.
        for (boolean guarantees : new boolean[] {false, true}) {
            for (int i = 0; i < verdicts.length; i++) {
                Requirement asked = requirements.get(i);
                if (asked.level().isSessionGuarantee() != guarantees) continue;
                boolean ungrouped = Askable.isUngrouped(asked.order(), history.groups() > 0);
                if (strongest != null && !ungrouped) verdicts[i] = following(strongest, asked, options);
                if (verdicts[i] != null) continue;
                boolean given = guarantees && verdicts.length > 1;
                verdicts[i] = Askable.whyNot(history, asked)
                        .or(() -> Askable.whyNotOfSingles(history, asked.level(), t -> takesPart(history, t)))
                        .map(why -> Verdict.unknown(asked.level(), asked.order(), why))
                        .orElseGet(() -> verdict(history, judge, asked, given));
            }
        }
        for (Verdict verdict : verdicts) told.accept(verdict);
    }

    private static boolean takesPart(History history, int t) {
        return history.status(t) != Status.ABORTED;
    }

    private static Verdict verdict(History history, SourceJudge judge, Requirement asked, boolean briefly) {
        if (!Askable.isTimeless(history, asked.order())) return judge.verdict(asked, briefly);
        // Strict serializability has one form alone; by session order it is serializability.
        Level level = asked.level().needsRealTime() ? Level.SERIALIZABLE : asked.level();
        Requirement bySession = new Requirement(level, Order.SESSION, asked.use());
        return Askable.timeless(asked.level(), asked.order(), judge.verdict(bySession, briefly));
    }

    /** What follows from a verdict on linearizability, with a certificate if one is wanted; null if nothing does. */
    private static Verdict following(Verdict strongest, Requirement asked, Options options) {
        boolean plain = asked.level() != Level.MIXED && SourceJudge.isOfLevelAlone(asked, options);
        return switch (strongest.answer()) {
            case TRUE ->
                strongest
                        .certificate()
                        .filter(proof -> plain && asked.level().implies(Level.SERIALIZABLE))
                        .map(proof -> new Certificate(asked.level(), asked.order(), proof.commits(), Optional.empty()))
                        .map(Verdict::proved)
                        .orElse(options.certificate() || !plain ? null : Verdict.holds(asked.level(), asked.order()));
            case FALSE ->
                isStrict(asked) ? Verdict.violated(asked.level(), asked.order(), strongest.anomalies()) : null;
            case UNKNOWN -> null;
        };
    }

    /** Whether it is strict serializability that is asked for, by whatever name: of single objects, each of them by itself. */
    private static boolean isStrict(Requirement asked) {
        boolean perKey = asked.order() == Order.REAL_TIME || asked.order() == Order.PER_KEY_REAL_TIME;
        return asked.level().needsRealTime() || asked.level() == Level.SERIALIZABLE && perKey;
    }
}

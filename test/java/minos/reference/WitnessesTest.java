package minos.reference;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.util.Deadline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Every step of every witness that the engine gives is true of the history, and cycles are closed. */
class WitnessesTest {
    @Test
    void areTrue() {
        Trials.run(2_000, WitnessesTest::complaint);
    }

    @Test
    @Tag("slow")
    void areTrueOfMany() {
        Trials.run(200_000, WitnessesTest::complaint);
    }

    private static String complaint(Draft draft) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            for (boolean all : new boolean[] {false, true}) {
                Options options = Options.DEFAULT
                        .with(order)
                        .withAll(all)
                        .withMaxWitnesses(3)
                        .withThreads(1);
                String complaint = complaint(history, options);
                if (complaint != null) return complaint;
            }
        }
        return null;
    }

    private static String complaint(History history, Options options) {
        for (Verdict verdict : Judge.check(history, Reference.askable(history, options.order()), options)) {
            if (verdict.answer() != Answer.FALSE) continue;
            if (verdict.anomalies().isEmpty()) return verdict.level() + " is violated by nothing";
            String complaint = complaint(history, verdict);
            if (complaint != null) return verdict.level() + " in form " + options.order() + ": " + complaint;
        }
        return null;
    }

    /** Once a level is known to be violated the time to tell of it ends, at any look at the clock: the verdicts stay the same. */
    @Test
    void areTrueWheneverTheTimeToTellThemEnds() {
        Trials.run(500, draft -> {
            History history = draft.build();
            for (Order order : draft.orders()) {
                Options whole = Options.DEFAULT
                        .with(order)
                        .withAll(true)
                        .withMaxWitnesses(3)
                        .withThreads(1);
                List<Answer> answers = answers(history, whole);
                for (int looks = 0; looks < 30; looks = looks * 2 + 1) {
                    Options brief = whole.with(Deadline.NEVER, endsAfter(looks));
                    if (!answers.equals(answers(history, brief))) return "after " + looks + " looks another verdict";
                    String complaint = complaint(history, whole.with(Deadline.NEVER, endsAfter(looks)));
                    if (complaint != null) return "after " + looks + " looks: " + complaint;
                }
            }
            return null;
        });
    }

    private static List<Answer> answers(History history, Options options) {
        return Judge.check(history, Reference.askable(history, options.order()), options).stream()
                .map(Verdict::answer)
                .toList();
    }

    private static Deadline endsAfter(int looks) {
        return Deadline.NEVER.onceAsked(() -> Duration.ZERO, looks, () -> 0);
    }

    private static String complaint(History history, Verdict verdict) {
        for (Anomaly anomaly : verdict.anomalies()) {
            if (anomaly.witnesses().isEmpty()) return anomaly.type() + " without a witness";
            for (Violation witness : anomaly.witnesses()) {
                String wrong = new Inquiry(history, verdict.order(), witness).wrong();
                if (wrong != null) return wrong + " in " + witness;
            }
        }
        return null;
    }

    /** Asks of one violation whether it is true. */
    record Inquiry(History history, Order order, Violation violation, boolean keepsUpdates)
            implements Edge.Visitor<Boolean> {
        /** Of a verdict's violation. */
        Inquiry(History history, Order order, Violation violation) {
            this(
                    history,
                    order,
                    violation,
                    violation.level().implies(Level.PREFIX) || violation.level().keepsUpdates());
        }

        String wrong() {
            for (List<Edge> cycle : violation.cycles()) {
                String wrong = path(cycle, cycle.get(0).from(), cycle.get(0).from());
                if (wrong != null) return wrong;
            }
            return null;
        }

        private String path(List<Edge> edges, int from, int to) {
            int at = from;
            for (Edge edge : edges) {
                if (edge.from() != at) return "a gap before " + edge;
                if (!edge.accept(this)) return "not so: " + edge;
                at = edge.to();
            }
            return at == to ? null : "does not lead to T" + to + ": " + edges;
        }

        @Override
        public Boolean sessionOrder(Edge.SessionOrder edge) {
            return edge.from() == History.INITIAL || sameSession(edge.from(), edge.to());
        }

        private boolean sameSession(int first, int second) {
            return order != Order.NONE
                    && first < second
                    && history.session(first) == history.session(second)
                    && history.status(first) != Status.ABORTED
                    && history.status(second) != Status.ABORTED;
        }

        @Override
        public Boolean realTime(Edge.RealTime edge) {
            return order.isTimed()
                    && history.completion(edge.from()) < history.invocation(edge.to())
                    && namesKey(edge)
                    && (order != Order.PER_GROUP_REAL_TIME
                            || history.group(edge.from()) >= 0
                                    && history.group(edge.from()) == history.group(edge.to()));
        }

        /** Whether it names what both did with one key, where time counts per key, and nothing otherwise. */
        private boolean namesKey(Edge.RealTime edge) {
            if (order != Order.PER_KEY_REAL_TIME)
                return edge.fromOperation().isEmpty() && edge.toOperation().isEmpty();
            int first = edge.fromOperation().getAsInt();
            int second = edge.toOperation().getAsInt();
            return history.transactionOf(first) == edge.from()
                    && history.transactionOf(second) == edge.to()
                    && history.key(first) == history.key(second);
        }

        @Override
        public Boolean writeRead(Edge.WriteRead edge) {
            int write = edge.write().orElse(-1);
            return writes(write, edge.from(), edge.key())
                    && reads(edge.read(), edge.to(), edge.key())
                    && shows(edge.read(), write) >= 0;
        }

        /**
         * Lists show it: by their elements or, where no append may be lost, by lacking the later one. Of registers, and
         * of what no list shows, only a search can tell.
         */
        @Override
        public Boolean writeWrite(Edge.WriteWrite edge) {
            if (!writes(edge.earlier(), edge.from(), edge.key()) || !writes(edge.later(), edge.to(), edge.key())) {
                return false;
            }
            Level level = violation.level();
            if (edge.shownBy().isEmpty()) return level.implies(Level.CAUSAL);
            int earlier = shows(edge.shownBy().getAsInt(), edge.earlier());
            int later = showsLast(edge.shownBy().getAsInt(), edge.later());
            boolean lacks = later < 0 || mayBeAnother(edge.shownBy().getAsInt(), edge.later());
            return earlier >= 0 && (later > earlier || lacks && keepsUpdates);
        }

        @Override
        public Boolean antiDependency(Edge.AntiDependency edge) {
            return reads(edge.read(), edge.from(), edge.key())
                    && writes(edge.write(), edge.to(), edge.key())
                    && (shows(edge.read(), edge.write()) < 0 || mayBeAnother(edge.read(), edge.write()));
        }

        /** Whether a list has a value less often than it was appended, so that one of the appends is not in it. */
        private boolean mayBeAnother(int read, int write) {
            if (!history.isList() || history.isWrite(read)) return false;
            long appended = IntStream.range(0, history.operations())
                    .filter(op -> history.isWrite(op) && history.version(op) == history.version(write))
                    .filter(op -> history.status(history.transactionOf(op)) != Status.ABORTED)
                    .count();
            long shown = IntStream.range(0, history.length(read))
                    .filter(i -> history.element(read, i) == history.version(write))
                    .count();
            return shown < appended;
        }

        /** No level rests on it. */
        @Override
        public Boolean claimed(Edge.Claimed edge) {
            return false;
        }

        @Override
        public Boolean commitOrder(Edge.CommitOrder edge) {
            int reader = history.transactionOf(edge.read());
            int source = edge.source().orElse(-1);
            boolean readsFromTo = reads(edge.read(), reader, edge.key())
                    && (edge.to() == History.INITIAL
                            || writes(source, edge.to(), edge.key()) && shows(edge.read(), source) >= 0);
            return readsFromTo
                    && writes(edge.write(), edge.from(), edge.key())
                    && edge.from() != edge.to()
                    && path(edge.because(), edge.from(), reader) == null
                    && isReason(edge);
        }

        /** Whether it is the kind of reason that the level of the pattern looks at. */
        private boolean isReason(Edge.CommitOrder edge) {
            Edge last = edge.because().get(edge.because().size() - 1);
            return switch (violation.type()) {
                case NON_MONOTONIC_READ, NON_MONOTONIC_READ_CM ->
                    edge.because().size() == 1 && last instanceof Edge.WriteRead seen && seen.read() < edge.read();
                case FRACTURED_READ, FRACTURED_READ_CM -> edge.because().size() == 1;
                case READ_YOUR_WRITES_VIOLATION -> isWay(edge, "o");
                case MONOTONIC_READS_VIOLATION -> isWay(edge, "ro");
                case MONOTONIC_WRITES_VIOLATION -> isWay(edge, "or") && ((Edge.WriteRead) last).read() < edge.read();
                case WRITES_FOLLOW_READS_VIOLATION ->
                    isWay(edge, "r[ro]*r") && ((Edge.WriteRead) last).read() < edge.read();
                default -> true;
            };
        }

        /** Whether the way to the reader is one of reads (r) and of the order asked for (o), as a pattern says. */
        private static boolean isWay(Edge.CommitOrder edge, String pattern) {
            return edge.because().stream()
                    .map(step -> step.kind() == Edge.Kind.WR ? "r" : "o")
                    .collect(Collectors.joining())
                    .matches(pattern);
        }

        private boolean writes(int op, int transaction, int key) {
            return isOf(op, transaction, key) && history.isWrite(op);
        }

        private boolean reads(int op, int transaction, int key) {
            return isOf(op, transaction, key) && !history.isWrite(op);
        }

        private boolean isOf(int op, int transaction, int key) {
            return op >= 0 && history.transactionOf(op) == transaction && history.key(op) == key;
        }

        /** Where a value was appended twice, the other may stand first. */
        private int showsLast(int read, int write) {
            int last = shows(read, write);
            for (int i = last + 1; history.isList() && last >= 0 && i < history.length(read); i++) {
                if (history.element(read, i) == history.version(write)) last = i;
            }
            return last;
        }

        /** Where a read shows a write; -1 if it does not. */
        private int shows(int read, int write) {
            if (!history.isList()) return history.version(read) == history.version(write) ? 0 : -1;
            for (int i = 0; history.version(read) >= 0 && i < history.length(read); i++) {
                if (history.element(read, i) == history.version(write)) return i;
            }
            return -1;
        }
    }
}

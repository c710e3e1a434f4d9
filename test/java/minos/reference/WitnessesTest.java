package minos.reference;

import java.util.List;
import minos.Minos;
import minos.history.History;
import minos.history.Status;
import minos.model.Anomaly;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Witness;
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
                Options defaults = Options.DEFAULT;
                Options options = new Options(order, all, 3, false, 1, defaults.deadline(), defaults.progress());
                for (Verdict verdict : Minos.check(history, Minos.askable(history, order), options)) {
                    if (verdict.answer() != Answer.FALSE) continue;
                    if (verdict.anomalies().isEmpty()) return verdict.level() + " is violated by nothing";
                    String complaint = complaint(history, verdict);
                    if (complaint != null) return verdict.level() + " in form " + order + ": " + complaint;
                }
            }
        }
        return null;
    }

    private static String complaint(History history, Verdict verdict) {
        for (Anomaly anomaly : verdict.anomalies()) {
            if (anomaly.witnesses().isEmpty()) return anomaly.type() + " without a witness";
            for (Witness witness : anomaly.witnesses()) {
                String wrong = new Inquiry(history, verdict.order(), witness).wrong();
                if (wrong != null) return wrong + " in " + witness;
            }
        }
        return null;
    }

    /** Asks of one witness whether it is true. */
    private record Inquiry(History history, Order order, Witness witness) {
        String wrong() {
            if (witness.cycle().isEmpty()) {
                return witness.operations().isEmpty() && witness.transactions().isEmpty() ? "nothing shown" : null;
            }
            String wrong = cycle(witness.cycle());
            return wrong != null || witness.alternative().isEmpty() ? wrong : cycle(witness.alternative());
        }

        private String cycle(List<Edge> edges) {
            return path(edges, edges.get(0).from(), edges.get(0).from());
        }

        private String path(List<Edge> edges, int from, int to) {
            int at = from;
            for (Edge edge : edges) {
                if (edge.from() != at) return "a gap before " + edge;
                if (!isTrue(edge)) return "not so: " + edge;
                at = edge.to();
            }
            return at == to ? null : "does not lead to T" + to + ": " + edges;
        }

        private boolean isTrue(Edge edge) {
            return switch (edge.kind()) {
                case SO -> edge.from() == History.INITIAL || sameSession(edge.from(), edge.to());
                case RT -> order == Order.REAL_TIME && history.completion(edge.from()) < history.invocation(edge.to());
                case WR ->
                    writes(edge.fromOp(), edge.from(), edge.key())
                            && reads(edge.toOp(), edge.to(), edge.key())
                            && shows(edge.toOp(), edge.fromOp()) >= 0;
                case WW ->
                    writes(edge.fromOp(), edge.from(), edge.key())
                            && writes(edge.toOp(), edge.to(), edge.key())
                            && isWriteOrder(edge);
                case RW ->
                    reads(edge.fromOp(), edge.from(), edge.key())
                            && writes(edge.toOp(), edge.to(), edge.key())
                            && shows(edge.fromOp(), edge.toOp()) < 0;
                case CO -> isCommitOrder(edge);
            };
        }

        private boolean sameSession(int first, int second) {
            return order != Order.NONE
                    && first < second
                    && history.session(first) == history.session(second)
                    && history.status(first) != Status.ABORTED
                    && history.status(second) != Status.ABORTED;
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

        /** Where a read shows a write; -1 if it does not. */
        private int shows(int read, int write) {
            if (!history.isList()) return history.version(read) == history.version(write) ? 0 : -1;
            for (int i = 0; history.version(read) >= 0 && i < history.length(read); i++) {
                if (history.element(read, i) == history.version(write)) return i;
            }
            return -1;
        }

        /**
         * Lists show it: by their elements or, where no append may be lost, by lacking the later one. Of registers, and
         * of what no list shows, only a search can tell.
         */
        private boolean isWriteOrder(Edge edge) {
            if (edge.readOp() == Edge.NONE) return witness.type().level().implies(Level.CAUSAL);
            int earlier = shows(edge.readOp(), edge.fromOp());
            int later = shows(edge.readOp(), edge.toOp());
            return earlier >= 0
                    && (later < 0
                            ? witness.type().level().implies(Level.PREFIX)
                                    || witness.type().level().implies(Level.PARALLEL_SNAPSHOT_ISOLATION)
                            : earlier < later);
        }

        private boolean isCommitOrder(Edge edge) {
            int reader = history.transactionOf(edge.readOp());
            boolean readsFromTo = reads(edge.readOp(), reader, edge.key())
                    && (edge.to() == History.INITIAL
                            || writes(edge.toOp(), edge.to(), edge.key()) && shows(edge.readOp(), edge.toOp()) >= 0);
            return readsFromTo
                    && writes(edge.fromOp(), edge.from(), edge.key())
                    && edge.from() != edge.to()
                    && path(edge.because(), edge.from(), reader) == null
                    && isReason(edge);
        }

        /** Whether it is the kind of reason that the level of the pattern looks at. */
        private boolean isReason(Edge edge) {
            Edge last = edge.because().get(edge.because().size() - 1);
            return switch (witness.type()) {
                case NON_MONOTONIC_READ, NON_MONOTONIC_READ_CM ->
                    edge.because().size() == 1 && last.kind() == Edge.Kind.WR && last.toOp() < edge.readOp();
                case FRACTURED_READ, FRACTURED_READ_CM -> edge.because().size() == 1;
                default -> true;
            };
        }
    }
}

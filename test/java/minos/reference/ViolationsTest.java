package minos.reference;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the engine reports of a strong level with all anomalies asked for: the transactions of each witness, with those
 * that they read from, violate the level by themselves, says the reference; and lost updates are counted right.
 */
class ViolationsTest {
    private static final List<Level> STRONG =
            List.of(Level.PREFIX, Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);

    @Test
    void areReal() {
        Trials.runSound(3_000, ViolationsTest::complaint);
    }

    @Test
    @Tag("slow")
    void areRealInMany() {
        Trials.runSound(100_000, ViolationsTest::complaint);
    }

    private static String complaint(Draft draft, Relations relations) {
        for (Order order : draft.orders()) {
            Options options = Options.DEFAULT
                    .with(order)
                    .withAll(true)
                    .withMaxWitnesses(4)
                    .withThreads(1);
            for (Verdict verdict : Judge.check(relations.history(), STRONG, options)) {
                if (verdict.answer() != Answer.FALSE) continue;
                String complaint = lostUpdates(relations, verdict);
                for (Anomaly anomaly : verdict.anomalies()) {
                    if (complaint != null || anomaly.type().isWeakPattern() || draft.lists) continue;
                    complaint = notReal(draft, relations, verdict, anomaly);
                }
                if (complaint != null) return verdict.level() + " in form " + order + ": " + complaint;
            }
        }
        return null;
    }

    private static String notReal(Draft draft, Relations relations, Verdict verdict, Anomaly anomaly) {
        if (anomaly.count() < anomaly.witnesses().size()) return anomaly.type() + " has more witnesses than there are";
        Set<Violation> different = new HashSet<>(anomaly.witnesses());
        if (different.size() < anomaly.witnesses().size()) return "the same witness twice: " + anomaly;
        for (Violation witness : anomaly.witnesses()) {
            BitSet members = new BitSet();
            witness.transactions().forEach(members::set);
            for (List<Edge> cycle : witness.cycles()) members(cycle, relations, members);
            Answer answer = Reference.judge(part(draft, members).build(), verdict.order())
                    .get(verdict.level());
            if (answer != Answer.FALSE) return "its transactions alone violate nothing: " + witness;
        }
        return null;
    }

    private static void members(List<Edge> edges, Relations relations, BitSet members) {
        for (Edge edge : edges) {
            for (int transaction : new int[] {edge.from(), edge.to()}) if (transaction >= 0) members.set(transaction);
            for (OptionalInt named : List.of(edge.fromOperation(), edge.shownBy())) {
                if (named.isEmpty()) continue;
                int op = named.getAsInt();
                members.set(relations.history().transactionOf(op));
                if (relations.source(op) >= 0) members.set(relations.source(op));
            }
            members(edge.because(), relations, members);
        }
    }

    /** The history of some transactions; nothing is known of what they read from others. */
    private static Draft part(Draft draft, BitSet members) {
        Set<List<Object>> written = new HashSet<>();
        members.stream().forEach(t -> draft.txns.get(t).ops().stream()
                .filter(Draft.Op::write)
                .forEach(op -> written.add(List.of(op.key(), op.result()))));
        List<Draft.Txn> txns = new ArrayList<>();
        members.stream()
                .forEach(t -> txns.add(committed(draft.txns.get(t))
                        .with(draft.txns.get(t).ops().stream()
                                .map(op -> op.write()
                                                || op.result() == null
                                                || op.result().isEmpty()
                                                || written.contains(List.of(op.key(), op.result()))
                                        ? op
                                        : new Draft.Op(false, op.key(), null))
                                .toList())));
        return new Draft(draft.lists, txns);
    }

    /** An indeterminate transaction took part, as somebody read from it; that one may be no member. */
    private static Draft.Txn committed(Draft.Txn txn) {
        return txn.status() == Status.COMMITTED
                ? txn
                : new Draft.Txn(txn.session(), Status.COMMITTED, txn.invocation(), Integer.MAX_VALUE, txn.ops())
                        .in(txn.group());
    }

    /** Each two transactions that read one version from outside and wrote the key. */
    private static String lostUpdates(Relations relations, Verdict verdict) {
        if (!verdict.level().implies(Level.PARALLEL_SNAPSHOT_ISOLATION)) return null;
        History history = relations.history();
        long expected = 0;
        List<List<Integer>> updates = new ArrayList<>();
        for (int t = 0; t < history.transactions(); t++) {
            if (!relations.participates(t)) continue;
            Set<Integer> keys = new HashSet<>();
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (history.isWrite(op) || relations.source(op) == NONE || !keys.add(key)) continue;
                if (relations.lastWrite(t, key) < 0) continue;
                boolean initial = relations.source(op) == History.INITIAL;
                List<Integer> update = List.of(key, initial ? -1 : relations.externalVersion(op));
                for (List<Integer> other : updates) if (other.equals(update)) expected++;
                updates.add(update);
            }
        }
        long found = 0;
        for (Anomaly anomaly : verdict.anomalies()) {
            if (anomaly.type() != AnomalyType.LOST_UPDATE) continue;
            found = anomaly.count();
            if (!anomaly.exact()) return "lost updates are not all counted";
        }
        return found == expected ? null : "there are " + expected + " lost updates, the engine counts " + found;
    }
}

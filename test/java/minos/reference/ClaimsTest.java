package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import minos.Histories;
import minos.Minos;
import minos.history.History;
import minos.infer.AmbiguousHistory;
import minos.infer.Assumptions;
import minos.infer.Mix;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Assumption;
import minos.model.Certificate;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where the database says in which order it committed, engine and brute force agree on whether that explains what was read. */
class ClaimsTest {
    private static final List<Level> LEVELS = List.of(Level.PREFIX, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);
    /** Those that know no begins. */
    private static final List<Level> OTHERS = List.of(
            Level.READ_UNCOMMITTED,
            Level.ADYA_READ_COMMITTED,
            Level.READ_COMMITTED,
            Level.READ_YOUR_WRITES,
            Level.MONOTONIC_READS,
            Level.MONOTONIC_WRITES,
            Level.WRITES_FOLLOW_READS,
            Level.READ_ATOMIC,
            Level.CAUSAL,
            Level.PARALLEL_SNAPSHOT_ISOLATION);

    @Test
    void onRandomHistories() {
        Trials.run(4_000, draft -> disagreement(stamped(draft), LEVELS));
    }

    @Test
    void atLevelsWithoutBegins() {
        Trials.run(500, draft -> disagreement(stamped(draft), OTHERS));
    }

    /** Where each transaction has its own. */
    @Test
    void inAMix() {
        int[] answers = new int[3];
        Trials.run(600, draft -> disagreementInAMix(MixedLevelsTest.marked(stamped(draft)), answers));
        for (int count : answers) assertTrue(count > 50, Arrays.toString(answers));
    }

    @Test
    @Tag("slow")
    void onManyRandomHistories() {
        Trials.run(100_000, draft -> disagreement(stamped(draft), LEVELS));
    }

    @Test
    @Tag("slow")
    void atLevelsWithoutBeginsOnMany() {
        Trials.run(100_000, draft -> disagreement(stamped(draft), OTHERS));
    }

    @Test
    @Tag("slow")
    void inManyMixes() {
        Trials.run(100_000, draft -> disagreementInAMix(MixedLevelsTest.marked(stamped(draft)), new int[3]));
    }

    /** Taken for granted, the order is that of each key's versions, but for those of equal times. */
    @Test
    void assumed() {
        Trials.run(500, draft -> disagreementWhereAssumed(stamped(draft)));
    }

    @Test
    @Tag("slow")
    void assumedOfMany() {
        Trials.run(100_000, draft -> disagreementWhereAssumed(stamped(draft)));
    }

    private static String disagreementWhereAssumed(Draft draft) {
        if (draft.txns.isEmpty()) return null;
        History history = draft.build();
        Observations plain = new Observations(history);
        if (!history.hasStamps() || plain.hasDuplicateWrites()) return null;
        Observations ordered = new Observations(history, (one, other) -> isSaidBefore(history, plain, one, other));
        Options assuming = Options.DEFAULT.with(Assumptions.NONE.with(Assumption.TRANSACTION_ORDER));
        for (Order order : draft.orders()) {
            String complaint = otherVerdict(history, Reference.judge(history, ordered, order), assuming.with(order));
            if (complaint != null) return complaint;
        }
        return null;
    }

    /** Where the engine's verdicts are others than those expected. */
    private static String otherVerdict(History history, Map<Level, Answer> expected, Options options) {
        List<Level> levels = Reference.askable(history, options.order()).stream()
                .filter(level -> expected.containsKey(level) && level != Level.LINEARIZABLE)
                .toList();
        for (Verdict verdict : Judge.check(history, levels, options)) {
            if (verdict.answer() != expected.get(verdict.level()))
                return "in form " + options.order() + " it is " + expected.get(verdict.level()) + ", not " + verdict;
        }
        return null;
    }

    private static boolean isSaidBefore(History history, Observations observations, int one, int other) {
        for (int key = 0; key < history.keys(); key++) {
            int first = ownTime(history, observations, one, key);
            int second = ownTime(history, observations, other, key);
            if (first >= 0 && second >= 0 && first < second) return true;
        }
        return false;
    }

    /** When a transaction committed that wrote a key; -1 if that is not said, or the same of another. */
    private static int ownTime(History history, Observations observations, int id, int key) {
        int same = 0;
        boolean writes = false;
        for (int t : observations.writers(key)) {
            writes |= observations.id(t) == id;
            if (history.committed(observations.id(t)) == history.committed(id)) same++;
        }
        return writes && same == 1 ? history.committed(id) : -1;
    }

    /** As a guess the order changes nothing. */
    @Test
    void aGuessChangesNothing() {
        Trials.run(2_000, draft -> disagreementWhereGuessed(stamped(draft)));
    }

    @Test
    @Tag("slow")
    void aGuessChangesNothingInMany() {
        Trials.run(100_000, draft -> disagreementWhereGuessed(stamped(draft)));
    }

    private static String disagreementWhereGuessed(Draft draft) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            Map<Level, Answer> expected = Reference.judge(history, order);
            if (expected.get(Level.READ_UNCOMMITTED) == Answer.UNKNOWN) continue;
            String complaint = otherVerdict(history, expected, Options.DEFAULT.with(order));
            if (complaint != null) return complaint;
        }
        return null;
    }

    /** All three answers come often enough. */
    @Test
    void histories() {
        int[] answers = new int[3];
        int[] apart = new int[1];
        Trials.run(1_000, draft -> {
            History history = stamped(draft).build();
            if (new Observations(history).hasDuplicateWrites()) return null;
            for (Level level : LEVELS) {
                Answer claim = claim(history, level, Order.SESSION).answer();
                answers[claim.ordinal()]++;
                Answer holds =
                        verdict(history, new Requirement(level, Order.SESSION)).answer();
                if (claim == Answer.FALSE && holds == Answer.TRUE) apart[0]++;
            }
            return null;
        });
        for (int count : answers) assertTrue(count > 80, Arrays.toString(answers));
        assertTrue(apart[0] > 200, apart[0] + " where the level holds and the claim does not");
    }

    @Test
    void noOrderIsClaimed() {
        Verdict verdict = claim(Histories.of("0: w(x,1)", "1: r(x,1)"), Level.SERIALIZABLE, Order.SESSION);
        assertEquals(
                Optional.of("the database claims no order: no operation says when it committed, as in"
                        + " :ts {:start 5, :commit 7}, and no write which version it made, as in"
                        + " [:w x 1 {:version 3}]"),
                verdict.why());
    }

    @Test
    void gaps() {
        assertWhy("the database does not say when T0 committed", "0: w(x,1) ^3-", "1: r(x,1) ^-9");
        assertWhy(
                "T0 and T1 both wrote x, and the database gives both the same time, 7",
                "0: w(x,1) ^-7",
                "1: w(x,2) ^-7",
                "1: r(x,2) ^-9");
    }

    /** At read committed a transaction must not read an older version after it has seen a newer one, by the database's word too. */
    @Test
    void olderThanWhatWasSeen() {
        String told = Minos.ask(Level.READ_COMMITTED)
                .databaseOrder(DatabaseOrder.CLAIM)
                .judge(Histories.of("0: w(x,1) w(y,1) ^-9", "1: w(x,2) ^-7", "2: r(y,1) r(x,2) ^-12"))
                .explain();
        assertTrue(told.contains("read-committed holds"), told);
        assertTrue(
                told.contains(
                        "the database says that T1 committed (at 7) before T0 committed (at 9): T1's x=2 before T0's x=1, but"
                                + " T2 (session 2) puts T1 after T0 (it saw T0, but read x=2 from T1)"),
                told);
    }

    /** What two transactions have a key in common by may be an aborted write that both read. */
    @Test
    void anAbortedWriteThatBothRead() {
        History history = Histories.of("0: r(x,1) @0-1 ^-30", "1! w(x,1) @2-3 ^10-30", "1: r(x,1) @4-5 ^-10");
        assertNull(disagreement(history, Set.of(Order.PER_KEY_REAL_TIME), List.of(Level.READ_UNCOMMITTED)));
    }

    /** That a write which may not have happened has the same time changes nothing. */
    @Test
    void anUnseenWriteOfTheSameTime() {
        for (String read : List.of("0: r(y,nil) append(x,6) ^-20", "0: r(y,nil) w(x,6) ^-20")) {
            String op = read.contains("append") ? "append" : "w";
            History history =
                    Histories.of("1: " + op + "(x,3) " + op + "(y,4) ^-10", read, "2? " + op + "(x,2) ^10-20");
            Level level = Level.PARALLEL_SNAPSHOT_ISOLATION;
            assertEquals(Answer.FALSE, claim(history, level, Order.NONE).answer(), read);
            assertNull(disagreement(history, Set.of(Order.NONE), List.of(level)));
        }
    }

    private static void assertWhy(String why, String... lines) {
        assertEquals(
                Optional.of(why),
                claim(Histories.of(lines), Level.SERIALIZABLE, Order.SESSION).why());
    }

    /**
     * The draft with times: those of an order that proves a level, if there is one, so that claims are true often enough; then some
     * are changed, made equal or left out.
     */
    static Draft stamped(Draft draft) {
        if (draft.txns.stream().anyMatch(txn -> txn.started() != null || txn.committed() != null)) return draft;
        Random random = new Random(draft.toString().hashCode());
        Level level = LEVELS.get(random.nextInt(LEVELS.size()));
        Optional<Certificate> proof = Optional.empty();
        if (random.nextInt(4) > 0) {
            proof = verdict(draft.build(), new Requirement(level, Order.SESSION))
                    .certificate();
        }
        Integer[] started = new Integer[draft.txns.size()];
        Integer[] committed = new Integer[draft.txns.size()];
        boolean inclusive = random.nextInt(4) == 0;
        for (int t = 0; t < started.length; t++) {
            committed[t] = 10 * (1 + random.nextInt(started.length));
            started[t] = committed[t] - 5 * random.nextInt(5);
        }
        if (proof.isPresent()) {
            int[] commits = proof.get().commits();
            for (int i = 0; i < commits.length; i++) {
                int seen = proof.get().snapshots().isPresent()
                        ? proof.get().snapshots().get()[i]
                        : i;
                committed[commits[i]] = 10 * (i + 1);
                started[commits[i]] = 10 * seen + (inclusive ? 0 : 5);
            }
        }
        for (int changes = random.nextInt(3); changes > 0; changes--) {
            Integer[] which = random.nextBoolean() ? started : committed;
            which[random.nextInt(which.length)] =
                    random.nextInt(4) == 0 ? null : Integer.valueOf(5 * random.nextInt(2 * which.length + 2));
        }
        int form = random.nextInt(6); // of some databases, commits alone are known
        for (int t = 0; t < started.length; t++) {
            boolean silent = form == 0 || form == 1 && random.nextBoolean();
            draft.txns.set(t, draft.txns.get(t).at(silent ? null : started[t], committed[t]));
        }
        return draft;
    }

    private static String disagreementInAMix(Draft draft, int[] answers) {
        History history = draft.build();
        boolean open = !history.hasStamps() || !history.hasIsolation();
        if (open || new Observations(history).hasDuplicateWrites()) return null;
        for (Order order : draft.orders()) {
            boolean expected = ClaimedOrders.explain(history, t -> level(history, t), order);
            Verdict verdict = claim(history, Level.MIXED, order);
            answers[verdict.answer().ordinal()]++;
            String complaint = disagreement(history, verdict, expected, shown -> {
                return ClaimedOrders.explain(shown, t -> level(shown, t), order);
            });
            if (complaint != null) return order + ": " + complaint;
        }
        return null;
    }

    private static Level level(History history, int t) {
        return history.isolation(t).flatMap(Level::named).orElse(Mix.UNMARKED);
    }

    private static String disagreement(Draft draft, List<Level> levels) {
        return disagreement(draft.build(), draft.orders(), levels);
    }

    private static String disagreement(History history, Set<Order> orders, List<Level> levels) {
        try {
            Relations.of(history, Options.DEFAULT);
        } catch (AmbiguousHistory e) {
            return null;
        }
        if (!history.hasStamps()) return null;
        for (Order order : orders) {
            for (Level level : levels) {
                if (order.isPartlyTimed() && level.isSessionGuarantee()) continue; // has no such form
                boolean expected = ClaimedOrders.explain(history, level, order);
                Verdict verdict = claim(history, level, order);
                String complaint =
                        disagreement(history, verdict, expected, shown -> ClaimedOrders.explain(shown, level, order));
                if (complaint != null) return level + " in form " + order + ": " + complaint;
            }
        }
        return null;
    }

    /** @param explained whether the claimed order explains a history, says brute force */
    private static String disagreement(
            History history, Verdict verdict, boolean expected, Predicate<History> explained) {
        boolean open = verdict.answer() == Answer.UNKNOWN && ClaimedOrders.haveGaps(history);
        if (!open && verdict.answer() != (expected ? Answer.TRUE : Answer.FALSE)) {
            return "it is " + expected + ", the engine says " + verdict;
        }
        String complaint = verdict.answer() == Answer.TRUE ? refused(history, verdict) : null;
        if (complaint != null) return "the certificate is refused: " + complaint;
        for (Anomaly anomaly : verdict.anomalies()) {
            for (Violation witness : anomaly.witnesses()) {
                boolean ofRead =
                        witness.cycles().isEmpty() && witness.transactions().isEmpty();
                if (!ofRead && explained.test(new Shown(history, witness).alone()))
                    return "this is no contradiction by itself: " + witness;
            }
        }
        return null;
    }

    private static Verdict claim(History history, Level level, Order order) {
        return verdict(history, new Requirement(level, order, DatabaseOrder.CLAIM));
    }

    private static Verdict verdict(History history, Requirement asked) {
        Options options =
                Options.DEFAULT.with(asked.order()).withCertificate(true).withThreads(1);
        List<Verdict> told = new ArrayList<>();
        Judge.judge(history, List.of(asked), options, told::add);
        assertEquals(asked.use(), told.get(0).use());
        return told.get(0);
    }

    private static String refused(History history, Verdict verdict) {
        try {
            Verifier.verify(history, verdict.certificate().orElseThrow());
            return null;
        } catch (Refused e) {
            return e.getMessage() + " "
                    + Arrays.toString(verdict.certificate().orElseThrow().commits());
        }
    }
}

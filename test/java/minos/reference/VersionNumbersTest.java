package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import minos.Histories;
import minos.Minos;
import minos.history.History;
import minos.history.Status;
import minos.infer.Assumptions;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Assumption;
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

/** Where the database numbers versions, engine and brute force agree on what that is worth, in each use. */
class VersionNumbersTest {
    @Test
    void onRandomHistories() {
        Trials.run(1_000, draft -> disagreement(numbered(draft)));
    }

    @Test
    @Tag("slow")
    void onManyRandomHistories() {
        Trials.run(100_000, draft -> disagreement(numbered(draft)));
    }

    /** Where each transaction has its own level. */
    @Test
    void inAMix() {
        int[] answers = new int[2];
        Trials.run(600, draft -> disagreementInAMix(numbered(MixedLevelsTest.marked(draft)), answers));
        for (int count : answers) assertTrue(count > 50, Arrays.toString(answers));
    }

    @Test
    @Tag("slow")
    void inManyMixes() {
        Trials.run(100_000, draft -> disagreementInAMix(numbered(MixedLevelsTest.marked(draft)), new int[2]));
    }

    private static String disagreementInAMix(Draft draft, int[] answers) {
        History history = draft.build();
        boolean open = !history.hasNumbers() || !history.hasIsolation();
        if (open || new Observations(history).hasDuplicateWrites()) return null;
        for (Order order : draft.orders()) {
            Verdict claim = verdict(history, Level.MIXED, order, DatabaseOrder.CLAIM);
            boolean expected = MixedLevels.hold(observed(history), order, draft::level);
            if (claim.answer() != (expected ? Answer.TRUE : Answer.FALSE))
                return "in form " + order + " it is " + expected + ", the engine says " + claim;
            answers[claim.answer().ordinal()]++;
        }
        return null;
    }

    /** Claims hold, and do not, and do not where the level does, often enough. */
    @Test
    void histories() {
        int[] answers = new int[2];
        int[] apart = new int[1];
        Trials.run(1_000, draft -> {
            History history = numbered(draft).build();
            if (!history.hasNumbers() || new Observations(history).hasDuplicateWrites()) return null;
            for (Level level : List.of(Level.READ_COMMITTED, Level.CAUSAL, Level.SERIALIZABLE)) {
                Answer claim = verdict(history, level, Order.SESSION, DatabaseOrder.CLAIM)
                        .answer();
                answers[claim.ordinal()]++;
                Answer holds = verdict(history, level, Order.SESSION, DatabaseOrder.GUESS)
                        .answer();
                if (claim == Answer.FALSE && holds == Answer.TRUE) apart[0]++;
            }
            return null;
        });
        for (int count : answers) assertTrue(count > 200, Arrays.toString(answers));
        assertTrue(apart[0] > 50, apart[0] + " where the level holds and the claim does not");
    }

    @Test
    void twoSentences() {
        String told = Minos.ask(Level.SERIALIZABLE)
                .databaseOrder(DatabaseOrder.CLAIM)
                .judge(Histories.of("0: w(x,1)#4", "1: w(x,2)#3", "2: r(x,1)", "2: r(x,2)"))
                .explain();
        assertTrue(told.contains("serializable holds"), told);
        assertTrue(told.contains("the database's order at serializable is contradicted"), told);
        assertTrue(told.contains("the database says that T1's x=2 is version 3, and T0's x=1 version 4"), told);
    }

    /** The times that the database gives contradict the numbers that it gives. */
    @Test
    void timesAndNumbers() {
        History history = Histories.of("0: w(x,1)#4 ^-1", "1: w(x,2)#3 ^-2", "2: r(x,2) ^-3");
        Verdict verdict = verdict(history, Level.SERIALIZABLE, Order.NONE, DatabaseOrder.CLAIM);
        assertEquals(Answer.FALSE, verdict.answer());
        History right = Histories.of("0: w(x,1)#2 ^-1", "1: w(x,2)#3 ^-2", "2: r(x,2) ^-3");
        assertEquals(
                Answer.TRUE,
                verdict(right, Level.SERIALIZABLE, Order.NONE, DatabaseOrder.CLAIM)
                        .answer());
    }

    /** Of a number that two writes of a key share nothing is taken, and neither of writes that are not their transaction's last. */
    @Test
    void whatDoesNotCount() {
        for (String[] lines : new String[][] {
            {"0: w(x,1)#4", "1: w(x,2)#4", "2: r(x,1)", "2: r(x,2)"},
            {"0: w(x,1)#4", "1: w(x,3)#1 w(x,2)#5", "2: r(x,1)", "2: r(x,2)"},
            {"0: w(x,1)#4", "1: w(x,2)", "2: r(x,1)", "2: r(x,2)"},
            {"0: w(x,1)#4", "1! w(x,3)#3", "1: w(x,2)#6", "2: r(x,1)", "2: r(x,2)"},
        }) {
            assertEquals(
                    Answer.TRUE,
                    verdict(Histories.of(lines), Level.SERIALIZABLE, Order.SESSION, DatabaseOrder.CLAIM)
                            .answer());
        }
    }

    /** The draft with numbers: in the order of the file, which is right more often than not; some changed, the same or left out. */
    static Draft numbered(Draft draft) {
        if (draft.lists
                || draft.txns.stream().anyMatch(txn -> txn.ops().stream().anyMatch(op -> op.number() != null)))
            return draft;
        Random random = new Random(draft.toString().hashCode());
        int next = 0;
        int chaos = 1 + random.nextInt(12);
        for (int t = 0; t < draft.txns.size(); t++) {
            List<Draft.Op> ops = new ArrayList<>();
            for (Draft.Op op : draft.txns.get(t).ops()) {
                boolean silent = !op.write() || random.nextInt(8) == 0;
                int number = random.nextInt(chaos) == 0 ? random.nextInt(8) : next++;
                ops.add(silent ? op : op.numbered(number));
            }
            draft.txns.set(t, draft.txns.get(t).with(ops));
        }
        return draft;
    }

    /** That y=2 came before y=1 only follows where no update is lost: no long fork, as prefix consistency allows that. */
    @Test
    void aForkThatRestsOnALostUpdate() {
        History history = Histories.of(
                "2? w(y,1)#3", "2: r(x,nil) r(y,1)", "2: r(y,nil) w(y,2)#3", "1: r(x,3) r(y,2)", "2: w(x,3)#0");
        assertNull(disagreement(history, Set.of(Order.NONE)));
    }

    private static String disagreement(Draft draft) {
        return disagreement(draft.build(), draft.orders());
    }

    private static String disagreement(History history, Set<Order> orders) {
        if (!history.hasNumbers() || new Observations(history).hasDuplicateWrites()) return null;
        for (Order order : orders) {
            Map<Level, Answer> plain = Reference.judge(history, order);
            Map<Level, Answer> expected = Reference.judge(history, observed(history), order);
            for (Level level : expected.keySet()) {
                boolean perKey = order.isPartlyTimed() && level.isSessionGuarantee(); // has no such form
                if (level == Level.LINEARIZABLE || perKey) continue;
                String where = level + " in form " + order + ": ";
                Verdict claim = verdict(history, level, order, DatabaseOrder.CLAIM);
                if (claim.answer() != expected.get(level)) {
                    return where + "the claim is " + expected.get(level) + ", the engine says " + claim;
                }
                Verdict assumed = verdict(history, level, order, DatabaseOrder.ASSUME);
                if (assumed.answer() != expected.get(level)) {
                    return where + "assumed it is " + expected.get(level) + ", the engine says " + assumed;
                }
                Verdict guess = verdict(history, level, order, DatabaseOrder.GUESS);
                if (guess.answer() != plain.get(level)) {
                    return where + "it is " + plain.get(level) + ", the engine says " + guess;
                }
                for (Verdict proved : List.of(claim, assumed, guess)) {
                    String complaint = proved.certificate().isPresent() ? refused(history, proved) : null;
                    if (complaint != null) return where + "the certificate is refused: " + complaint;
                }
                String incomplete = incomplete(history, claim);
                if (incomplete != null) return where + incomplete;
            }
        }
        return null;
    }

    /** What a witness shows contradicts the claim by itself. */
    private static String incomplete(History history, Verdict claim) {
        for (Anomaly anomaly : claim.anomalies()) {
            for (Violation witness : anomaly.witnesses()) {
                if (witness.cycles().isEmpty() && witness.transactions().isEmpty()) continue;
                Level broken = Shown.broken(claim, witness);
                History shown = new Shown(history, witness).alone();
                if (Reference.judge(shown, observed(shown), claim.order()).get(broken) != Answer.FALSE)
                    return "this is no contradiction by itself: " + witness;
            }
        }
        return null;
    }

    private static String refused(History history, Verdict verdict) {
        try {
            Verifier.verify(history, verdict.certificate().orElseThrow());
            return null;
        } catch (Refused e) {
            return e.getMessage();
        }
    }

    /** The history with the word of the database: who wrote an earlier version of a key by its number than whom. */
    private static Observations observed(History history) {
        return new Observations(history, (one, other) -> {
            for (int key = 0; key < history.keys(); key++) {
                int first = ownNumber(history, one, key);
                int second = ownNumber(history, other, key);
                if (first >= 0 && second >= 0 && first < second) return true;
            }
            return false;
        });
    }

    /** The number of the version of a key that a transaction made; -1 if there is none, or another that did not abort has it, too. */
    private static int ownNumber(History history, int transaction, int key) {
        int found = number(history, transaction, key);
        int same = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.ABORTED && number(history, t, key) == found) same++;
        }
        return same == 1 ? found : -1;
    }

    private static int number(History history, int transaction, int key) {
        int number = -1;
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (history.isWrite(op) && history.key(op) == key) number = history.number(op);
        }
        return number;
    }

    private static Verdict verdict(History history, Level level, Order order, DatabaseOrder use) {
        Options options = Options.DEFAULT.with(order).withCertificate(true).withThreads(1);
        if (use == DatabaseOrder.ASSUME) options = options.with(Assumptions.NONE.with(Assumption.VERSION_NUMBERS));
        List<Verdict> told = new ArrayList<>();
        Judge.judge(history, List.of(new Requirement(level, order, use)), options, told::add);
        return told.get(0);
    }
}

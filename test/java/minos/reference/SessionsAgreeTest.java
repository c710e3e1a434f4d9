package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import minos.Histories;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where values repeat, sessions that read the same registers are promised what trying every order and every source says. */
class SessionsAgreeTest {
    private static final List<Level> LEVELS = List.of(Level.MONOTONIC_READS, Level.READ_YOUR_WRITES, Level.READ_ATOMIC);

    @Test
    void onRandomRegisters() {
        int[] answers = new int[2];
        run(3_000, answers);
        for (int count : answers) assertTrue(count > 1_000, Arrays.toString(answers));
    }

    @Test
    @Tag("slow")
    void onManyRandomRegisters() {
        run(200_000, new int[2]);
    }

    /** A register of five values that two sessions use: of each read there are a hundred sources, and few of them go together. */
    @Test
    void twoSessionsOnOneRegister() {
        for (int seed = 0; seed < 3; seed++) {
            History history = stale(2, 200, 5, new Random(seed));
            AtomicLong looks = new AtomicLong();
            Deadline deadline = Deadline.after(Duration.ofNanos(20_000), looks::getAndIncrement);
            Options options =
                    Options.DEFAULT.withThreads(1).withCertificate(true).with(deadline);
            Verdict verdict = Judge.check(history, List.of(Level.MONOTONIC_READS), options)
                    .get(0);
            assertEquals(Answer.TRUE, verdict.answer(), seed + ": " + verdict);
            assertEquals(null, refusal(history, verdict));
            verdict = Judge.check(history, List.of(Level.READ_YOUR_WRITES), options)
                    .get(0);
            assertEquals(Answer.FALSE, verdict.answer(), seed + ": " + verdict);
        }
    }

    /** The first of a session that read T0 never completed, but the second did, before T3 began. */
    @Test
    void aSessionThatGoesOnAfterAnUnknownOutcome() {
        History history =
                Histories.of("1: w(1,1) @0-1", "1? r(1,1) w(0,2) @2-", "1: r(1,1) @3-4", "3: r(1,nil) r(0,2) @5-6");
        for (Order order : List.of(Order.SESSION, Order.REAL_TIME)) {
            Answer expected = order == Order.SESSION ? Answer.TRUE : Answer.FALSE;
            Verdict verdict = Judge.check(history, List.of(Level.MONOTONIC_READS), Options.DEFAULT.with(order))
                    .get(0);
            assertEquals(expected, verdict.answer(), verdict.toString());
        }
    }

    private static void run(int count, int[] answers) {
        long first = Long.getLong("minos.seed", 0);
        for (long seed = first; seed < first + count; seed++) {
            Draft draft = draft(new Random(seed));
            if (complaint(draft, answers) == null) continue;
            Draft smallest = Trials.shrink(draft, smaller -> complaint(smaller, new int[2]));
            fail("seed " + seed + ": " + complaint(smallest, new int[2]) + "\n" + smallest);
        }
    }

    private static String complaint(Draft draft, int[] answers) {
        History history = draft.build();
        Options options = Options.DEFAULT.withThreads(1).withCertificate(true);
        List<Level> levels = draft.txns.stream().allMatch(SessionsAgreeTest::readsOnce) ? LEVELS : LEVELS.subList(0, 2);
        for (Level level : levels) {
            Answer expected = new Orders(draft, level == Level.MONOTONIC_READS).exist() ? Answer.TRUE : Answer.FALSE;
            answers[expected.ordinal()]++;
            Verdict verdict = Judge.check(history, List.of(level), options).get(0);
            if (verdict.answer() != expected) return level + " is " + expected + ", the engine says " + verdict;
            String refusal = refusal(history, verdict);
            if (refusal != null) return level + ": " + refusal;
        }
        return null;
    }

    private static boolean readsOnce(Draft.Txn txn) {
        return txn.ops().stream().filter(op -> !op.write()).count() < 2;
    }

    private static String refusal(History history, Verdict verdict) {
        if (verdict.answer() != Answer.TRUE) return null;
        try {
            Verifier.verify(history, verdict.certificate().orElseThrow());
            return null;
        } catch (Refused e) {
            return "the verifier says " + e.getMessage();
        }
    }

    /** Up to ten transactions in two or three sessions, which read what somebody wrote, mostly. */
    private static Draft draft(Random random) {
        int sessions = 2 + random.nextInt(2);
        int keys = 1 + random.nextInt(2);
        int values = 2 + random.nextInt(2);
        int most = 1 + random.nextInt(2);
        List<Draft.Txn> txns = new ArrayList<>();
        Map<Integer, List<List<Integer>>> written = new HashMap<>();
        for (int key = 0; key < keys; key++) written.put(key, new ArrayList<>(List.of(List.of())));
        for (int t = 4 + random.nextInt(7); t > 0; t--) {
            List<Draft.Op> ops = new ArrayList<>();
            Map<Integer, List<Integer>> own = new HashMap<>();
            for (int i = 1 + random.nextInt(most); i > 0; i--) {
                int key = random.nextInt(keys);
                boolean write = random.nextInt(5) < 2;
                List<List<Integer>> seen = written.get(key);
                int back = Math.min(seen.size(), 1 + random.nextInt(4));
                List<Integer> value = random.nextInt(8) == 0 ? List.of() : List.of(random.nextInt(values));
                if (write) own.put(key, value);
                else value = own.getOrDefault(key, seen.get(seen.size() - back));
                ops.add(new Draft.Op(write, key, value));
            }
            int chance = random.nextInt(12);
            Status status = chance == 0 ? Status.ABORTED : chance == 1 ? Status.INDETERMINATE : Status.COMMITTED;
            own.forEach((key, value) -> written.get(key).add(value));
            txns.add(new Draft.Txn(random.nextInt(sessions), status, -1, -1, ops));
        }
        return new Draft(false, txns);
    }

    /** A register that sessions read from copies, each of which only goes on. */
    private static History stale(int sessions, int each, int values, Random random) {
        List<Integer> versions = new ArrayList<>(List.of(-1));
        int[] copy = new int[sessions];
        List<String> transactions = new ArrayList<>();
        for (int i = 0; i < sessions * each; i++) {
            int session = random.nextInt(sessions);
            if (random.nextBoolean()) {
                versions.add(random.nextInt(values));
                transactions.add(session + ": w(0," + versions.get(versions.size() - 1) + ")");
            } else {
                int behind = new int[] {0, 0, 1, 2, 5}[random.nextInt(5)];
                copy[session] = Math.max(copy[session], versions.size() - 1 - behind);
                int value = versions.get(copy[session]);
                transactions.add(session + ": r(0," + (value < 0 ? "nil" : value) + ")");
            }
        }
        return Histories.of(transactions.toArray(String[]::new));
    }

    /** Tries all commit orders that respect sessions, all outcomes, and for each read all writes before it. */
    private static final class Orders {
        private final Draft draft;
        private final boolean monotonicReads;
        private final List<Draft.Txn> placed = new ArrayList<>();

        Orders(Draft draft, boolean monotonicReads) {
            this.draft = draft;
            this.monotonicReads = monotonicReads;
        }

        boolean exist() {
            int[] next = new int[3];
            return continued(next, Map.of());
        }

        /**
         * Whether an order goes on.
         *
         * @param next   by session, how many of its transactions were placed or left out
         * @param oldest by session and key, where the oldest write stands that may still be read
         */
        private boolean continued(int[] next, Map<List<Integer>, Integer> oldest) {
            boolean done = true;
            for (int s = 0; s < next.length; s++) {
                int session = s;
                List<Draft.Txn> own = draft.txns.stream()
                        .filter(txn -> txn.session() == session)
                        .toList();
                if (next[s] == own.size()) continue;
                Draft.Txn txn = own.get(next[s]);
                int[] after = next.clone();
                after[s]++;
                if (txn.status() != Status.COMMITTED && continued(after, oldest)) return true;
                done = false;
                if (txn.status() != Status.ABORTED && placed(txn, 0, after, oldest, oldest)) return true;
            }
            return done;
        }

        /** Reads what is left to read, in all ways; then goes on. */
        private boolean placed(
                Draft.Txn txn,
                int from,
                int[] next,
                Map<List<Integer>, Integer> oldest,
                Map<List<Integer>, Integer> oldestAfter) {
            if (from == txn.ops().size()) {
                Map<List<Integer>, Integer> after = new HashMap<>(oldestAfter);
                placed.add(txn);
                for (Draft.Op op : txn.ops()) {
                    if (op.write() && !monotonicReads) after.put(List.of(txn.session(), op.key()), placed.size());
                }
                boolean found = continued(next, after);
                placed.remove(placed.size() - 1);
                return found;
            }
            Draft.Op op = txn.ops().get(from);
            if (op.write()) return placed(txn, from + 1, next, oldest, oldestAfter);
            List<Integer> own = left(txn.ops().subList(0, from), op.key());
            if (own != null) return own.equals(op.result()) && placed(txn, from + 1, next, oldest, oldestAfter);
            List<Integer> key = List.of(txn.session(), op.key());
            for (int at = oldest.getOrDefault(key, 0); at <= placed.size(); at++) {
                List<Integer> value =
                        at == 0 ? List.of() : left(placed.get(at - 1).ops(), op.key());
                if (!op.result().equals(value)) continue;
                Map<List<Integer>, Integer> after = new HashMap<>(oldestAfter);
                if (monotonicReads && at > 0) {
                    for (Draft.Op write : placed.get(at - 1).ops()) {
                        if (write.write()) after.merge(List.of(txn.session(), write.key()), at, Math::max);
                    }
                }
                if (placed(txn, from + 1, next, oldest, after)) return true;
            }
            return false;
        }

        /** What operations leave of a key; null if they do not write it. */
        private static List<Integer> left(List<Draft.Op> ops, int key) {
            return IntStream.iterate(ops.size() - 1, i -> i >= 0, i -> i - 1)
                    .mapToObj(ops::get)
                    .filter(op -> op.write() && op.key() == key)
                    .findFirst()
                    .map(Draft.Op::result)
                    .orElse(null);
        }
    }
}

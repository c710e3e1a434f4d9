package minos.reference;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.verify.Verifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Single operations read from EDN (reads, writes, inserts if absent, compare-and-sets that succeed, fail and tell what
 * they found, or end nobody knows how), judged for linearizability by the engine and by trying all orders.
 */
class LinearizableTest {
    /** All but a mix, as no operation here has a level of its own. */
    private static final Set<Level> LEVELS = EnumSet.complementOf(EnumSet.of(Level.MIXED));

    private static final int NIL = 0;

    @TempDir
    Path folder;

    /** An operation that saw a value (or nothing: -1) and wrote one (or nothing: -1). */
    private record Op(
            int process,
            String function,
            String value,
            String result,
            int key,
            int saw,
            int wrote,
            int invoked,
            int completed,
            String type) {
        Op {
            if (type.equals(":info")) completed = Integer.MAX_VALUE;
        }

        /** The same without what it saw. */
        Op blind() {
            return new Op(process, function, value, result, key, -1, wrote, invoked, completed, type);
        }

        /** The same, of which nobody knows how it ended. */
        Op crashed() {
            return new Op(process, function, value, result, key, saw, wrote, invoked, completed, ":info");
        }

        boolean mayBeLeftOut() {
            return type.equals(":info");
        }
    }

    private static final int UNIQUE = Integer.MAX_VALUE;

    @Test
    void onRandomHistories() throws IOException {
        compare(2_000, UNIQUE);
    }

    @Test
    @Tag("slow")
    void onManyRandomHistories() throws IOException {
        compare(100_000, UNIQUE);
    }

    @Test
    void whereValuesRepeat() throws IOException {
        compare(2_000, 1);
        compare(4_000, 2);
        compare(2_000, 3);
    }

    @Test
    @Tag("slow")
    void whereValuesRepeatInMany() throws IOException {
        compare(100_000, 2);
        compare(100_000, 3);
    }

    /** @param values how many different ones are written */
    private void compare(int count, int values) throws IOException {
        long first = Long.getLong("minos.seed", 0);
        Map<Answer, Integer> answers = new HashMap<>();
        for (long seed = first; seed < first + count; seed++) {
            List<Op> ops = random(new Random(seed), values);
            String text = text(ops);
            Path file = folder.resolve("h.edn");
            Files.writeString(file, text);
            History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT.withFormat(Format.EDN));
            Answer expected = isLinearizable(ops) ? Answer.TRUE : Answer.FALSE;
            Verdict verdict = Judge.check(history, List.of(Level.LINEARIZABLE), Options.DEFAULT)
                    .get(0);
            Answer found = verdict.answer();
            assertEquals(expected, found, "seed " + seed + "\n" + text);
            for (Anomaly anomaly : values == UNIQUE ? List.<Anomaly>of() : verdict.anomalies()) {
                for (Violation witness : anomaly.witnesses()) {
                    if (!(witness instanceof Violation.NonLinearizable part)) continue;
                    assertTrue(part.minimal(), "seed " + seed + "\n" + text);
                    assertTrue(isProof(ops, history, part), "seed " + seed + ": " + part + "\n" + text);
                    assertTrue(isDeadEnd(history, part), "seed " + seed + ": " + part + "\n" + text);
                }
            }
            if (values != UNIQUE && found == Answer.TRUE) {
                assertAllHold(history, "seed " + seed + "\n" + text);
                assertProved(history, "seed " + seed + "\n" + text);
            }
            answers.merge(found, 1, Integer::sum);
        }
        assertTrue(answers.get(Answer.TRUE) > count / 10 && answers.get(Answer.FALSE) > count / 10, answers.toString());
    }

    /** Where a session goes on after an operation whose outcome nobody knows, that one came before, if at all. */
    @Test
    void whereSessionsGoOn() throws IOException {
        for (long seed = 0; seed < 2_000; seed++) {
            List<Op> ops = random(new Random(seed), 2);
            String text = text(ops, true);
            Path file = folder.resolve("h.edn");
            Files.writeString(file, text);
            History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT.withFormat(Format.EDN));
            Verdict verdict = Judge.check(history, List.of(Level.LINEARIZABLE), Options.DEFAULT.withCertificate(true))
                    .get(0);
            Answer expected = place(effective(ops), new boolean[effective(ops).size()], new int[2], true)
                    ? Answer.TRUE
                    : Answer.FALSE;
            assertEquals(expected, verdict.answer(), "seed " + seed + "\n" + text);
            verdict.certificate().ifPresent(proof -> assertDoesNotThrow(() -> Verifier.verify(history, proof), text));
        }
    }

    @Test
    void listsAreNoRegisters() {
        History history = Histories.of("0: append(x,1) @0-1", "1: append(x,1) @2-3", "0: r(x,[1 1]) @4-5");
        for (Verdict verdict : Judge.check(history, LEVELS, Options.DEFAULT)) {
            assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
        }
        History early = Histories.of("0: append(x,1) @0-1", "0: r(x,[1 1]) @2-3", "1: append(x,1) @4-5");
        for (Verdict verdict : Judge.check(early, List.of(Level.STRICT_SERIALIZABLE), Options.DEFAULT)) {
            assertEquals(Answer.FALSE, verdict.answer(), verdict.toString());
        }
    }

    private static void assertAllHold(History history, String message) {
        for (Order order : Order.values()) {
            if (order == Order.PER_GROUP_REAL_TIME) continue; // nobody names one
            for (Verdict verdict : Judge.check(history, LEVELS, Options.DEFAULT.with(order))) {
                boolean has = !order.isPartlyTimed() || !verdict.level().isSessionGuarantee();
                if (!has && verdict.answer() == Answer.UNKNOWN) continue; // sessions are promised nothing per key
                assertEquals(Answer.TRUE, verdict.answer(), verdict.level() + " " + order + ", " + message);
            }
        }
    }

    /** At the levels that an order alone proves, there is one, and it is accepted. */
    private static void assertProved(History history, String message) {
        List<Level> levels = List.of(Level.SERIALIZABLE, Level.STRICT_SERIALIZABLE, Level.LINEARIZABLE);
        for (Verdict verdict : Judge.check(history, levels, Options.DEFAULT.withCertificate(true))) {
            Certificate proof = verdict.certificate().orElseThrow(() -> new AssertionError(message));
            assertDoesNotThrow(() -> Verifier.verify(history, proof), message);
        }
    }

    /** Runs operations on registers that now and then answer with an old value. */
    private static List<Op> random(Random random, int values) {
        int processes = 2 + random.nextInt(3);
        int keys = 1 + random.nextInt(2);
        int[] invoked = new int[processes];
        int[] expected = new int[processes];
        int[] kind = new int[processes];
        int[] key = new int[processes];
        Arrays.fill(invoked, -1);
        List<List<Integer>> written = List.of(new ArrayList<>(List.of(NIL)), new ArrayList<>(List.of(NIL)));
        List<Op> ops = new ArrayList<>();
        int place = 0;
        int next = 1;
        int wanted = 3 + random.nextInt(5);
        while (ops.size() < wanted) {
            int p = random.nextInt(processes);
            if (invoked[p] < 0) {
                invoked[p] = place++;
                key[p] = random.nextInt(keys);
                kind[p] = random.nextInt(4);
                expected[p] = some(written.get(key[p]), random, 2);
                continue;
            }
            List<Integer> versions = written.get(key[p]);
            int current = some(versions, random, 4);
            String type = random.nextInt(8) == 0 ? ":info" : ":ok";
            int fresh = values == UNIQUE ? next++ : 1 + random.nextInt(values);
            Op op =
                    switch (kind[p]) {
                        case 0 ->
                            new Op(p, ":read", "nil", show(current), key[p], current, -1, invoked[p], place, ":ok");
                        case 1 ->
                            new Op(p, ":write", show(fresh), show(fresh), key[p], -1, fresh, invoked[p], place, type);
                        default -> {
                            int old = kind[p] == 2 ? NIL : expected[p];
                            String swap = "[" + show(old) + " " + fresh + "]";
                            String found = "[" + show(old) + " " + fresh + " " + show(current) + "]";
                            if (current == old || type.equals(":info")) {
                                yield new Op(p, ":cas", swap, swap, key[p], old, fresh, invoked[p], place, type);
                            }
                            boolean tells = random.nextBoolean();
                            yield new Op(
                                    p,
                                    ":cas",
                                    swap,
                                    tells ? found : swap,
                                    key[p],
                                    tells ? current : -1,
                                    -1,
                                    invoked[p],
                                    place,
                                    ":fail");
                        }
                    };
            place++;
            invoked[p] = -1;
            if (op.wrote() >= 0 && (!type.equals(":info") || random.nextBoolean())) versions.add(op.wrote());
            ops.add(op);
        }
        return ops;
    }

    /** Mostly the last. */
    private static int some(List<Integer> versions, Random random, int seldom) {
        if (random.nextInt(seldom) > 0) return versions.get(versions.size() - 1);
        return versions.get(random.nextInt(versions.size()));
    }

    private static String show(int value) {
        return value == NIL ? "nil" : Integer.toString(value);
    }

    private static String text(List<Op> ops) {
        return text(ops, false);
    }

    /** @param goingOn whether a process that is left in the dark goes on; otherwise a new one replaces it, as in Jepsen */
    private static String text(List<Op> ops, boolean goingOn) {
        Map<Integer, String> lines = new TreeMap<>();
        for (int i = 0; i < ops.size(); i++) {
            Op op = ops.get(i);
            int process = op.process + (goingOn ? 0 : generation(ops, i) * 100);
            String begin = "{:process " + process + ", :f " + op.function + ", :value [k" + op.key + " ";
            String unsure = goingOn && op.mayBeLeftOut() ? begin + op.value + "], :type :info}\n" : "";
            lines.put(op.invoked, begin + op.value + "], :type :invoke}\n" + unsure);
            if (!op.mayBeLeftOut()) lines.put(op.completed, begin + op.result + "], :type " + op.type + "}\n");
        }
        return String.join("", lines.values());
    }

    private static int generation(List<Op> ops, int at) {
        int generation = 0;
        for (Op op : ops.subList(0, at)) if (op.process == ops.get(at).process && op.mayBeLeftOut()) generation++;
        return generation;
    }

    /** Whether what a witness shows cannot be ordered, at the latest when some operation of it completes. */
    private static boolean isProof(List<Op> ops, History history, Violation.NonLinearizable witness) {
        List<Op> chosen = chosen(ops, history, witness);
        return chosen.stream()
                .filter(op -> !op.mayBeLeftOut())
                .anyMatch(op -> !isLinearizable(part(ops, chosen, op.completed)));
    }

    /** What the last operation read is not there in any of the last states, whose operations were open then. */
    private static boolean isDeadEnd(History history, Violation.NonLinearizable witness) {
        int end = history.completion(witness.last());
        int read = history.version(history.begin(witness.last()));
        return witness.states().stream()
                .allMatch(state -> !state.held().equals(List.of(read))
                        && witness.transactions().containsAll(state.effective())
                        && state.effective().stream()
                                .allMatch(t -> history.invocation(t) < end && history.completion(t) > end));
    }

    private static List<Op> chosen(List<Op> ops, History history, Violation.NonLinearizable witness) {
        List<Op> byInvocation = new ArrayList<>(ops);
        byInvocation.sort(Comparator.comparingInt(Op::invoked));
        Integer[] transactions = new Integer[history.transactions()];
        Arrays.setAll(transactions, t -> t);
        Arrays.sort(transactions, Comparator.comparingInt(history::invocation));
        assertEquals(byInvocation.size(), transactions.length);
        List<Op> chosen = new ArrayList<>();
        for (int i = 0; i < transactions.length; i++) {
            if (witness.transactions().contains(transactions[i])) chosen.add(byInvocation.get(i));
        }
        return chosen;
    }

    /** The chosen operations up to a place of the history; nothing of reads whose source may have been left out. */
    private static List<Op> part(List<Op> ops, List<Op> chosen, int horizon) {
        List<Op> part = new ArrayList<>();
        for (Op op : chosen) {
            if (op.invoked > horizon) continue;
            boolean told = ops.stream().allMatch(w -> w.equals(op) || w.invoked > horizon || isTold(w, op, chosen));
            Op known = told ? op : op.blind();
            part.add(op.completed > horizon ? known.crashed() : known);
        }
        return part;
    }

    /** Whether a write that may be what a read saw is shown, or something that is shown rules it out. */
    private static boolean isTold(Op write, Op read, List<Op> chosen) {
        if (write.wrote < 0 || write.key != read.key || write.wrote != read.saw || chosen.contains(write)) return true;
        return write.invoked > read.completed
                || chosen.stream()
                        .anyMatch(x -> x.wrote >= 0
                                && x.key == read.key
                                && !x.mayBeLeftOut()
                                && write.completed < x.invoked
                                && x.completed < read.invoked);
    }

    private static boolean isLinearizable(List<Op> ops) {
        List<Op> effective = effective(ops);
        return place(effective, new boolean[effective.size()], new int[2], false);
    }

    private static List<Op> effective(List<Op> ops) {
        return ops.stream().filter(op -> op.saw >= 0 || op.wrote >= 0).toList();
    }

    private static boolean place(List<Op> ops, boolean[] placed, int[] state, boolean bySession) {
        int deadline = Integer.MAX_VALUE;
        boolean done = true;
        for (int i = 0; i < placed.length; i++) {
            if (placed[i] || ops.get(i).mayBeLeftOut()) continue;
            deadline = Math.min(deadline, ops.get(i).completed);
            done = false;
        }
        if (done) return true;
        for (int i = 0; i < placed.length; i++) {
            Op op = ops.get(i);
            if (placed[i] || op.invoked > deadline || op.saw >= 0 && op.saw != state[op.key]) continue;
            if (bySession && isTooLate(op, ops, placed)) continue;
            int before = state[op.key];
            placed[i] = true;
            if (op.wrote >= 0) state[op.key] = op.wrote;
            boolean works = place(ops, placed, state, bySession);
            placed[i] = false;
            state[op.key] = before;
            if (works) return true;
        }
        return false;
    }

    /** Whether a later one of the same process is placed already. */
    private static boolean isTooLate(Op op, List<Op> ops, boolean[] placed) {
        for (int i = 0; i < placed.length; i++) {
            if (placed[i] && ops.get(i).process == op.process && ops.get(i).invoked > op.invoked) return true;
        }
        return false;
    }
}

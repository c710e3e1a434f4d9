package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mutexes and queues read from EDN, judged for linearizability by the engine and by trying all orders. */
class LinearizableObjectsTest {
    private static final int EMPTY = -1;

    @TempDir
    Path folder;

    /** Of how many mutexes the cause is that they were acquired or released too often. */
    private int counted;

    /**
     * An operation.
     *
     * @param adds    whether it acquires or enqueues, and does not release or dequeue
     * @param element what it enqueues or dequeued; {@link #EMPTY} if it found nothing
     */
    private record Op(int process, boolean adds, int element, int invoked, int completed) {
        boolean isCrashed() {
            return completed == Integer.MAX_VALUE;
        }
    }

    @Test
    void mutexes() throws IOException {
        compare(Model.MUTEX, 2_000);
        assertTrue(counted > 500, counted + " by numbers");
    }

    @Test
    void queues() throws IOException {
        compare(Model.QUEUE, 2_000);
        compare(Model.FIFO_QUEUE, 4_000);
    }

    @Test
    @Tag("slow")
    void many() throws IOException {
        for (Model model : List.of(Model.MUTEX, Model.QUEUE, Model.FIFO_QUEUE)) compare(model, 70_000);
    }

    private void compare(Model model, int count) throws IOException {
        int ordered = 0;
        for (long seed = 0; seed < count; seed++) {
            List<Op> ops = random(new Random(seed), model);
            String text = text(ops, model);
            Path file = folder.resolve("h.edn");
            Files.writeString(file, text);
            History history = HistoryFiles.read(
                    file.toString(), ReadOptions.DEFAULT.withFormat(Format.EDN).withModel(model));
            Verdict verdict = Judge.check(history, List.of(Level.LINEARIZABLE), Options.DEFAULT)
                    .get(0);
            boolean expected = canBeOrdered(ops, new boolean[ops.size()], List.of(), model);
            String message = model + ", seed " + seed + "\n" + text;
            assertEquals(expected ? Answer.TRUE : Answer.FALSE, verdict.answer(), message);
            if (expected) ordered++;
            else assertIsProof(ops, history, model, verdict, message);
        }
        assertTrue(ordered > count / 10 && ordered < 9 * count / 10, ordered + " of " + count);
    }

    /**
     * Of a queue, what the witness shows cannot be ordered by itself; of a mutex, what it needs is not there at last, and where it was
     * acquired or released too often for what else can have happened meanwhile, nor can that.
     */
    private void assertIsProof(List<Op> ops, History history, Model model, Verdict verdict, String message) {
        Violation.NonLinearizable witness = (Violation.NonLinearizable)
                verdict.anomalies().get(0).witnesses().get(0);
        Integer[] transactions = new Integer[history.transactions()];
        Arrays.setAll(transactions, t -> t);
        Arrays.sort(transactions, (a, b) -> Integer.compare(history.invocation(a), history.invocation(b)));
        List<Op> part = new ArrayList<>();
        for (int i = 0; i < transactions.length; i++) {
            if (witness.transactions().contains(transactions[i])) part.add(ops.get(i));
        }
        if (model != Model.MUTEX) {
            assertFalse(canBeOrdered(part, new boolean[part.size()], List.of(), model), witness + "\n" + message);
            return;
        }
        Op last = ops.get(Arrays.asList(transactions).indexOf(witness.last()));
        for (Violation.NonLinearizable.State state : witness.states()) {
            boolean free = state.held().equals(List.of(History.INITIAL));
            assertEquals(last.adds, !free, witness + "\n" + message);
        }
        List<Op> done = part.stream()
                .filter(op -> op.adds == last.adds && op.completed <= last.completed)
                .toList();
        int from = done.stream().mapToInt(Op::invoked).min().orElseThrow();
        List<Op> others = ops.stream()
                .filter(op -> op.adds != last.adds && op.invoked < last.completed)
                .toList();
        long meanwhile = others.stream().filter(op -> op.completed > from).count();
        boolean fromStart = !last.adds && meanwhile == others.size();
        if (done.size() - meanwhile < (fromStart ? 1 : 2)) return;
        counted++;
        assertFalse(canBeOrdered(part, new boolean[part.size()], List.of(), model), witness + "\n" + message);
    }

    private static List<Op> random(Random random, Model model) {
        int wanted = 3 + random.nextInt(5);
        int processes = 1 + random.nextInt(3);
        boolean empties = random.nextInt(3) == 0;
        boolean unique = random.nextInt(3) > 0;
        int[] running = new int[processes];
        Arrays.fill(running, -1);
        boolean[] adding = new boolean[processes];
        List<Integer> held = new ArrayList<>();
        List<Op> ops = new ArrayList<>();
        int place = 0;
        int next = 0;
        int names = processes;
        int[] name = new int[processes];
        Arrays.setAll(name, p -> p);
        while (ops.size() < wanted) {
            int p = random.nextInt(processes);
            if (running[p] < 0) {
                running[p] = place++;
                adding[p] = random.nextInt(5) < 3;
                continue;
            }
            boolean crashed = random.nextInt(6) == 0;
            boolean applied = !crashed || random.nextBoolean();
            int element = unique ? next++ : random.nextInt(2);
            int end = place++;
            if (adding[p]) {
                boolean free = model != Model.MUTEX || held.isEmpty() || random.nextInt(4) == 0;
                if (!free && !crashed) continue;
                if (applied && free) held.add(element);
            } else if (held.isEmpty() && !crashed && !(model == Model.MUTEX ? random.nextInt(4) == 0 : empties)) {
                continue; // it waits
            } else if (held.isEmpty()) {
                element = EMPTY;
            } else {
                int at = model == Model.FIFO_QUEUE && random.nextBoolean() ? 0 : random.nextInt(held.size());
                element = held.get(at);
                if (applied && random.nextBoolean()) held.remove(at);
            }
            ops.add(new Op(name[p], adding[p], element, running[p], crashed ? Integer.MAX_VALUE : end));
            running[p] = -1;
            if (crashed) name[p] = names++;
        }
        ops.sort((a, b) -> Integer.compare(a.invoked, b.invoked));
        return ops;
    }

    private static String text(List<Op> ops, Model model) {
        Map<Integer, String> lines = new TreeMap<>();
        for (Op op : ops) {
            boolean mutex = model == Model.MUTEX;
            String f = mutex ? op.adds ? ":acquire" : ":release" : op.adds ? ":enqueue" : ":dequeue";
            String begin = "{:process " + op.process + ", :f " + f + ", :value ";
            String known = mutex || op.element == EMPTY ? "nil" : Integer.toString(op.element);
            lines.put(op.invoked, begin + (op.adds ? known : "nil") + ", :type :invoke}\n");
            if (!op.isCrashed()) lines.put(op.completed, begin + known + ", :type :ok}\n");
        }
        return String.join("", lines.values());
    }

    private static boolean canBeOrdered(List<Op> ops, boolean[] placed, List<Integer> held, Model model) {
        int deadline = Integer.MAX_VALUE;
        for (int i = 0; i < placed.length; i++) if (!placed[i]) deadline = Math.min(deadline, ops.get(i).completed);
        if (deadline == Integer.MAX_VALUE) return true;
        for (int i = 0; i < placed.length; i++) {
            Op op = ops.get(i);
            if (placed[i] || op.invoked > deadline) continue;
            placed[i] = true;
            boolean works = false;
            for (List<Integer> after : after(op, held, model)) works = works || canBeOrdered(ops, placed, after, model);
            placed[i] = false;
            if (works) return true;
        }
        return false;
    }

    /** What may be held after an operation. */
    private static List<List<Integer>> after(Op op, List<Integer> held, Model model) {
        if (model == Model.MUTEX) {
            if (op.adds != held.isEmpty()) return List.of();
            return List.of(op.adds ? List.of(1) : List.of());
        }
        List<Integer> changed = new ArrayList<>(held);
        if (op.adds) {
            changed.add(op.element);
            return List.of(changed);
        }
        if (op.element == EMPTY && !op.isCrashed()) return held.isEmpty() ? List.of(held) : List.of();
        List<List<Integer>> after = new ArrayList<>();
        for (int i = 0; i < held.size() && (i == 0 || model == Model.QUEUE); i++) {
            if (!op.isCrashed() && held.get(i) != op.element) continue;
            List<Integer> fewer = new ArrayList<>(held);
            fewer.remove(i);
            after.add(Collections.unmodifiableList(fewer));
        }
        return after;
    }
}

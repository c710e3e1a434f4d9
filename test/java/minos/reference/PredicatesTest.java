package minos.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import minos.history.History;
import minos.history.Model;
import minos.history.Status;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Histories with predicates, judged by brute force straight from what a predicate read is: a read of every row, in some version that
 * looks as the read says. Each choice of versions makes a history of registers, which the {@link Reference} judges; repeatable
 * read and serializability are also decided by running all serial orders on a table. Views, by which the engine judges, do not
 * occur here.
 */
class PredicatesTest {
    private static final int ROWS = 3;
    private static final int MOST_CHOICES = 24;

    /** {@code :true}, {@code [:= n]}, {@code [:between m n]} or {@code [:mod 2 n]}. */
    private record Condition(String text, Predicate<Integer> matches) {
        /** How a row looks: its value, or null if it is not there or does not match. */
        Integer look(Integer value) {
            return value != null && matches.test(value) ? value : null;
        }
    }

    private static final List<Condition> CONDITIONS = List.of(
            new Condition(":true", v -> true),
            new Condition("[:= 1]", v -> v == 1),
            new Condition("[:between 2 3]", v -> v == 2 || v == 3),
            new Condition("[:mod 2 0]", v -> v % 2 == 0),
            new Condition("[:mod 2 1]", v -> v % 2 == 1));

    /**
     * A micro-op.
     *
     * @param value of a write or a read of one row: null where there is none
     * @param by    of a predicate read; otherwise null
     */
    private record Op(boolean write, int row, Integer value, Condition by, Map<Integer, Integer> found) {
        String text(boolean told) {
            if (by != null) return "[:rp " + by.text + " " + (told ? map(found) : "nil") + "]";
            if (!write) return "[:r " + row + " " + (told && value != null ? value : "nil") + "]";
            if (value == null) return "[:delete " + row + "]";
            return "[" + (value % 3 == 0 ? ":w " : ":insert ") + row + " " + value + "]";
        }
    }

    private record Txn(int session, Status status, int invoked, int completed, List<Op> ops) {}

    private record Recorded(Map<Integer, Integer> initial, List<Txn> txns, String text) {}

    private static String map(Map<Integer, Integer> rows) {
        return rows.entrySet().stream()
                .map(row -> row.getKey() + " " + row.getValue())
                .collect(Collectors.joining(", ", "{", "}"));
    }

    @Test
    void everyLevelOfRandomHistories() throws IOException, Refused {
        compare(700);
    }

    @Tag("slow")
    @Test
    void everyLevelOfManyRandomHistories() throws IOException, Refused {
        compare(100_000);
    }

    private static void compare(int count) throws IOException, Refused {
        Map<Level, int[]> answers = new EnumMap<>(Level.class);
        int differing = 0;
        for (long seed = 0; seed < count; seed++) {
            Recorded recorded = record(new Random(Long.getLong("minos.seed", 0) + seed));
            History history = HistoryFiles.read(
                    new ByteArrayInputStream(recorded.text.getBytes(UTF_8)),
                    "h",
                    ReadOptions.DEFAULT.withModel(Model.CLOSED_PREDICATE));
            for (Order order : List.of(Order.NONE, Order.SESSION, Order.REAL_TIME)) {
                Map<Level, Answer> expected = new PredicatesTest.Choices(recorded).judge(order);
                if (expected == null) continue;
                for (Map.Entry<Level, Answer> level : expected.entrySet()) {
                    Options options = Options.DEFAULT.with(order).withCertificate(true);
                    Verdict found = Judge.check(history, List.of(level.getKey()), options)
                            .get(0);
                    String which = "seed " + seed + ", " + level.getKey() + ", " + order + ":\n" + recorded.text;
                    assertEquals(level.getValue(), found.answer(), which);
                    if (found.certificate().isPresent())
                        Verifier.verify(history, found.certificate().get());
                    answers.computeIfAbsent(level.getKey(), l -> new int[2])[found.answer() == Answer.TRUE ? 0 : 1]++;
                }
                if (expected.get(Level.REPEATABLE_READ) != expected.get(Level.SERIALIZABLE)) differing++;
            }
        }
        answers.forEach((level, some) -> {
            String seen = level + ": " + some[0] + " hold, " + some[1] + " do not";
            assertTrue(level == Level.READ_UNCOMMITTED || some[0] > 100 && some[1] > 100, seen);
        });
        assertTrue(differing > count / 50, "repeatable read and serializability differ in " + differing);
    }

    // What happened

    /** Some sessions on a table, mostly a serial execution in which some reads are of an older or newer state. */
    private static Recorded record(Random random) {
        Map<Integer, Integer> initial = new TreeMap<>();
        for (int row = 0; row < ROWS; row++) if (random.nextInt(3) == 0) initial.put(row, random.nextInt(2));
        List<Map<Integer, Integer>> states = new ArrayList<>(List.of(initial));
        List<Txn> txns = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        String init = ", :f :init, :value " + map(initial) + "}\n";
        text.append("{:process 9, :type :invoke")
                .append(init)
                .append("{:process 9, :type :ok")
                .append(init);
        List<Integer> events = new ArrayList<>(); // invocations, and completions as complements
        Map<Integer, Integer> idle = new HashMap<>(); // by session: its last completion
        Set<Integer> crashed = new HashSet<>();
        int fresh = 2;
        int count = 2 + random.nextInt(3);
        for (int t = 0; t < count; t++) {
            boolean unsure = random.nextInt(12) == 0;
            boolean aborted = !unsure && random.nextInt(12) == 0;
            Map<Integer, Integer> now = new TreeMap<>(states.get(states.size() - 1));
            List<Op> ops = new ArrayList<>();
            int length = 1 + random.nextInt(3);
            for (int i = 0; i < length; i++) {
                Map<Integer, Integer> seen = random.nextInt(3) > 0 ? now : states.get(random.nextInt(states.size()));
                int row = random.nextInt(ROWS);
                switch (random.nextInt(5)) {
                    case 0 -> ops.add(new Op(false, row, unsure ? null : seen.get(row), null, null));
                    case 1, 2 -> {
                        Condition by = CONDITIONS.get(random.nextInt(CONDITIONS.size()));
                        Map<Integer, Integer> found = new TreeMap<>();
                        seen.forEach((r, v) -> {
                            if (by.look(v) != null) found.put(r, v);
                        });
                        if (random.nextInt(8) == 0) found.remove(row);
                        ops.add(new Op(false, -1, null, by, unsure ? null : found));
                    }
                    default -> {
                        Integer value = random.nextInt(4) == 0
                                ? null
                                : random.nextInt(6) == 0 ? (Integer) 1 : (Integer) fresh++;
                        ops.add(new Op(true, row, value, null, null));
                        if (value == null) now.remove(row);
                        else now.put(row, value);
                    }
                }
            }
            if (!aborted) states.add(now);
            int session = random.nextInt(3);
            while (crashed.contains(session)) session += 3;
            if (unsure) crashed.add(session);
            Status status = unsure ? Status.INDETERMINATE : aborted ? Status.ABORTED : Status.COMMITTED;
            txns.add(new Txn(session, status, 0, 0, ops));
            int from = 1 + events.indexOf(idle.getOrDefault(session, Integer.MAX_VALUE));
            events.add(from + random.nextInt(events.size() - from + 1), t);
            events.add(~t);
            idle.put(session, ~t);
        }
        for (int place = 0; place < events.size(); place++) {
            int event = events.get(place);
            int t = event < 0 ? ~event : event;
            Txn txn = txns.get(t);
            boolean unsure = txn.status == Status.INDETERMINATE;
            String type = event >= 0 ? ":invoke" : unsure ? ":info" : txn.status == Status.ABORTED ? ":fail" : ":ok";
            String ops = texts(txn.ops, event < 0 && !unsure);
            text.append("{:process " + txn.session + ", :type " + type + ", :f :txn, :value " + ops + "}\n");
            int invoked = event >= 0 ? place : txn.invoked;
            txns.set(t, new Txn(txn.session, txn.status, invoked, unsure ? Integer.MAX_VALUE : place, txn.ops));
        }
        return new Recorded(initial, txns, text.toString());
    }

    private static String texts(List<Op> ops, boolean told) {
        return ops.stream().map(op -> op.text(told)).collect(Collectors.joining(" ", "[", "]"));
    }

    // What it means

    /** The versions that reads may be of. */
    private static final class Choices {
        /** A read of one row, which looks like {@code look} under a condition, or is {@code look} without one. */
        private record Part(int txn, int op, int row, Condition by, Integer look) {
            boolean fits(Integer value) {
                return Objects.equals(look, by == null ? value : by.look(value));
            }
        }

        private final Recorded recorded;
        private final List<Part> parts = new ArrayList<>();
        /** By part: the versions it may be of, each a transaction and the place of its write; {@code {-1, -1}} is the initial one. */
        private final List<List<int[]>> candidates = new ArrayList<>();
        /** Whether some read is wrong by itself, and whether some row was passed over. */
        private boolean wrong;

        private boolean missed;
        private long count = 1;

        Choices(Recorded recorded) {
            this.recorded = recorded;
            for (int t = 0; t < recorded.txns.size(); t++) {
                Txn txn = recorded.txns.get(t);
                for (int i = 0; i < txn.ops.size() && txn.status != Status.ABORTED; i++) {
                    Op op = txn.ops.get(i);
                    if (op.write || txn.status == Status.INDETERMINATE) continue;
                    if (op.by == null) add(new Part(t, i, op.row, null, op.value));
                    for (int row = 0; op.by != null && row < ROWS; row++) {
                        add(new Part(t, i, row, op.by, op.found.get(row)));
                    }
                }
            }
        }

        private void add(Part part) {
            List<Op> own = recorded.txns.get(part.txn).ops;
            for (int i = part.op - 1; i >= 0; i--) {
                if (!own.get(i).write || own.get(i).row != part.row) continue;
                wrong |= !part.fits(own.get(i).value);
                return; // it sees what its own transaction wrote
            }
            List<int[]> fitting = new ArrayList<>();
            boolean written = part.fits(recorded.initial.get(part.row));
            if (written) fitting.add(new int[] {-1, -1});
            for (int t = 0; t < recorded.txns.size(); t++) {
                boolean last = true;
                for (int i = recorded.txns.get(t).ops.size() - 1; i >= 0; i--) {
                    Op op = recorded.txns.get(t).ops.get(i);
                    if (!op.write || op.row != part.row) continue;
                    boolean looks = part.fits(op.value);
                    written |= looks;
                    boolean counts = last && t != part.txn && recorded.txns.get(t).status != Status.ABORTED;
                    if (looks && counts) fitting.add(new int[] {t, i});
                    last = false;
                }
            }
            if (fitting.isEmpty() && !written && part.look == null) {
                missed = true;
                if (part.by == null) missedByKey = true;
                return;
            }
            wrong |= fitting.isEmpty();
            parts.add(part);
            candidates.add(fitting);
            count = Math.min(count * Math.max(1, fitting.size()), MOST_CHOICES + 1);
        }

        private boolean missedByKey;

        /** Null if there are too many choices. */
        Map<Level, Answer> judge(Order order) {
            if (count > MOST_CHOICES) return null;
            Map<Level, Answer> all = new EnumMap<>(Level.class);
            if (!wrong) choose(0, new int[parts.size()], order, all);
            Map<Level, Answer> judged = new EnumMap<>(Level.class);
            for (Level level : Level.values()) {
                if (level == Level.CUT_ISOLATION || level == Level.LINEARIZABLE || level == Level.MIXED) continue;
                if (level.needsRealTime() && order != Order.REAL_TIME) continue;
                boolean holds = all.get(level) == Answer.TRUE && !(missed && level.implies(Level.READ_ATOMIC));
                judged.put(level, holds ? Answer.TRUE : Answer.FALSE);
            }
            judged.put(Level.READ_UNCOMMITTED, Answer.TRUE); // which does not look at reads
            boolean repeatable = !wrong && !missedByKey && isSerial(order, true);
            judged.put(Level.REPEATABLE_READ, repeatable ? Answer.TRUE : Answer.FALSE);
            Answer serial = !wrong && !missed && isSerial(order, false) ? Answer.TRUE : Answer.FALSE;
            assertEquals(
                    serial, judged.get(Level.SERIALIZABLE), "two ways to decide serializability:\n" + recorded.text);
            return judged;
        }

        private void choose(int depth, int[] chosen, Order order, Map<Level, Answer> all) {
            if (depth < chosen.length) {
                for (int i = 0; i < candidates.get(depth).size(); i++) {
                    chosen[depth] = i;
                    choose(depth + 1, chosen, order, all);
                }
                return;
            }
            Reference.judge(registers(chosen).build(), order).forEach((level, answer) -> {
                if (all.get(level) != Answer.TRUE) all.put(level, answer);
            });
        }

        /** The history as these choices have it: each write has a value of its own, and each part is a read. */
        private Draft registers(int[] chosen) {
            List<Draft.Txn> txns = new ArrayList<>();
            for (int t = 0; t < recorded.txns.size(); t++) {
                Txn txn = recorded.txns.get(t);
                List<Draft.Op> ops = new ArrayList<>();
                for (int i = 0; i < txn.ops.size(); i++) {
                    if (txn.ops.get(i).write) {
                        ops.add(new Draft.Op(true, txn.ops.get(i).row, List.of(value(new int[] {t, i}))));
                    }
                    // What was returned comes first, and then what was there at first and is gone.
                    for (int rank = 0; rank < 3; rank++) {
                        for (int p = 0; p < chosen.length; p++) {
                            Part part = parts.get(p);
                            if (part.txn != t || part.op != i || rank != rank(part)) continue;
                            int[] source = candidates.get(p).get(chosen[p]);
                            List<Integer> found = source[0] < 0 ? List.of() : List.of(value(source));
                            ops.add(new Draft.Op(false, part.row, found));
                        }
                    }
                }
                txns.add(new Draft.Txn(txn.session, txn.status, txn.invoked, txn.completed, ops));
            }
            txns.sort((a, b) -> Integer.compare(a.completion(), b.completion()));
            return new Draft(false, txns);
        }

        private int rank(Part part) {
            if (part.look != null) return 0;
            Integer first = recorded.initial.get(part.row);
            return (part.by == null ? first : part.by.look(first)) != null ? 1 : 2;
        }

        private static int value(int[] write) {
            return 1 + write[0] * 10 + write[1];
        }

        // On a table

        private boolean isSerial(Order order, boolean phantoms) {
            List<Integer> sure = new ArrayList<>();
            List<Integer> unsure = new ArrayList<>();
            for (int t = 0; t < recorded.txns.size(); t++) {
                if (recorded.txns.get(t).status == Status.COMMITTED) sure.add(t);
                if (recorded.txns.get(t).status == Status.INDETERMINATE) unsure.add(t);
            }
            for (int some = 0; some < 1 << unsure.size(); some++) {
                List<Integer> left = new ArrayList<>(sure);
                for (int i = 0; i < unsure.size(); i++) if ((some & 1 << i) != 0) left.add(unsure.get(i));
                List<Map<Integer, Integer>> states = new ArrayList<>(List.of(recorded.initial));
                if (run(left, states, order, phantoms)) return true;
            }
            return false;
        }

        private boolean run(List<Integer> left, List<Map<Integer, Integer>> states, Order order, boolean phantoms) {
            if (left.isEmpty()) return true;
            for (int t : left) {
                if (left.stream().anyMatch(other -> precedes(other, t, order))) continue;
                Map<Integer, Integer> after = run(t, states, phantoms);
                if (after == null) continue;
                List<Integer> rest = new ArrayList<>(left);
                rest.remove((Integer) t);
                List<Map<Integer, Integer>> more = new ArrayList<>(states);
                more.add(after);
                if (run(rest, more, order, phantoms)) return true;
            }
            return false;
        }

        private boolean precedes(int first, int second, Order order) {
            Txn a = recorded.txns.get(first);
            Txn b = recorded.txns.get(second);
            if (order == Order.REAL_TIME && a.completed < b.invoked) return true;
            return order != Order.NONE && a.session == b.session && first < second;
        }

        /** The table after a transaction; null if its reads do not fit. */
        private Map<Integer, Integer> run(int t, List<Map<Integer, Integer>> states, boolean phantoms) {
            Map<Integer, Integer> now = new HashMap<>(states.get(states.size() - 1));
            for (int i = 0; i < recorded.txns.get(t).ops.size(); i++) {
                Op op = recorded.txns.get(t).ops.get(i);
                if (op.write) {
                    if (op.value == null) now.remove(op.row);
                    else now.put(op.row, op.value);
                }
                for (Part part : parts) {
                    if (part.txn != t || part.op != i) continue;
                    boolean fits = part.fits(now.get(part.row));
                    for (Map<Integer, Integer> before : states) {
                        fits |= phantoms && part.by != null && part.fits(before.get(part.row));
                    }
                    if (!fits) return null;
                }
            }
            return now;
        }
    }
}

package minos.reference;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import minos.history.History;
import minos.history.Status;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;

/**
 * Decides every level where values repeat, by brute force: tries each way to tell which write each external read is from, gives
 * every write a value of its own accordingly, and asks the {@link Reference}. A level holds if it does in some reading. Of lists,
 * each place of a key's list is one append; where lists contradict each other, nothing is said. What indeterminate transactions read
 * counts if they committed: each outcome is tried.
 */
final class Readings {
    /** So many readings at most; drafts with more are refused. */
    private static final long MOST = 300;

    /** So many steps at most to find them. */
    private static final long MOST_STEPS = 20_000;

    /** Values from here on are those that nobody appended. */
    private static final int NOBODYS = 1_000_000;

    private final Draft draft;
    /** Of lists: the history before outcomes were chosen. */
    private Draft recorded;
    /** Of lists: by key, what committed transactions read of it. */
    private Map<Integer, List<Integer>> committed;
    /** Of lists: the keys of which no appends can be what committed transactions read, in the order of their transactions. */
    private final Set<Integer> unexplained = new HashSet<>();
    /** How many readings may still be tried. */
    private long left = MOST;

    private long steps = MOST_STEPS;
    /** By transaction and operation: the value that each write has to itself. */
    private final List<int[]> own = new ArrayList<>();
    /** The reads that have several candidates. */
    private final List<Choice> choices = new ArrayList<>();
    /** By transaction: its operations, with values of their own; those of choices are filled in. */
    private final List<List<Draft.Op>> operations = new ArrayList<>();

    private int fresh;

    /** By key: the values that have the places of its list to themselves, in the reading at hand. */
    private final Map<Integer, List<Integer>> places = new HashMap<>();

    /** Says of a history in which all is unique which levels hold. */
    interface Judge {
        Map<Level, Answer> levels(History reading);
    }

    /** One read and the values that it may have had. */
    private record Choice(int transaction, int operation, List<List<Integer>> candidates) {}

    private Readings(Draft draft) {
        this.draft = draft;
        for (Draft.Txn txn : draft.txns) {
            int[] values = new int[txn.ops().size()];
            for (int i = 0; i < values.length; i++) values[i] = ++fresh;
            own.add(values);
        }
        for (int t = 0; !draft.lists && t < draft.txns.size(); t++) {
            operations.add(new ArrayList<>());
            for (int i = 0; i < draft.txns.get(t).ops().size(); i++)
                operations.get(t).add(renamed(t, i));
        }
    }

    /** All levels in one form; null if nothing is said, or there are too many readings to try. */
    static Map<Level, Answer> judge(Draft draft, Order order) {
        return judge(draft, reading -> Reference.judge(reading, order));
    }

    /** The same of what somebody else asks of each reading. */
    static Map<Level, Answer> judge(Draft draft, Judge judge) {
        if (draft.lists) return judgeLists(draft, judge);
        Readings readings = new Readings(draft);
        long count = 1;
        for (Choice choice : readings.choices) count = Math.min(MOST + 1, count * choice.candidates.size());
        if (count > MOST) return null;
        Map<Level, Answer> all = new EnumMap<>(Level.class);
        readings.tryAll(0, judge, all);
        return all;
    }

    /** Some reading of a history of registers: each value has a name of its own. */
    static Draft some(Draft draft, SplittableRandom random) {
        Readings readings = new Readings(draft);
        for (Choice choice : readings.choices) {
            List<Draft.Op> ops = readings.operations.get(choice.transaction);
            List<Integer> chosen = choice.candidates.get(random.nextInt(choice.candidates.size()));
            ops.set(
                    choice.operation,
                    new Draft.Op(false, ops.get(choice.operation).key(), chosen));
        }
        return readings.named();
    }

    private void tryAll(int depth, Judge judge, Map<Level, Answer> all) {
        if (depth == choices.size()) {
            judge.levels(named().build()).forEach((level, answer) -> {
                if (all.get(level) != Answer.TRUE) all.put(level, answer);
            });
            return;
        }
        Choice choice = choices.get(depth);
        List<Draft.Op> ops = operations.get(choice.transaction);
        for (List<Integer> candidate : choice.candidates) {
            ops.set(
                    choice.operation,
                    new Draft.Op(false, ops.get(choice.operation).key(), candidate));
            tryAll(depth + 1, judge, all);
        }
    }

    private Draft named() {
        List<Draft.Txn> txns = new ArrayList<>();
        for (int t = 0; t < draft.txns.size(); t++) txns.add(draft.txns.get(t).with(operations.get(t)));
        return new Draft(false, txns);
    }

    private Draft.Op renamed(int t, int i) {
        List<Draft.Op> ops = draft.txns.get(t).ops();
        Draft.Op op = ops.get(i);
        if (op.result() == null) return op;
        if (op.write()) return new Draft.Op(true, op.key(), List.of(own.get(t)[i]), op.number());
        for (int before = i - 1; before >= 0; before--) {
            Draft.Op write = ops.get(before);
            if (!write.write() || write.key() != op.key()) continue;
            int value = write.result().equals(op.result()) ? own.get(t)[before] : ++fresh;
            return new Draft.Op(false, op.key(), List.of(value));
        }
        List<List<Integer>> candidates = new ArrayList<>();
        if (op.result().isEmpty()) candidates.add(List.of());
        for (int other = 0; other < draft.txns.size(); other++) {
            if (other == t || draft.txns.get(other).status() == Status.ABORTED) continue;
            int last = lastWrite(other, op.key());
            if (last >= 0 && draft.txns.get(other).ops().get(last).result().equals(op.result())) {
                candidates.add(List.of(own.get(other)[last]));
            }
        }
        if (candidates.isEmpty()) candidates.add(List.of(explanation(t, op)));
        if (candidates.size() > 1) choices.add(new Choice(t, i, candidates));
        return new Draft.Op(false, op.key(), candidates.get(0));
    }

    private int lastWrite(int t, int key) {
        List<Draft.Op> ops = draft.txns.get(t).ops();
        for (int i = ops.size() - 1; i >= 0; i--)
            if (ops.get(i).write() && ops.get(i).key() == key) return i;
        return -1;
    }

    /** Of a read without candidates: an own write, or another's that is not its last, or an aborted one, or nobody's. */
    private int explanation(int t, Draft.Op op) {
        int best = ++fresh;
        int bestRank = 3;
        for (int other = 0; other < draft.txns.size(); other++) {
            for (int i = 0; i < draft.txns.get(other).ops().size(); i++) {
                Draft.Op write = draft.txns.get(other).ops().get(i);
                if (!write.write() || write.key() != op.key() || !write.result().equals(op.result())) continue;
                int rank = other == t ? 0 : draft.txns.get(other).status() == Status.ABORTED ? 2 : 1;
                if (rank >= bestRank) continue;
                bestRank = rank;
                best = own.get(other)[i];
            }
        }
        return best;
    }

    // Lists

    /** Tries each outcome of the indeterminate transactions of which it is known what they read. */
    private static Map<Level, Answer> judgeLists(Draft draft, Judge judge) {
        List<Integer> unsure = new ArrayList<>();
        for (int t = 0; t < draft.txns.size(); t++) {
            Draft.Txn txn = draft.txns.get(t);
            boolean reads = txn.ops().stream().anyMatch(op -> !op.write() && op.result() != null);
            if (txn.status() == Status.INDETERMINATE && reads) unsure.add(t);
        }
        Map<Level, Answer> all = new EnumMap<>(Level.class);
        long left = MOST;
        for (int committed = 0; committed < 1 << unsure.size(); committed++) {
            Draft outcome = new Draft(true, draft.txns);
            for (int i = 0; i < unsure.size(); i++) {
                Draft.Txn txn = draft.txns.get(unsure.get(i));
                Status status = (committed & 1 << i) != 0 ? Status.COMMITTED : Status.ABORTED;
                outcome.txns.set(
                        unsure.get(i),
                        new Draft.Txn(
                                txn.session(),
                                status,
                                txn.invocation(),
                                txn.completion(),
                                txn.ops(),
                                txn.isolation(),
                                txn.started(),
                                txn.committed(),
                                txn.group()));
            }
            Readings readings = new Readings(outcome);
            readings.recorded = draft;
            readings.left = left;
            readings.judgeLists(judge, all);
            left = readings.left;
            if (left < 0) return null;
        }
        return all.isEmpty() ? null : all;
    }

    /** Tries all readings of a history without doubts about outcomes; there are none if its lists contradict each other. */
    private void judgeLists(Judge judge, Map<Level, Answer> all) {
        Map<Integer, List<Integer>> longest = longest(draft);
        committed = longest(new Draft(
                true,
                recorded.txns.stream()
                        .filter(txn -> txn.status() == Status.COMMITTED)
                        .toList()));
        if (longest == null || committed == null) return;
        List<Map.Entry<Integer, List<Integer>>> keys = new ArrayList<>(longest.entrySet());
        keys.forEach(key -> places.put(key.getKey(), new ArrayList<>()));
        for (int key : committed.keySet()) if (!isExplained(key)) unexplained.add(key);
        place(keys, 0, () -> {
            left--;
            judge.levels(buildLists()).forEach((level, answer) -> {
                // Of a list that no appends explain, nothing is said but that transactions may have read cuts.
                if (!unexplained.isEmpty() && level != Level.CUT_ISOLATION) return;
                if (all.get(level) != Answer.TRUE) all.put(level, answer);
            });
        });
    }

    /** Whether there is a way to tell appends that committed reads of a key show; what is free there does not matter. */
    private boolean isExplained(int key) {
        Readings ofKey = new Readings(recorded);
        ofKey.recorded = recorded;
        ofKey.committed = committed;
        ofKey.places.put(key, new ArrayList<>());
        boolean[] found = new boolean[1];
        ofKey.place(List.of(Map.entry(key, committed.get(key))), 0, () -> {
            found[0] = true;
            ofKey.left = -1;
        });
        if (ofKey.steps < 0) left = -1;
        return found[0];
    }

    /** By key, the list that the reads of transactions that did not abort show; null if some contradict each other. */
    private static Map<Integer, List<Integer>> longest(Draft draft) {
        Map<Integer, List<Integer>> longest = new HashMap<>();
        for (Draft.Txn txn : draft.txns) {
            for (Draft.Op op : txn.ops()) {
                if (txn.status() == Status.ABORTED || op.write() || op.result() == null) continue;
                List<Integer> known = longest.getOrDefault(op.key(), List.of());
                List<Integer> longer = op.result().size() > known.size() ? op.result() : known;
                int common = Math.min(known.size(), op.result().size());
                if (!known.subList(0, common).equals(op.result().subList(0, common))) return null;
                longest.put(op.key(), longer);
            }
        }
        return longest;
    }

    /** Goes on with the next place of a key, or the next key; calls for each way to the end. */
    private void place(List<Map.Entry<Integer, List<Integer>>> keys, int number, Runnable found) {
        if (--steps < 0) left = -1;
        if (left < 0) return;
        if (number == keys.size()) {
            found.run();
            return;
        }
        int key = keys.get(number).getKey();
        List<Integer> values = keys.get(number).getValue();
        List<Integer> done = places.get(key);
        if (done.size() == values.size()) {
            place(keys, number + 1, found);
            return;
        }
        int value = values.get(done.size());
        List<int[]> appends = appends(draft, key, value, false);
        if (appends(recorded, key, value, false).isEmpty()) {
            List<int[]> aborted = appends(recorded, key, value, true);
            descend(keys, number, found, aborted.isEmpty() ? NOBODYS + value : label(aborted.get(0)));
            return;
        }
        for (int[] append : appends) {
            if (isFree(key, values, done.size()) || fits(key, values, append))
                descend(keys, number, found, label(append));
        }
    }

    private void descend(List<Map.Entry<Integer, List<Integer>>> keys, int number, Runnable found, int label) {
        List<Integer> done = places.get(keys.get(number).getKey());
        done.add(label);
        place(keys, number, found);
        done.remove(done.size() - 1);
    }

    /**
     * Whether any append of its value may stand at a place: that of a list that no appends explain, or of a value that stands more
     * often than it was appended; for what committed reads show, in what they show.
     */
    private boolean isFree(int key, List<Integer> values, int place) {
        int certain = committed.getOrDefault(key, List.of()).size();
        List<Integer> among = place < certain ? values.subList(0, certain) : values;
        int value = values.get(place);
        long stands = among.stream().filter(v -> v == value).count();
        return unexplained.contains(key)
                || stands > appends(recorded, key, value, false).size();
    }

    private int label(int[] append) {
        return own.get(append[0])[append[1]];
    }

    /** An append stands in one place, after those that its transaction made before. */
    private boolean fits(int key, List<Integer> values, int[] append) {
        List<Integer> done = places.get(key);
        for (int place = 0; place < done.size(); place++) {
            if (isFree(key, values, place)) continue;
            int label = done.get(place);
            for (int i = append[1]; i < own.get(append[0]).length; i++)
                if (own.get(append[0])[i] == label) return false;
        }
        return true;
    }

    /** The appends of a value, as transaction and operation. */
    private static List<int[]> appends(Draft draft, int key, int value, boolean aborted) {
        List<int[]> found = new ArrayList<>();
        for (int t = 0; t < draft.txns.size(); t++) {
            if ((draft.txns.get(t).status() == Status.ABORTED) != aborted) continue;
            for (int i = 0; i < draft.txns.get(t).ops().size(); i++) {
                Draft.Op op = draft.txns.get(t).ops().get(i);
                if (op.write() && op.key() == key && op.result().get(0) == value) found.add(new int[] {t, i});
            }
        }
        return found;
    }

    private History buildLists() {
        List<Draft.Txn> txns = new ArrayList<>();
        for (int t = 0; t < draft.txns.size(); t++) {
            List<Draft.Op> ops = new ArrayList<>();
            for (int i = 0; i < draft.txns.get(t).ops().size(); i++) {
                Draft.Op op = draft.txns.get(t).ops().get(i);
                if (op.write()) op = new Draft.Op(true, op.key(), List.of(own.get(t)[i]), op.number());
                else if (op.result() != null && draft.txns.get(t).status() != Status.ABORTED) {
                    op = new Draft.Op(
                            false,
                            op.key(),
                            List.copyOf(
                                    places.get(op.key()).subList(0, op.result().size())));
                }
                ops.add(op);
            }
            txns.add(draft.txns.get(t).with(ops));
        }
        return new Draft(true, txns).build();
    }
}

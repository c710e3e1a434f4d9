package minos.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.PrefixMaximum;

/**
 * Judges counters: adds, and reads that return the sum of those before them. A read is <i>within bounds</i> if it returns at least
 * what must have been added before it and at most what may have been.
 *
 * <p>Where every add adds the same, all that counts is how many took effect by when, N(t). The adds can have taken effect so if in every stretch
 * of time there are at least as many effects as adds that lie in it whole, and at most as many as adds that reach into it (Hall's
 * condition, which for intervals need be asked of stretches alone, once for each side). A read of n has N at most n when it
 * begins and at least n when it completes. These are difference constraints, and a chain of them follows from a single step between two
 * reads, or between the beginning and a read. So there is an order exactly if each read is within the bounds that the beginning and
 * each other read give it. With adds of different amounts the question is one of subset sums: what is out of bounds is a
 * violation, what is within is not decided.
 *
 * <p>Time: n log n.
 */
final class CounterJudge {
    private final History history;
    private final Options options;
    /** By key: operations that add, and that read, of transactions that count, in the order of the history. */
    private final List<List<Integer>> adds = new ArrayList<>();

    private final List<List<Integer>> reads = new ArrayList<>();
    private final int[] transaction;

    CounterJudge(History history, Options options) {
        this.history = history;
        this.options = options;
        for (int k = 0; k < history.keys(); k++) {
            adds.add(new ArrayList<>());
            reads.add(new ArrayList<>());
        }
        transaction = new int[history.operations()];
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                transaction[op] = t;
                boolean committed = history.status(t) == Status.COMMITTED;
                if (history.isWrite(op) && history.status(t) != Status.ABORTED) {
                    adds.get(history.key(op)).add(op);
                } else if (!history.isWrite(op) && committed && history.version(op) >= 0) {
                    reads.get(history.key(op)).add(op);
                }
            }
        }
    }

    Verdict verdict(Requirement asked) {
        options.deadline().check();
        boolean timed = asked.level().needsRealTime() || asked.order().isTimed();
        Level level = asked.level();
        if (!level.implies(Level.SERIALIZABLE) || !timed && asked.order() == Order.SESSION) {
            if (history.hasRealTime() && violations(Order.REAL_TIME).isEmpty() && undecided() == null) {
                return Verdict.holds(level, asked.order());
            }
        }
        if (!level.implies(Level.SERIALIZABLE)) {
            return unknown(asked, "adds to a counter commute, so below serializability their order says nothing");
        }
        Order order = timed ? Order.REAL_TIME : asked.order();
        if (timed && !history.hasRealTime()) order = Order.SESSION;
        List<Violation> found = violations(order);
        if (!found.isEmpty()) return violated(asked, order, found);
        if (timed && !history.hasRealTime())
            return unknown(asked, "the history records no invocations, so there is no real time");
        if (undecided() != null) return unknown(asked, undecided());
        if (order == Order.SESSION) {
            return unknown(
                    asked,
                    "each read is within bounds, but whether one order of all sessions explains them is not decided");
        }
        return Verdict.holds(level, asked.order());
    }

    private static Verdict unknown(Requirement asked, String why) {
        return Verdict.unknown(asked.level(), asked.order(), why);
    }

    private Verdict violated(Requirement asked, Order order, List<Violation> found) {
        List<Anomaly> anomalies = new ArrayList<>();
        for (AnomalyType type : List.of(AnomalyType.COUNT_OUT_OF_BOUNDS, AnomalyType.COUNT_GOES_BACK)) {
            List<Violation> of = found.stream().filter(v -> v.type() == type).toList();
            if (of.isEmpty()) continue;
            // More reads may be out of bounds that other reads set, or the amounts of the adds.
            boolean exact = type == AnomalyType.COUNT_GOES_BACK || order == Order.NONE && undecided() == null;
            anomalies.add(
                    new Anomaly(type, of.size(), exact, of.subList(0, Math.min(of.size(), options.maxWitnesses()))));
        }
        return Verdict.violated(asked.level(), asked.order(), anomalies);
    }

    /** Why bounds do not decide; null if they do. */
    private String undecided() {
        for (int key = 0; key < history.keys(); key++) {
            if (step(key) == 0 && !reads.get(key).isEmpty()) {
                return "each read is within bounds, which is not all that can be asked where adds differ in what they add";
            }
        }
        return null;
    }

    /** What every add to a counter adds, a positive number; 0 if they differ. */
    private long step(int key) {
        long step = adds.get(key).isEmpty() ? 1 : amount(adds.get(key).get(0));
        for (int add : adds.get(key)) if (amount(add) != step) return 0;
        return Math.max(0, step);
    }

    private long amount(int operation) {
        return history.valueAtom(history.version(operation));
    }

    private List<Violation> violations(Order order) {
        List<Violation> found = new ArrayList<>();
        for (int key = 0; key < history.keys(); key++) {
            switch (order) {
                case NONE -> byTotals(key, found);
                case SESSION -> bySessions(key, found);
                case PER_KEY_REAL_TIME, REAL_TIME -> byTime(key, found);
                case PER_GROUP_REAL_TIME -> throw new IllegalArgumentException("groups are not judged for a counter");
            }
        }
        return found;
    }

    private void check(int read, long least, long most, long step, Level level, List<Violation> found) {
        long count = amount(read);
        boolean whole = step == 0 || count % step == 0;
        if (count < least || count > most || !whole) {
            found.add(new Violation.CountOutOfBounds(read, OptionalInt.empty(), least, most, step, level));
        }
    }

    /** Without an order between transactions, a read may come after any adds. */
    private void byTotals(int key, List<Violation> found) {
        long least = 0;
        long most = 0;
        for (int add : adds.get(key)) {
            least += Math.min(0, amount(add));
            most += Math.max(0, amount(add));
        }
        for (int read : reads.get(key)) check(read, least, most, step(key), Level.SERIALIZABLE, found);
    }

    /** A read comes after what its session did before it, and before what that did after it. */
    private void bySessions(int key, List<Violation> found) {
        long[] before = new long[history.sessions()]; // positive adds that are sure
        long[] beforeNegative = new long[history.sessions()];
        long[] after = new long[history.sessions()]; // positive adds, sure or not
        long[] afterNegative = new long[history.sessions()];
        long positive = 0;
        long negative = 0;
        for (int add : adds.get(key)) {
            int session = history.session(transaction[add]);
            if (amount(add) > 0) after[session] += amount(add);
            else afterNegative[session] += amount(add);
            positive += Math.max(0, amount(add));
            negative += Math.min(0, amount(add));
        }
        boolean grows = negative == 0;
        int[] last = new int[history.sessions()];
        Arrays.fill(last, -1);
        List<Integer> all = new ArrayList<>(adds.get(key));
        all.addAll(reads.get(key));
        all.sort(Comparator.naturalOrder());
        for (int op : all) {
            int session = history.session(transaction[op]);
            boolean sure = history.status(transaction[op]) == Status.COMMITTED;
            if (history.isWrite(op)) {
                if (amount(op) > 0) after[session] -= amount(op);
                else afterNegative[session] -= amount(op);
                if (sure && amount(op) > 0) before[session] += amount(op);
                else if (sure) beforeNegative[session] += amount(op);
                continue;
            }
            long least = before[session] + negative - afterNegative[session];
            long most = positive - after[session] + beforeNegative[session];
            check(op, least, most, step(key), Level.SERIALIZABLE, found);
            if (grows && last[session] >= 0 && amount(last[session]) > amount(op)) {
                found.add(new Violation.CountGoesBack(last[session], op, Level.SERIALIZABLE));
            }
            last[session] = op;
        }
    }

    /** A read comes after what completed before it began, and before what began after it completed. */
    private void byTime(int key, List<Violation> found) {
        List<Integer> byCompletion = new ArrayList<>();
        for (int add : adds.get(key)) if (history.status(transaction[add]) == Status.COMMITTED) byCompletion.add(add);
        byCompletion.sort(Comparator.comparingInt(op -> history.completion(transaction[op])));
        List<Integer> byInvocation = new ArrayList<>(adds.get(key));
        byInvocation.sort(Comparator.comparingInt(op -> history.invocation(transaction[op])));
        List<Integer> begun = new ArrayList<>(reads.get(key));
        begun.sort(Comparator.comparingInt(op -> history.invocation(transaction[op])));
        List<Integer> done = new ArrayList<>(reads.get(key));
        done.sort(Comparator.comparingInt(op -> history.completion(transaction[op])));

        long[] least = new long[begun.size()];
        long[] most = new long[begun.size()];
        int next = 0;
        long sure = 0;
        long sureNegative = 0;
        for (int i = 0; i < begun.size(); i++) {
            int from = history.invocation(transaction[begun.get(i)]);
            for (;
                    next < byCompletion.size() && history.completion(transaction[byCompletion.get(next)]) < from;
                    next++) {
                long amount = amount(byCompletion.get(next));
                sure += Math.max(0, amount);
                sureNegative += Math.min(0, amount);
            }
            least[i] = sure;
            most[i] = sureNegative;
        }
        Integer[] order = new Integer[begun.size()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, Comparator.comparingInt(i -> history.completion(transaction[begun.get(i)])));
        next = 0;
        long possible = 0;
        long possibleNegative = 0;
        for (int i : order) {
            int to = history.completion(transaction[begun.get(i)]);
            for (; next < byInvocation.size() && history.invocation(transaction[byInvocation.get(next)]) < to; next++) {
                long amount = amount(byInvocation.get(next));
                possible += Math.max(0, amount);
                possibleNegative += Math.min(0, amount);
            }
            least[i] += possibleNegative;
            most[i] += possible;
        }
        boolean grows = true;
        for (int add : adds.get(key)) grows &= amount(add) >= 0;
        long step = step(key);
        int highest = -1;
        next = 0;
        int before = found.size();
        for (int i = 0; i < begun.size(); i++) {
            int read = begun.get(i);
            check(read, least[i], most[i], step, Level.STRICT_SERIALIZABLE, found);
            int from = history.invocation(transaction[read]);
            for (; next < done.size() && history.completion(transaction[done.get(next)]) < from; next++) {
                if (highest < 0 || amount(done.get(next)) > amount(highest)) highest = done.get(next);
            }
            if (grows && highest >= 0 && amount(highest) > amount(read)) {
                found.add(new Violation.CountGoesBack(highest, read, Level.STRICT_SERIALIZABLE));
            }
        }
        if (step > 0 && found.size() == before) betweenReads(begun, done, byInvocation, byCompletion, step, found);
    }

    /** Reads, all within the bounds that the beginning gives them, that contradict each other. */
    private void betweenReads(
            List<Integer> begun,
            List<Integer> done,
            List<Integer> byInvocation,
            List<Integer> byCompletion,
            long step,
            List<Violation> found) {
        int[] begins = places(begun, true);
        int[] ends = places(done, false);
        PrefixMaximum least = new PrefixMaximum(amounts(done, 1));
        int next = 0;
        for (int read : begun) {
            int from = history.invocation(transaction[read]);
            for (;
                    next < byCompletion.size() && history.completion(transaction[byCompletion.get(next)]) < from;
                    next++) {
                least.raise(before(ends, history.invocation(transaction[byCompletion.get(next)])), step);
            }
            int other = least.largest(before(ends, from));
            if (other >= 0 && least.get(other) > amount(read)) {
                found.add(between(read, done.get(other), least.get(other), Long.MAX_VALUE, step));
            }
        }
        PrefixMaximum most = new PrefixMaximum(amounts(begun, -1));
        next = 0;
        for (int read : done) {
            int to = history.completion(transaction[read]);
            for (; next < byInvocation.size() && history.invocation(transaction[byInvocation.get(next)]) < to; next++) {
                most.raise(before(begins, history.completion(transaction[byInvocation.get(next)])), -step);
            }
            int other = most.largest(before(begins, to));
            if (-most.get(other) < amount(read)) {
                found.add(between(read, begun.get(other), Long.MIN_VALUE, -most.get(other), step));
            }
        }
    }

    private static Violation between(int read, int other, long least, long most, long step) {
        return new Violation.CountOutOfBounds(
                read, OptionalInt.of(other), least, most, step, Level.STRICT_SERIALIZABLE);
    }

    private int[] places(List<Integer> operations, boolean begin) {
        return operations.stream()
                .mapToInt(op -> begin ? history.invocation(transaction[op]) : history.completion(transaction[op]))
                .toArray();
    }

    private long[] amounts(List<Integer> operations, int sign) {
        return operations.stream().mapToLong(op -> sign * amount(op)).toArray();
    }

    /** How many of the ascending places come before this one. */
    private static int before(int[] places, int place) {
        int found = Arrays.binarySearch(places, place);
        return found < 0 ? -found - 1 : found;
    }
}

package minos.judge;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.linear.BankLinearizability;
import minos.judge.linear.BankOrder;
import minos.judge.linear.BankOrder.Outcome;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.Minimum;

/**
 * Judges bank accounts by what transfers keep: the sum of all balances and, unless that is allowed, no negative one. Under parallel
 * snapshot isolation and stronger levels no update is lost, so a balance is the sum of the transfers that the reader sees, and
 * it sees each of them whole; a sum that differs violates these levels, if all accounts are read. Weaker levels allow it.
 *
 * <p>What transfers read is not recorded, but what they move is: if {@link BankLinearizability} orders them and the reads in real
 * time, every level holds, and if it cannot, strict serializability is violated. {@link BankOrder} does the same in session order.
 *
 * <p>Where there is no order, snapshot isolation is violated as well. As a transfer reads what it writes, nobody else commits a transfer of these accounts
 * between its snapshot and its commit, and it may as well have had its snapshot when it committed; a read may as well have committed when it had its snapshot.
 */
final class BankJudge {
    private final History history;
    private final Options options;
    private final List<Violation> totals = new ArrayList<>();
    private final List<Violation> negative = new ArrayList<>();
    private int reads;
    private boolean nil;
    /** What is known of an order of transfers and reads in real time; null until it is asked for. */
    private Optional<Violation> unordered;

    private final Map<Order, Outcome> outcomes = new EnumMap<>(Order.class);

    BankJudge(History history, Options options) {
        this.history = history;
        this.options = options;
        Map<Long, Integer> count = new HashMap<>();
        Map<Long, Integer> firstWith = new HashMap<>();
        long usual = 0;
        boolean closed = isClosed();
        for (int t = 0; t < history.transactions(); t++) {
            if (!isRead(t)) continue;
            reads++;
            long total = total(t);
            firstWith.putIfAbsent(total, t);
            if (count.merge(total, 1, Integer::sum) > count.getOrDefault(usual, 0) || reads == 1) usual = total;
        }
        for (int t = 0; t < history.transactions(); t++) {
            if (!isRead(t)) continue;
            long total = total(t);
            if (total != usual && closed) totals.add(new Violation.WrongTotal(t, total, firstWith.get(usual), usual));
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (balance(op) < 0) negative.add(new Violation.NegativeBalance(op));
            }
        }
    }

    /** Whether transfers are among the accounts that are read; otherwise the sum of these is not kept. */
    private boolean isClosed() {
        BitSet read = new BitSet();
        BitSet moved = new BitSet();
        for (int t = 0; t < history.transactions(); t++) {
            boolean counts = isRead(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (counts) read.set(history.key(op));
                else if (history.isWrite(op) && history.status(t) != Status.ABORTED) moved.set(history.key(op));
            }
        }
        moved.andNot(read);
        return moved.isEmpty();
    }

    private boolean isRead(int transaction) {
        int first = history.begin(transaction);
        return history.status(transaction) == Status.COMMITTED
                && first < history.end(transaction)
                && !history.isWrite(first);
    }

    private long total(int transaction) {
        long total = 0;
        for (int op = history.begin(transaction); op < history.end(transaction); op++) total += balance(op);
        return total;
    }

    private long balance(int read) {
        int version = history.version(read);
        nil |= version < 0;
        return version < 0 ? 0 : history.valueAtom(version);
    }

    Verdict verdict(Requirement asked) {
        if (asked.level().implies(Level.PARALLEL_SNAPSHOT_ISOLATION)) {
            List<Anomaly> found = new ArrayList<>();
            add(AnomalyType.WRONG_TOTAL, totals, found);
            add(AnomalyType.NEGATIVE_BALANCE, options.allowNegative() ? List.of() : negative, found);
            if (!found.isEmpty()) return Verdict.violated(asked.level(), asked.order(), found);
        }
        if (!totals.isEmpty()) {
            return unknown(asked, "balances do not have the same sum, which this level allows; no more is decided");
        }
        if (nil) return unknown(asked, "some balance is nil, which no transfer explains");
        try {
            return byOrder(asked);
        } catch (Deadline.Expired | BankLinearizability.TooMany e) {
            return unknown(asked, e.getMessage());
        }
    }

    private Verdict byOrder(Requirement asked) {
        boolean timed = asked.level().needsRealTime() || asked.order().isTimed();
        if (timed && !history.hasRealTime())
            return unknown(asked, "the history records no invocations, so there is no real time");
        if (unordered == null) unordered = new BankLinearizability(history, options.deadline()).violation();
        boolean inSessions = asked.order() != Order.NONE || asked.level().needsRealTime();
        boolean resumed = inSessions && isAnySessionResumed();
        if (unordered.isEmpty() && !resumed) return Verdict.holds(asked.level(), asked.order());
        if (unordered.isEmpty() && timed)
            return unknown(
                    asked,
                    "sessions went on after transfers whose outcome is not known, so that these come before or never");
        Outcome outcome = timed ? Outcome.REFUTED : bySessions(asked.order());
        if (outcome == Outcome.FOUND) return Verdict.holds(asked.level(), asked.order());
        if (outcome == Outcome.GIVEN_UP)
            return unknown(
                    asked, "which of many orders explains the balances of " + reads + " reads is not soon found");
        boolean partly = asked.order().isPartlyTimed() && !asked.level().needsRealTime();
        if (partly || !asked.level().implies(Level.SNAPSHOT_ISOLATION))
            return unknown(
                    asked,
                    "no order explains the balances of " + reads
                            + " reads; what transfers read is not recorded, so no more is decided");
        Anomaly anomaly = timed
                ? new Anomaly(AnomalyType.NONLINEARIZABLE, 1, false, List.of(unordered.get()))
                : new Anomaly(AnomalyType.UNORDERABLE, 1, false, List.of(withoutOrder(asked.order())));
        return Verdict.violated(asked.level(), asked.order(), List.of(anomaly));
    }

    /** Whether a session goes on after an indeterminate transfer, which then took effect before or never. */
    private boolean isAnySessionResumed() {
        BitSet crashed = new BitSet();
        for (int t : counting()) {
            if (crashed.get(history.session(t))) return true;
            if (history.status(t) == Status.INDETERMINATE) crashed.set(history.session(t));
        }
        return false;
    }

    private static Verdict unknown(Requirement asked, String why) {
        return Verdict.unknown(asked.level(), asked.order(), why);
    }

    /** What has an order by sessions has one without, and the more counts the sooner it is found. */
    private Outcome bySessions(Order asked) {
        Outcome outcome = null;
        for (Order order : List.of(Order.SESSION, Order.NONE)) {
            if (!order.implies(asked)) continue;
            outcome = outcomes.computeIfAbsent(order, o -> search(counting(), o));
            if (outcome == Outcome.FOUND) break;
        }
        return outcome;
    }

    private Outcome search(int[] transactions, Order order) {
        return new BankOrder(history, transactions, order != Order.NONE, options.deadline()).search();
    }

    /** The transactions that say what they saw, or may have taken effect. */
    private int[] counting() {
        return IntStream.range(0, history.transactions())
                .filter(t -> history.begin(t) < history.end(t))
                .filter(t -> history.status(t) == Status.COMMITTED
                        || history.status(t) == Status.INDETERMINATE && history.isWrite(history.begin(t)))
                .toArray();
    }

    /** All transfers and, of the reads, those that it takes to have no order. */
    private Violation withoutOrder(Order order) {
        int[] all = counting();
        int[] transfers = Arrays.stream(all).filter(t -> !isRead(t)).toArray();
        int[] kept = Arrays.stream(all).filter(this::isRead).toArray();
        try {
            kept = Minimum.of(kept, fewer -> search(both(transfers, fewer), order) == Outcome.REFUTED);
        } catch (Deadline.Expired e) {
            // all of them have no order, either
        }
        List<Integer> part = Arrays.stream(both(transfers, kept)).boxed().toList();
        return new Violation.Unorderable(Level.SNAPSHOT_ISOLATION, part, false, List.of());
    }

    private static int[] both(int[] some, int[] others) {
        return IntStream.concat(Arrays.stream(some), Arrays.stream(others))
                .sorted()
                .toArray();
    }

    private void add(AnomalyType type, List<Violation> violations, List<Anomaly> found) {
        if (violations.isEmpty()) return;
        int shown = Math.min(violations.size(), options.maxWitnesses());
        found.add(new Anomaly(type, violations.size(), true, violations.subList(0, shown)));
    }
}

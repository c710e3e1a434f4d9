package minos.judge;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.linear.BankLinearizability;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import minos.util.Deadline;

/**
 * Judges bank accounts by what transfers keep: the sum of all balances and, unless that is allowed, no negative one. Under parallel
 * snapshot isolation and stronger levels no update is lost, so a balance is the sum of the transfers that the reader sees, and
 * it sees each of them whole; a sum that differs violates these levels, if all accounts are read. Weaker levels allow it.
 *
 * <p>What transfers read is not recorded, but what they move is: if {@link BankLinearizability} orders them and the reads in real
 * time, every level holds, and if it cannot, strict serializability is violated.
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

    private String undecided;

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
        if (unordered == null) order();
        if (undecided != null) return unknown(asked, undecided);
        if (unordered.isEmpty()) return Verdict.holds(asked.level(), asked.order());
        boolean timed = asked.level().needsRealTime() || asked.order() == Order.REAL_TIME;
        if (timed && asked.level().implies(Level.SERIALIZABLE)) {
            Anomaly anomaly = new Anomaly(AnomalyType.NONLINEARIZABLE, 1, false, List.of(unordered.get()));
            return Verdict.violated(asked.level(), asked.order(), List.of(anomaly));
        }
        return unknown(
                asked,
                "no order in real time explains the balances of " + reads
                        + " reads; what transfers read is not recorded, so no more is decided");
    }

    private static Verdict unknown(Requirement asked, String why) {
        return Verdict.unknown(asked.level(), asked.order(), why);
    }

    private void order() {
        unordered = Optional.empty();
        if (nil) {
            undecided = "some balance is nil, which no transfer explains";
            return;
        }
        try {
            unordered = new BankLinearizability(history, options.deadline()).violation();
            if (unordered.isPresent() && !history.hasRealTime()) {
                undecided = "the order of the history does not explain the balances of " + reads
                        + " reads; no other is tried";
            }
        } catch (Deadline.Expired | BankLinearizability.TooMany e) {
            undecided = e.getMessage();
        }
    }

    private void add(AnomalyType type, List<Violation> violations, List<Anomaly> found) {
        if (violations.isEmpty()) return;
        int shown = Math.min(violations.size(), options.maxWitnesses());
        found.add(new Anomaly(type, violations.size(), true, violations.subList(0, shown)));
    }
}

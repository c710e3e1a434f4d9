package minos.judge;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;

/**
 * Judges bank accounts by what transfers keep: the sum of all balances and, unless that is allowed, no negative one. Under parallel
 * snapshot isolation and stronger levels no update is lost, so a balance is the sum of the transfers that the reader sees, and
 * it sees each of them whole; a sum that differs violates these levels. Weaker levels allow it. What a transfer read
 * is not recorded, so that a history with the right sums is not thereby shown to satisfy a level.
 */
final class BankJudge {
    private final History history;
    private final Options options;
    private final List<Violation> totals = new ArrayList<>();
    private final List<Violation> negative = new ArrayList<>();
    private int reads;

    BankJudge(History history, Options options) {
        this.history = history;
        this.options = options;
        Map<Long, Integer> count = new HashMap<>();
        Map<Long, Integer> firstWith = new HashMap<>();
        long usual = 0;
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
            if (total != usual) totals.add(new Violation.WrongTotal(t, total, firstWith.get(usual), usual));
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (balance(op) < 0) negative.add(new Violation.NegativeBalance(op));
            }
        }
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
        return version < 0 ? 0 : history.valueAtom(version);
    }

    Verdict verdict(Requirement asked) {
        if (asked.level().implies(Level.PARALLEL_SNAPSHOT_ISOLATION)) {
            List<Anomaly> found = new ArrayList<>();
            add(AnomalyType.WRONG_TOTAL, totals, found);
            add(AnomalyType.NEGATIVE_BALANCE, options.allowNegative() ? List.of() : negative, found);
            if (!found.isEmpty()) return Verdict.violated(asked.level(), asked.order(), found);
        }
        return Verdict.unknown(
                asked.level(),
                asked.order(),
                totals.isEmpty()
                        ? "the balances of " + reads
                                + " reads have the same sum; what transfers read is not recorded, so no"
                                + " more is decided"
                        : "balances do not have the same sum, which this level allows; no more is decided");
    }

    private void add(AnomalyType type, List<Violation> violations, List<Anomaly> found) {
        if (violations.isEmpty()) return;
        int shown = Math.min(violations.size(), options.maxWitnesses());
        found.add(new Anomaly(type, violations.size(), true, violations.subList(0, shown)));
    }
}

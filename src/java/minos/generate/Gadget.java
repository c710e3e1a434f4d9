package minos.generate;

import java.util.List;
import minos.history.HistoryBuilder;
import minos.history.Model;
import minos.history.Status;
import minos.model.AnomalyType;

/**
 * A small set of transactions that has one anomaly, on keys of its own: put into a history that satisfies a level, it
 * is the only thing that can be wrong with it. Each round's transactions run at the same time, in different sessions.
 */
public final class Gadget {
    /** The names of its keys in a history, where everybody can find them. */
    static final List<String> KEYS = List.of(":injected-x", ":injected-y");

    private static final int X = 0;
    private static final int Y = 1;

    private final AnomalyType type;
    private final List<List<Transaction>> rounds;

    private Gadget(AnomalyType type, List<List<Transaction>> rounds) {
        this.type = type;
        this.rounds = rounds;
    }

    record Transaction(int session, Status status, List<Op> ops) {}

    /** A write of one value, or a read: of a register the last of the values, of a list all of them. */
    record Op(boolean write, int key, long... values) {
        void record(HistoryBuilder builder, long key, boolean list) {
            if (write && list) {
                builder.append(key, values[0]);
            } else if (write) {
                builder.write(key, values[0]);
            } else if (values.length == 0) {
                builder.readInitial(key);
            } else if (list) {
                builder.beginList(key);
                for (long value : values) builder.element(value);
                builder.endList();
            } else {
                builder.read(key, values[values.length - 1]);
            }
        }
    }

    private static Op r(int key, long... values) {
        return new Op(false, key, values);
    }

    private static Op w(int key, long value) {
        return new Op(true, key, value);
    }

    private static Transaction t(int session, Op... ops) {
        return new Transaction(session, Status.COMMITTED, List.of(ops));
    }

    private static Transaction aborted(int session, Op... ops) {
        return new Transaction(session, Status.ABORTED, List.of(ops));
    }

    private static List<Transaction> at(Transaction... transactions) {
        return List.of(transactions);
    }

    /** What it shows. */
    public AnomalyType type() {
        return type;
    }

    List<List<Transaction>> rounds() {
        return rounds;
    }

    int sessions() {
        return rounds.stream()
                        .flatMap(List::stream)
                        .mapToInt(Transaction::session)
                        .max()
                        .orElse(0)
                + 1;
    }

    /**
     * Whether it can be put into a history of that model. With lists, one that wants a key's writes in both orders
     * would show in the lists themselves; single operations can only show what takes no larger transactions.
     */
    public boolean fits(Model model) {
        return switch (model) {
            case LIST_APPEND -> type != AnomalyType.NON_MONOTONIC_READ_CM && type != AnomalyType.CAUSALITY_VIOLATION_CM;
            case LWT -> rounds.stream().flatMap(List::stream).allMatch(Gadget::isLightweight);
            default -> true;
        };
    }

    /** One operation, or a compare-and-set: a read and a write of one key. */
    private static boolean isLightweight(Transaction transaction) {
        List<Op> ops = transaction.ops;
        return ops.size() == 1
                || ops.size() == 2 && !ops.get(0).write && ops.get(1).write && ops.get(0).key == ops.get(1).key;
    }

    /** The gadgets there are, weakest anomaly first. */
    public static List<Gadget> all() {
        return List.of(
                of(AnomalyType.THIN_AIR_READ, at(t(0, r(X, 1)))),
                of(AnomalyType.ABORTED_READ, at(aborted(0, w(X, 1)), t(1, r(X, 1)))),
                of(AnomalyType.FUTURE_READ, at(t(0, r(X, 1), w(X, 1)))),
                of(AnomalyType.NOT_MY_OWN_WRITE, at(t(0, w(X, 1)), t(1, w(X, 2), r(X, 1)))),
                of(AnomalyType.NOT_MY_LAST_WRITE, at(t(0, w(X, 1), w(X, 2), r(X, 1)))),
                of(AnomalyType.INTERMEDIATE_READ, at(t(0, w(X, 1), w(X, 2)), t(1, r(X, 1)))),
                of(AnomalyType.CYCLIC_CAUSALITY, at(t(0, r(X, 1), w(Y, 2)), t(1, r(Y, 2), w(X, 1)))),
                of(
                        AnomalyType.NON_MONOTONIC_READ,
                        at(t(0, w(X, 1)), t(1, r(X, 1))),
                        at(t(1, w(X, 2), w(Y, 3)), t(2, r(Y, 3), r(X, 1)))),
                of(
                        AnomalyType.NON_MONOTONIC_READ_CM,
                        at(
                                t(0, w(X, 1), w(Y, 2)),
                                t(1, w(X, 3), w(Y, 4)),
                                t(2, r(X, 1), r(Y, 4)),
                                t(3, r(X, 3), r(Y, 2)))),
                of(AnomalyType.NON_REPEATABLE_READ, at(t(0, w(X, 1)), t(1, r(X), r(X, 1)))),
                of(
                        AnomalyType.FRACTURED_READ,
                        at(t(0, w(X, 1)), t(1, r(X, 1))),
                        at(t(1, w(X, 2), w(Y, 3)), t(2, r(X, 1), r(Y, 3)))),
                of(
                        AnomalyType.FRACTURED_READ_CM,
                        at(t(0, w(X, 1), w(Y, 2)), t(1, w(X, 3), w(Y, 4)), t(2, r(X, 1), r(Y, 4)))),
                of(
                        AnomalyType.CAUSALITY_VIOLATION,
                        at(t(0, w(X, 1)), t(1, r(X, 1))),
                        at(t(1, w(X, 2), w(Y, 3)), t(2, r(Y, 3))),
                        at(t(2, r(X, 1)))),
                of(
                        AnomalyType.CAUSALITY_VIOLATION_CM,
                        at(t(0, w(X, 1)), t(1, w(X, 2)), t(2, r(X, 1)), t(3, r(X, 2))),
                        at(t(2, r(X, 2)), t(3, r(X, 1)))),
                of(AnomalyType.READ_YOUR_WRITES_VIOLATION, at(t(0, w(X, 1))), at(t(0, r(X)))),
                of(AnomalyType.MONOTONIC_READS_VIOLATION, at(t(0, w(X, 1)), t(1, r(X, 1))), at(t(1, r(X)))),
                of(AnomalyType.MONOTONIC_WRITES_VIOLATION, at(t(0, w(X, 1))), at(t(0, w(Y, 2)), t(1, r(Y, 2), r(X)))),
                of(
                        AnomalyType.WRITES_FOLLOW_READS_VIOLATION,
                        at(t(0, w(X, 1)), t(1, r(X, 1))),
                        at(t(1, w(Y, 2)), t(2, r(Y, 2), r(X)))),
                of(AnomalyType.LONG_FORK, at(t(0, w(X, 1)), t(1, w(Y, 2)), t(2, r(X, 1), r(Y)), t(3, r(X), r(Y, 2)))),
                of(AnomalyType.LOST_UPDATE, at(t(0, r(X), w(X, 1)), t(1, r(X), w(X, 2)))),
                of(AnomalyType.WRITE_SKEW, at(t(0, r(X), r(Y), w(X, 1)), t(1, r(X), r(Y), w(Y, 2)))),
                of(AnomalyType.REAL_TIME_VIOLATION, at(t(0, w(X, 1))), at(t(1, r(X)))));
    }

    @SafeVarargs
    @SuppressWarnings("varargs") // the array is only read
    private static Gadget of(AnomalyType type, List<Transaction>... rounds) {
        return new Gadget(type, List.of(rounds));
    }

    /** The gadget of that anomaly; null if there is none. */
    public static Gadget named(String name) {
        for (Gadget gadget : all()) if (gadget.type.text().equals(name)) return gadget;
        return null;
    }

    @Override
    public String toString() {
        return type.text();
    }
}

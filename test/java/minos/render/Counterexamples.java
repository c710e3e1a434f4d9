package minos.render;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Assumptions;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Assumption;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;

/**
 * A small history with one kind of violation that the engine finds in it.
 *
 * @param name  what its files are called
 * @param type  what is to be shown
 * @param level the level that it is asked for
 */
record Counterexamples(String name, AnomalyType type, Level level, Order order, String... lines) {
    private static Counterexamples of(String name, AnomalyType type, String... lines) {
        return new Counterexamples(name, type, type.level(), Order.SESSION, lines);
    }

    /** Of the order in which the database says that it committed. */
    private static Counterexamples claim(String name, AnomalyType type, Level level, String... lines) {
        return new Counterexamples(name, type, level, Order.SESSION, lines);
    }

    static final List<Counterexamples> ALL = List.of(
            of("a-thin-air-read", AnomalyType.THIN_AIR_READ, "0: w(x,1)", "1: r(x,7) w(y,1)"),
            of("a-thin-air-read-list", AnomalyType.THIN_AIR_READ, "0: append(x,1)", "1: r(x,[7 1])"),
            of("b-aborted-read", AnomalyType.ABORTED_READ, "0! w(x,1) w(y,1)", "1: r(x,1)"),
            of(
                    "b-aborted-read-list",
                    AnomalyType.ABORTED_READ,
                    "0: append(x,1)",
                    "1! append(x,7)",
                    "2: append(x,2) append(x,3) append(x,4) append(x,5) append(x,6) append(x,8)",
                    "3: r(x,[7 1 2 3 4 5 6 8])"),
            of("c-future-read", AnomalyType.FUTURE_READ, "0: w(x,1) r(x,2) w(x,2)"),
            of("d-not-my-own-write", AnomalyType.NOT_MY_OWN_WRITE, "0: w(x,1)", "1: w(x,2) r(x,1)"),
            of("d-not-my-own-write-list", AnomalyType.NOT_MY_OWN_WRITE, "0: append(x,1)", "1: append(x,2) r(x,[1])"),
            of("e-not-my-last-write", AnomalyType.NOT_MY_LAST_WRITE, "0: w(x,1) w(x,2) r(x,1)"),
            of("f-intermediate-read", AnomalyType.INTERMEDIATE_READ, "0: w(x,1) w(x,2)", "1: r(x,1)"),
            of("g-cyclic-causality", AnomalyType.CYCLIC_CAUSALITY, "0: r(x,1) w(y,1)", "1: r(y,1) w(x,1)"),
            of(
                    "h-non-monotonic-read",
                    AnomalyType.NON_MONOTONIC_READ,
                    "0: w(x,1)",
                    "1: r(x,1) w(x,2) w(y,1)",
                    "2: r(y,1) r(x,1)"),
            of(
                    "h-non-monotonic-read-initial",
                    AnomalyType.NON_MONOTONIC_READ,
                    "0: w(x,1) w(y,1)",
                    "1: r(y,1) r(x,nil)"),
            of(
                    "i-non-monotonic-read-cm",
                    AnomalyType.NON_MONOTONIC_READ_CM,
                    "0: w(x,1) w(y,1)",
                    "1: w(x,2) w(y,2)",
                    "2: r(x,2) r(y,1)",
                    "3: r(y,1) r(x,2)"),
            of("j-non-repeatable-read", AnomalyType.NON_REPEATABLE_READ, "0: w(x,1)", "1: r(x,nil) r(x,1)"),
            of(
                    "k-fractured-read",
                    AnomalyType.FRACTURED_READ,
                    "0: w(x,1)",
                    "1: r(x,1) w(x,2) w(y,1)",
                    "2: r(x,1) r(y,1)"),
            of(
                    "l-fractured-read-cm-list",
                    AnomalyType.FRACTURED_READ_CM,
                    "0: append(:cart,1)",
                    "1: append(:cart,2) append(:order,1)",
                    "2: r(:cart,[1]) r(:order,[1])",
                    "3: r(:cart,[1 2])"),
            of(
                    "l-fractured-read-cm",
                    AnomalyType.FRACTURED_READ_CM,
                    "0: w(x,1) w(y,1)",
                    "1: w(x,2) w(y,2)",
                    "2: r(x,1) r(y,2)"),
            of(
                    "m-causality-violation",
                    AnomalyType.CAUSALITY_VIOLATION,
                    "alice: w(question,1)",
                    "bob: r(question,1) w(answer,1)",
                    "carol: r(answer,1) r(question,nil)"),
            of(
                    "n-causality-violation-cm",
                    AnomalyType.CAUSALITY_VIOLATION_CM,
                    "0: w(x,1)",
                    "0: w(y,1)",
                    "1: w(x,2)",
                    "1: w(z,1)",
                    "2: r(y,1) r(x,2)",
                    "3: r(z,1) r(x,1)"),
            of("read-your-writes", AnomalyType.READ_YOUR_WRITES_VIOLATION, "0: w(x,3)", "0: w(x,5)", "0: r(x,3)"),
            of(
                    "monotonic-reads",
                    AnomalyType.MONOTONIC_READS_VIOLATION,
                    "0: append(x,3)",
                    "0: append(x,5)",
                    "4: r(x,[3 5])",
                    "4: r(x,[3])"),
            of(
                    "monotonic-writes",
                    AnomalyType.MONOTONIC_WRITES_VIOLATION,
                    "0: w(x,1)",
                    "1: r(x,1) w(x,2)",
                    "1: w(y,1)",
                    "2: r(y,1) r(x,1)"),
            of(
                    "writes-follow-reads",
                    AnomalyType.WRITES_FOLLOW_READS_VIOLATION,
                    "alice: w(question,1)",
                    "bob: r(question,1)",
                    "bob: w(answer,1)",
                    "carol: r(answer,1) r(question,nil)"),
            of(
                    "incompatible-order",
                    AnomalyType.INCOMPATIBLE_ORDER,
                    "0: append(x,1) append(x,2) append(x,3) append(x,4) append(x,5) append(x,6)",
                    "1: append(x,7)",
                    "2: append(x,8)",
                    "3: r(x,[1 2 3 4 5 6 7])",
                    "4: r(x,[1 2 3 4 5 6 8 7])"),
            of("duplicate-elements", AnomalyType.DUPLICATE_ELEMENTS, "0: append(x,1)", "1: r(x,[1 1])"),
            of(
                    "dirty-update",
                    AnomalyType.DIRTY_UPDATE,
                    "0: append(x,1) append(x,2) append(x,3) append(x,4) append(x,5) append(x,6)",
                    "1! append(x,7)",
                    "2: append(x,8)",
                    "3: r(x,[1 2 3 4 5 6 7 8])"),
            of(
                    "cyclic-versions",
                    AnomalyType.CYCLIC_VERSIONS,
                    "0: w(x,1)",
                    "1: w(x,2)",
                    "2: r(x,1)",
                    "2: r(x,2)",
                    "2: r(x,1)"),
            of(
                    "G0",
                    AnomalyType.G0,
                    "0: append(x,1) append(y,1)",
                    "1: append(x,2) append(y,2)",
                    "2: r(x,[1 2])",
                    "3: r(y,[2 1])"),
            of("G1c", AnomalyType.G1C, "0: append(x,1) append(y,1)", "1: r(x,[1]) append(y,2)", "2: r(y,[2 1])"),
            of("lost-update", AnomalyType.LOST_UPDATE, "0: r(x,nil) w(x,1)", "1: r(x,nil) w(x,2)"),
            of(
                    "long-fork",
                    AnomalyType.LONG_FORK,
                    "0: w(x,1)",
                    "1: w(y,1)",
                    "2: r(x,1) r(y,nil)",
                    "3: r(x,nil) r(y,1)"),
            of("write-skew", AnomalyType.WRITE_SKEW, "0: r(x,nil) r(y,nil) w(x,1)", "1: r(x,nil) r(y,nil) w(y,1)"),
            of("write-skew-list", AnomalyType.WRITE_SKEW, "0: r(x,[]) append(y,1)", "1: r(y,[]) append(x,1)"),
            of("G-single", AnomalyType.G_SINGLE, "0: append(x,1)", "1: append(x,2)", "0: r(x,[2])"),
            of("G-nonadjacent", AnomalyType.G_NONADJACENT, "0: w(x,1)", "0: r(y,nil)", "1: w(y,1)", "1: r(x,nil)"),
            of("G2-item", AnomalyType.G2_ITEM, "0: r(x,nil) w(y,1)", "1: r(y,nil) w(z,1)", "2: r(z,nil) w(x,1)"),
            of("real-time-violation", AnomalyType.REAL_TIME_VIOLATION, "0: w(x,1) @0-1", "1: r(x,nil) @2-3"),
            of("G1c-realtime", AnomalyType.G1C_REALTIME, "0: r(x,1) @0-1", "1: w(x,1) @2-3"),
            of(
                    "G0-realtime",
                    AnomalyType.G0_REALTIME,
                    "0: append(x,1) @0-1",
                    "1: append(x,2) @2-3",
                    "2: r(x,[2 1]) @4-5"),
            of(
                    "G-single-realtime",
                    AnomalyType.G_SINGLE_REALTIME,
                    "1: r(x,1) @1-2",
                    "2: r(x,nil) @3-4",
                    "0: w(x,1) @0-9"),
            of(
                    "G-nonadjacent-realtime",
                    AnomalyType.G_NONADJACENT_REALTIME,
                    "1: r(x,1) @3-4",
                    "2: r(y,nil) @5-6",
                    "4: r(y,1) r(x,nil) @2-9",
                    "3: w(y,1) @1-10",
                    "0: w(x,1) @0-11"),
            of(
                    "G2-item-realtime",
                    AnomalyType.G2_ITEM_REALTIME,
                    "2: w(y,1) @1-2",
                    "0: r(x,nil) @3-4",
                    "1: w(x,1) r(y,nil) @0-5"),
            of(
                    "unorderable",
                    AnomalyType.UNORDERABLE,
                    "0: w(x,1) w(a,1)",
                    "1: w(x,2) w(b,1)",
                    "2: w(y,1) w(c,1)",
                    "3: w(y,2) w(d,1)",
                    "4: r(x,1) r(c,1) r(d,1)",
                    "5: r(x,2) r(c,1) r(d,1)",
                    "6: r(y,1) r(a,1) r(b,1)",
                    "7: r(y,2) r(a,1) r(b,1)"),
            of(
                    "nonlinearizable",
                    AnomalyType.NONLINEARIZABLE,
                    "0: w(x,1) @0-1",
                    "1: w(x,2) @2-4",
                    "3: r(x,1) @5-6",
                    "3: r(x,2) @8-9",
                    "2: w(x,1) @3-10"),
            of("count-out-of-bounds", AnomalyType.COUNT_OUT_OF_BOUNDS, "0: w(likes,1) @0-1", "1: r(likes,2) @2-3"),
            of(
                    "count-goes-back",
                    AnomalyType.COUNT_GOES_BACK,
                    "1: r(likes,1) @1-2",
                    "2: r(likes,0) @3-4",
                    "0: w(likes,1) @0-5"),
            of(
                    "wrong-total",
                    AnomalyType.WRONG_TOTAL,
                    "0: r(alice,10) r(bob,0)",
                    "0: w(alice,-4) w(bob,4)",
                    "1: r(alice,6) r(bob,0)",
                    "0: r(alice,6) r(bob,4)"),
            of(
                    "missing-account",
                    AnomalyType.WRONG_TOTAL,
                    "0: r(alice,10) r(bob,0)",
                    "0: w(alice,-4) w(bob,4)",
                    "1: r(alice,6)"),
            of(
                    "phantoms",
                    AnomalyType.G2,
                    "{:process 0, :type :ok, :f :txn, :value [[:rp [:= 1] {}] [:insert :x 1]]}",
                    "{:process 1, :type :ok, :f :txn, :value [[:rp [:= 1] {}] [:insert :y 1]]}"),
            new Counterexamples(
                    "phantoms-realtime",
                    AnomalyType.G2_REALTIME,
                    Level.STRICT_SERIALIZABLE,
                    Order.REAL_TIME,
                    "{:process 1, :type :invoke, :f :txn, :value [[:r :x nil] [:insert :y 1]]}",
                    "{:process 2, :type :invoke, :f :txn, :value [[:insert :x 2]]}",
                    "{:process 2, :type :ok, :f :txn, :value [[:insert :x 2]]}",
                    "{:process 0, :type :invoke, :f :txn, :value [[:rp [:= 1] nil]]}",
                    "{:process 0, :type :ok, :f :txn, :value [[:rp [:= 1] {}]]}",
                    "{:process 1, :type :ok, :f :txn, :value [[:r :x nil] [:insert :y 1]]}"),
            of(
                    "predicate-read-miss",
                    AnomalyType.PREDICATE_READ_MISS,
                    "{:process 0, :type :ok, :f :init, :value {:x 3}}",
                    "{:process 0, :type :ok, :f :txn, :value [[:w :x 5]]}",
                    "{:process 1, :type :ok, :f :txn, :value [[:rp [:mod 2 1] {}]]}"),
            claim(
                    "claimed-stale-read",
                    AnomalyType.CLAIMED_STALE_READ,
                    Level.SNAPSHOT_ISOLATION,
                    "0: w(x,1) ^1-3",
                    "1: w(x,2) ^4-7",
                    "2: r(x,1) ^9-9"),
            claim(
                    "claimed-stale-read-of-lists",
                    AnomalyType.CLAIMED_STALE_READ,
                    Level.SERIALIZABLE,
                    "0: append(x,1) @0-1 ^-10",
                    "1: append(x,2) @2-4 ^-20",
                    "2: r(x,[1]) @3-5 ^-30"),
            claim(
                    "claimed-stale-read-whenever-it-began",
                    AnomalyType.CLAIMED_STALE_READ,
                    Level.SNAPSHOT_ISOLATION,
                    "0: w(x,1) ^-3",
                    "1: w(x,2) ^-5",
                    "2: w(y,2) ^-7",
                    "3: r(x,1) r(y,2) ^-9"),
            claim(
                    "claimed-future-read",
                    AnomalyType.CLAIMED_FUTURE_READ,
                    Level.SERIALIZABLE,
                    "0: w(x,1) ^2-8",
                    "1: r(x,1) ^4-5"),
            claim(
                    "claimed-conflict",
                    AnomalyType.CLAIMED_CONFLICT,
                    Level.SNAPSHOT_ISOLATION,
                    "0: w(x,1) ^2-6",
                    "1: w(x,2) ^4-9"),
            claim("claimed-order", AnomalyType.CLAIMED_ORDER, Level.SERIALIZABLE, "0: w(x,1) ^5-9", "0: r(y,nil) ^1-3"),
            claim(
                    "claimed-order-of-lists",
                    AnomalyType.CLAIMED_ORDER,
                    Level.SERIALIZABLE,
                    "0: append(x,1) ^4-7",
                    "1: append(x,2) ^1-3",
                    "2: r(x,[1 2]) ^8-9"),
            new Counterexamples(
                    "mixed-fractured-read",
                    AnomalyType.FRACTURED_READ,
                    Level.MIXED,
                    Order.SESSION,
                    "0: w(x,1) w(y,1) %ser",
                    "1: r(y,nil) r(x,1) %ra",
                    "2: r(y,1) r(x,1) %rc"),
            new Counterexamples(
                    "mixed-write-skew",
                    AnomalyType.WRITE_SKEW,
                    Level.MIXED,
                    Order.SESSION,
                    "0: r(x,nil) w(y,1) %ser",
                    "1: r(y,nil) w(x,1) %ser",
                    "2: r(x,1) r(y,1) %si"),
            new Counterexamples(
                    "balances-of-no-order",
                    AnomalyType.NONLINEARIZABLE,
                    Level.STRICT_SERIALIZABLE,
                    Order.REAL_TIME,
                    "0: r(alice,10) r(bob,10) @0-1",
                    "1: w(alice,-3) w(bob,3) @2-3",
                    "1: r(alice,7) r(bob,13) @4-5",
                    "0: r(alice,10) r(bob,10) @7-8",
                    "2? w(alice,-2) w(bob,2) @6-"),
            of(
                    "negative-balance",
                    AnomalyType.NEGATIVE_BALANCE,
                    "0: r(alice,10) r(bob,0)",
                    "1: r(alice,-1) r(bob,11)"));

    History history() {
        if (lines[0].startsWith("{")) return rows();
        Model model =
                switch (type) {
                    case COUNT_OUT_OF_BOUNDS, COUNT_GOES_BACK -> Model.COUNTER;
                    case WRONG_TOTAL, NEGATIVE_BALANCE -> Model.BANK;
                    case NONLINEARIZABLE -> name.startsWith("balances") ? Model.BANK : null;
                    default -> null;
                };
        return Histories.of(model, lines);
    }

    /** One with predicates, as operations of Jepsen's. */
    private History rows() {
        try {
            byte[] operations = String.join("\n", lines).getBytes(UTF_8);
            return HistoryFiles.read(new ByteArrayInputStream(operations), name, ReadOptions.DEFAULT);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The verdict on the history, with the one anomaly that is to be shown. */
    Judged judged() {
        History history = history();
        Options options = Options.DEFAULT.with(order).withAll(true).withThreads(1);
        if (type == AnomalyType.CYCLIC_VERSIONS) {
            options = options.with(Assumptions.NONE.with(Assumption.SEQUENTIAL_KEYS));
        }
        boolean claimed = type.text().startsWith("claimed");
        Requirement asked = new Requirement(level, order, claimed ? DatabaseOrder.CLAIM : DatabaseOrder.GUESS);
        List<Verdict> told = new ArrayList<>();
        Judge.judge(history, List.of(asked), options, told::add);
        Verdict verdict = told.get(0);
        List<Anomaly> found = new ArrayList<>(verdict.anomalies());
        found.addAll(Judge.phenomena(history, order, false, options)); // no verdict rests on a dirty update alone
        Anomaly shown = found.stream()
                .filter(a -> a.type() == type)
                .findFirst()
                .orElseThrow(() -> new AssertionError(name + " shows " + found));
        return new Judged(
                name,
                history,
                List.of(Verdict.violated(level, verdict.order(), List.of(shown)).with(asked.use())),
                0,
                0);
    }

    @Override
    public String toString() {
        return name;
    }
}

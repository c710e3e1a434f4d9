package minos.render;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import minos.Histories;
import minos.history.History;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Violation;

/** Verdicts made by hand, so that tests of renderings depend on no judge. */
final class Samples {
    private static final Order SESSION = Order.SESSION;

    private Samples() {}

    /** A transaction seen in part, by a commit edge with its reason. */
    static Judged fractured() {
        History history = Histories.of(
                """
                0: w(x,1) w(y,1)
                0: w(z,7) w(x,2) w(y,2)
                alice: r(z,nil) r(y,2) r(x,1)
                1! w(x,3)
                """);
        int reader = 2;
        Edge seen = Edge.wr(1, reader, 1, 4, 6);
        Edge commit = new Edge.CommitOrder(1, 0, 0, 3, OptionalInt.of(0), 7, List.of(seen));
        Anomaly anomaly = new Anomaly(
                AnomalyType.FRACTURED_READ,
                2,
                true,
                List.of(new Violation.Cycle(AnomalyType.FRACTURED_READ, List.of(Edge.so(0, 1), commit))));
        return judged("h.txt", history, Level.READ_ATOMIC, anomaly);
    }

    /** Reads that need no cycle, on lists. */
    static Judged listReads() {
        History history = Histories.of(
                """
                0: append(:k,1) append(:k,2) append(:k,3)
                1: r(:k,[1 2 3 4 5 6 7 8])
                2: r(:k,[1 2 3 4 5 6 8 7]) r(:j,nil)
                """);
        List<Anomaly> anomalies = List.of(
                new Anomaly(AnomalyType.INCOMPATIBLE_ORDER, 1, true, List.of(new Violation.IncompatibleOrder(3, 4))),
                new Anomaly(
                        AnomalyType.THIN_AIR_READ,
                        1000,
                        false,
                        List.of(
                                new Violation.ThinAirRead(3, history.element(3, 3)),
                                new Violation.ThinAirRead(4, history.element(4, 3)))));
        return new Judged(
                "lists.edn",
                history,
                List.of(
                        Verdict.violated(Level.CAUSAL, Order.NONE, anomalies),
                        Verdict.violated(Level.SERIALIZABLE, Order.NONE, anomalies.subList(0, 1))),
                1,
                0);
    }

    /** Writes that no order explains. */
    static Judged unorderable() {
        History history = Histories.of(
                """
                0: w(x,1) w(only-here,1)
                1: w(x,2)
                2: r(x,1)
                2: r(x,2)
                2: r(x,1)
                """);
        List<Edge> oneWay = List.of(
                Edge.wr(1, 3, 0, 2, 4),
                Edge.so(3, 4),
                new Edge.AntiDependency(4, 1, 0, 5, 2, List.of(Edge.assumed(0, 1, 0, 0, 2))));
        List<Edge> otherWay = List.of(
                Edge.wr(0, 2, 0, 0, 3),
                Edge.so(2, 3),
                new Edge.AntiDependency(3, 0, 0, 4, 0, List.of(Edge.assumed(1, 0, 0, 2, 0))));
        Violation witness =
                new Violation.Unorderable(Level.PREFIX, List.of(0, 1, 2, 3, 4), true, List.of(oneWay, otherWay));
        Anomaly anomaly = new Anomaly(AnomalyType.UNORDERABLE, 1, true, List.of(witness));
        return judged("u.txt", history, Level.PREFIX, anomaly);
    }

    /** Real time, and a transaction that never completed. */
    static Judged realTime() {
        History history = Histories.of(
                """
                0: r(x,2) @1-3
                1: r(x,nil) @4-9
                2? w(x,2) @0-
                """);
        List<Edge> cycle = List.of(Edge.wr(2, 0, 0, 2, 0), Edge.rt(0, 1), Edge.rw(1, 2, 0, 1, 2));
        Violation witness = new Violation.Cycle(AnomalyType.REAL_TIME_VIOLATION, cycle);
        Anomaly anomaly = new Anomaly(AnomalyType.REAL_TIME_VIOLATION, 1, true, List.of(witness));
        return judged("rt.edn", history, Level.STRICT_SERIALIZABLE, anomaly);
    }

    /** One of each answer. */
    static Judged answers() {
        History history = Histories.of("0: w(x,1)", "1: r(x,1)", "1? w(x,2) r(y,?)");
        return new Judged(
                "a.txt",
                history,
                List.of(
                        Verdict.proved(new Certificate(Level.CAUSAL, SESSION, new int[] {0, 1}, Optional.empty())),
                        Verdict.holds(Level.SNAPSHOT_ISOLATION, SESSION),
                        Verdict.unknown(Level.STRICT_SERIALIZABLE, Order.REAL_TIME, "the history has no real time")),
                4,
                2);
    }

    /** A ladder of levels. */
    static Judged ladder() {
        Judged fractured = fractured();
        List<Anomaly> anomalies = fractured.verdicts().get(0).anomalies();
        return new Judged(
                "h.txt",
                fractured.history(),
                List.of(
                        Verdict.holds(Level.READ_UNCOMMITTED, SESSION),
                        Verdict.holds(Level.CUT_ISOLATION, SESSION),
                        Verdict.holds(Level.ADYA_READ_COMMITTED, SESSION),
                        Verdict.holds(Level.READ_COMMITTED, SESSION),
                        Verdict.violated(Level.READ_ATOMIC, SESSION, anomalies),
                        Verdict.violated(Level.CAUSAL, SESSION, anomalies),
                        Verdict.unknown(Level.SNAPSHOT_ISOLATION, SESSION, "stopped after the time limit of 5 s"),
                        Verdict.unknown(Level.SERIALIZABLE, SESSION, "stopped after the time limit of 5 s"),
                        Verdict.unknown(Level.STRICT_SERIALIZABLE, Order.REAL_TIME, "the history has no real time")),
                12,
                3);
    }

    /** Keys and values that would like to take over the terminal. */
    static Judged hostile() {
        History history = Histories.of("\u001b[31m: w(k\u0007\u202e,\u001b[2J" + "漢".repeat(60) + ")");
        Violation witness = new Violation.ThinAirRead(0, history.version(0));
        Anomaly anomaly = new Anomaly(AnomalyType.THIN_AIR_READ, 1, true, List.of(witness));
        return judged("a\u001b[2Jb", history, Level.CAUSAL, anomaly);
    }

    private static Judged judged(String file, History history, Level level, Anomaly anomaly) {
        return new Judged(file, history, List.of(Verdict.violated(level, SESSION, List.of(anomaly))), 12, 3);
    }
}

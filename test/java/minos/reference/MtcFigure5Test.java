package minos.reference;

import static minos.model.Level.ADYA_READ_COMMITTED;
import static minos.model.Level.CUT_ISOLATION;
import static minos.model.Level.MONOTONIC_READS;
import static minos.model.Level.MONOTONIC_WRITES;
import static minos.model.Level.PARALLEL_SNAPSHOT_ISOLATION;
import static minos.model.Level.PREFIX;
import static minos.model.Level.READ_ATOMIC;
import static minos.model.Level.READ_COMMITTED;
import static minos.model.Level.READ_UNCOMMITTED;
import static minos.model.Level.READ_YOUR_WRITES;
import static minos.model.Level.SNAPSHOT_ISOLATION;
import static minos.model.Level.WRITES_FOLLOW_READS;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import minos.model.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The fourteen anomalies of the MTC paper (figure 5, by the descriptions in its table I) as mini-transactions: one or
 * two reads, at most two writes, and each write after a read of its key.
 */
class MtcFigure5Test {
    private static final Set<Level> UNREADABLE = EnumSet.of(READ_UNCOMMITTED, CUT_ISOLATION);

    private static final Set<Level> SESSION_GUARANTEES =
            EnumSet.of(READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS);

    private static Set<Level> with(Set<Level> levels, Level... more) {
        Set<Level> all = EnumSet.copyOf(levels);
        all.addAll(List.of(more));
        return all;
    }

    static List<Example> anomalies() {
        return List.of(
                new Example("a thin-air read", UNREADABLE, "1: r(x,1)"),
                new Example("b aborted read", UNREADABLE, "1! r(x,nil) w(x,1)", "2: r(x,1)"),
                new Example("c future read", UNREADABLE, "1: r(x,1) w(x,1)"),
                new Example("d not my last write", UNREADABLE, "1: r(x,nil) w(x,1) w(x,2) r(x,1)"),
                new Example("e not my own write", UNREADABLE, "1: r(x,nil) w(x,1)", "2: r(x,1) w(x,2) r(x,1)"),
                new Example("f intermediate read", UNREADABLE, "1: r(x,nil) w(x,1) w(x,2)", "2: r(x,1)"),
                new Example(
                        "g non-repeatable reads",
                        with(SESSION_GUARANTEES, READ_COMMITTED),
                        "1: r(x,nil) w(x,1)",
                        "2: r(x,nil) r(x,1)"),
                new Example(
                        "h session guarantee violation",
                        EnumSet.of(
                                READ_COMMITTED, CUT_ISOLATION, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS),
                        "1: r(x,nil) w(x,1)",
                        "2: r(x,1) w(x,2)",
                        "2: r(x,1)"),
                new Example(
                        "i non-monotonic read",
                        with(SESSION_GUARANTEES, ADYA_READ_COMMITTED, CUT_ISOLATION),
                        "1: r(x,nil) w(x,1)",
                        "2: r(x,1) r(y,nil) w(x,2) w(y,1)",
                        "3: r(y,1) r(x,1)"),
                new Example(
                        "j fractured read",
                        with(SESSION_GUARANTEES, READ_COMMITTED, CUT_ISOLATION),
                        "1: r(x,nil) r(y,nil) w(x,1) w(y,1)",
                        "2: r(y,nil) r(x,1)"),
                new Example(
                        "k causality violation",
                        with(SESSION_GUARANTEES, READ_ATOMIC),
                        "1: r(x,nil) w(x,1)",
                        "2: r(x,1) r(y,nil) w(y,1)",
                        "3: r(x,nil) r(y,1)"),
                new Example(
                        "l long fork",
                        EnumSet.of(PARALLEL_SNAPSHOT_ISOLATION),
                        "1: r(x,nil) w(x,1)",
                        "2: r(y,nil) w(y,1)",
                        "3: r(x,1) r(y,nil)",
                        "4: r(x,nil) r(y,1)"),
                new Example("m lost update", EnumSet.of(PREFIX), "1: r(x,nil) w(x,1)", "2: r(x,nil) w(x,2)"),
                new Example(
                        "n write skew",
                        EnumSet.of(SNAPSHOT_ISOLATION),
                        "1: r(x,nil) r(y,nil) w(x,1)",
                        "2: r(x,nil) r(y,nil) w(y,1)"));
    }

    @ParameterizedTest
    @MethodSource("anomalies")
    void reference(Example anomaly) {
        anomaly.checkReference(false);
    }

    @ParameterizedTest
    @MethodSource("anomalies")
    void engine(Example anomaly) {
        anomaly.checkEngine(false);
    }
}

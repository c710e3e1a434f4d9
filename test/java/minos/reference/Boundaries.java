package minos.reference;

import static minos.model.Level.CAUSAL;
import static minos.model.Level.CUT_ISOLATION;
import static minos.model.Level.MONOTONIC_READS;
import static minos.model.Level.MONOTONIC_WRITES;
import static minos.model.Level.PARALLEL_SNAPSHOT_ISOLATION;
import static minos.model.Level.PREFIX;
import static minos.model.Level.READ_COMMITTED;
import static minos.model.Level.READ_UNCOMMITTED;
import static minos.model.Level.READ_YOUR_WRITES;
import static minos.model.Level.SERIALIZABLE;
import static minos.model.Level.SNAPSHOT_ISOLATION;
import static minos.model.Level.STRICT_SERIALIZABLE;
import static minos.model.Level.UPDATE_ATOMIC;
import static minos.model.Level.UPDATE_SERIALIZABLE;
import static minos.model.Level.WRITES_FOLLOW_READS;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import minos.model.Level;

/** Histories between levels: for each pair of neighbours one that satisfies the weaker and breaks the stronger. */
final class Boundaries {
    static final List<Example> ALL = List.of(
            new Example(
                    "two lists of which neither is a prefix of the other",
                    EnumSet.of(CUT_ISOLATION),
                    "0: append(x,1)",
                    "1: append(x,2)",
                    "2: r(x,[1])",
                    "3: r(x,[2])"),
            new Example(
                    "two transactions that each append between the other's appends",
                    EnumSet.of(CUT_ISOLATION),
                    "0: append(x,1) append(y,1)",
                    "1: append(x,2) append(y,2)",
                    "2: r(x,[1 2])",
                    "3: r(y,[2 1])"),
            new Example(
                    "a read of what was rolled back",
                    EnumSet.of(READ_UNCOMMITTED, CUT_ISOLATION),
                    "0! w(x,1)",
                    "1: r(x,1)"),
            new Example(
                    "two transactions that each read what the other wrote",
                    EnumSet.of(READ_UNCOMMITTED, CUT_ISOLATION),
                    "0: r(x,1) w(y,1)",
                    "1: r(y,1) w(x,1)"),
            new Example(
                    "a read of a version older than one already seen",
                    withSessions(CUT_ISOLATION),
                    "0: w(x,1)",
                    "1: r(x,1) w(x,2) w(y,1)",
                    "2: r(y,1) r(x,1)"),
            new Example(
                    "a list that misses an append seen before on another key",
                    withSessions(CUT_ISOLATION),
                    "0: append(x,1) append(y,1)",
                    "1: r(y,[1]) r(x,[])"),
            new Example(
                    "a key read again, and changed meanwhile",
                    withSessions(READ_COMMITTED),
                    "0: w(x,1)",
                    "1: r(x,nil) r(x,1)"),
            new Example(
                    "half of a transaction",
                    withSessions(READ_COMMITTED, CUT_ISOLATION),
                    "0: w(x,1)",
                    "1: r(x,1) w(x,2) w(y,1)",
                    "2: r(x,1) r(y,1)"),
            new Example(
                    "halves of two transactions whose order nobody tells",
                    withSessions(READ_COMMITTED, CUT_ISOLATION),
                    "0: w(x,1) w(y,1)",
                    "1: w(x,2) w(y,2)",
                    "2: r(x,1) r(y,2)"),
            new Example(
                    "a session that forgets its own write",
                    EnumSet.of(READ_COMMITTED, CUT_ISOLATION, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS),
                    "0: w(x,1)",
                    "0: r(x,nil)"),
            new Example(
                    "a session that forgets what it read",
                    EnumSet.of(UPDATE_ATOMIC, MONOTONIC_WRITES, WRITES_FOLLOW_READS),
                    "0: w(x,1)",
                    "1: r(x,1)",
                    "1: r(x,nil)"),
            new Example(
                    "a session's second write without the first",
                    EnumSet.of(UPDATE_ATOMIC, MONOTONIC_READS, WRITES_FOLLOW_READS),
                    "0: w(x,1)",
                    "0: w(y,1)",
                    "1: r(y,1) r(x,nil)"),
            new Example(
                    "a write missed that two sessions, one after the other, lead to",
                    withSessions(UPDATE_ATOMIC),
                    "0: w(x,1)",
                    "0: w(y,1)",
                    "1: r(y,1)",
                    "1: r(x,nil)"),
            new Example(
                    "an answer without the question",
                    EnumSet.of(UPDATE_ATOMIC, MONOTONIC_READS, MONOTONIC_WRITES),
                    "0: w(x,1)",
                    "1: r(x,1) w(y,1)",
                    "2: r(y,1) r(x,nil)"),
            new Example(
                    "a long fork and a lost update",
                    EnumSet.of(CAUSAL),
                    "0: r(x,nil) w(x,1)",
                    "1: r(y,nil) w(y,1)",
                    "2: r(x,1) r(y,nil)",
                    "3: r(x,nil) r(y,1)",
                    "4: r(z,nil) w(z,1)",
                    "5: r(z,nil) w(z,2)"),
            new Example(
                    "a long fork",
                    EnumSet.of(UPDATE_SERIALIZABLE),
                    "0: w(x,1)",
                    "1: w(y,1)",
                    "2: r(x,1) r(y,nil)",
                    "3: r(x,nil) r(y,1)"),
            new Example("a lost update", EnumSet.of(PREFIX), "0: r(x,nil) w(x,1)", "1: r(x,nil) w(x,2)"),
            new Example(
                    "an append that is lost", EnumSet.of(PREFIX), "0: append(x,1)", "1: append(x,2)", "0: r(x,[2])"),
            new Example(
                    "two anti-dependencies apart from each other",
                    EnumSet.of(PREFIX, PARALLEL_SNAPSHOT_ISOLATION),
                    "0: w(x,1)",
                    "0: r(y,nil)",
                    "1: r(x,nil) w(y,1)",
                    "2: r(x,nil) w(y,2)"),
            new Example(
                    "a write skew",
                    EnumSet.of(SNAPSHOT_ISOLATION),
                    "0: r(x,nil) r(y,nil) w(x,1)",
                    "1: r(x,nil) r(y,nil) w(y,1)"),
            new Example(
                    "a write skew of lists",
                    EnumSet.of(SNAPSHOT_ISOLATION),
                    "0: r(x,[]) append(y,1)",
                    "1: r(y,[]) append(x,1)"),
            new Example(
                    "a read that misses what was complete before",
                    EnumSet.of(SERIALIZABLE),
                    "0: w(x,1) @0-1",
                    "1: r(x,nil) @2-3"),
            new Example(
                    "nothing wrong",
                    EnumSet.of(STRICT_SERIALIZABLE),
                    "0: w(x,1) @0-2",
                    "1: r(x,nil) w(y,1) @1-3",
                    "0: r(x,1) r(y,1) @4-5"));

    private Boundaries() {}

    /** Some levels, and all session guarantees. */
    private static Set<Level> withSessions(Level... levels) {
        Set<Level> all = EnumSet.of(READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES, WRITES_FOLLOW_READS);
        all.addAll(List.of(levels));
        return all;
    }
}

package minos.model;

import java.util.List;

/**
 * One step of a witness: {@code from} comes before {@code to}, and why. Transactions and operations are ids of the
 * history; {@link minos.history.History#INITIAL} as a transaction is the initial one. What does not apply is {@link #NONE}.
 *
 * @param kind    what orders the two
 * @param key     the key that it is about
 * @param fromOp  the operation of {@code from} that matters: the write (wr, ww), the read (rw)
 * @param toOp    the operation of {@code to} that matters: the read (wr), the write (ww, rw)
 * @param readOp  the read that shows it: for ww the list read that shows both versions; for co the read of {@code key}
 *                from {@code to} by a third transaction that comes after {@code from}
 * @param because for co: how {@code from} comes before the reader. At read committed, the wr edge of an earlier read
 */
public record Edge(int from, int to, Kind kind, int key, int fromOp, int toOp, int readOp, List<Edge> because) {
    public static final int NONE = Integer.MIN_VALUE;

    /** The relations, by the names of the literature; {@code CO} is a commit edge inferred from a level's axiom. */
    public enum Kind {
        SO("so"),
        WR("wr"),
        WW("ww"),
        RW("rw"),
        RT("rt"),
        CO("co");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    public static Edge so(int from, int to) {
        return new Edge(from, to, Kind.SO, NONE, NONE, NONE, NONE, List.of());
    }

    public static Edge rt(int from, int to) {
        return new Edge(from, to, Kind.RT, NONE, NONE, NONE, NONE, List.of());
    }

    public static Edge wr(int from, int to, int key, int writeOp, int readOp) {
        return new Edge(from, to, Kind.WR, key, writeOp, readOp, NONE, List.of());
    }

    public static Edge ww(int from, int to, int key, int firstWrite, int secondWrite, int readOp) {
        return new Edge(from, to, Kind.WW, key, firstWrite, secondWrite, readOp, List.of());
    }

    public static Edge rw(int from, int to, int key, int readOp, int writeOp) {
        return new Edge(from, to, Kind.RW, key, readOp, writeOp, NONE, List.of());
    }

    public static Edge co(int from, int to, int key, int fromWrite, int toWrite, int readOp, List<Edge> because) {
        return new Edge(from, to, Kind.CO, key, fromWrite, toWrite, readOp, because);
    }
}

package minos.history;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;

/**
 * A history as somebody reads it who knows where each value came from. Where values repeat, a version is not a write yet; tied,
 * each write is a version of its own, with the number of the operation. A value without a write keeps its version, counted from
 * {@link History#operations} on. Values print as these numbers.
 */
public final class Tied {
    private Tied() {}

    /**
     * {@return a history of registers, tied}
     *
     * @param history the history
     * @param source  by operation: of a write, itself; of a read, the write that it is taken to come from, or {@link History#INITIAL},
     *                {@link History#UNKNOWN}, or {@link History#operations} plus its version there
     */
    public static History registers(History history, int[] source) {
        return new History(parts(history, source));
    }

    /**
     * {@return a tied history of registers in which some transactions alone take part: all others count as aborted, and what came
     * from them is unknown}
     *
     * @param history the history
     * @param source  as in {@link #registers(History, int[])}
     * @param members the ids of those that take part
     */
    public static History registers(History history, int[] source, BitSet members) {
        int[] known = source.clone();
        for (int op = 0; op < known.length; op++) {
            boolean isRead = !history.isWrite(op) && known[op] >= 0 && known[op] < known.length;
            if (isRead && !members.get(history.transactionOf(known[op]))) known[op] = History.UNKNOWN;
        }
        return amongMembers(parts(history, known), members);
    }

    /**
     * {@return a history of lists, tied}
     *
     * @param history  the history
     * @param source   by operation: of a list read, the append that its last element is taken to come from
     * @param longest  by key: the appends that the elements of its longest list come from
     * @param deviants by list read that is no prefix of that: where its elements come from
     */
    public static History lists(History history, int[] source, int[][] longest, Map<Integer, int[]> deviants) {
        return new History(listParts(history, source, longest, deviants));
    }

    /**
     * {@return a tied history of lists in which some transactions alone take part: all others count as aborted}
     *
     * @param history the history
     * @param source  as in {@link #registers(History, int[])}; {@link History#UNKNOWN} for reads of what is not there
     * @param lists   by list read: where those of its elements come from that are there
     * @param members the ids of those that take part
     */
    public static History lists(History history, int[] source, Map<Integer, int[]> lists, BitSet members) {
        return amongMembers(listParts(history, source, new int[history.keys()][0], lists), members);
    }

    private static History amongMembers(History.Parts parts, BitSet members) {
        parts.status = parts.status.clone();
        for (int t = 0; t < parts.status.length; t++) {
            if (!members.get(t)) parts.status[t] = (byte) Status.ABORTED.ordinal();
        }
        return new History(parts);
    }

    private static History.Parts listParts(
            History history, int[] source, int[][] longest, Map<Integer, int[]> deviants) {
        History.Parts parts = parts(history, source);
        parts.listBegin = new int[longest.length + 1];
        for (int key = 0; key < longest.length; key++) {
            parts.listBegin[key + 1] = parts.listBegin[key] + longest[key].length;
        }
        parts.listVersion = new int[parts.listBegin[longest.length]];
        parts.listPosition = new int[parts.versions.size()];
        Arrays.fill(parts.listPosition, -1);
        for (int key = 0; key < longest.length; key++) {
            System.arraycopy(longest[key], 0, parts.listVersion, parts.listBegin[key], longest[key].length);
            for (int i = 0; i < longest[key].length; i++) parts.listPosition[longest[key][i]] = i;
        }
        parts.deviant = Map.copyOf(deviants);
        return parts;
    }

    private static History.Parts parts(History history, int[] source) {
        History.Parts parts = history.parts();
        parts.versions = new Versions(parts.opKey, parts.versions, parts.rows);
        parts.opVersion = source;
        parts.listBegin = null;
        parts.listVersion = null;
        parts.listPosition = null;
        parts.deviant = Map.of();
        parts.landmarks = Landmarks.NONE;
        return parts;
    }

    /** Operations first, whose values are their numbers; then the versions that there were. */
    private record Versions(int[] opKey, History.Versions before, Rows rows) implements History.Versions {
        @Override
        public int size() {
            return opKey.length + before.size();
        }

        @Override
        public int key(int version) {
            return version < opKey.length ? opKey[version] >>> 1 : before.key(version - opKey.length);
        }

        @Override
        public long atom(int version) {
            boolean absent =
                    rows != null && version >= opKey.length && before.atom(version - opKey.length) == rows.absent();
            return absent ? rows.absent() : version;
        }
    }
}

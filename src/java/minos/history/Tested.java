package minos.history;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import minos.util.Parallel;

/**
 * How much of a history could have gone wrong. A level that holds says little of a history in which hardly anything met.
 *
 * @param reads how many reads of committed transactions returned what another transaction wrote
 * @param pairs how many pairs of committed transactions were under way at the same time and used one key that one of them
 *              wrote, counted once for each such key; -1 if the history has no real time
 */
public record Tested(long reads, long pairs) {
    private static final int NOBODY = -1;
    private static final int SEVERAL = -2;

    /**
     * {@return the counts for a history} Takes time linear in it.
     *
     * @param history any
     */
    public static Tested of(History history) {
        if (!history.hasRealTime()) return new Tested(reads(history), -1);
        if (history.cuts(2).length == 2)
            return new Tested(reads(history), pairs(history)); // to wake a thread takes longer
        List<Long> counts = Parallel.run(List.of(() -> reads(history), () -> pairs(history)));
        return new Tested(counts.get(0), counts.get(1));
    }

    /**
     * {@return why nothing in a history could have gone wrong, in a sentence; empty if something could} Either nothing committed, or no
     * transaction read a key that another wrote.
     *
     * @param history any
     */
    public static Optional<String> nothing(History history) {
        boolean committed = false;
        int[] writer = new int[history.keys()];
        int[] reader = new int[history.keys()];
        Arrays.fill(writer, NOBODY);
        Arrays.fill(reader, NOBODY);
        for (int t = 0; t < history.transactions(); t++) {
            boolean counts = history.status(t) == Status.COMMITTED;
            committed |= counts;
            if (counts && history.model() == Model.MUTEX) return Optional.empty(); // nobody reads it
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (history.isWrite(op)) {
                    writer[key] = writer[key] == NOBODY || writer[key] == t ? t : SEVERAL;
                } else if (counts && history.version(op) != History.UNKNOWN) {
                    reader[key] = reader[key] == NOBODY || reader[key] == t ? t : SEVERAL;
                }
                boolean met = writer[key] != NOBODY && reader[key] != NOBODY;
                if (met && (writer[key] != reader[key] || writer[key] == SEVERAL)) return Optional.empty();
            }
        }
        return Optional.of(
                committed
                        ? "no transaction read a key that another wrote, so there is nothing to judge"
                        : "no transaction committed, so there is nothing to judge");
    }

    private static long reads(History history) {
        int[] cuts = history.cuts(Runtime.getRuntime().availableProcessors());
        long[] written = new long[0];
        for (long[] part : Parallel.ranges(cuts, (from, to) -> written(history, from, to))) {
            for (int i = 0; i < written.length; i++) part[i] |= written[i];
            written = part;
        }
        long[] all = written;
        long reads = 0;
        for (long part : Parallel.ranges(cuts, (from, to) -> reads(history, from, to, all))) reads += part;
        return reads;
    }

    /** The {@linkplain #value values} that transactions of a range wrote and did not abort, as bits; of sums the keys. */
    private static long[] written(History history, int from, int to) {
        int[] keys = history.opKey;
        int[] versions = history.opVersion;
        int none = history.versions();
        boolean sums = !history.model().isOfVersions();
        long[] written = new long[(none + history.keys() >>> 6) + 1];
        for (int t = from; t < to; t++) {
            if (history.status(t) == Status.ABORTED) continue;
            for (int op = history.begin(t), end = history.end(t); op < end; op++) {
                if ((keys[op] & 1) == 0) continue;
                int value = value(keys[op], sums ? History.INITIAL : versions[op], none);
                written[value >>> 6] |= 1L << value;
            }
        }
        return written;
    }

    /** How many reads of transactions of a range returned one of the written values that they did not write themselves. */
    private static long reads(History history, int from, int to, long[] written) {
        int[] keys = history.opKey;
        int[] versions = history.opVersion;
        int none = history.versions();
        boolean sums = !history.model().isOfVersions();
        int[] own =
                new int[1 << 12]; // by the last bits of a value: one more than the last transaction to write such a one
        int mask = own.length - 1;
        long reads = 0;
        for (int t = from; t < to; t++) {
            if (history.status(t) != Status.COMMITTED) continue;
            int begin = history.begin(t);
            int end = history.end(t);
            for (int op = begin; op < end; op++) {
                if ((keys[op] & 1) != 0) own[value(keys[op], versions[op], none) & mask] = t + 1;
            }
            for (int op = begin; op < end; op++) {
                if ((keys[op] & 1) != 0 || versions[op] == History.UNKNOWN) continue;
                int value = value(keys[op], versions[op], none);
                boolean others = isWritten(written, value)
                        && (own[value & mask] != t + 1 || !writes(history, begin, end, value));
                if (sums ? versions[op] >= 0 && isWritten(written, none + (keys[op] >>> 1)) : others) reads++;
            }
        }
        return reads;
    }

    private static boolean isWritten(long[] written, int value) {
        return (written[value >>> 6] >>> value & 1) != 0;
    }

    /** A number for what an operation read or wrote: the version, or from {@code none} on, that its key has none. */
    private static int value(int key, int version, int none) {
        return version == History.INITIAL ? none + (key >>> 1) : version;
    }

    private static boolean writes(History history, int begin, int end, int value) {
        int none = history.versions();
        for (int op = begin; op < end; op++) {
            if (history.isWrite(op) && value(history.opKey[op], history.version(op), none) == value) return true;
        }
        return false;
    }

    /** Goes through the history from place to place, and counts for each key who has it in use. */
    private static long pairs(History history) {
        int places = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.COMMITTED) places = Math.max(places, history.completion(t) + 1);
        }
        int[] at = new int[places]; // a transaction that is invoked there, or the complement of one that completes
        Arrays.fill(at, Integer.MAX_VALUE);
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.COMMITTED) continue;
            at[history.invocation(t)] = t;
            at[history.completion(t)] = ~t;
        }
        int[] readers = new int[history.keys()];
        int[] writers = new int[history.keys()];
        int[] seen =
                new int[history.keys()]; // by key: the last transaction looked at, doubled, and one more if it writes
        Arrays.fill(seen, -1);
        long pairs = 0;
        for (int event : at) {
            if (event == Integer.MAX_VALUE) continue;
            int t = event < 0 ? ~event : event;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (history.isWrite(op)) seen[key] = 2 * t + 1;
                else if (seen[key] != 2 * t + 1) seen[key] = 2 * t;
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (seen[key] < 0) continue; // counted
                boolean writes = seen[key] % 2 == 1;
                seen[key] = -1;
                int[] users = writes ? writers : readers;
                if (event < 0) {
                    users[key]--;
                } else {
                    pairs += writers[key] + (writes ? readers[key] : 0);
                    users[key]++;
                }
            }
        }
        return pairs;
    }

    /** {@return the counts in a phrase, as in {@code 1,204 reads of other transactions' writes}} */
    @Override
    public String toString() {
        String read = grouped(reads) + (reads == 1 ? " read" : " reads") + " of other transactions' writes";
        if (pairs < 0) return read;
        return read + ", " + grouped(pairs) + (pairs == 1 ? " concurrent pair" : " concurrent pairs") + " on one key";
    }

    /** By thousands. A {@link java.util.Formatter} would take as long as judging a small history. */
    private static String grouped(long number) {
        StringBuilder digits = new StringBuilder().append(number);
        for (int at = digits.length() - 3; at > 0; at -= 3) digits.insert(at, ',');
        return digits.toString();
    }
}

package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;
import minos.history.History;
import minos.model.Certificate;
import minos.util.IntList;

/** A commit order, asked for what a read could find where it stands. */
final class CommitPlaces {
    /** How many candidates on one side of a reader to look at before all are. */
    private static final int NEAR = 64;

    private final History history;
    private final int[] commits;
    /** By transaction: its place, or {@code NONE}. */
    private final int[] place;
    /** By transaction: how many commits it sees. */
    private final int[] sees;
    /** By key, if it was {@linkplain #index indexed}: its last writes by place, and these places. */
    private final IntList[] writes;

    private final IntList[] placeOfWrite;

    /** @param certificate empty for the order of the history */
    CommitPlaces(History history, Optional<Certificate> certificate) {
        this.history = history;
        place = new int[history.transactions()];
        sees = new int[place.length];
        commits = certificate.map(Certificate::commits).orElseGet(() -> identity(place.length));
        Arrays.fill(place, NONE);
        Optional<int[]> snapshots = certificate.flatMap(Certificate::snapshots);
        for (int i = 0; i < commits.length; i++) {
            place[commits[i]] = i;
            sees[commits[i]] = snapshots.isPresent() ? snapshots.get()[i] : i;
        }
        writes = new IntList[history.keys()];
        placeOfWrite = new IntList[history.keys()];
    }

    private static int[] identity(int length) {
        int[] all = new int[length];
        for (int i = 0; i < length; i++) all[i] = i;
        return all;
    }

    /** The place of a transaction; {@code NONE} if it does not take part. */
    int of(int transaction) {
        return place[transaction];
    }

    /** Makes {@link #visible} possible for these keys. */
    void index(BitSet keys) {
        for (int key = keys.nextSetBit(0); key >= 0; key = keys.nextSetBit(key + 1)) {
            writes[key] = new IntList();
            placeOfWrite[key] = new IntList();
        }
        for (int i = 0; i < commits.length; i++) {
            for (int op = history.begin(commits[i]); op < history.end(commits[i]); op++) {
                int key = history.key(op);
                if (!history.isWrite(op) || writes[key] == null) continue;
                if (!placeOfWrite[key].isEmpty() && placeOfWrite[key].last() == i) {
                    writes[key].set(writes[key].size() - 1, op);
                } else {
                    writes[key].add(op);
                    placeOfWrite[key].add(i);
                }
            }
        }
    }

    /** The write of a key that a transaction sees, {@link History#INITIAL} if there is none before it. */
    int visible(int reader, int key) {
        int[] places = placeOfWrite[key].array();
        int low = Arrays.binarySearch(places, 0, placeOfWrite[key].size(), sees[reader]);
        if (low < 0) low = -low - 1;
        return low == 0 ? History.INITIAL : writes[key].get(low - 1);
    }

    /** The latest of some writes that commits before a reader; {@link Sources#OPEN} if none does. */
    int latest(int reader, int[] candidates) {
        int near = Arrays.binarySearch(candidates, history.begin(reader));
        if (near < 0) near = -near - 1;
        int found = latest(reader, candidates, Math.max(0, near - NEAR), Math.min(candidates.length, near + NEAR));
        return found != Sources.OPEN ? found : latest(reader, candidates, 0, candidates.length);
    }

    private int latest(int reader, int[] candidates, int from, int to) {
        int found = Sources.OPEN;
        int best = NONE;
        for (int i = from; i < to; i++) {
            if (candidates[i] == History.INITIAL) {
                if (found == Sources.OPEN) found = History.INITIAL;
                continue;
            }
            int at = place[history.transactionOf(candidates[i])];
            if (at <= best || at >= place[reader]) continue;
            best = at;
            found = candidates[i];
        }
        return found;
    }

    /** Some writes, those that commit before a reader first, the latest of them first; then the others, the earliest first. */
    int[] nearestFirst(int reader, int[] candidates) {
        long[] sorted = new long[candidates.length];
        for (int i = 0; i < candidates.length; i++) {
            int at = candidates[i] == History.INITIAL ? NONE : place[history.transactionOf(candidates[i])];
            boolean takesPart = candidates[i] == History.INITIAL || at != NONE;
            long distance = !takesPart
                    ? Integer.MAX_VALUE
                    : at < place[reader] ? place[reader] - at : place.length + at - place[reader];
            sorted[i] = distance << 32 | i;
        }
        Arrays.sort(sorted);
        int[] nearest = new int[candidates.length];
        for (int i = 0; i < nearest.length; i++) nearest[i] = candidates[(int) sorted[i]];
        return nearest;
    }
}

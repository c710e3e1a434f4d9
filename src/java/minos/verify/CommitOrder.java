package minos.verify;

import java.util.Arrays;
import java.util.stream.IntStream;
import minos.history.History;
import minos.history.Status;
import minos.model.Certificate;
import minos.model.Order;
import minos.model.Requirement;
import minos.util.IntList;

/**
 * The commit order that a certificate names, beside the history that it is for: whether it has the right transactions, and
 * keeps the order that it promises to keep. One look at each transaction; for real time, a binary search more.
 */
final class CommitOrder {
    final History history;
    final Certificate certificate;
    /** By transaction: its place in the commit order, or -1. */
    final int[] place;

    CommitOrder(History history, Certificate certificate) {
        this.history = history;
        this.certificate = certificate;
        place = new int[history.transactions()];
        Arrays.fill(place, -1);
    }

    void verify() throws Refused {
        places();
        if (certificate.order() != Order.NONE) sessionOrder();
        if (certificate.order().isTimed() || certificate.level().needsRealTime()) realTime();
    }

    private void places() throws Refused {
        for (int i = 0; i < certificate.commits().length; i++) {
            int t = certificate.commits()[i];
            if (t < 0 || t >= place.length) throw new Refused("the history has no T" + t);
            if (place[t] >= 0) throw new Refused("T" + t + " commits twice");
            if (history.status(t) == Status.ABORTED) throw new Refused("T" + t + " aborted");
            place[t] = i;
        }
        for (int t = 0; t < place.length; t++) {
            if (place[t] < 0 && history.status(t) == Status.COMMITTED)
                throw new Refused("T" + t + " committed, but is missing");
        }
    }

    private void sessionOrder() throws Refused {
        int[] last = new int[history.sessions()];
        Arrays.fill(last, -1);
        for (int t = 0; t < place.length; t++) {
            if (place[t] < 0) continue;
            int before = last[history.session(t)];
            if (before >= 0 && place[before] > place[t]) throw new Refused(against(before, t, "session order"));
            if (before >= 0 && isAfterSnapshot(before, t)) throw new Refused(unseen(before, t));
            last[history.session(t)] = t;
        }
    }

    /** Nobody may commit (or take a snapshot) before one that completed before it was invoked. */
    private void realTime() throws Refused {
        if (!history.hasRealTime()) throw new Refused("the history has no real time");
        Completions completions =
                new Completions(history, new Requirement(certificate.level(), certificate.order()).order());
        int[] latest = new int[completions.groups()];
        Arrays.fill(latest, -1);
        for (int t : certificate.commits()) {
            for (int group : completions.groups(t)) {
                int last = latest[group];
                if (last >= 0 && history.completion(t) < history.invocation(last)) {
                    throw new Refused(against(t, last, "real time"));
                }
                if (last < 0 || history.invocation(t) > history.invocation(last)) latest[group] = t;
            }
        }
        if (certificate.snapshots().isEmpty()) return;
        int[][] lastPlaced = new int[completions.groups()][]; // among the first so many completions, who commits last
        for (int group = 0; group < lastPlaced.length; group++) lastPlaced[group] = lastPlaced(completions, group);
        for (int t : certificate.commits()) {
            for (int group : completions.groups(t)) {
                int before = lastPlaced[group][completions.before(group, t)];
                if (before >= 0 && isAfterSnapshot(before, t)) throw new Refused(unseen(before, t));
            }
        }
    }

    private int[] lastPlaced(Completions completions, int group) {
        int[] last = new int[completions.size(group) + 1];
        last[0] = -1;
        for (int i = 0; i + 1 < last.length; i++) {
            int t = completions.transaction(group, i);
            last[i + 1] = last[i] < 0 || place[t] > place[last[i]] ? t : last[i];
        }
        return last;
    }

    /** Whether the level has snapshots and that of {@code t} does not contain {@code other}. */
    boolean isAfterSnapshot(int other, int t) {
        return certificate.snapshots().isPresent()
                && place[other] >= certificate.snapshots().get()[place[t]];
    }

    private static String against(int first, int second, String order) {
        return "T" + second + " commits before T" + first + ", against " + order;
    }

    static String unseen(int first, int second) {
        return "the snapshot of T" + second + " does not contain T" + first + ", which comes before it";
    }

    /**
     * The committed transactions in the order of their completions, which is the order of their numbers: all of them in one group or,
     * where real time counts per key, a group for each key of those that use it, or else the groups that they name.
     */
    static final class Completions {
        private static final int[] ALL = {0};
        private static final int[] NO_GROUP = {};

        private final History history;
        private final Order order;
        private final int[][] completed;

        Completions(History history, Order order) {
            this.history = history;
            this.order = order;
            int groups =
                    switch (order) {
                        case PER_KEY_REAL_TIME -> history.keys();
                        case PER_GROUP_REAL_TIME -> history.groups();
                        case NONE, SESSION, REAL_TIME -> 1;
                    };
            IntList[] found = new IntList[groups];
            Arrays.setAll(found, any -> new IntList());
            for (int t = 0; t < history.transactions(); t++) {
                if (history.status(t) == Status.COMMITTED) for (int group : groups(t)) found[group].add(t);
            }
            completed = Arrays.stream(found).map(IntList::toArray).toArray(int[][]::new);
        }

        int groups() {
            return completed.length;
        }

        /** The groups that a transaction belongs to. */
        int[] groups(int t) {
            if (order == Order.PER_GROUP_REAL_TIME)
                return history.group(t) < 0 ? NO_GROUP : new int[] {history.group(t)};
            if (order != Order.PER_KEY_REAL_TIME) return ALL;
            return IntStream.range(history.begin(t), history.end(t))
                    .map(history::key)
                    .distinct()
                    .toArray();
        }

        int size(int group) {
            return completed[group].length;
        }

        int transaction(int group, int index) {
            return completed[group][index];
        }

        /** How many of a group completed before {@code t} was invoked. */
        int before(int group, int t) {
            int low = 0;
            int high = completed[group].length;
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (history.completion(completed[group][middle]) < history.invocation(t)) low = middle + 1;
                else high = middle;
            }
            return low;
        }

        /** The place of {@code t} in a group, or a negative number if it did not commit. */
        int indexOf(int group, int t) {
            return Arrays.binarySearch(completed[group], t);
        }
    }

    /** The writers of each key in commit order: its version order. Each question is a binary search. */
    static final class VersionOrders {
        private final int[] begin;
        private final int[] writer;
        /** By place in {@link #writer}: how many writes of the key it made, with all before it. */
        private final int[] writes;

        private final int[] place;

        VersionOrders(CommitOrder order) {
            History history = order.history;
            place = order.place;
            begin = new int[history.keys() + 1];
            int[] last = new int[history.keys()];
            for (int t : order.certificate.commits()) {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (!history.isWrite(op) || last[history.key(op)] == t + 1) continue;
                    last[history.key(op)] = t + 1;
                    begin[history.key(op) + 1]++;
                }
            }
            for (int k = 0; k < history.keys(); k++) begin[k + 1] += begin[k];
            writer = new int[begin[history.keys()]];
            writes = new int[writer.length];
            int[] next = begin.clone();
            Arrays.fill(last, 0);
            for (int t : order.certificate.commits()) {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int key = history.key(op);
                    if (!history.isWrite(op)) continue;
                    if (last[key] != t + 1) {
                        last[key] = t + 1;
                        writer[next[key]++] = t;
                    }
                    writes[next[key] - 1]++;
                }
            }
            for (int k = 0; k < history.keys(); k++) {
                for (int i = begin[k] + 1; i < begin[k + 1]; i++) writes[i] += writes[i - 1];
            }
        }

        /** How many writes of the key there are up to those of {@code t}. */
        int writesUpTo(int key, int t) {
            return t == History.INITIAL ? 0 : writes[firstFrom(key, place[t])];
        }

        /** The last writer of the key among the first {@code commits} commits; {@link History#INITIAL} if there is none. */
        int lastBefore(int key, int commits) {
            int index = firstFrom(key, commits) - 1;
            return index < begin[key] ? History.INITIAL : writer[index];
        }

        /** The next writer of the key after {@code t} (or after the initial state); -1 if there is none. */
        int after(int key, int t) {
            int index = firstFrom(key, t == History.INITIAL ? 0 : place[t] + 1);
            return index == begin[key + 1] ? -1 : writer[index];
        }

        private int firstFrom(int key, int commits) {
            int low = begin[key];
            int high = begin[key + 1];
            while (low < high) {
                int middle = (low + high) >>> 1;
                if (place[writer[middle]] < commits) low = middle + 1;
                else high = middle;
            }
            return low;
        }
    }
}

package minos.judge.live;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Map;
import java.util.TreeMap;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.Status;
import minos.util.IntList;

/**
 * Finds out what may be forgotten: how long a beginning D of the settled order there is such that the whole history satisfies a level, from
 * causal on, if and only if what is left does that begins with the state that D leaves.
 *
 * <p>What must come first is known from {@link Spans}: by real time, a transaction that completed before another was invoked; or by fences.
 * All of D ends before whatever is open or yet to come begins. In D the last write of each key comes after the others of that key in
 * every order there may be; or one that is left and has ended, too, follows them all, so that nobody may read them again. Whoever is left
 * and writes a key that D writes comes after all who do so in D; whoever is left and read a version of D read the last. Then to put all
 * of D before the rest makes no order that was right wrong: what reads from D reads its last versions, no dependency and no
 * anti-dependency leads from the rest into D, and D by itself has an order. And whatever reads a version of D that is forgotten violates
 * the level, as it does when nobody has written that version.
 *
 * <p>Nobody knows when a transaction without an outcome takes effect, if it ever does. It is kept as long as nobody has read from it; and
 * as it happens as a whole, those that write several keys hold back whatever they might come before; what replaces a version that one of them
 * read is held back, too, and so is what comes after one in its session.
 *
 * <p>Two writes of a key that overlap, and that nobody has read or replaced since, are such that what they leave is not known: they hold
 * back all that comes later.
 *
 * <p>What is left of a session must come after what is forgotten of it. Real time sees to that. With fences, what is forgotten ends with
 * one, and the next one there is reads from it. So a session that goes on with a fence comes after all of it; any other does by its last
 * fence in D, which stays therefore, and so do all fences after that one, as each reads from the one before. They use no key but their
 * own, and all that is left of the session comes after its last fence: to put the rest of D before them makes no order wrong, either.
 * Otherwise a session that ended without an outcome would keep all fences from then on. So what nobody has read of it, if it is a write of one key
 * and nothing is known of what it read, does not count: whoever reads it yet comes after what is forgotten, and of all that only the writes of that
 * key tell where it stands; these it must follow, or they would come between. So an order has it behind what is forgotten, or can.
 *
 * <p>Linear in what is there, but for looking back along versions of a key that are not ordered.
 */
final class Forgetting {
    private static final int NONE = -1;
    /** How many versions of a key are looked back through. */
    private static final int LONGEST_WAY = 256;

    /** Since when and until when a transaction may have happened: one that ends before another begins comes first in every order. */
    interface Spans {
        int from(int transaction);

        int until(int transaction);

        /** What is open or yet to come begins here or later. */
        int horizon();
    }

    private final Recorded recorded;
    private final GrowingHistory history;
    private final Spans spans;
    private final int[] order;
    /** By place in the order. */
    private final int[] until;
    /** By number of forgotten transactions: how much more speaks against it than against one fewer. */
    private final int[] against;

    // Writes, the last of each transaction and key, in the order; by key the last one.
    private final IntList place = new IntList();
    private final IntList version = new IntList();
    private final IntList before = new IntList();
    private final IntList end = new IntList();
    private final IntList latestEnd = new IntList();
    /** The first write of the key that may come after this one for all that is known when it is made. */
    private final IntList beside = new IntList();
    /** Those that come after all before in every order. */
    private final BitSet follows = new BitSet();

    private final int[] last;
    /** By transaction: its place in the order. */
    private final int[] placeOf;

    private final BitSet kept = new BitSet();
    private final BitSet trimmed = new BitSet();
    private final BitSet state = new BitSet();
    private final IntList first = new IntList();
    private final int fences;
    private int forgotten;

    /**
     * @param order   a commit order of all that takes part
     * @param settled how much of it may be forgotten at most
     * @param fences  the key of fences; -1 for none
     */
    Forgetting(Recorded recorded, int[] order, int settled, Spans spans, int fences) {
        this.fences = fences;
        this.recorded = recorded;
        this.history = recorded.history;
        this.order = order;
        this.spans = spans;
        until = new int[order.length];
        against = new int[order.length + 2];
        last = new int[history.keys()];
        Arrays.fill(last, NONE);
        placeOf = new int[history.transactions()];
        Arrays.fill(placeOf, NONE);
        for (int p = 0; p < order.length; p++) placeOf[order[p]] = p;
        ends();
        for (int p = 0; p < order.length; p++) {
            // What is open comes again when it ends, with what it read.
            if (until[p] >= spans.horizon() || recorded.isOpen(order[p])) forbid(p, order.length);
            for (int op = history.begin(order[p]); op < history.end(order[p]); op++) {
                if (!history.isWrite(op)) reads(order[p], p, op);
            }
            for (int op = history.begin(order[p]); op < history.end(order[p]); op++) {
                if (history.isWrite(op) && recorded.isLast(history.version(op), order[p], history.key(op)))
                    writes(p, op);
            }
        }
        for (int key = 0; key < last.length; key++) lasts(key);
        unknown();
        for (int count = 0, sum = 0; count <= settled; count++) {
            sum += against[count];
            if (sum == 0) forgotten = count;
        }
        if (forgotten > 0) keep();
    }

    /** How many transactions of the order are forgotten, but for what they wrote last. */
    int forgotten() {
        return forgotten;
    }

    /** How many transactions stay, or something of them. */
    int left() {
        return first.size() + kept.cardinality();
    }

    /**
     * Leaves in the history what stays. What is forgotten is there as what the transactions wrote that left the state. With fences, these
     * are put into one session, a fence last, that all others come after by the next fence.
     */
    void forget() {
        if (fences == NONE) {
            for (int t : first.toArray()) kept.set(t);
            first.clear();
        }
        history.forget(first.toArray(), kept::get, (t, op) -> !trimmed.get(t) || state.get(op));
    }

    /** No number of transactions above the first place and up to the second may be forgotten. */
    private void forbid(int above, int upTo) {
        against[above + 1]++;
        against[upTo + 1]--;
    }

    /** Who was read from happened before its readers ended; that is all there is to know of who has no outcome, or no fence behind it. */
    private void ends() {
        for (int p = 0; p < order.length; p++) until[p] = spans.until(order[p]);
        for (int p = order.length - 1; p >= 0; p--) {
            for (int op = history.begin(order[p]); op < history.end(order[p]); op++) {
                int source = history.isWrite(op) ? Recorded.NOBODY : recorded.writer(history.version(op));
                if (source == Recorded.NOBODY || placeOf[source] == NONE) continue;
                until[placeOf[source]] = Math.min(until[placeOf[source]], until[p]);
            }
        }
    }

    /** @param p the place of the reader in the order, or behind it */
    private void reads(int t, int p, int op) {
        int read = history.version(op);
        if (read == History.UNKNOWN || read >= 0 && recorded.writer(read) == t) return;
        int next = NONE;
        int write = last[history.key(op)];
        for (int steps = 0; write != NONE && version.get(write) != read; write = before.get(write)) {
            if (++steps == LONGEST_WAY) {
                forbid(0, p);
                return;
            }
            next = write;
        }
        if (next != NONE) forbid(place.get(next), p);
        if (write == NONE || follows.get(write)) return;
        int previous = before.get(write);
        // Whoever begins after all of them and reads this one tells that it is the last.
        if (next == NONE && (previous == NONE || latestEnd.get(previous) < spans.from(t))) follows.set(write);
        else forbid(place.get(write), p);
    }

    private void writes(int p, int op) {
        int key = history.key(op);
        int previous = last[key];
        int from = spans.from(order[p]);
        boolean afterAll = previous == NONE || latestEnd.get(previous) < from || isNext(p, previous, key);
        beside.add(afterAll ? NONE : place.get(firstBeside(previous, from)));
        int id = place.size();
        place.add(p);
        version.add(history.version(op));
        before.add(previous);
        end.add(until[p]);
        latestEnd.add(previous == NONE ? until[p] : Math.max(until[p], latestEnd.get(previous)));
        if (afterAll) follows.set(id);
        last[key] = id;
    }

    /** Whether a transaction comes after a writer of the key that comes after all those before: in its session, or as it read from it. */
    private boolean isNext(int p, int previous, int key) {
        if (!follows.get(previous)) return false;
        int t = order[p];
        if (history.session(order[place.get(previous)]) == history.session(t)) return true;
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.key(op) != key) continue;
            return !history.isWrite(op) && history.version(op) == version.get(previous);
        }
        return false;
    }

    /** The first write of a key, from one on backwards, that is not over at some time. */
    private int firstBeside(int write, int from) {
        int first = write;
        for (int w = write, steps = 0; w != NONE && latestEnd.get(w) >= from; w = before.get(w)) {
            if (end.get(w) >= from || ++steps > LONGEST_WAY) first = w;
        }
        return first;
    }

    /** A write that would be the state must be known to be the last; or it has to be known that nobody may read it. */
    private void lasts(int key) {
        int next = order.length;
        int latest = NONE; // of the writers behind that have ended: since when the last of them
        for (int w = last[key]; w != NONE; w = before.get(w)) {
            if (!follows.get(w)) forbid(beside.get(w), place.get(w));
            boolean dead = latest > latestEnd.get(w);
            boolean outcome = history.status(order[place.get(w)]) == Status.COMMITTED;
            if (!dead && (!follows.get(w) || !outcome)) forbid(place.get(w), next);
            if (dead && !outcome) forbid(place.get(w), next); // it would be kept as if nobody had read it
            next = place.get(w);
            if (end.get(w) < spans.horizon()) latest = Math.max(latest, spans.from(order[next]));
        }
    }

    /** What may still take effect, as a whole. */
    private void unknown() {
        BitSet ordered = new BitSet();
        for (int t : order) ordered.set(t);
        for (int t = 0; t < history.ended(); t++) {
            if (ordered.get(t) || history.status(t) == Status.ABORTED) continue;
            kept.set(t);
            int next = recorded.next(t);
            if (next != NONE && placeOf[next] != NONE) forbid(placeOf[next], order.length);
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) reads(t, order.length, op);
            }
            Map<Integer, Integer> keys = new TreeMap<>();
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op)) keys.put(history.key(op), last[history.key(op)]);
            }
            if (keys.size() < 2) continue;
            for (int write : keys.values()) {
                if (write == NONE || latestEnd.get(write) < spans.from(t)) continue;
                forbid(place.get(firstBeside(write, spans.from(t))), order.length);
            }
        }
    }

    private void keep() {
        int fence = NONE; // last, so that who comes after it comes after all of them
        int fencesFrom = fences == NONE ? forgotten : keepFences();
        for (int p = forgotten; p < order.length; p++) kept.set(order[p]);
        for (int key = 0; key < last.length; key++) {
            int write = last[key];
            int end = key == fences ? fencesFrom : forgotten;
            while (write != NONE && place.get(write) >= end) write = before.get(write);
            if (write == NONE || !follows.get(write)) continue;
            int t = order[place.get(write)];
            if (!trimmed.get(t) && key != fences) first.add(t);
            trimmed.set(t);
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) && history.version(op) == version.get(write)) state.set(op);
            }
            if (key == fences) fence = t;
        }
        if (fence != NONE) first.add(fence);
        else if (fences != NONE) forgotten = 0;
    }

    /**
     * Keeps the fences by which what is left of a session that does not go on with one comes after what is forgotten: the last one of that
     * session, and those of all sessions since.
     *
     * @return the place of the first of them; 0 if that cannot be done
     */
    private int keepFences() {
        int from = firstFence();
        for (int p = from; p < forgotten; p++) {
            if (!isFence(order[p])) continue;
            for (int op = history.begin(order[p]); op < history.end(order[p]); op++) {
                if (history.key(op) != fences) return 0; // it belongs to the state, or reads what may be forgotten
            }
        }
        for (int p = from; p < forgotten; p++) {
            if (isFence(order[p])) kept.set(order[p]);
        }
        return from;
    }

    private int firstFence() {
        int[] fence = new int[history.sessions()]; // the place of the last one of each session that is not left
        Arrays.fill(fence, NONE);
        BitSet begun = new BitSet();
        for (int p = 0; p < forgotten; p++) {
            int session = history.session(order[p]);
            if (!history.isEarlier(session)) begun.set(session);
            if (isFence(order[p])) fence[session] = p;
        }
        int from = forgotten;
        for (int t = 0; t < history.transactions(); t++) {
            boolean left =
                    placeOf[t] == NONE ? history.status(t) != Status.ABORTED && !isAlone(t) : placeOf[t] >= forgotten;
            int session = history.session(t);
            if (!left || !begun.get(session)) continue;
            begun.clear(session); // what comes after this one in its session is tied with it
            if (placeOf[t] != NONE && isFence(t)) continue;
            from = Math.min(from, Math.max(0, fence[session]));
        }
        return from;
    }

    /**
     * Whether nothing ties a transaction without an outcome, which nobody has read from, to what came before it in its session: it is over, nothing
     * is known of what it read, and it writes one key at most, no fence.
     */
    private boolean isAlone(int transaction) {
        if (recorded.isOpen(transaction)) return false;
        int written = NONE;
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            int key = history.key(op);
            if (!history.isWrite(op) && history.version(op) == History.UNKNOWN) continue;
            if (!history.isWrite(op) || key == fences || written != NONE && written != key) return false;
            written = key;
        }
        return true;
    }

    private boolean isFence(int transaction) {
        return recorded.writes(transaction, fences);
    }
}

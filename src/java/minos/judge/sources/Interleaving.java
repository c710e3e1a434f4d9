package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.RealTimeOrder;
import minos.model.Order;
import minos.util.IntList;
import minos.util.LongInterner;

/**
 * Looks for a serial order by running the sessions side by side, value by value: a transaction can be next if it reads what is
 * there. Depth first, without going twice through the same positions with the same values, and given up after a while. What
 * changes nothing is run at once, as that closes no way. Where few values are written again and again, as in tests of single
 * registers, nearly every way leads to the end, while each read has so many candidates that a search for sources drowns. Of a list
 * it is enough to know how long it is by now: what an append must add next, the longest read tells.
 *
 * <p>After Wing and Gong, <i>Testing and verifying concurrent objects</i> (1993), with Lowe's memory of what was tried (2017);
 * here for transactions on many keys, and by sessions unless real time is asked for.
 */
final class Interleaving {
    /** How often to begin anew, preferring others of what looks alike: most ways lead to the end, some nowhere. */
    private static final int STARTS = 24;
    /** How many states a try may come to for each transaction, and for even the smallest history. */
    private static final int STATES = 2;

    private static final int LEAST_STATES = 10_000;
    /** How many states the first try may come to without going further. */
    private static final int PATIENCE = 1000;
    /** With more sessions, a step looks at too many. */
    private static final int MOST_SESSIONS = 256;
    /** The largest number that a field of a sorted choice holds. */
    private static final long FIELD = (1 << 21) - 1;

    private final History history;
    /** Null for registers. */
    private final ListSources lists;

    private final Order order;
    private final Options options;
    /** By session: its transactions that may have committed. */
    private final Csr sessions;
    /** By session: where its next transaction stands among these. */
    private final int[] next;
    /** By key: the version that is there; of a list, its length. */
    private final int[] current;
    /** By operation: how often its transaction wrote the key before. */
    private final int[] ownBefore;
    /** Of registers: the reads that do not return what their transaction wrote last. */
    private final BitSet missesOwn = new BitSet();
    /** By session: an operation that its next transaction could not run when it was last looked at, or anything else. */
    private final int[] blocked;

    /** What was run or left out, as {@code transaction}, and {@code ~transaction} if it was left out. */
    private final IntList done = new IntList();
    /** By place in {@link #done}: how long {@link #overwritten} was before. */
    private final IntList before = new IntList();
    /** Keys and what was there before, in turns. */
    private final IntList overwritten = new IntList();

    /** By key: where the chain of the sessions that wait to read what is there ends in {@link #waiting}; 0 if none does. */
    private final int[] lastWaiting;
    /** Links of these chains: a session, and where the link before it ends. */
    private final IntList waiting = new IntList();
    /** By session: the last one whose disturbing it was counted. */
    private final int[] counted;

    private LongInterner tried = new LongInterner();
    private long state;
    private int left;

    private Interleaving(Sources sources, Order order, Options options) {
        history = sources.history();
        lists = sources instanceof ListSources ofLists ? ofLists : null;
        this.options = options;
        this.order = order;
        sessions = Csr.build(history.sessions(), bySession -> {
            for (int t = 0; t < history.transactions(); t++) {
                if (history.status(t) != Status.ABORTED) bySession.add(history.session(t), t);
            }
        });
        next = new int[history.sessions()];
        for (int s = 0; s < next.length; s++) next[s] = sessions.begin(s);
        current = new int[history.keys()];
        Arrays.fill(current, lists == null ? History.INITIAL : 0);
        ownBefore = ownBefore();
        blocked = new int[history.sessions()];
        lastWaiting = new int[history.keys()];
        counted = new int[history.sessions()];
        for (int t = 0; t < history.transactions(); t++) if (history.status(t) == Status.COMMITTED) left++;
    }

    private int[] ownBefore() {
        int[] before = new int[history.operations()];
        int[] count = new int[history.keys()];
        int[] of = new int[history.keys()];
        int[] last = new int[history.keys()];
        Arrays.fill(of, NONE);
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (of[key] == t) before[op] = count[key];
                if (!history.isWrite(op)) {
                    if (before[op] > 0 && history.version(op) != last[key]) missesOwn.set(op);
                    continue;
                }
                count[key] = before[op] + 1;
                of[key] = t;
                last[key] = history.version(op);
            }
        }
        return before;
    }

    /**
     * The transactions that take part, in a serial order that respects sessions (and real time); null if none was found.
     *
     * @param again whether to begin anew, after the first start led nowhere
     */
    static int[] find(Sources sources, Order order, boolean again, Options options) {
        History history = sources.history();
        if (history.sessions() > MOST_SESSIONS) return null;
        Interleaving interleaving = new Interleaving(sources, order, options);
        int budget = Math.max(LEAST_STATES, STATES * history.transactions());
        int[] commits = null;
        int end = again ? STARTS : 1;
        for (int start = again ? 1 : 0; start < end && commits == null; start++) {
            commits = interleaving.search(start, budget, again ? budget : PATIENCE);
        }
        return commits;
    }

    /**
     * @param salt     decides between what looks alike
     * @param budget   how many states to come to at most
     * @param patience how many of them without going further
     */
    private int[] search(int salt, int budget, int patience) {
        undo(0);
        tried = new LongInterner();
        IntList choices = new IntList(); // sessions to try, the best last; a negative one leaves its transaction out
        IntList frames = new IntList(); // where the choices of each open step begin
        IntList depths = new IntList(); // how much was done then
        int least = left;
        int reached = 0; // when so few were left for the first time
        while (true) {
            if ((tried.size() & 0xFF) == 0) options.deadline().check();
            while (runUnchanging()) {}
            if (left == 0) return committed();
            int known = tried.size();
            if (left < least) {
                least = left;
                reached = known;
            }
            if (known > budget || known - reached > patience) return null;
            if (tried.intern(state) == known) {
                frames.add(choices.size());
                depths.add(done.size());
                addChoices(choices, salt);
            }
            while (!frames.isEmpty() && choices.size() == frames.last()) {
                frames.pop();
                depths.pop();
            }
            if (frames.isEmpty()) return null;
            undo(depths.last());
            int session = choices.pop();
            if (session >= 0) run(session);
            else leaveOut(~session);
        }
    }

    private int[] committed() {
        IntList commits = new IntList(done.size());
        for (int i = 0; i < done.size(); i++) if (done.get(i) >= 0) commits.add(done.get(i));
        return commits.toArray();
    }

    private int head(int session) {
        return next[session] < sessions.end(session) ? sessions.get(next[session]) : NONE;
    }

    /** Runs all that can be next and changes nothing; says whether there was any. */
    private boolean runUnchanging() {
        boolean any = false;
        int deadline = deadline();
        for (int s = 0; s < next.length; s++) {
            for (int t = head(s); t != NONE && isEnabled(s, t, deadline) && !changes(t); t = head(s)) {
                run(s);
                any = true;
            }
        }
        return any && order.isTimed(); // otherwise nothing new is possible
    }

    /** In time: the first completion of what was not run yet, before which all that comes next must have been invoked. */
    private int deadline() {
        int first = Integer.MAX_VALUE;
        for (int s = 0; order.isTimed() && s < next.length; s++) {
            for (int i = next[s]; i < sessions.end(s); i++) {
                int t = sessions.get(i);
                if (history.status(t) != Status.COMMITTED) continue;
                first = Math.min(first, history.completion(t));
                break;
            }
        }
        return first;
    }

    /** Whether something that was not run yet comes before a transaction in time. */
    private boolean isEarly(int t, int deadline) {
        if (history.invocation(t) <= deadline) return false;
        if (order == Order.REAL_TIME) return true;
        for (int s = 0; s < next.length; s++) {
            for (int i = next[s]; i < sessions.end(s); i++) {
                int other = sessions.get(i);
                if (history.status(other) != Status.COMMITTED) continue;
                if (history.completion(other) > history.invocation(t)) break;
                if (RealTimeOrder.isBefore(history, order, other, t)) return true;
            }
        }
        return false;
    }

    private boolean isEnabled(int session, int t, int deadline) {
        if (order.isTimed() && isEarly(t, deadline)) return false;
        int last = blocked[session];
        if (last >= history.begin(t) && last < history.end(t) && !canRun(last)) return false;
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (canRun(op)) continue;
            blocked[session] = op;
            return false;
        }
        return true;
    }

    private boolean canRun(int op) {
        return history.isWrite(op) ? isNext(op) : history.version(op) == History.UNKNOWN || finds(op);
    }

    /** Whether a read finds what it saw. */
    private boolean finds(int read) {
        int key = history.key(read);
        if (lists == null) return ownBefore[read] > 0 ? !missesOwn.get(read) : history.version(read) == current[key];
        return !lists.deviates(read) && history.length(read) == current[key] + ownBefore[read];
    }

    /** Whether an append is what comes next in its list; registers take any write. */
    private boolean isNext(int write) {
        if (lists == null) return true;
        int key = history.key(write);
        int at = current[key] + ownBefore[write];
        return at >= lists.length(key) || lists.version(key, at) == history.version(write);
    }

    /** Whether a transaction leaves other values than there were; of one that may not have happened, it is not asked. */
    private boolean changes(int t) {
        if (history.status(t) != Status.COMMITTED) return true;
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op) && (lists != null || history.version(op) != current[history.key(op)])) return true;
        }
        return false;
    }

    /** What can be next: best is what overwrites least that others are waiting to read, of that what has most to follow it. */
    private void addChoices(IntList choices, int salt) {
        int deadline = deadline();
        IntList found = new IntList();
        for (int s = 0; s < next.length; s++) {
            int t = head(s);
            if (t == NONE) continue;
            if (isEnabled(s, t, deadline)) found.add(s);
            if (history.status(t) == Status.INDETERMINATE) choices.add(~s);
        }
        boolean several = found.size() > 1;
        if (several) findWaiting();
        long[] sorted = new long[found.size()];
        for (int i = 0; i < sorted.length; i++) {
            int s = found.get(i);
            long few = salt == 0 ? FIELD - Math.min(FIELD, sessions.end(s) - next[s]) : mix(salt, s) & FIELD;
            long disturbed = several ? Math.min(FIELD, disturbed(s)) : 0;
            sorted[i] = disturbed << 42 | few << 21 | i;
        }
        if (several) forgetWaiting();
        Arrays.sort(sorted);
        for (int i = sorted.length - 1; i >= 0; i--) choices.add(found.get((int) (sorted[i] & FIELD)));
    }

    /** Finds who waits to read what is there, by key. */
    private void findWaiting() {
        for (int s = 0; s < next.length; s++) {
            int t = head(s);
            if (t == NONE) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!waits(op)) continue;
                int key = history.key(op);
                waiting.add(s);
                waiting.add(lastWaiting[key]);
                lastWaiting[key] = waiting.size() - 1;
            }
        }
    }

    private void forgetWaiting() {
        for (int s = 0; s < next.length; s++) {
            int t = head(s);
            if (t == NONE) continue;
            for (int op = history.begin(t); op < history.end(t); op++) lastWaiting[history.key(op)] = 0;
        }
        waiting.clear();
    }

    private boolean waits(int op) {
        if (history.isWrite(op) || history.version(op) == History.UNKNOWN) return false;
        return finds(op) && (lists != null || ownBefore[op] == 0);
    }

    /** How many sessions wait to read what this one's next transaction overwrites. */
    private int disturbed(int session) {
        int t = head(session);
        int count = 0;
        Arrays.fill(counted, NONE);
        for (int op = history.begin(t); op < history.end(t); op++) {
            int key = history.key(op);
            if (!history.isWrite(op) || lists == null && history.version(op) == current[key]) continue;
            for (int link = lastWaiting[key]; link > 0; link = waiting.get(link)) {
                int other = waiting.get(link - 1);
                if (other == session || counted[other] == session) continue;
                counted[other] = session;
                count++;
            }
        }
        return count;
    }

    private void run(int session) {
        int t = head(session);
        step(session, t);
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (!history.isWrite(op)) continue;
            int key = history.key(op);
            overwritten.add(key);
            overwritten.add(current[key]);
            put(key, lists == null ? history.version(op) : current[key] + 1);
        }
        if (history.status(t) == Status.COMMITTED) left--;
    }

    private void leaveOut(int session) {
        step(session, ~head(session));
    }

    private void step(int session, int what) {
        before.add(overwritten.size());
        done.add(what);
        state -= mix(session, next[session]++);
        state += mix(session, next[session]);
    }

    private void undo(int size) {
        while (done.size() > size) {
            int what = done.pop();
            int t = what >= 0 ? what : ~what;
            for (int keep = before.pop(); overwritten.size() > keep; ) {
                int version = overwritten.pop();
                put(overwritten.pop(), version);
            }
            int session = history.session(t);
            state -= mix(session, next[session]--);
            state += mix(session, next[session]);
            if (what >= 0 && history.status(t) == Status.COMMITTED) left++;
        }
    }

    private void put(int key, int version) {
        state -= mix(~key, current[key]);
        current[key] = version;
        state += mix(~key, version);
    }

    private static long mix(int a, int b) {
        long x = ((long) a << 32 ^ b & 0xFFFFFFFFL) * 0x9E3779B97F4A7C15L;
        x = (x ^ x >>> 29) * 0xBF58476D1CE4E5B9L;
        return (x ^ x >>> 32) * 0x94D049BB133111EBL;
    }
}

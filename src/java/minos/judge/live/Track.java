package minos.judge.live;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.IntList;

/** The commit order that shows so far that one requirement holds: what is settled, and a window that is judged anew each time. */
final class Track {
    /** More transactions than these are not kept open for the sake of one operation that does not end. */
    private static final int LONGEST_WINDOW = 20_000;
    /** A window that has no order grows to this many transactions at least. */
    private static final int SMALLEST_GROWN = 1_000;

    private static final int GROWTH = 4;
    /** To look at so many operations of a session's past costs about what it does to judge one. */
    private static final int LOOKS = 16;

    private final Recorded recorded;
    private final GrowingHistory history;
    private final Requirement asked;
    private final Settled settled;
    private final Pasts pasts;
    /** Those that committed and are not settled. */
    private IntList unsettled;
    /** The order of the window, behind the settled one; of no meaning after a failure. */
    private int[] rest = {};
    /** How many of the window to leave open next time, as windows had to grow by as many. */
    private int margin;

    private final BitSet members = new BitSet();
    private final BitSet leftOpen = new BitSet();
    /** The keys of which something was read that the settled order explains as it is now. */
    private final BitSet relied = new BitSet();
    /** Whether the order of such a key was changed for another read since. */
    private boolean contested;
    /** Whether that must not happen: each would undo what the other needs. */
    private boolean firm;

    Track(Recorded recorded, Requirement asked, int[] committed) {
        this.recorded = recorded;
        this.history = recorded.history;
        this.asked = asked;
        settled = new Settled(history, recorded.lists);
        pasts = new Pasts(recorded, settled, asked.level() == Level.CAUSAL);
        unsettled = new IntList(committed.length);
        for (int t : committed) unsettled.add(t);
    }

    /** One that goes on from where a stronger requirement has come. */
    Track(Track stronger, Requirement asked) {
        this.recorded = stronger.recorded;
        this.history = stronger.history;
        this.asked = asked;
        settled = stronger.settled.copy();
        pasts = new Pasts(recorded, settled, asked.level() == Level.CAUSAL);
        unsettled = stronger.unsettled.copy();
        margin = stronger.margin;
    }

    Requirement asked() {
        return asked;
    }

    /** How far it has come. */
    int size() {
        return settled.size();
    }

    /** The whole commit order, if the last judgement was that the level holds. */
    int[] commits() {
        int[] commits = Arrays.copyOf(settled.order(), settled.size() + rest.length);
        System.arraycopy(rest, 0, commits, settled.size(), rest.length);
        return commits;
    }

    void add(int[] committed) {
        for (int t : committed) unsettled.add(t);
    }

    /** How much work may still be spent, in operations that are judged. */
    static final class Budget {
        private long left;

        Budget(long operations) {
            left = operations;
        }

        boolean allows(long operations) {
            return operations <= left;
        }

        void spend(long operations) {
            left -= operations;
        }

        long left() {
            return left;
        }
    }

    /**
     * Looks for an order of the window, which may have to grow. Whether there is one; if not, that says nothing yet.
     *
     * @param isVain asked once before it grows: whether that would be in vain
     */
    boolean advance(Budget budget, UnaryOperator<History> view, Options options, BooleanSupplier isVain) {
        settled.grow();
        int before = settled.size();
        for (boolean first = true; ; first = false) {
            int[] window = window(budget);
            if (window == null) return false;
            budget.spend(recorded.operations(window));
            int[] order = order(window, view, options);
            if (order != null) {
                int grown = before - settled.size();
                margin = Math.max(grown > 0 ? grown * 2 : 0, margin - margin / 8);
                settle(order);
                return true;
            }
            if (settled.size() == 0 || first && isVain.getAsBoolean()) return false;
            int size = Math.max(SMALLEST_GROWN, GROWTH * window.length);
            while (unsettled.size() < size && settled.size() > 0) takeBack();
        }
    }

    private void takeBack() {
        int t = settled.takeBack();
        pasts.moved(t);
        if (history.status(t) != Status.COMMITTED) return;
        unsettled.add(t);
        members.set(t);
    }

    /** The transactions of the window, each with all that it read; null if there are too many, or one read from nowhere. */
    private int[] window(Budget budget) {
        int before;
        IntList window;
        firm = false;
        contested = false;
        do {
            before = settled.size();
            firm |= contested;
            contested = false;
            relied.clear();
            window = new IntList(unsettled.size());
            for (int t : sorted(unsettled)) window.add(t); // as sessions went
            pasts.begin(window);
            members.clear();
            leftOpen.clear();
            for (int i = 0; i < window.size(); i++) members.set(window.get(i));
            long operations = 0;
            for (int i = 0; i < window.size(); i++) {
                int t = window.get(i);
                operations += history.end(t) - history.begin(t);
                if (!budget.allows(operations)) return null;
                for (int op = history.begin(t); op < history.end(t); op++) {
                    boolean isRead = !history.isWrite(op) && history.version(op) != History.UNKNOWN;
                    if (isRead && !isExplained(t, op, window, budget)) return null;
                }
                budget.spend(pasts.looked() / LOOKS);
            }
        } while (settled.size() < before || contested); // what was explained by the settled order may be no longer
        return sorted(window);
    }

    private static int[] sorted(IntList transactions) {
        int[] sorted = transactions.toArray();
        Arrays.sort(sorted);
        return sorted;
    }

    /** Sees to it that a read finds its source in the window or in the state that it begins with; false if it cannot. */
    private boolean isExplained(int t, int op, IntList window, Budget budget) {
        if (!recorded.lists) return isExplained(t, op, history.version(op), window, budget);
        if (history.deviates(op)) return false;
        int key = history.key(op);
        int length = history.length(op);
        if (length < settled.elements(key)) {
            int source = recorded.writer(history.version(op));
            if (settled.hasBeginning(key, length) && mayBeOld(t, op, source)) {
                leftOpen.set(op);
                return true;
            }
            if (source != Recorded.NOBODY && !isNear(source, budget)) return false;
        }
        while (!settled.isBeginningOf(key, length)) {
            if (settled.size() == 0) return false;
            takeBack();
        }
        for (int i = settled.elements(key); i < length; i++) {
            if (!isInWindow(t, recorded.writer(history.longest(key, i)), window)) return false;
        }
        return true;
    }

    private boolean isExplained(int t, int op, int version, IntList window, Budget budget) {
        int key = history.key(op);
        if (settled.version(key) == version) return relies(key);
        int source = recorded.writer(version);
        boolean isSettled = version == History.INITIAL || source != Recorded.NOBODY && settled.has(source);
        if (!isSettled) return isInWindow(t, source, window);
        if (mayBeOld(t, op, source)) {
            leftOpen.set(op);
            return relies(key);
        }
        if (version >= 0 && !recorded.isLast(version, source, key)) return false;
        if (isMade(key, version, source)) return relies(key);
        if (!isNear(source, budget)) return false;
        while (settled.version(key) != version) {
            if (settled.size() == 0) return false;
            takeBack();
        }
        return true;
    }

    private boolean relies(int key) {
        relied.set(key);
        return true;
    }

    /** Whether there is no more settled behind a transaction than may be judged again. */
    private boolean isNear(int source, Budget budget) {
        return budget.allows(settled.size() - settled.place(source));
    }

    /** Makes a version the last one of its key, where the settled order can be changed accordingly. */
    private boolean isMade(int key, int version, int source) {
        Level.Axiom axiom = asked.level().axiom();
        if (!axiom.isSaturable() && axiom != Level.Axiom.TOTAL_ORDER) return false;
        return source >= 0 && isMadeLater(key, version, settled.version(key));
    }

    /** Whether an order that is asked for puts a transaction before another. */
    private boolean comesFirst(int first, int second) {
        if (asked.order() == Order.NONE) return false;
        if (history.session(first) == history.session(second)) return true;
        return asked.order().isTimed()
                && history.status(first) == Status.COMMITTED
                && history.completion(first) < history.invocation(second);
    }

    private boolean isInWindow(int t, int source, IntList window) {
        if (source == Recorded.NOBODY) return false;
        if (members.get(source) || source == t) return true;
        if (history.status(source) != Status.INDETERMINATE) return false;
        // It takes part from now on, so whoever comes after it in its session must do so in the order, too.
        for (int next = recorded.next(source); next >= 0; next = recorded.next(next)) {
            if (settled.has(next)) return false;
            if (history.status(next) == Status.COMMITTED) break;
        }
        members.set(source);
        window.add(source);
        return true;
    }

    /**
     * Whether the level lets a read return an old version, one that the settled order replaced: if nobody who replaced it is one that the
     * level lets the reader know of.
     */
    private boolean mayBeOld(int t, int op, int source) {
        Level level = asked.level();
        boolean local =
                switch (level) {
                    case ADYA_READ_COMMITTED, READ_COMMITTED, READ_ATOMIC, CAUSAL -> true;
                    case READ_UNCOMMITTED,
                            CUT_ISOLATION,
                            READ_YOUR_WRITES,
                            MONOTONIC_READS,
                            MONOTONIC_WRITES,
                            WRITES_FOLLOW_READS,
                            PREFIX,
                            UPDATE_ATOMIC,
                            PARALLEL_SNAPSHOT_ISOLATION,
                            SNAPSHOT_ISOLATION,
                            UPDATE_SERIALIZABLE,
                            REPEATABLE_READ,
                            SERIALIZABLE,
                            STRICT_SERIALIZABLE,
                            LINEARIZABLE,
                            MIXED -> false;
                };
        if (!local || asked.order().isTimed()) return false;
        int key = history.key(op);
        if (source >= 0 && !recorded.isLast(history.version(op), source, key)) return false;
        for (int other = history.begin(t); other < history.end(t); other++) {
            if (other == op) continue;
            if (history.isWrite(other)) {
                if (history.key(other) == key && other < op) return false;
                continue;
            }
            int version = history.version(other);
            if (version == History.UNKNOWN) continue;
            if (history.key(other) == key && version != history.version(op)) return false;
            boolean counts = level == Level.READ_ATOMIC || level == Level.READ_COMMITTED && other < op;
            int seen = counts ? recorded.writer(version) : Recorded.NOBODY;
            if (seen >= 0 && seen != t && recorded.writes(seen, key) && !isPutBefore(seen, source, key)) return false;
        }
        if (level != Level.CAUSAL && (level != Level.READ_ATOMIC || asked.order() == Order.NONE)) return true;
        for (int later; (later = pasts.later(t, key, source)) != Recorded.NOBODY; ) {
            if (!isPutBefore(later, source, key)) return false;
        }
        return true;
    }

    /** Whether a writer of a key comes before another in the settled order, which is changed for that if it can be. */
    private boolean isPutBefore(int writer, int source, int key) {
        if (writer == source || !isLater(writer, source)) return true;
        if (recorded.lists || source < 0 || !settled.has(writer)) return false;
        return isMadeLater(key, recorded.last(source, key), recorded.last(writer, key));
    }

    /** Makes a version of a register a later one than another in the settled order, if that can be changed so. */
    private boolean isMadeLater(int key, int version, int than) {
        if (firm && relied.get(key)) return false;
        boolean made = settled.makeLater(key, version, than, recorded::writer, this::comesFirst);
        IntList passed = settled.passed();
        if (passed.size() > 1 && relied.get(key)) contested = true; // even if not all that was asked could be done
        pasts.reordered(key, passed);
        return made;
    }

    private boolean isLater(int transaction, int source) {
        return !settled.has(transaction) || settled.place(transaction) > settled.place(source);
    }

    /** A commit order of the window by itself; null if there is none, or it was not found in time. */
    private int[] order(int[] window, UnaryOperator<History> view, Options options) {
        History part = history.part(window, new GrowingHistory.Start() {
            @Override
            public int version(int key) {
                return settled.version(key);
            }

            @Override
            public int elements(int key) {
                return settled.elements(key);
            }

            @Override
            public boolean isLeftOpen(int read) {
                return leftOpen.get(read);
            }
        });
        Verdict verdict = Judge.check(view.apply(part), List.of(asked.level()), options.with(asked.order()))
                .get(0);
        return verdict.certificate()
                .map(proof -> Arrays.stream(proof.commits()).map(t -> window[t]).toArray())
                .orElse(null);
    }

    /**
     * Goes on from a commit order of the whole, if that is possible: false where a list read there is no beginning of the longest list. Its
     * order may have lost appends that others have read since, which windows, knowing only what is settled, would not see.
     */
    boolean adopt(int[] order) {
        for (int t : order) if (deviates(t)) return false;
        settled.grow();
        while (settled.size() > 0) settled.takeBack();
        pasts.clear();
        settle(order);
        return true;
    }

    private boolean deviates(int t) {
        for (int op = history.begin(t); recorded.lists && op < history.end(t); op++) {
            if (!history.isWrite(op) && history.deviates(op)) return true;
        }
        return false;
    }

    /**
     * Settles the beginning of an order: those that completed before all that is open began, as who is open may have read what was
     * there then; and some more stay open where that turned out to be of use.
     */
    private void settle(int[] order) {
        int horizon = Integer.MAX_VALUE;
        for (int t = history.ended(); history.hasRealTime() && t < history.transactions(); t++) {
            horizon = Math.min(horizon, history.invocation(t));
        }
        int count = 0;
        while (count < order.length && !staysOpen(order[count], order.length - count, horizon)) {
            settled.add(order[count]);
            pasts.moved(order[count++]);
        }
        rest = Arrays.copyOfRange(order, count, order.length);
        unsettled = new IntList(rest.length);
        for (int t : rest) if (history.status(t) == Status.COMMITTED) unsettled.add(t);
    }

    private boolean staysOpen(int t, int left, int horizon) {
        if (recorded.isOpen(t) || left <= Math.min(margin, LONGEST_WINDOW)) return true;
        boolean young = history.status(t) == Status.COMMITTED && history.completion(t) > horizon;
        return young && left <= LONGEST_WINDOW;
    }
}

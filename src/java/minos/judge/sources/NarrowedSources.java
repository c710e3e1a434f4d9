package minos.judge.sources;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.graph.Csr;
import minos.graph.Reachability;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.util.IntList;

/**
 * Candidates without those that cannot be. A read by t does not come from w if t comes before w by order and reads that are
 * certain; nor, from causal consistency on, if another writer of the key comes after w and before t. Where one candidate is left,
 * it is certain, too, and narrows others: in rounds, as long as each decides many. A round is linear, times the number of sessions.
 */
final class NarrowedSources {
    /** Another round is worth its time if the last one decided this part of what was open. */
    private static final int WORTH = 4;

    /** Questions with more candidates than these, all together, stay as they are. */
    private static final int MOST_CANDIDATES = 50_000_000;

    private final History history;
    private final Sources sources;
    private final Order order;
    private final ReaderLevels levels;
    /** Whether a read may be ruled out for what was overwritten. */
    private final boolean overwriting;

    private final UniqueJudge judge;
    private final Options options;
    /** By question: its certain answer, or {@link Sources#OPEN}. */
    private final int[] certain;
    /** By question: the candidates that are left; null if nobody looked. */
    private final int[][] left;
    /** By key of a question: who writes it, session by session. */
    private final int[][][] writers;

    NarrowedSources(Sources sources, Requirement asked, UniqueJudge judge, Options options) {
        this.sources = sources;
        this.judge = judge;
        this.options = options;
        history = sources.history();
        order = asked.order();
        levels = ReaderLevels.of(history, asked);
        overwriting = !levels.neverImply(Level.CAUSAL) && order != Order.NONE && sources.mayStayOpen();
        certain = new int[sources.questions()];
        left = new int[certain.length][];
        Arrays.fill(certain, Sources.OPEN);
        long candidates = 0;
        for (int q = 0; q < certain.length && candidates < MOST_CANDIDATES; q++) {
            left[q] = sources.candidates(q);
            candidates += left[q].length;
        }
        writers = new int[history.keys()][][];
        if (overwriting) findWriters();
        boolean counts =
                asked.level().implies(Level.ADYA_READ_COMMITTED); // otherwise a read may come before its source
        boolean changed = counts && candidates < MOST_CANDIDATES && sources.mayStayOpen();
        while (changed) changed = round();
    }

    /** By question: the answer that is certain, or {@link Sources#OPEN}. */
    int[] certain() {
        return certain;
    }

    boolean isCertain(int question) {
        return certain[question] != Sources.OPEN;
    }

    /** The candidates that are left. */
    int[] candidates(int question) {
        return left[question] != null ? left[question] : sources.candidates(question);
    }

    /** Says whether to go on. */
    private boolean round() {
        Reachability before =
                judge.causality(sources.reading(certain), order, options).orElse(null);
        if (before == null) return false;
        int open = 0;
        int decided = 0;
        for (int q = 0; q < certain.length; q++) {
            if ((q & 0xFF) == 0) options.deadline().check();
            if (isCertain(q)) continue;
            open++;
            int reader = history.transactionOf(sources.read(q));
            if (history.status(reader) != Status.COMMITTED) continue;
            int[] possible = possible(q, reader, before);
            if (possible.length == 0) return false; // no reading will do: whoever searches will find why
            left[q] = possible;
            if (possible.length > 1) continue;
            certain[q] = possible[0];
            decided++;
        }
        return decided > 0 && decided >= open / WORTH;
    }

    private int[] possible(int question, int reader, Reachability before) {
        boolean overwritten = overwriting && levels.imply(reader, Level.CAUSAL);
        IntList lastSeen = overwritten ? lastSeen(history.key(sources.read(question)), reader, before) : new IntList();
        int[] candidates = left[question];
        int[] possible = new int[candidates.length];
        int size = 0;
        for (int candidate : candidates) {
            if (isPossible(candidate, reader, lastSeen, before)) possible[size++] = candidate;
        }
        return size == candidates.length ? candidates : Arrays.copyOf(possible, size);
    }

    private boolean isPossible(int candidate, int reader, IntList lastSeen, Reachability before) {
        if (candidate == History.INITIAL) return lastSeen.isEmpty();
        int writer = history.transactionOf(candidate);
        if (history.status(writer) != Status.COMMITTED) return true;
        if (before.reaches(reader, writer)) return false;
        for (int i = 0; i < lastSeen.size(); i++) {
            if (lastSeen.get(i) != writer && before.reaches(writer, lastSeen.get(i))) return false;
        }
        return true;
    }

    /** Of each session the last writer of a key that comes before a reader. */
    private IntList lastSeen(int key, int reader, Reachability before) {
        IntList seen = new IntList();
        for (int[] session : writers[key]) {
            int low = 0;
            int high = session.length;
            while (low < high) {
                int middle = low + high >>> 1;
                if (session[middle] != reader && before.reaches(session[middle], reader)) low = middle + 1;
                else high = middle;
            }
            if (low > 0) seen.add(session[low - 1]);
        }
        return seen;
    }

    private void findWriters() {
        IntList[] byKey = new IntList[history.keys()];
        for (int q = 0; q < certain.length; q++) byKey[history.key(sources.read(q))] = new IntList();
        Csr sessions = Csr.build(history.sessions(), bySession -> {
            for (int t = 0; t < history.transactions(); t++) {
                if (history.status(t) == Status.COMMITTED) bySession.add(history.session(t), t);
            }
        });
        for (int i = 0; i < sessions.size(); i++) {
            int t = sessions.get(i);
            for (int op = history.begin(t); op < history.end(t); op++) {
                IntList ofKey = history.isWrite(op) ? byKey[history.key(op)] : null;
                if (ofKey != null && (ofKey.isEmpty() || ofKey.last() != t)) ofKey.add(t);
            }
        }
        for (int key = 0; key < byKey.length; key++) if (byKey[key] != null) writers[key] = bySession(byKey[key]);
    }

    /** @param transactions session by session */
    private int[][] bySession(IntList transactions) {
        List<int[]> sessions = new ArrayList<>();
        int begin = 0;
        for (int i = 1; i <= transactions.size(); i++) {
            boolean ends = i == transactions.size()
                    || history.session(transactions.get(i)) != history.session(transactions.get(begin));
            if (!ends) continue;
            sessions.add(Arrays.copyOfRange(transactions.array(), begin, i));
            begin = i;
        }
        return sessions.toArray(new int[0][]);
    }
}

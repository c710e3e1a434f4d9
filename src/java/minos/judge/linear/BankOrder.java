package minos.judge.linear;

import static minos.util.Sentinel.NONE;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import minos.history.History;
import minos.history.Status;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Looks for a serial order of transfers and reads of a bank in which each read finds the balances that it returned, where real time
 * does not count ({@link BankLinearizability} is for that). A transfer changes two balances by an amount, whatever they are; what they were at first
 * the first read of an account says.
 *
 * <p>Depth first, in the order of completion, with a memory of the states that led nowhere (Wing and Gong 1993, Lowe 2017): how far each session is,
 * and the balances. A read that fits takes effect at once, as it changes nothing. Exponential in the number of transfers.
 */
public final class BankOrder {
    /** When the states that led nowhere hold so many numbers the search is given up. */
    private static final long MOST_NUMBERS = 50_000_000;
    /** Stands for a balance of which nothing is known but how it has changed. */
    private static final long UNREAD = Long.MIN_VALUE;

    /** How a search ends. */
    public enum Outcome {
        FOUND,
        REFUTED,
        GIVEN_UP
    }

    /** A state, as far as it matters for what can follow. */
    private record State(int[] at, long[] balances) {
        @Override
        public boolean equals(Object other) {
            return other instanceof State state
                    && Arrays.equals(at, state.at)
                    && Arrays.equals(balances, state.balances);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(at) * 31 + Arrays.hashCode(balances);
        }
    }

    /** What takes effect, and what it takes to undo that; or what is to be tried at a place. */
    private static final class Step {
        /** The transaction; {@code NONE} of what is to be tried. */
        final int transaction;
        /** How far its session was. */
        int before;

        final IntList firstRead = new IntList(0);
        /** What is to be tried, the next one last. */
        int[] choices = {};

        int left;

        Step(int transaction) {
            this.transaction = transaction;
        }
    }

    private final History history;
    private final Deadline deadline;
    /** By session: its transactions. */
    private final int[][] sessions;
    /** By transaction: its session and its place there; {@code NONE} if it is left out. */
    private final int[] session;

    private final int[] place;
    /** By session: how many have taken effect, or never will. */
    private final int[] at;
    /** By account: how much has been transferred; and what it held at first. */
    private final long[] change;

    private final long[] first;
    private int remaining;
    private final Set<State> seen = new HashSet<>();

    /**
     * @param transactions those to be put in order, ascending
     * @param inSessions   whether the order is that of sessions
     */
    public BankOrder(History history, int[] transactions, boolean inSessions, Deadline deadline) {
        this.history = history;
        this.deadline = deadline;
        session = new int[history.transactions()];
        place = new int[history.transactions()];
        Arrays.fill(session, NONE);
        sessions = sessions(transactions, inSessions);
        at = new int[sessions.length];
        change = new long[history.keys()];
        first = new long[history.keys()];
        Arrays.fill(first, UNREAD);
        for (int t : transactions) if (isCommitted(t)) remaining++;
    }

    private int[][] sessions(int[] transactions, boolean inSessions) {
        IntList[] lists = new IntList[inSessions ? history.sessions() : transactions.length];
        int used = 0;
        for (int t : transactions) {
            session[t] = inSessions ? history.session(t) : used++;
            IntList list = lists[session[t]];
            if (list == null) list = lists[session[t]] = new IntList();
            place[t] = list.size();
            list.add(t);
        }
        int[][] sessions = new int[lists.length][];
        for (int s = 0; s < lists.length; s++) sessions[s] = lists[s] == null ? new int[0] : lists[s].toArray();
        return sessions;
    }

    private boolean isCommitted(int t) {
        return history.status(t) == Status.COMMITTED;
    }

    public Outcome search() {
        Deque<Step> path = new ArrayDeque<>();
        while (true) {
            deadline.check();
            takeWhatFits(path);
            if (remaining == 0) return Outcome.FOUND;
            if (seen.size() * (long) (at.length + 2 * first.length) > MOST_NUMBERS) return Outcome.GIVEN_UP;
            Step choice = new Step(NONE);
            if (seen.add(new State(at.clone(), balances()))) choice.choices = next();
            choice.left = choice.choices.length;
            path.push(choice);
            while (!path.isEmpty() && path.peek().left == 0) undo(path.pop());
            if (path.isEmpty()) return Outcome.REFUTED;
            Step last = path.peek();
            path.push(take(last.choices[--last.left]));
        }
    }

    private long[] balances() {
        long[] balances = new long[first.length];
        for (int k = 0; k < balances.length; k++) balances[k] = first[k] == UNREAD ? UNREAD : first[k] + change[k];
        return balances;
    }

    /** Takes each read that fits and says nothing new. */
    private void takeWhatFits(Deque<Step> path) {
        for (int s = 0; s < sessions.length; s++) {
            while (at[s] < sessions[s].length) {
                int t = sessions[s][at[s]];
                if (isTransfer(t) || !fits(t, false)) break;
                path.push(take(t));
            }
        }
    }

    /** What may take effect next: reads that say what an account held at first, and transfers; those that completed first come last. */
    private int[] next() {
        IntList next = new IntList();
        for (int s = 0; s < sessions.length; s++) {
            for (int i = at[s]; i < sessions[s].length; i++) {
                int t = sessions[s][i];
                if (isTransfer(t) || fits(t, true)) next.add(t);
                if (isCommitted(t)) break; // an indeterminate one may have taken effect or not
            }
        }
        return Arrays.stream(next.toArray())
                .boxed()
                .sorted((t, u) -> isCommitted(t) != isCommitted(u) ? (isCommitted(t) ? 1 : -1) : Integer.compare(u, t))
                .mapToInt(t -> t)
                .toArray();
    }

    private boolean isTransfer(int t) {
        return history.begin(t) < history.end(t) && history.isWrite(history.begin(t));
    }

    private boolean fits(int read, boolean asFirst) {
        for (int op = history.begin(read); op < history.end(read); op++) {
            int k = history.key(op);
            if (first[k] == UNREAD ? !asFirst : first[k] + change[k] != history.valueAtom(history.version(op)))
                return false;
        }
        return true;
    }

    private Step take(int t) {
        Step step = new Step(t);
        step.before = at[session[t]];
        at[session[t]] = place[t] + 1;
        if (isCommitted(t)) remaining--;
        for (int op = history.begin(t); op < history.end(t); op++) {
            int k = history.key(op);
            long value = history.valueAtom(history.version(op));
            if (history.isWrite(op)) {
                change[k] += value;
            } else if (first[k] == UNREAD) {
                first[k] = value - change[k];
                step.firstRead.add(k);
            }
        }
        return step;
    }

    private void undo(Step step) {
        int t = step.transaction;
        if (t == NONE) return;
        at[session[t]] = step.before;
        if (isCommitted(t)) remaining++;
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (history.isWrite(op)) change[history.key(op)] -= history.valueAtom(history.version(op));
        }
        for (int i = 0; i < step.firstRead.size(); i++) first[step.firstRead.get(i)] = UNREAD;
    }
}

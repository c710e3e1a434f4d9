package minos.judge.strong;

import java.util.BitSet;
import minos.model.Order;
import minos.util.Deadline;

/**
 * Where sessions need not be respected, they are still a good guess: databases mostly do respect them, and then much
 * more is known. Tries to order the transactions session by session. If that is refuted, the transactions at which the
 * refutation enters and leaves a session are set free, each a session of its own, and it is tried again.
 */
final class GuessedSessions {
    private static final int ROUNDS = 64;

    private final Problem problem;
    private final Rules rules;
    private final Deadline deadline;
    private final BitSet free = new BitSet();

    GuessedSessions(Problem problem, Rules rules, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.deadline = deadline;
    }

    /** An order of the transactions, if one is found with about so many steps of search; otherwise null. */
    OrderSearch.Outcome find(long effort) {
        for (int round = 0; round < ROUNDS; round++) {
            OrderSearch engine = new OrderSearch(round == 0 ? problem.with(Order.SESSION) : split(), rules, deadline);
            OrderSearch.Outcome outcome = engine.guess();
            if (outcome == null) outcome = engine.search(effort / ROUNDS);
            if (outcome == null || outcome.holds()) return outcome;
            int freed = free.cardinality();
            setFree(outcome.core());
            if (free.cardinality() == freed) return null; // the refutation does not rest on sessions
        }
        return null;
    }

    private Problem split() {
        int[] session = new int[problem.size()];
        int count = problem.sessions();
        for (int t = 0; t < session.length; t++) session[t] = free.get(t) ? count++ : problem.session(t);
        return problem.withSessions(session, count);
    }

    /** Of each run of neighbours in a session that a refutation speaks of, sets the first and the last free. */
    private void setFree(int[] core) {
        BitSet named = new BitSet();
        for (int t : core) named.set(t);
        int[] last = new int[problem.sessions()];
        int[] length = new int[problem.sessions()];
        for (int t = 0; t < problem.size(); t++) {
            if (free.get(t)) continue;
            int session = problem.session(t);
            if (named.get(t)) {
                if (++length[session] == 2) free.set(last[session]);
                last[session] = t;
            } else {
                if (length[session] > 1) free.set(last[session]);
                length[session] = 0;
            }
        }
        for (int session = 0; session < last.length; session++) if (length[session] > 1) free.set(last[session]);
    }
}

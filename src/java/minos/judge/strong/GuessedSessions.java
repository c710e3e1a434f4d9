package minos.judge.strong;

import java.util.BitSet;
import java.util.stream.IntStream;
import minos.model.Order;
import minos.util.Deadline;

/**
 * Where sessions need not be respected, they are still a good guess: databases mostly do respect them, and then much
 * more is known. Tries to order the transactions session by session. If that is refuted, the transactions at which the
 * refutation enters and leaves a session are set free, each a session of its own, and it is tried again. Most of what goes against
 * sessions happened within a short time, so after the first refutation stretches of the recording are tried, each by itself, which
 * is quick. A refutation whose transactions cannot be ordered without sessions either is one of the problem.
 */
final class GuessedSessions {
    private static final int ROUNDS = 64;
    /** How many transactions to try at once where there are more. */
    private static final int STRETCH = 256;
    /** Of how many transactions to ask whether they can be ordered without sessions. */
    private static final int FEW = 64;

    private final Problem problem;
    private final Rules rules;
    private final Deadline deadline;
    private final BitSet free = new BitSet();

    GuessedSessions(Problem problem, Rules rules, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.deadline = deadline;
    }

    /** An order of the transactions, or that there is none, if either is found with about so many steps of search; otherwise null. */
    OrderSearch.Outcome find(long effort) {
        for (int round = 0; round < ROUNDS; round++) {
            OrderSearch engine = new OrderSearch(round == 0 ? problem.with(Order.SESSION) : split(), rules, deadline);
            OrderSearch.Outcome outcome = engine.guess();
            if (outcome == null) outcome = engine.search(effort / ROUNDS);
            if (outcome == null || outcome.holds()) return outcome;
            OrderSearch.Outcome refuted = refutedAlone(problem, outcome.core(), rules, deadline);
            int freed = free.cardinality();
            if (refuted == null && round == 0) refuted = stretches(effort / ROUNDS);
            if (refuted != null) return refuted;
            setFree(outcome.core());
            if (free.cardinality() == freed) return null; // the refutation does not rest on sessions
        }
        return null;
    }

    /** Sets free what is found in parts; a refutation, if one of them cannot be ordered. */
    private OrderSearch.Outcome stretches(long effort) {
        if (problem.size() <= 2 * STRETCH) return null;
        for (int[] stretch :
                problem.stretches(IntStream.range(0, problem.size()).toArray(), STRETCH)) {
            GuessedSessions part = new GuessedSessions(problem.part(stretch), rules, deadline);
            OrderSearch.Outcome found = part.find(effort);
            if (found != null && !found.holds()) return refuted(stretch, found);
            for (int t = part.free.nextSetBit(0); t >= 0; t = part.free.nextSetBit(t + 1)) free.set(stretch[t]);
        }
        return null;
    }

    /** That a few transactions, which cannot be ordered in sessions or by other rules, cannot be ordered anyhow; null if they can. */
    static OrderSearch.Outcome refutedAlone(Problem problem, int[] few, Rules rules, Deadline deadline) {
        if (few.length > FEW) return null;
        OrderSearch.Outcome found = OrderSearch.run(problem.part(few), rules, deadline);
        return found.holds() ? null : refuted(few, found);
    }

    /** What refutes a part, said of the whole. */
    private static OrderSearch.Outcome refuted(int[] members, OrderSearch.Outcome part) {
        int[] core = new int[part.core().length];
        for (int i = 0; i < core.length; i++) core[i] = members[part.core()[i]];
        return new OrderSearch.Outcome(null, null, core, () -> null);
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

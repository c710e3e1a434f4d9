package minos.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import minos.history.Status;

/**
 * A database that commits transactions one after another and lets each see some of those before it; by chance it keeps
 * one level or another. Fills in the results of reads.
 */
final class Simulation {
    /** What a transaction sees of those that committed before it. */
    private enum Sight {
        /** All of them. */
        ALL,
        /** All until some moment. */
        SNAPSHOT,
        /** All until some moment, and all that wrote what it writes. */
        FIRST_COMMITTER_WINS,
        /** Some, and all that those saw. */
        CAUSAL,
        /** Some, and all that those saw, and all that wrote what it writes. */
        CAUSAL_WITHOUT_CONFLICT,
        /** Some. */
        ATOMIC,
        /** More and more as it goes on. */
        GROWING,
        /** Anything that anybody ever writes. */
        ANYTHING
    }

    private static final Sight[] SIGHTS = {
        Sight.ALL,
        Sight.SNAPSHOT,
        Sight.FIRST_COMMITTER_WINS,
        Sight.CAUSAL,
        Sight.CAUSAL,
        Sight.CAUSAL_WITHOUT_CONFLICT,
        Sight.CAUSAL_WITHOUT_CONFLICT,
        Sight.ATOMIC,
        Sight.ATOMIC,
        Sight.GROWING,
        Sight.GROWING,
        Sight.ANYTHING
    };

    private final Random random;
    private final Plan plan;
    private final Sight sight;
    /** Whether sessions may miss what they did before. */
    private final boolean forgetful;
    /** Whether lists show only what is seen, not all that was appended before. */
    private final boolean onlySeen;

    private final int[] saw;

    Simulation(Random random, Plan plan) {
        this.random = random;
        this.plan = plan;
        sight = SIGHTS[random.nextInt(SIGHTS.length)];
        forgetful = random.nextInt(4) == 0;
        onlySeen = random.nextInt(4) == 0;
        saw = new int[plan.size()];
    }

    void run() {
        for (int t = 0; t < saw.length; t++) saw[t] = sees(t);
        for (int t = 0; t < saw.length; t++) readAll(t);
    }

    private int sees(int t) {
        int before = 0;
        int rivals = 0;
        int session = 0;
        for (int u = 0; u < t; u++) {
            boolean lost = plan.status[u] == Status.INDETERMINATE && random.nextInt(3) == 0;
            if (lost || plan.status[u] == Status.ABORTED) continue;
            before |= 1 << u;
            if (plan.haveCommonWrite(t, u)) rivals |= 1 << u;
            if (plan.session[u] == plan.session[t] && !(forgetful && random.nextBoolean())) session |= 1 << u;
        }
        int some = before & random.nextInt(1 << t);
        int few = some & random.nextInt(1 << t);
        return switch (sight) {
            case ALL, ANYTHING, GROWING -> before;
            case SNAPSHOT -> before & upTo(session | few);
            case FIRST_COMMITTER_WINS -> before & upTo(session | rivals | few);
            case CAUSAL -> withPast(session | some);
            case CAUSAL_WITHOUT_CONFLICT -> withPast(session | rivals | some);
            case ATOMIC -> session | some;
        };
    }

    /** All transactions up to the last of a set. */
    private static int upTo(int set) {
        return set == 0 ? 0 : (Integer.highestOneBit(set) << 1) - 1;
    }

    private int withPast(int set) {
        int all = set;
        for (int u = 0; u < saw.length; u++) if ((set >> u & 1) != 0) all |= saw[u];
        return all;
    }

    private void readAll(int t) {
        List<Draft.Op> ops = plan.ops.get(t);
        int seen = sight == Sight.GROWING ? saw[t] & random.nextInt(1 << t) : saw[t];
        for (int i = 0; i < ops.size(); i++) {
            Draft.Op op = ops.get(i);
            if (op.write()) continue;
            if (sight == Sight.GROWING) seen |= saw[t] & random.nextInt(1 << t);
            boolean unknown = plan.status[t] == Status.INDETERMINATE && random.nextInt(5) < 3;
            List<Integer> own = Plan.writes(ops.subList(0, i), op.key());
            boolean anything = sight == Sight.ANYTHING && random.nextInt(5) > 0;
            List<Integer> result = anything ? anything(op.key(), own) : result(op.key(), seen, own);
            ops.set(i, new Draft.Op(false, op.key(), unknown ? null : result));
        }
    }

    private List<Integer> result(int key, int seen, List<Integer> own) {
        if (plan.lists) return list(key, seen, own);
        return own.isEmpty() ? register(key, seen) : lastOf(own);
    }

    private List<Integer> register(int key, int seen) {
        List<Integer> result = List.of();
        for (int u = 0; u < saw.length; u++) {
            List<Integer> written = Plan.writes(plan.ops.get(u), key);
            if ((seen >> u & 1) != 0 && !written.isEmpty()) result = lastOf(written);
        }
        return result;
    }

    /** All appends up to the last one seen, or only those seen; then the own ones. */
    private List<Integer> list(int key, int seen, List<Integer> own) {
        List<Integer> appended = new ArrayList<>();
        int length = 0;
        for (int u = 0; u < saw.length; u++) {
            List<Integer> written = Plan.writes(plan.ops.get(u), key);
            boolean visible = (seen >> u & 1) != 0;
            if (visible || !onlySeen && plan.status[u] == Status.COMMITTED) appended.addAll(written);
            if (visible && !written.isEmpty()) length = appended.size();
        }
        List<Integer> result = new ArrayList<>(appended.subList(0, length));
        result.addAll(own);
        return result;
    }

    private static List<Integer> lastOf(List<Integer> values) {
        return List.of(values.get(values.size() - 1));
    }

    /** The result of a read in a database that keeps no promise. */
    List<Integer> anything(int key, List<Integer> own) {
        if (!own.isEmpty() && random.nextInt(3) > 0) return result(key, random.nextInt(1 << saw.length), own);
        if (random.nextInt(5) == 0) return List.of();
        return plan.lists ? list(key, 1 << random.nextInt(saw.length), own) : List.of(plan.anyValue(random, key));
    }
}

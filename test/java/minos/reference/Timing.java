package minos.reference;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import minos.history.Status;

/** Puts the transactions of a plan in the order of a history, which keeps the order of each session. */
final class Timing {
    private final Random random;
    private final Plan plan;

    Timing(Random random, Plan plan) {
        this.random = random;
        this.plan = plan;
    }

    /** In order of appearance: that of the plan, or sessions in turns by chance. */
    Draft withoutRealTime() {
        List<Integer> turns = new ArrayList<>();
        for (int session : plan.session) turns.add(session);
        if (random.nextBoolean()) Collections.shuffle(turns, random);
        List<Draft.Txn> txns = new ArrayList<>();
        boolean[] done = new boolean[plan.size()];
        for (int session : turns) {
            int t = 0;
            while (done[t] || plan.session[t] != session) t++;
            done[t] = true;
            txns.add(new Draft.Txn(session, plan.status[t], -1, Integer.MAX_VALUE, plan.ops.get(t)));
        }
        return new Draft(plan.lists, txns);
    }

    /**
     * Sessions take turns to invoke and complete, mostly the one whose transaction is next in the plan. As in Jepsen, a
     * session ends with an indeterminate transaction and goes on under a new name.
     */
    Draft withRealTime() {
        int[] name = plan.session.clone();
        int[] invocation = new int[name.length];
        int[] completion = new int[name.length];
        Arrays.fill(invocation, -1);
        Arrays.fill(completion, -1);
        int inOrder = random.nextInt(11);
        List<Draft.Txn> txns = new ArrayList<>();
        for (int event = 0; txns.size() < name.length; event++) {
            int t = next(completion, random.nextInt(10) < inOrder);
            if (invocation[t] < 0) {
                invocation[t] = event;
                continue;
            }
            boolean unclear = plan.status[t] == Status.INDETERMINATE;
            completion[t] = unclear ? Integer.MAX_VALUE : event;
            Draft.Txn txn = new Draft.Txn(name[t], plan.status[t], invocation[t], completion[t], plan.ops.get(t));
            int group = invocation[t] % 3; // any will do
            txns.add(group == 2 ? txn : txn.in(group));
            for (int u = t + 1; unclear && u < name.length; u++) if (plan.session[u] == plan.session[t]) name[u] += 10;
        }
        txns.sort(Comparator.comparing(Draft.Txn::completion));
        return new Draft(plan.lists, txns);
    }

    /** A transaction that is not complete and whose session has completed all before it: the first, or any. */
    private int next(int[] completion, boolean first) {
        List<Integer> ready = new ArrayList<>();
        for (int t = 0; t < completion.length; t++) {
            boolean waits = false;
            for (int u = 0; u < t; u++) waits |= plan.session[u] == plan.session[t] && completion[u] < 0;
            if (completion[t] < 0 && !waits) ready.add(t);
        }
        return ready.get(first ? 0 : random.nextInt(ready.size()));
    }
}

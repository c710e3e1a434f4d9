package minos.reference;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;

/**
 * Small random histories, one for each seed: up to six transactions in up to four sessions on up to three keys. A
 * {@link Plan} is run by a {@link Simulation} that keeps some level, so that strong levels hold often enough; then a
 * few reads are changed, so that neighbouring levels come apart; and {@link Timing} puts it all in order.
 */
final class RandomHistories {
    private final Random random;
    private final Plan plan;
    private final Simulation simulation;

    private RandomHistories(Random random, boolean messy) {
        this.random = random;
        plan = new Plan(random, messy);
        simulation = new Simulation(random, plan);
    }

    /**
     * The history of a seed. One in four is messy inside its transactions; the others go on from attempt to attempt to
     * find a history that tells levels apart.
     */
    static Draft draft(long seed) {
        Random random = new Random(seed);
        boolean messy = Math.floorMod(seed, 4) == 0;
        Draft draft = new RandomHistories(random, messy).make(messy);
        for (int more = messy ? 0 : 5; more > 0 && !tellsApart(draft); more--) {
            draft = new RandomHistories(random, false).make(false);
        }
        return draft;
    }

    private static boolean tellsApart(Draft draft) {
        Map<Level, Answer> answers = Reference.judge(draft.build(), Order.NONE);
        return answers.get(Level.ADYA_READ_COMMITTED) == Answer.TRUE && answers.get(Level.SERIALIZABLE) == Answer.FALSE;
    }

    private Draft make(boolean messy) {
        simulation.run();
        for (int n = messy || random.nextBoolean() ? 1 + random.nextInt(3) : 0; n > 0; n--) changeOneRead();
        Timing timing = new Timing(random, plan);
        return random.nextBoolean() ? timing.withRealTime() : timing.withoutRealTime();
    }

    private void changeOneRead() {
        List<Draft.Op> ops = plan.ops.get(random.nextInt(plan.size()));
        int i = random.nextInt(ops.size());
        Draft.Op op = ops.get(i);
        if (op.write() || op.result() == null) return;
        List<Integer> own = Plan.writes(ops.subList(0, i), op.key());
        List<Integer> result = plan.lists ? changedList(op) : changedRegister(op.key(), own);
        ops.set(i, new Draft.Op(false, op.key(), result));
    }

    private List<Integer> changedRegister(int key, List<Integer> own) {
        boolean anything = own.isEmpty() || random.nextBoolean();
        return anything ? simulation.anything(key, own) : List.of(own.get(random.nextInt(own.size())));
    }

    /** Cuts the list, leaves something out, swaps two elements, or puts something in. */
    private List<Integer> changedList(Draft.Op op) {
        List<Integer> list = new ArrayList<>(op.result());
        int change = random.nextInt(4);
        if (list.isEmpty() || change == 0) {
            list.add(random.nextInt(list.size() + 1), plan.anyValue(random, op.key()));
            return list;
        }
        int i = random.nextInt(list.size());
        if (change == 1) return list.subList(0, i);
        if (change == 2) list.remove(i);
        else Collections.swap(list, i, random.nextInt(list.size()));
        return list;
    }
}

package minos.reference;

import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What must be true of the reference whatever it is asked: its answers on random histories fit together. */
class ReferenceAgreesWithItselfTest {
    private static final int QUICK = 2_000;
    private static final int SLOW = 200_000;

    @Test
    void definitionsAgreeWithExecutions() {
        Trials.run(QUICK, ReferenceAgreesWithItselfTest::differentFormulations);
    }

    @Test
    @Tag("slow")
    void definitionsAgreeWithExecutionsOnMany() {
        Trials.run(SLOW, ReferenceAgreesWithItselfTest::differentFormulations);
    }

    @Test
    void strongerImpliesWeaker() {
        Trials.run(QUICK, ReferenceAgreesWithItselfTest::strongerWithoutWeaker);
    }

    @Test
    @Tag("slow")
    void strongerImpliesWeakerOnMany() {
        Trials.run(SLOW, ReferenceAgreesWithItselfTest::strongerWithoutWeaker);
    }

    @Test
    void patternsCharacteriseTheWeakLevels() {
        Trials.run(QUICK, ReferenceAgreesWithItselfTest::patternsWithoutViolation);
    }

    @Test
    @Tag("slow")
    void patternsCharacteriseTheWeakLevelsOnMany() {
        Trials.run(SLOW, ReferenceAgreesWithItselfTest::patternsWithoutViolation);
    }

    /** By commit orders, by dependency graphs and by executions: the same answer. */
    private static String differentFormulations(Draft draft) {
        History history = draft.build();
        Observations observations = new Observations(history);
        if (observations.hasDuplicateWrites() || observations.size() > 5) return null;
        for (Order order : draft.orders()) {
            Map<Level, Answer> answers = Reference.judge(history, order);
            if (answers.get(Level.ADYA_READ_COMMITTED) != Answer.TRUE) continue; // executions read consistently
            Relation so = observations.sessionOrder(order);
            Set<Level> byCommitOrder = CommitOrders.satisfied(observations, so, CommitOrders.LEVELS);
            for (Level level : Executions.LEVELS) {
                boolean holds = answers.get(level) == Answer.TRUE;
                String question = level + " in form " + order + " is " + holds + ", but not ";
                if (Executions.exists(observations, so, level) != holds) return question + "by executions";
                boolean both = CommitOrders.LEVELS.contains(level);
                if (both && byCommitOrder.contains(level) != holds) return question + "by commit orders";
            }
        }
        return null;
    }

    /** A stronger level, or a stronger form of the same level, never holds where the weaker does not. */
    private static String strongerWithoutWeaker(Draft draft) {
        History history = draft.build();
        Map<Order, Map<Level, Answer>> weaker = new EnumMap<>(Order.class);
        for (Order order : draft.orders()) {
            Map<Level, Answer> answers = Reference.judge(history, order);
            for (Level strong : answers.keySet()) {
                if (answers.get(strong) != Answer.TRUE) continue;
                for (Level weak : answers.keySet()) {
                    if (strong.implies(weak) && answers.get(weak) != Answer.TRUE) {
                        return strong + " holds without " + weak + " in form " + order;
                    }
                }
                for (Order weak : weaker.keySet()) {
                    boolean holds = weaker.get(weak).getOrDefault(strong, Answer.TRUE) == Answer.TRUE;
                    if (order.implies(weak) && !holds)
                        return strong + " holds in form " + order + ", but not in form " + weak;
                }
            }
            weaker.put(order, answers);
        }
        return null;
    }

    /** The theorems of Plume, with each level judged by its own commit edges. Lists have more that can be wrong. */
    private static String patternsWithoutViolation(Draft draft) {
        History history = draft.build();
        if (draft.lists || new Observations(history).hasDuplicateWrites()) return null;
        for (Order order : draft.orders()) {
            Map<Level, Answer> answers = Reference.judge(history, order);
            Set<AnomalyType> patterns = Reference.patterns(history, order);
            for (Level level : EnumSet.of(Level.CUT_ISOLATION, Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL)) {
                boolean free = patterns.stream().noneMatch(pattern -> level.implies(pattern.level()));
                if (free != (answers.get(level) == Answer.TRUE)) {
                    return level + " in form " + order + " is " + answers.get(level) + ", patterns are " + patterns;
                }
            }
        }
        return null;
    }
}

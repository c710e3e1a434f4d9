package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Order;
import minos.reference.Draft;
import minos.reference.Trials;
import org.junit.jupiter.api.Test;

class PointGraphTest {
    /** On random histories: what real time leaves is what session order alone makes. */
    @Test
    void realTimeContainsSessionOrder() {
        Trials.runSound(3_000, PointGraphTest::complaint);
    }

    private static String complaint(Draft draft, Relations relations) {
        if (!draft.orders().contains(Order.REAL_TIME)) return null;
        for (Order order : List.of(Order.PER_GROUP_REAL_TIME, Order.PER_KEY_REAL_TIME, Order.REAL_TIME)) {
            for (Rules rules : EnumSet.range(Rules.PREFIX, Rules.SERIAL)) {
                Problem realTime = Problem.of(relations, order, 1);
                Problem session = realTime.with(Order.SESSION);
                PointGraph expected = new PointGraph(session, rules);
                PointGraph found = new PointGraph(session, new PointGraph(realTime, rules));
                if (!found.predecessors.equals(expected.predecessors)) {
                    return order + ", " + rules + ": " + found.predecessors + ", not " + expected.predecessors;
                }
            }
        }
        return null;
    }

    /** However many threads make the problem of a history of lists, it is the same. */
    @Test
    void threadsMakeTheSameProblem() {
        Workload lists = Workload.of(Workload.Kind.APPEND);
        History history = new Simulation(lists, Level.SNAPSHOT_ISOLATION, 10, 1_000, 0.02, null, 7).run();
        assertTrue(history.operations() > 10_000, "worth two threads");
        Relations relations = Relations.of(history, Options.DEFAULT);
        Problem one = Problem.of(relations, Order.SESSION, 1);
        Problem two = Problem.of(relations, Order.SESSION, 2);
        assertArrayEquals(one.readSlot, two.readSlot);
        assertArrayEquals(one.readLength, two.readLength);
        assertArrayEquals(one.elementBegin, two.elementBegin);
        assertArrayEquals(one.elementVersion, two.elementVersion);
        PointGraph first = new PointGraph(one, Rules.SERIAL);
        PointGraph second = new PointGraph(two, Rules.SERIAL);
        assertEquals(first.predecessors, second.predecessors);
    }
}

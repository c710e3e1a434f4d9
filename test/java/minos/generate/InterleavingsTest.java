package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import minos.generate.Application.Row;
import minos.generate.Application.Rows;
import minos.generate.Application.Table;
import minos.generate.Interleavings.Keys;
import minos.generate.Interleavings.Part;
import minos.generate.Interleavings.Script;
import minos.generate.Interleavings.Step;
import minos.model.AnomalyType;
import org.junit.jupiter.api.Test;

class InterleavingsTest {
    /** Rows that only note what is done with them. */
    private static Rows noting(int transaction, List<String> done) {
        return new Rows() {
            private void note(char action, long... key) {
                done.add("" + transaction + action + (key.length == 0 ? "" : (char) ('x' + key[0])));
            }

            @Override
            public Row read(Table table, long... key) {
                note('r', key);
                return null;
            }

            @Override
            public Row readToWrite(Table table, long... key) {
                note('l', key);
                return null;
            }

            @Override
            public void write(Row row) {
                note('w', row.key());
            }

            @Override
            public void insert(Row row) {
                throw new AssertionError();
            }

            @Override
            public void append(Row row) {
                throw new AssertionError();
            }

            @Override
            public boolean delete(Table table, long... key) {
                note('d', key);
                return true;
            }

            @Override
            public void savepoint() {
                note('s');
            }

            @Override
            public void undo() {
                note('u');
            }
        };
    }

    /** Where nothing blocks, the steps are done one after another, as they are written, though each transaction has a thread. */
    @Test
    void stepsTakeTurns() throws Exception {
        for (Script script : Interleavings.SCRIPTS) {
            for (boolean withRows : new boolean[] {false, true}) {
                List<Step> steps = script.parse(withRows);
                List<String> done = Collections.synchronizedList(new ArrayList<>());
                List<Thread> threads = new ArrayList<>();
                for (Part part : Interleavings.parts(steps, new Keys(0, 1, 2), 10_000)) {
                    Thread thread = new Thread(() -> {
                        try {
                            boolean commits = part.run(noting(part.transaction(), done));
                            done.add("" + part.transaction() + (commits ? 'c' : 'a'));
                            part.ended();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    });
                    threads.add(thread);
                    thread.start();
                }
                for (Thread thread : threads) thread.join();
                List<String> expected = steps.stream()
                        .map(step -> "" + step.transaction() + step.action()
                                + ("rlwd".indexOf(step.action()) < 0 ? "" : (char) ('x' + step.key())))
                        .toList();
                assertEquals(expected, done, script.steps());
            }
        }
    }

    @Test
    void nobodyElseHasItsKeys() {
        Set<Long> keys = new HashSet<>();
        for (int number = 0; number < 3_000; number++) {
            Keys chosen = number % 3 == 0 ? Keys.far(number) : Keys.near(number);
            for (int place = 0; place < 3; place++) assertTrue(keys.add(chosen.of(place)), chosen.toString());
        }
    }

    /** Each transaction ends, as the last thing that it does. */
    @Test
    void scriptsAreWellFormed() {
        Set<AnomalyType> shown = EnumSet.noneOf(AnomalyType.class);
        for (Script script : Interleavings.SCRIPTS) {
            List<Step> steps = script.parse(true);
            for (int t = 0; t < 10; t++) {
                int transaction = t;
                List<Character> actions = steps.stream()
                        .filter(step -> step.transaction() == transaction)
                        .map(Step::action)
                        .toList();
                if (actions.isEmpty()) continue;
                assertTrue("ca".indexOf(actions.get(actions.size() - 1)) >= 0, script.steps());
                assertTrue(
                        actions.subList(0, actions.size() - 1).stream()
                                .allMatch(action -> "rlwdsu".indexOf(action) >= 0),
                        script.steps());
                assertEquals(actions.contains('u'), actions.contains('s'), script.steps());
            }
            shown.add(script.shows());
        }
        assertTrue(shown.size() >= 12, shown.toString());
    }
}

package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicInteger;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;
import minos.util.Progress;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A simulated database is never accused at its own level, and what is put into a history is always found. */
class SimulationTest {
    private static final Set<Level> SESSION_GUARANTEES =
            EnumSet.range(Level.READ_YOUR_WRITES, Level.WRITES_FOLLOW_READS);

    @Test
    void databasesKeepTheirPromise() {
        promises(200, 20);
    }

    @Test
    void databasesKeepTheirPromiseWhereValuesRepeat() {
        promisesWhereValuesRepeat(12, 12);
    }

    /** Nearly every read has many candidates here. */
    @Test
    void fewValuesAndDeletesAreNoHindrance() {
        for (Level level : List.of(Level.READ_COMMITTED, Level.READ_ATOMIC)) {
            promises(repeating(simulation(level, 4, 20, null), new Workload.Values(4, Distribution.ZIPFIAN, 0.2)));
        }
    }

    @Test
    @Tag("slow")
    void databasesKeepTheirPromiseWhereValuesRepeatOften() {
        promisesWhereValuesRepeat(60, 20);
    }

    private static void promisesWhereValuesRepeat(int runs, int transactions) {
        for (Level level : Simulation.LEVELS) {
            for (int seed = 0; seed < runs; seed++) {
                Simulation unique = simulation(level, seed, transactions, null);
                Distribution drawn = seed % 2 == 0 ? Distribution.ZIPFIAN : Distribution.UNIFORM;
                double deletes = unique.application().model() == Model.LIST_APPEND ? 0 : seed % 3 * 0.2;
                promises(repeating(unique, new Workload.Values(seed % 5, drawn, deletes)));
            }
        }
    }

    @Test
    @Tag("slow")
    void databasesKeepTheirPromiseAtLength() {
        promises(20, 5_000);
    }

    private static void promises(int runs, int transactions) {
        for (Level level : Simulation.LEVELS) {
            for (int seed = 0; seed < runs; seed++) {
                promises(simulation(level, seed, transactions, null));
            }
        }
    }

    private static void promises(Simulation simulation) {
        for (Verdict verdict : judge(simulation.run(), simulation.level())) {
            assertEquals(Answer.TRUE, verdict.answer(), () -> simulation + " " + verdict);
        }
    }

    @Test
    void whatIsPutInIsFound() {
        injected(10, 20);
    }

    @Test
    @Tag("slow")
    void whatIsPutInIsFoundInLongHistories() {
        injected(2, 5_000);
    }

    private static void injected(int runs, int transactions) {
        for (Gadget gadget : Gadget.all()) {
            for (int seed = 0; seed < runs; seed++) {
                Simulation simulation = simulation(Level.STRICT_SERIALIZABLE, seed, transactions, gadget);
                if (!gadget.fits(simulation.application().model())) continue;
                History history = simulation.run();
                List<AnomalyType> found = new ArrayList<>();
                for (Verdict verdict :
                        Judge.check(history, Judge.askable(history, Options.DEFAULT.order()), Options.DEFAULT)) {
                    boolean breaks = breaks(verdict.level(), gadget.type());
                    boolean open = SESSION_GUARANTEES.contains(verdict.level())
                            && Level.CAUSAL.implies(gadget.type().level());
                    if (open && !breaks) continue; // causal paths may be of the kind that one of these looks at, or not
                    assertEquals(
                            breaks ? Answer.FALSE : Answer.TRUE, verdict.answer(), () -> simulation + " " + verdict);
                    verdict.anomalies().forEach(anomaly -> found.add(anomaly.type()));
                }
                boolean offered = Judge.askable(history, Options.DEFAULT.order()).stream()
                        .anyMatch(level -> breaks(level, gadget.type()));
                assertTrue(!offered || found.contains(gadget.type()), () -> simulation + " " + found);
            }
        }
    }

    /** Read consistency is wanted from adya-read-committed on. */
    private static boolean breaks(Level level, AnomalyType type) {
        boolean single = type.compareTo(AnomalyType.CYCLIC_CAUSALITY) <= 0;
        return level.implies(single ? Level.ADYA_READ_COMMITTED : type.level());
    }

    @Test
    void aSeedReproducesTheHistory() {
        for (Level level : Simulation.LEVELS) {
            assertEquals(
                    Histories.show(simulation(level, 7, 20, null).run()),
                    Histories.show(simulation(level, 7, 20, null).run()));
        }
    }

    /** Or a run that nobody waits for any more would go on until the memory is used up. */
    @Test
    void aRunEndsWhenItIsTold() {
        Deadline deadline = Deadline.whenCancelled();
        AtomicInteger told = new AtomicInteger();
        Progress impatient = new Progress() {
            @Override
            public void phase(String name, long total) {}

            @Override
            public void advance(long steps) {
                if (told.incrementAndGet() == 3) deadline.cancel("enough");
            }
        };
        Simulation endless = simulation(Level.SERIALIZABLE, 1, Integer.MAX_VALUE, null);
        assertThrows(CancellationException.class, () -> endless.run(deadline, impatient));
        assertEquals(3, told.get());
    }

    private static Simulation simulation(Level level, int seed, int transactions, Gadget gadget) {
        Workload.Kind kind = Workload.Kind.values()[seed % Workload.Kind.values().length];
        Distribution distribution = Distribution.values()[seed / 4 % Distribution.values().length];
        Workload workload = new Workload(kind, 1 + seed % 6, 0.5, new Workload.Keys(2 + seed % 7, distribution))
                .with(new Workload.Shares(0.1, 0.1, 0.3));
        return new Simulation(workload, level, 2 + seed % 5, transactions, seed % 3 == 0 ? 0.05 : 0, gadget, seed);
    }

    private static Simulation repeating(Simulation simulation, Workload.Values values) {
        Workload workload = ((Workload) simulation.application()).with(values);
        return new Simulation(
                workload,
                simulation.level(),
                simulation.sessions(),
                simulation.transactions(),
                simulation.lost(),
                null,
                simulation.seed());
    }

    private static List<Verdict> judge(History history, Level level) {
        List<Level> levels = Judge.askable(history, Options.DEFAULT.order()).stream()
                .filter(level::implies)
                .toList();
        return Judge.check(history, levels, Options.DEFAULT);
    }
}

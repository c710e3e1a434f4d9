package minos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import minos.Histories;
import minos.generate.Distribution;
import minos.generate.Mixture;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Level;
import org.junit.jupiter.api.Test;

/** What is written while a simulation runs is what a writer makes of the history that it returns. */
class GeneratedTextTest {
    private static final int TRANSACTIONS = 120;

    @Test
    void ednIsThatOfTheWholeHistory() throws IOException {
        for (Level level : Simulation.LEVELS) {
            for (int seed = 0; seed < 9; seed++) compare(simulation(level, seed, 0), Format.EDN);
        }
    }

    @Test
    void ednSaysTimesAndLevels() throws IOException {
        compare(simulation(Level.SNAPSHOT_ISOLATION, 1, 0).withClock(), Format.EDN);
        Mixture<Level> mixture = Mixture.of("rc=50,ra=20,ser=30", Level::named);
        for (int seed = 0; seed < 3; seed++) {
            compare(new Simulation(workload(seed), mixture, 4, TRANSACTIONS, 0, null, seed), Format.EDN);
        }
    }

    @Test
    void plumeIsThatOfTheWholeHistory() throws IOException {
        for (Level level : Simulation.LEVELS) {
            for (int seed = 0; seed < 9; seed += 3) compare(simulation(level, seed, 0), Format.PLUME);
        }
    }

    /** Who never answers has no place of its own among the invocations of others. */
    @Test
    void whoNeverAnswersIsThereToo() throws IOException {
        for (Level level : Simulation.LEVELS) {
            Simulation simulation = simulation(level, 4, 0.1);
            String text = told(simulation, Format.EDN);
            History read =
                    HistoryFiles.read(new ByteArrayInputStream(text.getBytes(UTF_8)), "told", ReadOptions.DEFAULT);
            assertEquals(sorted(simulation.run()), sorted(read), simulation::toString);
        }
    }

    /** Read from a file, those without an answer come last. */
    private static List<String> sorted(History history) {
        return Histories.show(history).stream().sorted().toList();
    }

    private static void compare(Simulation simulation, Format format) throws IOException {
        ByteArrayOutputStream whole = new ByteArrayOutputStream();
        List<String> notes = HistoryFiles.write(simulation.run(), whole, format);
        ByteArrayOutputStream told = new ByteArrayOutputStream();
        assertEquals(notes, Generate.tell(simulation, ReadOptions.DEFAULT, format, told), simulation::toString);
        assertEquals(whole.toString(UTF_8), told.toString(UTF_8), simulation::toString);
    }

    private static String told(Simulation simulation, Format format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Generate.tell(simulation, ReadOptions.DEFAULT, format, out);
        return out.toString(UTF_8);
    }

    private static Simulation simulation(Level level, int seed, double lost) {
        return new Simulation(workload(seed), level, 2 + seed % 4, TRANSACTIONS, lost, null, seed);
    }

    /** Registers, mini-transactions and lists in turn. */
    private static Workload workload(int seed) {
        Workload.Kind kind = Workload.Kind.values()[seed % 3];
        return new Workload(kind, 1 + seed % 6, 0.5, new Workload.Keys(5, Distribution.ZIPFIAN))
                .with(new Workload.Shares(0.1, 0.1, 0.3));
    }
}

package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.util.Arrays;
import java.util.List;
import minos.client.Store;
import minos.collect.Target.Isolation;
import minos.generate.Application;
import minos.generate.Workload;
import minos.history.History;
import minos.history.Statistics;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;

/** Runs a workload, and what was recorded, read back from its file. */
record Recorded(Collector.Summary summary, History history, Path file) {

    private static Driver h2;

    static Target target(String url, Isolation isolation) throws CollectException {
        return target(url, null, null, isolation);
    }

    static Target target(String url, String user, String password, Isolation isolation) throws CollectException {
        return new Target(driver(url), url, user, password, isolation, List.of());
    }

    /** H2 is loaded once only: that takes longer than most runs. */
    private static synchronized Driver driver(String url) throws CollectException {
        if (Dialect.of(url) != Dialect.H2) return Drivers.find(url, List.of());
        if (h2 == null) h2 = Drivers.find(url, List.of());
        return h2;
    }

    static Workload workload(Workload.Kind kind, int keys) {
        return new Workload(kind, 4, 0.5, Workload.Keys.uniform(keys));
    }

    static Recorded of(Store target, Application application, int sessions, int transactions, Path file)
            throws Exception {
        return of(new Collector.Settings(target, application, file)
                .sessions(sessions)
                .transactions(transactions)
                .seconds(60)
                .patience(2));
    }

    /** Runs again and again into one file: what was there is no longer needed. */
    static Recorded of(Collector.Settings settings) throws Exception {
        Files.deleteIfExists(settings.history());
        return read(new Collector(settings).run((tally, seconds, left) -> {}), settings.history());
    }

    /** The file has what the sessions counted: nothing is lost. */
    static Recorded read(Collector.Summary summary, Path file) throws IOException {
        History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
        Statistics statistics = Statistics.of(history);
        assertEquals(summary.tally().transactions(), history.transactions());
        assertEquals(summary.tally().aborted(), statistics.size().aborted());
        assertEquals(summary.tally().unknown(), statistics.size().indeterminate());
        assertTrue(history.hasRealTime());
        return new Recorded(summary, history, file);
    }

    Verdict verdict(Level level) {
        return Judge.check(history, List.of(level), Options.DEFAULT).get(0);
    }

    void holds(Level level) {
        Verdict verdict = verdict(level);
        assertEquals(Answer.TRUE, verdict.answer(), () -> summary.database() + " " + verdict);
    }

    void violates(Level level) {
        assertEquals(
                Answer.FALSE,
                verdict(level).answer(),
                () -> level + " holds after all; " + summary.tally().transactions() + " transactions");
    }

    long lines(String type) throws IOException {
        try (var lines = Files.lines(file)) {
            return lines.filter(line -> line.contains(", :type " + type + ",")).count();
        }
    }

    static List<Workload.Kind> kinds() {
        return Arrays.asList(Workload.Kind.values());
    }
}

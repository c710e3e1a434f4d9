package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import minos.Histories;
import minos.Questions;
import minos.Source;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.Model;
import minos.infer.Options;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Violation;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code minos check} with files and answers made up here: what is asked, what is printed, and the exit status. */
class CheckTest {
    private static final History HISTORY = Histories.of("0: w(x,1)", "1: r(x,2)");

    private final List<ReadOptions> readOptions = new ArrayList<>();
    private final List<Options> checkOptions = new ArrayList<>();
    private final List<List<Requirement>> requirements = new ArrayList<>();

    /** By the file's name: {@code missing}, {@code huge} and {@code odd} cannot be read, the others can. */
    private History read(String file, ReadOptions options) throws IOException {
        readOptions.add(options);
        switch (file) {
            case "missing" -> throw new ReadException(file, new ReadException.Place(3, 7), "\u001b[2J", "a map");
            case "huge" -> throw new OutOfMemoryError("Java heap space");
            case "odd" -> throw new IllegalStateException("what?");
            case "gone" -> throw new IOException("the disk is gone");
            default -> {
                return HISTORY;
            }
        }
    }

    /** Read atomic and stronger levels are violated, serializable is unknown. */
    private void judge(History history, List<Requirement> asked, Options options, Consumer<Verdict> told) {
        checkOptions.add(options);
        requirements.add(asked);
        for (Requirement one : asked) told.accept(verdict(one.level(), one.order(), options));
    }

    private static Verdict verdict(Level level, Order order, Options options) {
        if (level == Level.SERIALIZABLE) return Verdict.unknown(level, order, "too hard");
        if (!level.implies(Level.READ_ATOMIC)) {
            Certificate proof = new Certificate(level, order, new int[] {0, 1}, Optional.empty());
            return options.certificate() ? Verdict.proved(proof) : Verdict.holds(level, order);
        }
        Violation witness = new Violation.ThinAirRead(1, 0);
        return Verdict.violated(
                level, order, List.of(new Anomaly(AnomalyType.THIN_AIR_READ, 1, true, List.of(witness))));
    }

    private Run check(String... words) {
        return check(this::judge, words);
    }

    private Run check(Questions.Stub engine, String... words) {
        return check(Environment.PIPE, engine, words);
    }

    private Run check(Environment environment, Questions.Stub engine, String... words) {
        Questions.Clock clock = new Questions.Clock();
        return Run.of((out, err) -> Check.run(
                words,
                out,
                err,
                environment,
                file -> reading -> read(file, (ReadOptions) reading),
                question -> Questions.by(clock, Questions.judgedBy(engine, question))));
    }

    /** A file that is read until the time is over. */
    private static Run checkTooLong(String... words) {
        Questions.Clock clock = new Questions.Clock();
        Source stuck = reading -> {
            clock.pass();
            return Questions.forever();
        };
        return Run.of((out, err) ->
                Check.run(words, out, err, Environment.PIPE, file -> stuck, question -> Questions.by(clock, question)));
    }

    @Test
    void readingThatTakesTooLong() {
        String why = "stopped after the time limit of 0.1 s, while the history was read";
        assertEquals(
                new Run(2, "h: causal is unknown (session order): " + why + "\n", ""),
                checkTooLong("--timeout", "0.1", "-l", "causal", "h"));
        assertEquals(new Run(2, "h: unknown: " + why + "\n", ""), checkTooLong("--timeout", "0.1", "h"));
        Run json = checkTooLong("--timeout", "0.1", "-l", "causal", "-o", "json", "h");
        assertTrue(
                json.out()
                        .startsWith("{\"file\":\"h\",\"level\":\"causal\",\"order\":\"session\","
                                + "\"valid\":\"unknown\",\"why\":\"" + why + "\",\"anomalies\":[],\"millis\":"),
                json.out());
    }

    @Test
    void sizesOfMemory() {
        assertEquals(1, check("--max-memory", "512m", "-l", "ra", "h").status());
        assertEquals(1, check("--max-memory=8G", "-l", "ra", "h").status());
        readOptions.clear();
        assertRefused("--max-memory needs a size such as 512m or 8g, not 512", "--max-memory", "512", "h");
        assertRefused("--max-memory must be at least 192m, not 100m", "--max-memory", "100m", "h");
    }

    @Test
    void statusTellsTheWorstAnswer() {
        assertEquals(0, check("-l", "rc", "h").status());
        assertEquals(1, check("-l", "rc", "-l", "ra", "h").status());
        assertEquals(2, check("-l", "rc", "-l", "ser", "h").status());
        assertEquals(1, check("-l", "ra", "-l", "ser", "h").status());
        assertEquals(3, check("-l", "ra", "missing", "h").status());
        assertEquals(3, check("-l", "rc", "h", "missing").status());
    }

    @Test
    void everyLevelOnlyDescribes() {
        assertEquals(0, check("h").status());
        assertEquals(0, check("--level", "all", "h").status());
        assertEquals(3, check("h", "missing").status());
    }

    @Test
    void anUnreadableFileIsReportedAndTheOthersAreJudged() {
        Run run = check("-l", "rc", "a", "missing", "huge", "odd", "gone", "b");
        String tested = "tested: 0 reads of other transactions' writes\n";
        assertEquals(
                "a: read-committed holds (session order)\n" + tested + "b: read-committed holds (session order)\n"
                        + tested,
                run.out());
        List<String> errors = run.err().lines().toList();
        assertEquals("minos: missing:3:7: found \\u001b[2J, expected a map", errors.get(0));
        assertTrue(errors.get(1).matches("minos: huge: out of memory, with a heap of \\d+ MiB; .*"), errors.get(1));
        assertEquals(
                "minos: odd: internal error: IllegalStateException: what? (MINOS_DEBUG=1 shows where)", errors.get(2));
        assertEquals("minos: gone: cannot be read: the disk is gone", errors.get(3));
        assertEquals(4, errors.size());
        assertEquals(3, run.status());
    }

    @Test
    void aFailureWhileJudgingIsUnknown() {
        Run run = check(
                (history, asked, options, told) -> {
                    throw new StackOverflowError();
                },
                "-l",
                "rc",
                "-l",
                "sser",
                "h");
        assertEquals(2, run.status());
        assertEquals(
                """
                h: read-committed is unknown (session order): internal error: StackOverflowError
                h: strict-serializable is unknown (real-time order): internal error: StackOverflowError
                """,
                run.out());
        assertEquals("minos: h: internal error: StackOverflowError (MINOS_DEBUG=1 shows where)\n", run.err());
    }

    @Test
    void whatCannotBeShownOrDrawnLeavesVerdictAndStatusAsTheyAre(@TempDir Path folder) throws IOException {
        Violation broken = new Violation.ThinAirRead(99, 0);
        Questions.Stub engine = (history, asked, options, told) -> {
            for (Requirement one : asked) {
                told.accept(Verdict.violated(
                        one.level(),
                        one.order(),
                        List.of(new Anomaly(AnomalyType.THIN_AIR_READ, 7, true, List.of(broken)))));
            }
        };
        String report = folder.resolve("r").toString();
        Run run = check(engine, "-l", "causal", "--report", report, "a", "b");
        assertEquals(1, run.status());
        assertTrue(
                run.out()
                        .startsWith(
                                """
                a: causal is violated (session order): thin-air-read

                  thin-air-read (a): a read of a value that nobody wrote; 7 found

                b: causal is violated"""),
                run.out());
        List<String> warnings = run.err().lines().toList();
        assertEquals(4, warnings.size(), run.err());
        assertTrue(warnings.get(0).startsWith("minos: warning: a: what was found cannot be shown: "), run.err());
        assertTrue(warnings.get(1).startsWith("minos: warning: the report in " + report), run.err());
        String index = Files.readString(folder.resolve("r/index.html"));
        assertTrue(index.contains("its report could not be written"), index);

        Run json = check(engine, "-l", "causal", "-o", "json", "a");
        assertEquals(1, json.status());
        assertTrue(json.out().contains("\"valid\":false") && json.out().contains("\"count\":7"), json.out());
        assertEquals(0, check(engine, "a").status(), "where every level is asked for, too");
    }

    @Test
    void stackTracesAreForDebuggingOnly() {
        Environment debug = new Environment(false, false, 80, false, true);
        Run run = check(debug, this::judge, "odd");
        assertTrue(run.err().contains("\tat minos.cli.CheckTest.read("), run.err());
        assertFalse(check("odd").err().contains("\tat "));
    }

    @Test
    void jsonIsALineForEachFileAndLevel() {
        Run run = check("-o", "json", "-l", "rc", "-l", "ra", "a", "b");
        List<String> lines = run.out().lines().toList();
        assertEquals(4, lines.size());
        assertTrue(lines.get(1)
                .startsWith("""
                {"file":"a","level":"read-atomic","order":"session","valid":false,"""));
        assertTrue(lines.get(2)
                .startsWith(
                        """
                {"file":"b","level":"read-committed","order":"session","valid":true,"""));
        assertTrue(check("-o", "edn", "-l", "rc", "a").out().startsWith("{:file \"a\" :level :read-committed "));
    }

    @Test
    void quietLeavesOutTheStories() {
        assertTrue(check("-l", "ra", "h").out().contains("T1 (session 1) read x=2, which nobody wrote"));
        assertEquals(
                "h: read-atomic is violated (session order): thin-air-read\n",
                check("-q", "-l", "ra", "h").out());
    }

    @Test
    void optionsReachReaderAndJudge() {
        check(
                "-l",
                "si",
                "-m",
                "rw-register",
                "--initial",
                "infer",
                "--threads",
                "3",
                "--order",
                "none",
                "--all",
                "--max-witnesses",
                "5",
                "--timeout",
                "0.001",
                "h");
        ReadOptions read = readOptions.get(0);
        assertEquals(Optional.of(Model.RW_REGISTER), read.model());
        assertEquals(Optional.of(InitialValues.INFER), read.initial());
        assertEquals(3, read.threads());
        Options options = checkOptions.get(0);
        assertEquals(List.of(new Requirement(Level.SNAPSHOT_ISOLATION, Order.NONE)), requirements.get(0));
        assertTrue(options.all());
        assertEquals(5, options.maxWitnesses());
        assertEquals(3, options.threads());
        assertFalse(options.certificate());
        check("h");
        assertEquals(Optional.empty(), readOptions.get(1).model());
        assertEquals(Order.SESSION, requirements.get(1).get(0).order());
        assertEquals(1, checkOptions.get(1).maxWitnesses());
    }

    @Test
    void aCertificateGoesToItsFile(@TempDir Path folder) throws IOException {
        Path proof = folder.resolve("proof");
        assertEquals(
                1, check("-l", "ra", "--certificate", proof.toString(), "h").status());
        assertFalse(Files.exists(proof));
        assertEquals(
                0, check("-l", "rc", "--certificate", proof.toString(), "h").status());
        assertEquals("minos-certificate 1\nlevel read-committed\norder session\n0\n1\n", Files.readString(proof));
        String nowhere = folder.resolve("no/such/folder").toString();
        assertEquals(
                new Run(
                        73,
                        "h: read-committed holds (session order)\ntested: 0 reads of other transactions' writes\n",
                        "minos: " + nowhere + ": the certificate cannot be written: no such file or directory\n"),
                check("-l", "rc", "--certificate", nowhere, "h"));
    }

    @Test
    void aCertificateNeverOverwritesTheHistory(@TempDir Path folder) throws IOException {
        String history = Files.writeString(folder.resolve("h"), "").toString();
        String same = folder.resolve(".").resolve("h").toString();
        assertRefused("--certificate would overwrite the history " + same, "-l", "rc", "--certificate", same, history);
    }

    @Test
    void wrongUsageIsRefusedBeforeAnythingIsRead() {
        assertRefused("which file is to be checked?");
        assertRefused("unknown level serialisable; did you mean serializable?", "-l", "serialisable", "h");
        assertRefused("unknown level xyzzy", "-l", "xyzzy", "h");
        assertRefused("--level all asks for every level: leave out the others", "-l", "all", "-l", "rc", "h");
        assertRefused("--order cannot be realtime; did you mean real-time?", "--order", "realtime", "h");
        assertRefused("--initial cannot be guess; it is one of infer", "--initial", "guess", "h");
        assertRefused("--timeout needs a number of seconds, not 0", "--timeout", "0", "h");
        assertRefused("--timeout needs a number of seconds, not soon", "--timeout=soon", "h");
        assertRefused("--threads needs a whole number from 1 up, not 0", "--threads", "0", "h");
        assertRefused("--certificate would overwrite the history h", "-l", "rc", "--certificate", "h", "h");
        String one = "--certificate proves one level of one file: give one --level and one file";
        assertRefused(one, "--certificate", "c", "h");
        assertRefused(one, "-l", "rc", "--certificate", "c", "h", "i");
    }

    private void assertRefused(String message, String... words) {
        UsageException e = assertThrows(UsageException.class, () -> check(words));
        assertEquals(message, e.getMessage());
        assertTrue(readOptions.isEmpty());
    }
}

package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import minos.Histories;
import minos.Minos;
import minos.history.History;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.Judged;
import minos.util.Deadline;
import minos.util.PhaseClock;
import minos.util.Progress;
import org.junit.jupiter.api.Test;

class LimitsTest {
    private static final History LOST_UPDATE = Histories.of("0: r(x,nil) w(x,1)", "1: r(x,nil) w(x,2)");

    /** Work that looks at no deadline, nor at interrupts. */
    private static AssertionError forever() {
        while (true) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // so what
            }
        }
    }

    private static Run check(Check.Reader reader, Check.Engine engine, String... words) {
        long began = System.nanoTime();
        Run run = Run.of((out, err) -> Check.run(words, out, err, Environment.PIPE, reader, engine));
        double seconds = (System.nanoTime() - began) / 1e9;
        assertTrue(seconds < 60, "took " + seconds + " s"); // far from forever, even on a busy machine
        return run;
    }

    @Test
    void readingThatTakesTooLong() {
        Check.Reader stuck = (file, options) -> {
            throw forever();
        };
        assertEquals(
                new Run(
                        2,
                        "h: causal is unknown (session order): stopped after the time limit of 0.1 s, while the "
                                + "file was read\n",
                        ""),
                check(stuck, Minos::check, "--timeout", "0.1", "-l", "causal", "h"));
        assertEquals(
                new Run(2, "h: unknown: stopped after the time limit of 0.1 s, while the file was read\n", ""),
                check(stuck, Minos::check, "--timeout", "0.1", "h"));
        Run json = check(stuck, Minos::check, "--timeout", "0.1", "-l", "causal", "-o", "json", "h");
        assertTrue(
                json.out()
                        .startsWith(
                                "{\"file\":\"h\",\"level\":\"causal\",\"order\":\"session\","
                                        + "\"valid\":\"unknown\",\"why\":"
                                        + "\"stopped after the time limit of 0.1 s, while the file was read\",\"anomalies\":[],\"millis\":"),
                json.out());
    }

    @Test
    void readersAreToldTheDeadline() {
        Check.Reader reader = (file, options) -> {
            while (true) options.deadline().check();
        };
        assertEquals(
                2,
                check(reader, Minos::check, "--timeout", "0.05", "-l", "causal", "h")
                        .status());
    }

    @Test
    void judgingThatTakesTooLong() {
        Run run = check(
                (file, options) -> LOST_UPDATE,
                (history, levels, options, told) -> {
                    throw forever();
                },
                "--timeout",
                "0.1",
                "-l",
                "si",
                "h",
                "i");
        assertEquals(
                new Run(
                        2,
                        """
                h: snapshot-isolation is unknown (session order): stopped after the time limit of 0.1 s
                i: snapshot-isolation is unknown (session order): stopped after the time limit of 0.1 s
                """,
                        ""),
                run);
    }

    @Test
    void aVerdictStandsEvenIfItIsNotShownInTime() {
        CheckOptions asked = CheckOptions.of(Args.parse(new String[] {"-l", "si", "h"}, CheckOptions.OPTIONS));
        Deadline deadline = Deadline.after(0.3);
        FileCheck check = new FileCheck("h", asked, deadline, new PhaseClock(Progress.NONE, System::nanoTime), null);
        assertFalse(Guarded.run(
                () -> check.run((file, options) -> LOST_UPDATE, Minos::check, judged -> {
                    throw forever();
                }),
                deadline));
        assertNull(check.rendered());
        Judged judged = FileCheck.brief(check.judged());
        assertEquals(Answer.FALSE, judged.verdicts().get(0).answer());
        assertEquals(List.of(), judged.verdicts().get(0).anomalies().get(0).witnesses());
    }

    @Test
    void memoryThatIsAtAnEnd() {
        Check.Reader greedy = (file, options) -> {
            throw new OutOfMemoryError("Java heap space");
        };
        assertEquals(
                new Run(
                        2,
                        "h: causal is unknown (session order): stopped at the memory limit of 256 MiB, while the file "
                                + "was read\n",
                        ""),
                check(greedy, Minos::check, "--max-memory", "256m", "-l", "causal", "h"));
        Check.Engine engine = (history, levels, options, told) -> {
            throw new OutOfMemoryError("Java heap space");
        };
        assertEquals(
                new Run(2, "h: causal is unknown (session order): stopped at the memory limit of 1024 MiB\n", ""),
                check((file, options) -> LOST_UPDATE, engine, "--max-memory", "1g", "-l", "causal", "h"));
    }

    @Test
    void whatIsKnownIsNotLostWithTheRest() {
        Check.Engine engine = (history, levels, options, told) -> {
            told.accept(Verdict.holds(Level.READ_COMMITTED, Order.SESSION, null));
            throw new OutOfMemoryError("Java heap space");
        };
        Run run = check((file, options) -> LOST_UPDATE, engine, "--max-memory", "1g", "-l", "rc", "-l", "causal", "h");
        assertEquals(2, run.status());
        assertTrue(run.out().contains("h: read-committed holds"), run.out());
        assertTrue(run.out().contains("h: causal is unknown (session order): stopped at the memory limit"), run.out());
    }

    @Test
    void moreThanTheMemoryIsSeen() {
        // Kept until the watch has seen it.
        byte[][] much = new byte[1][];
        Check.Reader greedy = (file, options) -> {
            much[0] = new byte[200 << 20];
            while (true) options.deadline().check();
        };
        Run run = check(greedy, Minos::check, "--max-memory", "200m", "-l", "causal", "h");
        assertNotNull(much[0]);
        assertEquals(
                new Run(
                        2,
                        "h: causal is unknown (session order): stopped at the memory limit of 200 MiB, while the file "
                                + "was read\n",
                        ""),
                run);
    }

    @Test
    void withinTheLimitsNothingChanges() {
        Run run = check(
                (file, options) -> LOST_UPDATE,
                Minos::check,
                "--timeout",
                "100",
                "--max-memory",
                "4g",
                "-q",
                "-l",
                "si",
                "h");
        assertEquals(new Run(1, "h: snapshot-isolation is violated (session order): lost-update\n", ""), run);
    }

    @Test
    void failuresOfGuardedWorkAreThrown() {
        Deadline deadline = Deadline.after(100);
        assertThrows(
                ArithmeticException.class,
                () -> Guarded.run(
                        () -> {
                            throw new ArithmeticException();
                        },
                        deadline));
        assertThrows(
                StackOverflowError.class,
                () -> Guarded.run(
                        () -> {
                            throw new StackOverflowError();
                        },
                        deadline));
    }

    @Test
    void sizes() {
        assertEquals(512L << 20, limits("--max-memory", "512m").maxMemory());
        assertEquals(8L << 30, limits("--max-memory=8G").maxMemory());
        assertTrue(limits().areNone());
        assertRefused("--max-memory needs a size such as 512m or 8g, not 512", "--max-memory", "512");
        assertRefused("--max-memory must be at least 192m, not 100m", "--max-memory", "100m");
    }

    private static Limits limits(String... words) {
        return Limits.of(Args.parse(words, CheckOptions.OPTIONS));
    }

    private static void assertRefused(String message, String... words) {
        assertEquals(
                message, assertThrows(UsageException.class, () -> limits(words)).getMessage());
    }

    @Test
    void aDeadlineCanBeCancelled() {
        Deadline deadline = Deadline.whenCancelled();
        assertFalse(deadline.isOver());
        deadline.cancel("enough");
        deadline.cancel("too late to be heard");
        assertEquals(
                "enough", assertThrows(Deadline.Expired.class, deadline::check).getMessage());
        assertThrows(UnsupportedOperationException.class, () -> Deadline.NEVER.cancel("no"));
        List<Verdict> verdicts = Minos.check(
                LOST_UPDATE,
                List.of(Level.CAUSAL),
                new Options(Order.SESSION, false, 1, false, 1, deadline, Progress.NONE));
        assertEquals("enough", verdicts.get(0).why());
    }
}

package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Layout;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/** Limits of time and memory, whatever the work is doing. The tests hold the clock, so no machine is too fast or too slow. */
class LimitsTest {
    private static final History LOST_UPDATE = Histories.of("0: r(x,nil) w(x,1)", "1: r(x,nil) w(x,2)");
    private static final String TIME_IS_OVER = "stopped after the time limit of 60 s";

    private final Questions.Clock clock = new Questions.Clock();

    private Question ask(Level... levels) {
        return Minos.ask(levels).timeout(Duration.ofSeconds(60)).clock(clock);
    }

    /** Far from forever, even on a busy machine. */
    private static Judgement judge(Question question, Source source) {
        return assertTimeoutPreemptively(Duration.ofSeconds(60), () -> question.judge("h", source));
    }

    private static List<String> whys(Judgement judgement) {
        return judgement.verdicts().stream()
                .map(verdict -> verdict.why().orElseThrow())
                .distinct()
                .toList();
    }

    @Test
    void readingThatTakesTooLong() {
        Source stuck = reading -> {
            clock.pass();
            return Questions.forever();
        };
        Judgement judgement = judge(ask(Level.CAUSAL), stuck);
        assertEquals(Optional.empty(), judgement.history());
        assertEquals(List.of(TIME_IS_OVER + ", while the history was read"), whys(judgement));
        assertEquals(Optional.of(TIME_IS_OVER), judgement.limitReached());
        assertEquals(Level.values().length, judge(ask(), stuck).verdicts().size());
    }

    @Test
    void readersAreToldTheDeadline() {
        Judgement judgement = judge(ask(Level.CAUSAL), reading -> {
            clock.pass();
            while (true) reading.check();
        });
        assertEquals(List.of(TIME_IS_OVER + ", while the history was read"), whys(judgement));
        assertEquals(Answer.UNKNOWN, judgement.answer());
    }

    @Test
    void judgingThatTakesTooLong() {
        Judgement judgement = judge(
                ask(Level.SNAPSHOT_ISOLATION).engine((history, requirements, options, told) -> {
                    clock.pass();
                    Questions.forever();
                }),
                reading -> LOST_UPDATE);
        assertEquals(Optional.of(LOST_UPDATE), judgement.history());
        assertEquals(List.of(TIME_IS_OVER), whys(judgement));
    }

    @Test
    void levelsOfSeveralOrdersShareOneDeadline() {
        Question question = ask().requirements(List.of(
                        new Requirement(Level.CAUSAL, Order.SESSION),
                        new Requirement(Level.SNAPSHOT_ISOLATION, Order.NONE),
                        new Requirement(Level.STRICT_SERIALIZABLE, Order.NONE)))
                .engine((history, requirements, options, told) -> {
                    for (Requirement asked : requirements) {
                        options.deadline().check();
                        told.accept(Verdict.holds(asked.level(), asked.order()));
                    }
                })
                .listener(new Listener() {
                    @Override
                    public void verdict(Verdict verdict) {
                        clock.pass();
                    }
                });
        Judgement judgement = judge(question, reading -> LOST_UPDATE);
        assertEquals(
                List.of(Answer.TRUE, Answer.UNKNOWN, Answer.UNKNOWN),
                judgement.verdicts().stream().map(Verdict::answer).toList());
        assertEquals(
                List.of(Order.SESSION, Order.NONE, Order.REAL_TIME),
                judgement.verdicts().stream().map(Verdict::order).toList());
        assertEquals(TIME_IS_OVER, judgement.verdicts().get(2).why().orElseThrow());
    }

    @Test
    void aVerdictStandsEvenIfItIsNotShownInTime() {
        Judgement judgement = judge(ask(Level.SNAPSHOT_ISOLATION), reading -> LOST_UPDATE);
        assertEquals(Optional.of("shown"), judgement.withinLimits(() -> "shown"));
        clock.pass();
        assertEquals(Optional.of("at once"), judgement.withinLimits(() -> "at once"));
        assertEquals(Optional.empty(), judgement.withinLimits(Questions::forever));
        Judgement brief = judgement.withoutWitnesses();
        assertEquals(Answer.FALSE, brief.answer());
        assertTrue(brief.toJson().contains("\"count\":1,\"witnesses\":[]"), brief.toJson());
    }

    /** A clock that jumps at the n-th look at it: wherever that is, an answer is right or there is none. */
    @Test
    void whereverTimeIsOverNoAnswerIsWrong() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        HistoryFiles.write(
                new Simulation(Workload.of(Workload.Kind.GENERAL), Level.READ_ATOMIC, 5, 40, 0, null, 1).run(),
                file,
                Format.EDN);
        byte[] bytes = file.toByteArray();
        Judgement whole = Minos.ask().judge(new ByteArrayInputStream(bytes), "h");
        boolean ended = false;
        for (int n = 0; !ended; n = n * 5 / 4 + 1) {
            long jump = n;
            AtomicLong looks = new AtomicLong();
            Judgement judgement = Minos.ask()
                    .threads(1)
                    .timeout(Duration.ofSeconds(60))
                    .clock(() -> looks.incrementAndGet() > jump ? Long.MAX_VALUE / 2 : 0)
                    .judge(new ByteArrayInputStream(bytes), "h");
            for (Verdict verdict : judgement.verdicts()) {
                Optional<Answer> right = whole.verdict(verdict.level()).map(Verdict::answer);
                assertTrue(
                        verdict.answer() == Answer.UNKNOWN || right.equals(Optional.of(verdict.answer())),
                        n + ": " + verdict);
            }
            ended = judgement.answer() != Answer.UNKNOWN
                    && judgement.limitReached().isEmpty();
            assertTrue(n < 10_000_000, "never ends");
        }
    }

    @Test
    void asLongAgainToTellOfIt() {
        AtomicLong now = new AtomicLong();
        Limits limits = Limits.NONE
                .withTelling(Duration.ofSeconds(1), Duration.ofSeconds(5))
                .withClock(now::get);
        assertEquals(3, secondsToTell(limits, now, 3));
        assertEquals(1, secondsToTell(limits, now, 0));
        assertEquals(5, secondsToTell(limits, now, 60));
    }

    /** After work of so many seconds; what takes few looks at the clock is done however long it takes. */
    private static long secondsToTell(Limits limits, AtomicLong now, long before) {
        now.set(0);
        Deadline telling = limits.telling(Deadline.NEVER, now.get());
        now.set(Duration.ofSeconds(before).toNanos());
        assertFalse(telling.isOver());
        now.addAndGet(Duration.ofHours(1).toNanos());
        for (int looks = 1; looks < 300; looks++) assertFalse(telling.isOver(), looks + " looks");
        assertTrue(telling.isOver());
        long seconds = 0;
        do now.set(Duration.ofSeconds(before + ++seconds).toNanos());
        while (!telling.isOver());
        return seconds;
    }

    @Test
    void whatIsSmallIsTold() {
        AtomicLong looks = new AtomicLong();
        Judgement judgement = Minos.ask(Level.READ_COMMITTED, Level.SNAPSHOT_ISOLATION)
                .all(true)
                .telling(Duration.ZERO, Duration.ZERO)
                .clock(looks::getAndIncrement)
                .judge(LOST_UPDATE);
        assertTrue(looks.get() > 0, "it was looked at");
        assertEquals(Optional.empty(), judgement.limitReached());
        assertEquals(
                List.of(Answer.TRUE, Answer.FALSE),
                judgement.verdicts().stream().map(Verdict::answer).toList());
        Anomaly lost = judgement.verdicts().get(1).anomalies().get(0);
        assertEquals(AnomalyType.LOST_UPDATE, lost.type());
        assertTrue(lost.exact());
    }

    @Test
    void memoryThatIsAtAnEnd() {
        OutOfMemoryError end = new OutOfMemoryError("Java heap space");
        Question question = Minos.ask(Level.CAUSAL).maxMemory(256L << 20);
        Judgement unread = judge(question, reading -> {
            throw end;
        });
        assertEquals(List.of("stopped at the memory limit of 256 MiB, while the history was read"), whys(unread));
        Judgement judgement = judge(
                question.maxMemory(1L << 30).engine((history, requirements, options, told) -> {
                    throw end;
                }),
                reading -> LOST_UPDATE);
        assertEquals(List.of("stopped at the memory limit of 1024 MiB"), whys(judgement));
        assertThrows(OutOfMemoryError.class, () -> Minos.ask(Level.CAUSAL).judge("h", reading -> {
            throw end;
        }));
    }

    @Test
    void whatIsKnownIsNotLostWithTheRest() {
        Question question = Minos.ask(Level.READ_COMMITTED, Level.CAUSAL)
                .maxMemory(1L << 30)
                .engine((history, requirements, options, told) -> {
                    told.accept(Verdict.holds(Level.READ_COMMITTED, Order.SESSION));
                    throw new OutOfMemoryError("Java heap space");
                });
        Judgement judgement = judge(question, reading -> LOST_UPDATE);
        assertEquals(
                Answer.TRUE,
                judgement.verdict(Level.READ_COMMITTED).orElseThrow().answer());
        assertEquals(
                "stopped at the memory limit of 1024 MiB",
                judgement.verdict(Level.CAUSAL).orElseThrow().why().orElseThrow());
    }

    @Test
    void moreThanTheMemoryIsSeen() {
        byte[][] much = new byte[1][]; // kept until the watch has seen it
        Judgement judgement = judge(Minos.ask(Level.CAUSAL).maxMemory(200L << 20), reading -> {
            much[0] = new byte[200 << 20];
            while (true) reading.check();
        });
        assertNotNull(much[0]);
        assertEquals(List.of("stopped at the memory limit of 200 MiB, while the history was read"), whys(judgement));
    }

    @Test
    void withinTheLimitsNothingChanges() {
        Judgement judgement = judge(ask(Level.SNAPSHOT_ISOLATION).maxMemory(4L << 30), reading -> LOST_UPDATE);
        assertEquals(
                "h: snapshot-isolation is violated (session order): lost-update\n", judgement.summary(Layout.PLAIN));
        assertEquals(Optional.empty(), judgement.limitReached());
    }

    @Test
    void failuresOfReadingAreThrown() {
        assertThrows(ArithmeticException.class, () -> ask().judge("h", reading -> {
            throw new ArithmeticException();
        }));
        assertThrows(IOException.class, () -> ask().judge("h", reading -> {
            throw new IOException("the disk is gone");
        }));
        assertThrows(StackOverflowError.class, () -> new Guard(Limits.NONE.withTimeout(Duration.ofDays(1))).run(() -> {
            throw new StackOverflowError();
        }));
    }

    @Test
    void failuresOfJudgingAreUnknown() {
        Judgement judgement = judge(
                ask(Level.CAUSAL).engine((history, requirements, options, told) -> {
                    throw new IllegalStateException("what?");
                }),
                reading -> LOST_UPDATE);
        assertEquals(List.of("internal error: IllegalStateException: what?"), whys(judgement));
        assertTrue(judgement.failure().orElseThrow() instanceof IllegalStateException);
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
    }

    @Test
    void aDeadlineSaysHowLongItWas() {
        assertEquals(
                "stopped after the time limit of 0.25 s",
                Deadline.after(Duration.ofMillis(250), clock).cause() == null
                        ? over(Duration.ofMillis(250))
                        : "too early");
        assertEquals("stopped after the time limit of 100 s", over(Duration.ofSeconds(100)));
        assertFalse(Deadline.after(Duration.ofSeconds(999_999_999_999L)).isOver());
    }

    private String over(Duration limit) {
        Deadline deadline = Deadline.after(limit, clock);
        clock.pass();
        return deadline.cause();
    }
}

package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/**
 * Work may be stopped at any moment: by the clock, by an interrupt, by a read that fails or a piece of memory that is not there. Whenever
 * that is, what was answered is right, the rest is unknown, and nothing is thrown that is not meant for the caller.
 */
class EveryMomentTest {
    private static final int SESSIONS = 4;

    private static History history() {
        return new Simulation(Workload.of(Workload.Kind.GENERAL), Level.SNAPSHOT_ISOLATION, SESSIONS, 20, 0.1, null, 7)
                .run();
    }

    private static byte[] text(Format format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HistoryFiles.write(history(), out, format);
        return out.toByteArray();
    }

    private static Map<Level, Answer> answers(Judgement judgement) {
        Map<Level, Answer> answers = new TreeMap<>();
        for (Verdict verdict : judgement.verdicts()) answers.put(verdict.level(), verdict.answer());
        return answers;
    }

    /** Each answer is the right one or unknown. */
    private static int assertRightOrUnknown(Map<Level, Answer> right, Judgement judgement, String when) {
        int unknown = 0;
        for (Verdict verdict : judgement.verdicts()) {
            if (verdict.answer() == Answer.UNKNOWN) {
                unknown++;
                assertTrue(!verdict.why().orElseThrow().contains("internal error"), when + ": " + verdict);
            } else {
                assertEquals(right.get(verdict.level()), verdict.answer(), when);
            }
        }
        return unknown;
    }

    /** The clock jumps when it is looked at for the nth time, for every n; the first time, it only begins. */
    @Test
    void timeIsOverAtAnyMoment() throws IOException {
        byte[] edn = text(Format.EDN);
        Question question = Minos.ask().threads(1);
        Map<Level, Answer> right = answers(question.judge(new ByteArrayInputStream(edn), "h"));
        int moments = 0;
        for (int n = 2; ; n = n < 100 ? n + 1 : n + n / 50) {
            int moment = n;
            AtomicInteger looks = new AtomicInteger();
            Question soon = question.timeout(Duration.ofSeconds(60))
                    .clock(() -> looks.incrementAndGet() < moment ? 0 : Long.MAX_VALUE / 2);
            Judgement judgement = assertTimeoutPreemptively(
                    Duration.ofSeconds(60), () -> soon.judge(new ByteArrayInputStream(edn), "h"));
            if (assertRightOrUnknown(right, judgement, "look " + n) == 0) break;
            moments++;
        }
        assertTrue(moments > 20, moments + " moments");
    }

    /** The thread is interrupted when the nth phase begins, for every n. */
    @Test
    void interruptedInAnyPhase() throws IOException {
        for (Format format : List.of(Format.EDN, Format.PLUME, Format.DBCOP, Format.DBCOP_JSON)) {
            byte[] bytes = text(format);
            for (int threads = 1; threads <= 2; threads++) {
                List<String> phases = new ArrayList<>();
                Question question = Minos.ask().threads(threads);
                Map<Level, Answer> right =
                        answers(question.listener(phases(phases, -1)).judge(new ByteArrayInputStream(bytes), "h"));
                assertTrue(phases.size() > 3, phases.toString());
                for (int n = 0; n < phases.size(); n++) {
                    String when = format + " in phase " + n + ", " + phases.get(n);
                    try {
                        Judgement judgement = question.listener(phases(new ArrayList<>(), n))
                                .judge(new ByteArrayInputStream(bytes), "h");
                        assertRightOrUnknown(right, judgement, when);
                    } finally {
                        Thread.interrupted();
                    }
                }
            }
        }
    }

    private static Listener phases(List<String> seen, int interrupted) {
        return new Listener() {
            @Override
            public synchronized void phase(String name, long steps) {
                if (seen.size() == interrupted) Thread.currentThread().interrupt();
                seen.add(name);
            }
        };
    }

    /** The nth read fails, or there is no memory for it, for every n. */
    @Test
    void anyReadFails() throws IOException {
        for (Format format : List.of(Format.EDN, Format.PLUME, Format.DBCOP, Format.DBCOP_JSON)) {
            byte[] bytes = text(format);
            for (int threads = 1; threads <= 2; threads++) {
                ReadOptions options = ReadOptions.DEFAULT.withThreads(threads).withFormat(format);
                for (Throwable failure : List.of(new IOException("the disk is gone"), new OutOfMemoryError("no"))) {
                    int failures = 0;
                    for (int n = 0; ; n++) {
                        Failing in = new Failing(bytes, n, failure);
                        Throwable thrown = assertTimeoutPreemptively(Duration.ofSeconds(60), () -> {
                            try {
                                HistoryFiles.read(in, "h", options);
                                return null;
                            } catch (Throwable e) {
                                return e;
                            }
                        });
                        if (thrown == null) break;
                        assertEquals(failure.getMessage(), thrown.getMessage(), format + " at read " + n);
                        assertEquals(failure.getClass(), thrown.getClass(), format + " at read " + n);
                        failures++;
                    }
                    assertTrue(failures > 5, format + ": " + failures);
                }
            }
        }
    }

    @Test
    void memoryThatDoesNotSufficeToReadIsToldAsSuch() {
        Source source = reading ->
                HistoryFiles.read(new Failing(new byte[0], 0, new OutOfMemoryError("no")), "h", (ReadOptions) reading);
        assertThrows(OutOfMemoryError.class, () -> Minos.ask().judge("h", source));
        Judgement limited = assertTimeoutPreemptively(
                Duration.ofSeconds(60), () -> Minos.ask().maxMemory(1L << 40).judge("h", source));
        assertEquals(Answer.UNKNOWN, limited.answer());
    }

    /** Gives a few bytes at a time, and fails at the nth. */
    private static final class Failing extends FilterInputStream {
        private final Throwable failure;
        private int left;

        Failing(byte[] bytes, int successes, Throwable failure) {
            super(new ByteArrayInputStream(bytes));
            this.left = successes;
            this.failure = failure;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (left-- > 0) return super.read(into, from, Math.min(length, 1 << 10));
            if (failure instanceof IOException e) throw new IOException(e.getMessage());
            throw new OutOfMemoryError(failure.getMessage());
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }
    }
}

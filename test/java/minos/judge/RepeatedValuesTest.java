package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.util.Deadline;
import org.junit.jupiter.api.Test;

/** Where values repeat: what is soon decided however many readings there are, and what is not known as elsewhere. */
class RepeatedValuesTest {
    private static final String TIMELESS = "the history records no invocations, so there is no real time to judge by";

    @Test
    void withoutInvocationsNothingHoldsInRealTime() {
        History history = Histories.of("0: w(x,1)", "1: w(x,1)", "2: r(x,1)", "2: r(x,1)");
        for (Order order : Order.values()) {
            if (!order.isTimed()) continue;
            for (Level level : Judge.askable(history, Order.SESSION)) {
                Verdict verdict = verdict(history, level, order);
                boolean inPart = level.isSessionGuarantee() && order == Order.PER_KEY_REAL_TIME;
                boolean known = inPart || order == Order.PER_GROUP_REAL_TIME;
                if (!known) assertEquals(TIMELESS, verdict.why().orElse(""), verdict.toString());
                assertEquals(Answer.UNKNOWN, verdict.answer(), verdict.toString());
            }
        }
        for (Level level : List.of(Level.STRICT_SERIALIZABLE, Level.LINEARIZABLE)) {
            assertEquals(TIMELESS, verdict(history, level, Order.SESSION).why().orElse(""));
        }
    }

    /** The read comes after a 2 that its own session wrote over each 1. */
    @Test
    void withoutInvocationsSessionsViolateRealTime() {
        History history = Histories.of("0: w(x,1)", "0: w(x,1)", "0: w(x,2)", "0: r(x,1)");
        for (Level level : List.of(Level.CAUSAL, Level.SERIALIZABLE, Level.STRICT_SERIALIZABLE, Level.LINEARIZABLE)) {
            Verdict verdict = verdict(history, level, Order.REAL_TIME);
            assertEquals(Answer.FALSE, verdict.answer(), verdict.toString());
            assertEquals(Order.REAL_TIME, verdict.order());
        }
    }

    @Test
    void linearizabilityIsOfSingleObjects() {
        String registers = "0: w(x,1) w(y,1) @0-1\n1: w(x,1) @2-3\n2: r(x,1) r(y,1) @4-5";
        String lists = "0: append(x,1) append(y,1) @0-1\n1: append(x,1) @2-3\n2: r(x,[1 1]) r(y,[1]) @4-5";
        for (String lines : List.of(registers, lists)) {
            History history = Histories.of(lines);
            assertEquals(
                    "linearizable is about operations on single objects, and T0 uses several keys",
                    verdict(history, Level.LINEARIZABLE, Order.SESSION).why().orElse(""));
            assertEquals(
                    Answer.TRUE,
                    verdict(history, Level.STRICT_SERIALIZABLE, Order.SESSION).answer());
        }
        for (String lines : List.of("0: w(x,1) @0-1", "0: append(x,1) @0-1")) {
            String again = lines.replace("0-1", "2-3");
            String read = lines.contains("append") ? "1: r(x,[1 1]) @4-5" : "1: r(x,1) @4-5";
            History history = Histories.of(Stream.of(lines, again, read).toArray(String[]::new));
            assertEquals(
                    Answer.TRUE,
                    verdict(history, Level.LINEARIZABLE, Order.SESSION).answer());
        }
    }

    /** Each reads what the next two wrote, all around: there are 2^60 readings, and in none is anybody the first. */
    @Test
    void nobodyIsReady() {
        History history = ring(60);
        for (Level level : List.of(Level.ADYA_READ_COMMITTED, Level.READ_ATOMIC, Level.SERIALIZABLE)) {
            Verdict verdict = verdict(history, level, Order.SESSION);
            assertEquals(Answer.FALSE, verdict.answer(), verdict.toString());
            Violation.Unorderable witness = (Violation.Unorderable)
                    verdict.anomalies().get(0).witnesses().get(0);
            assertEquals(Level.ADYA_READ_COMMITTED, witness.level());
            assertEquals(60, witness.transactions().size());
        }
    }

    /** A write of what one of them read, by a transaction that may not have happened, lets all of them commit. */
    @Test
    void oneIsReady() {
        History history = ring(60, "60? w(k0,1)");
        assertEquals(
                Answer.TRUE,
                verdict(history, Level.ADYA_READ_COMMITTED, Order.SESSION).answer());
    }

    /** T0 waits for T2, and T2 for T1 behind T0 in its session, unless T0 did not happen. */
    @Test
    void whoMayNotHaveHappenedHoldsNobodyUp() {
        History history = Histories.of("0? r(x,1) w(x,1)", "0: w(y,1)", "1: r(y,1) w(x,1)", "2: w(y,1) r(x,1)");
        Verdict verdict = verdict(history, Level.ADYA_READ_COMMITTED, Order.SESSION);
        assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
    }

    /** Transaction i reads what i+1 and i+2 wrote. */
    private static History ring(int size, String... more) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int before = (i + size - 1) % size;
            lines.add(i + ": r(k" + i + ",1) w(k" + before + ",1) w(k" + (i + size - 2) % size + ",1)");
        }
        lines.addAll(List.of(more));
        return Histories.of(lines.toArray(String[]::new));
    }

    private static Verdict verdict(History history, Level level, Order order) {
        Options options = Options.DEFAULT.with(order).with(Deadline.after(Duration.ofMinutes(1)));
        return Judge.check(history, List.of(level), options).get(0);
    }
}

package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.stream.Stream;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/** What a history does not record is no more known where its values repeat. */
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

    private static Verdict verdict(History history, Level level, Order order) {
        return Judge.check(history, List.of(level), Options.DEFAULT.with(order)).get(0);
    }
}

package minos.model;

import java.util.List;

/**
 * The answer for one level.
 *
 * @param order       the order it was judged under
 * @param why         for {@link Answer#UNKNOWN} the cause, in a sentence; otherwise null
 * @param anomalies   for {@link Answer#FALSE} what breaks the level; otherwise empty
 * @param certificate for {@link Answer#TRUE}, if asked for, a commit order that proves it; otherwise null
 */
public record Verdict(
        Level level, Order order, Answer answer, String why, List<Anomaly> anomalies, Certificate certificate) {

    /** Three-valued: a verdict is never a guess. */
    public enum Answer {
        TRUE,
        FALSE,
        UNKNOWN
    }

    public static Verdict holds(Level level, Order order, Certificate certificate) {
        return new Verdict(level, order, Answer.TRUE, null, List.of(), certificate);
    }

    public static Verdict violated(Level level, Order order, List<Anomaly> anomalies) {
        return new Verdict(level, order, Answer.FALSE, null, List.copyOf(anomalies), null);
    }

    public static Verdict unknown(Level level, Order order, String why) {
        return new Verdict(level, order, Answer.UNKNOWN, why, List.of(), null);
    }
}

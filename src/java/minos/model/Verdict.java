package minos.model;

import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The answer for one level. Three-valued, and never without grounds: what is violated has anomalies, what is unknown a
 * reason.
 *
 * @param level       the level that was asked for
 * @param order       the order it was judged under
 * @param answer      whether it holds
 * @param why         for {@link Answer#UNKNOWN} the cause, in a sentence; otherwise empty
 * @param anomalies   for {@link Answer#FALSE} what breaks the level; otherwise empty
 * @param certificate for {@link Answer#TRUE}, if asked for, a commit order that proves it; otherwise empty
 * @param use         {@link DatabaseOrder#CLAIM} if it is about the order in which the database says that it committed;
 *                    {@link DatabaseOrder#ASSUME} if it rests on that order
 */
public record Verdict(
        Level level,
        Order order,
        Answer answer,
        Optional<String> why,
        List<Anomaly> anomalies,
        Optional<Certificate> certificate,
        DatabaseOrder use) {

    /** Three-valued: a verdict is never a guess. */
    public enum Answer {
        /** The level holds: a commit order exists. */
        TRUE,
        /** The level is violated: no commit order exists. */
        FALSE,
        /** A limit was reached, the history tests nothing, or it does not record what the level speaks of. */
        UNKNOWN;

        /**
         * {@return all verdicts in one: false if something is violated; else unknown if something is; else true}
         *
         * @param verdicts on one history, or on several; none is true
         */
        public static Answer of(Collection<Verdict> verdicts) {
            Answer answer = TRUE;
            for (Verdict verdict : verdicts) {
                if (verdict.answer == FALSE) return FALSE;
                if (verdict.answer == UNKNOWN) answer = UNKNOWN;
            }
            return answer;
        }
    }

    /**
     * A verdict.
     *
     * @param level       the level that was asked for
     * @param order       the order it was judged under
     * @param answer      whether it holds
     * @param why         the cause of an unknown, in a sentence
     * @param anomalies   what breaks the level
     * @param certificate a commit order that proves it
     * @param use         what the database's own order was used for
     * @throws IllegalArgumentException if its parts do not fit the answer
     */
    public Verdict {
        anomalies = List.copyOf(anomalies);
        boolean fits = anomalies.isEmpty() == (answer != Answer.FALSE)
                && why.isEmpty() == (answer != Answer.UNKNOWN)
                && (certificate.isEmpty() || answer == Answer.TRUE);
        if (!fits) throw new IllegalArgumentException("without grounds: " + level + " is " + answer);
    }

    /**
     * {@return the same, where the database's own order was used for something}
     *
     * @param other what for
     */
    public Verdict with(DatabaseOrder other) {
        return other == use ? this : new Verdict(level, order, answer, why, anomalies, certificate, other);
    }

    /**
     * {@return the same of another level, which says the same of this history}
     *
     * @param other  that level
     * @param proved whether what proves the one proves the other
     */
    public Verdict at(Level other, boolean proved) {
        if (other == level) return this;
        Optional<Certificate> proof = certificate.filter(c -> proved).map(c -> c.at(other));
        return new Verdict(other, order, answer, why, anomalies, proof, use);
    }

    /**
     * {@return the same by another name: what transactions have that all run at one level, say}
     *
     * @param other      the name
     * @param otherOrder the order that was asked for by that name
     */
    public Verdict named(Level other, Order otherOrder) {
        return new Verdict(other, otherOrder, answer, why, anomalies, certificate, use);
    }

    /** {@return whether it is about the order in which the database says that it committed} */
    public boolean isClaim() {
        return use == DatabaseOrder.CLAIM;
    }

    private static Verdict of(
            Level level, Order order, Answer answer, Optional<String> why, List<Anomaly> found, Certificate proof) {
        return new Verdict(level, order, answer, why, found, Optional.ofNullable(proof), DatabaseOrder.GUESS);
    }

    /**
     * A level that holds.
     *
     * @param level what holds
     * @param order the order it was judged under
     * @return the verdict, without a certificate
     */
    public static Verdict holds(Level level, Order order) {
        return of(level, order, Answer.TRUE, Optional.empty(), List.of(), null);
    }

    /**
     * A level that holds, with its proof.
     *
     * @param certificate a commit order that satisfies the level
     * @return the verdict
     */
    public static Verdict proved(Certificate certificate) {
        return of(certificate.level(), certificate.order(), Answer.TRUE, Optional.empty(), List.of(), certificate);
    }

    /**
     * A level that is violated.
     *
     * @param level     what does not hold
     * @param order     the order it was judged under
     * @param anomalies what breaks it, at least one
     * @return the verdict
     */
    public static Verdict violated(Level level, Order order, List<Anomaly> anomalies) {
        return of(level, order, Answer.FALSE, Optional.empty(), anomalies, null);
    }

    /**
     * A level of which nothing is known.
     *
     * @param level what was asked for
     * @param order the order it was to be judged under
     * @param why   the cause, in a sentence
     * @return the verdict
     */
    public static Verdict unknown(Level level, Order order, String why) {
        return of(level, order, Answer.UNKNOWN, Optional.of(why), List.of(), null);
    }
}

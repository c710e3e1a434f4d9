package minos.collect;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import minos.history.Tested;

/**
 * What a run must have done before "the level holds" says anything about the database. A violation needs none of this: it is a proof.
 *
 * @param committed how many transactions committed, at least
 * @param reads     how many of their reads returned what another transaction wrote, at least
 * @param conflicts how many pairs of them were under way at the same time and used one key that one of them wrote, at least
 * @param aborted   which share of all transactions was aborted, at most
 */
public record Adequacy(long committed, long reads, long conflicts, double aborted) {
    /** A tenth of what a run does by default: a second's work for most databases. */
    public static final Adequacy USUAL = new Adequacy(1000, 100, 100, 0.9);

    /**
     * One thing that was counted.
     *
     * @param sufficient whether that was enough
     * @param text       what was counted and what was wanted, a phrase
     */
    public record Count(boolean sufficient, String text) {}

    /**
     * The usual with some numbers changed: {@code committed=5000,aborted=0.5}.
     *
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static Adequacy of(String text) {
        Adequacy adequacy = USUAL;
        for (String part : text.split(",", -1)) adequacy = adequacy.with(part.split("=", -1), part);
        return adequacy;
    }

    private Adequacy with(String[] pair, String part) {
        if (pair.length == 2 && pair[0].equals("aborted") && pair[1].matches("0(\\.[0-9]{1,9})?|1(\\.0{1,9})?")) {
            return new Adequacy(committed, reads, conflicts, Double.parseDouble(pair[1]));
        }
        boolean isNumber = pair.length == 2 && pair[1].matches("[0-9]{1,15}");
        long number = isNumber ? Long.parseLong(pair[1]) : 0;
        if (isNumber && pair[0].equals("committed")) return new Adequacy(number, reads, conflicts, aborted);
        if (isNumber && pair[0].equals("reads")) return new Adequacy(committed, number, conflicts, aborted);
        if (isNumber && pair[0].equals("conflicts")) return new Adequacy(committed, reads, number, aborted);
        throw new IllegalArgumentException(
                "takes numbers of committed, reads and conflicts, and the share of aborted from 0 to 1, as in " + this
                        + ", not " + part);
    }

    /** Compares what happened with what is wanted. */
    public List<Count> counts(Collector.Summary summary, Tested tested) {
        Tally tally = summary.tally();
        List<Count> counts = new ArrayList<>();
        counts.add(atLeast(tally.committed(), "committed", committed));
        counts.add(atLeast(tested.reads(), "reads of other transactions' writes", reads));
        counts.add(atLeast(tested.pairs(), "concurrent pairs on one key", conflicts));
        double share = tally.transactions() == 0 ? 1 : (double) tally.aborted() / tally.transactions();
        counts.add(new Count(
                share <= aborted,
                String.format(Locale.ROOT, "%.1f%% aborted (at most %.1f%%)", 100 * share, 100 * aborted)));
        counts.add(new Count(!summary.early(), summary.early() ? "ended early" : "ended as planned"));
        return counts;
    }

    private static Count atLeast(long counted, String what, long wanted) {
        return new Count(counted >= wanted, String.format(Locale.ROOT, "%,d %s (at least %,d)", counted, what, wanted));
    }

    @Override
    public String toString() {
        return "committed=" + committed + ",reads=" + reads + ",conflicts=" + conflicts + ",aborted="
                + (aborted == (int) aborted ? Integer.toString((int) aborted) : Double.toString(aborted));
    }
}

package minos.shrink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import minos.history.Excerpt;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.util.IntList;
import minos.util.Minimum;

/**
 * Finds the smallest part of a history that still violates a level: first no transaction can be left out, then no
 * operation. Begins with the transactions of each witness and keeps the smallest result, so the size of the history
 * matters only for the first judgement; should a witness not violate the level by itself, what it read from is added,
 * and in the end everything.
 *
 * <p>A part asks for less than the whole ({@link Excerpt}), so what breaks a level in the part breaks it in the whole,
 * and what cannot go from a part cannot go from a smaller one: one round over transactions and one over operations is
 * enough.
 */
public final class Shrinker {
    /** How often the sources of a seed are added before everything is. */
    private static final int ROUNDS = 3;

    private final History history;
    private final Level level;
    private final Options options;
    private final Excerpt excerpt;

    /**
     * What was found.
     *
     * @param history the part; the whole history if {@code verdict} is no violation
     * @param verdict on the part; on the whole history if the part is not minimal
     * @param minimal whether nothing can be left out; false if the time ran out
     */
    public record Shrunk(History history, Verdict verdict, boolean minimal) {}

    private Shrinker(History history, Level level, Options options) {
        this.history = history;
        this.level = level;
        this.options = options;
        excerpt = new Excerpt(history);
    }

    /** The smallest part of {@code history} that violates {@code level}. */
    public static Shrunk shrink(History history, Level level, Options options) {
        Verdict verdict =
                Judge.check(history, List.of(level), options.withAll(false)).get(0);
        return verdict.answer() == Answer.FALSE
                ? shrink(history, verdict, options)
                : new Shrunk(history, verdict, false);
    }

    /** The smallest part that violates a level which {@code history} is known to violate, with witnesses. */
    public static Shrunk shrink(History history, Verdict violated, Options options) {
        // Where reads show what many writes did, a part of the history is another one.
        if (!history.model().isOfVersions()) return new Shrunk(history, violated, false);
        return new Shrinker(history, violated.level(), options.with(violated.order())).shrink(violated);
    }

    private Shrunk shrink(Verdict verdict) {
        Seeds seeds = new Seeds(history, excerpt);
        int[] best = null;
        BitSet bestWithout = null;
        options.progress().phase("leaving out what can go", 0);
        for (TreeSet<Integer> seed : seeds.of(verdict)) {
            int[] part = Minimum.of(violating(seed, seeds), fewer -> violates(fewer, new BitSet()));
            BitSet without = withoutOperations(part);
            if (best == null || isSmaller(part, without, best, bestWithout)) {
                best = part;
                bestWithout = without;
            }
        }
        History small = excerpt.of(best, bestWithout);
        boolean late = options.deadline().isOver();
        Verdict onPart =
                late ? verdict : Judge.check(small, List.of(level), forPart()).get(0);
        return new Shrunk(small, onPart, !late);
    }

    /** The seed, with as much more as it takes to violate the level. */
    private int[] violating(TreeSet<Integer> seed, Seeds seeds) {
        TreeSet<Integer> part = seed;
        for (int round = 0; round < ROUNDS; round++) {
            int[] candidate = part.stream().mapToInt(Integer::intValue).toArray();
            if (violates(candidate, new BitSet())) return candidate;
            part = seeds.grown(part);
        }
        int[] all = new int[history.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = t;
        return all;
    }

    /** The operations of a part that can go, one after another. Operations on single objects are kept whole. */
    private BitSet withoutOperations(int[] part) {
        BitSet without = new BitSet();
        if (history.model() == Model.LWT) return without;
        IntList operations = new IntList();
        for (int t : part) for (int op = history.begin(t); op < history.end(t); op++) operations.add(op);
        int[] all = operations.toArray();
        int[] kept = Minimum.of(all, fewer -> violates(part, except(all, fewer)));
        return except(all, kept);
    }

    private static BitSet except(int[] all, int[] kept) {
        BitSet without = new BitSet();
        for (int op : all) without.set(op);
        for (int op : kept) without.clear(op);
        return without;
    }

    private boolean isSmaller(int[] part, BitSet without, int[] best, BitSet bestWithout) {
        if (part.length != best.length) return part.length < best.length;
        return excerpt.of(part, without).operations()
                < excerpt.of(best, bestWithout).operations();
    }

    private boolean violates(int[] transactions, BitSet without) {
        History part = excerpt.of(transactions, without);
        return Judge.isViolated(part, new Requirement(level, options.order()), options);
    }

    private Options forPart() {
        return Options.DEFAULT.with(options.order()).withThreads(1).with(options.deadline());
    }

    /** Where shrinking begins: the transactions that a witness speaks of, and those that these read from. */
    private static final class Seeds {
        private final History history;
        private final Excerpt excerpt;

        Seeds(History history, Excerpt excerpt) {
            this.history = history;
            this.excerpt = excerpt;
        }

        /** A seed for each witness. */
        List<TreeSet<Integer>> of(Verdict verdict) {
            List<TreeSet<Integer>> seeds = new ArrayList<>();
            for (Anomaly anomaly : verdict.anomalies()) {
                for (Violation witness : anomaly.witnesses()) seeds.add(seed(witness));
            }
            return seeds;
        }

        private TreeSet<Integer> seed(Violation witness) {
            TreeSet<Integer> seed = new TreeSet<>(witness.transactions());
            witness.operations().forEach(op -> operation(op, seed));
            Deque<Edge> open = new ArrayDeque<>();
            witness.cycles().forEach(open::addAll);
            while (!open.isEmpty()) {
                Edge edge = open.pop();
                if (edge.from() >= 0) seed.add(edge.from());
                if (edge.to() >= 0) seed.add(edge.to());
                edge.fromOperation().ifPresent(op -> operation(op, seed));
                edge.toOperation().ifPresent(op -> operation(op, seed));
                edge.shownBy().ifPresent(op -> operation(op, seed));
                edge.because().forEach(open::push);
            }
            return seed;
        }

        /** The operation's transaction; for a read also the transaction that it read from. */
        private void operation(int op, TreeSet<Integer> seed) {
            int transaction = history.transactionOf(op);
            seed.add(transaction);
            sources(transaction, op, seed);
        }

        /** The seed with everything that it read from. */
        TreeSet<Integer> grown(TreeSet<Integer> seed) {
            TreeSet<Integer> grown = new TreeSet<>(seed);
            for (int t : seed) for (int op = history.begin(t); op < history.end(t); op++) sources(t, op, grown);
            return grown;
        }

        private void sources(int transaction, int op, TreeSet<Integer> seed) {
            int version = history.version(op);
            if (history.isWrite(op) || version < 0) return;
            writer(version, seed);
            if (history.isList()) writer(excerpt.source(transaction, op), seed);
        }

        private void writer(int version, TreeSet<Integer> seed) {
            if (version >= 0 && excerpt.write(version) >= 0) seed.add(history.transactionOf(excerpt.write(version)));
        }
    }
}

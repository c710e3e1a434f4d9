package minos.shrink;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.IntStream;
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
 * enough. Of a cycle most is known to be needed beforehand ({@link SerialRuns}), so a long one is not judged once for each of its
 * operations.
 */
public final class Shrinker {
    /** How often the sources of a seed are added before everything is. */
    private static final int ROUNDS = 3;

    private final History history;
    private final Requirement asked;
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

    private Shrinker(History history, Requirement asked, Options options) {
        this.history = history;
        this.asked = asked;
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
        return new Shrinker(history, new Requirement(violated.level(), violated.order()), options).shrink(violated);
    }

    private Shrunk shrink(Verdict verdict) {
        Seeds seeds = new Seeds(history, excerpt);
        History best = null;
        options.progress().phase("leaving out what can go", 0);
        for (TreeSet<Integer> seed : seeds.of(verdict)) {
            History small = smallest(violating(seed, seeds));
            if (best == null || isSmaller(small, best)) best = small;
        }
        boolean late = options.deadline().isOver();
        return new Shrunk(best, late ? verdict : verdict(best), !late);
    }

    private static boolean isSmaller(History one, History other) {
        return one.transactions() != other.transactions()
                ? one.transactions() < other.transactions()
                : one.operations() < other.operations();
    }

    /** The seed, with as much more as it takes to violate the level. */
    private History violating(TreeSet<Integer> seed, Seeds seeds) {
        TreeSet<Integer> part = seed;
        for (int round = 0; round < ROUNDS; round++) {
            History candidate =
                    excerpt.of(part.stream().mapToInt(Integer::intValue).toArray(), new BitSet());
            if (isViolated(candidate)) return candidate;
            part = seeds.grown(part);
        }
        return history;
    }

    /** What is left of a history that violates the level when all that can go has gone. */
    private History smallest(History from) {
        Excerpt parts = from == history ? excerpt : new Excerpt(from);
        BitSet needed = needed(from, parts);
        IntList open = new IntList();
        IntList kept = new IntList();
        for (int t = 0; t < from.transactions(); t++) {
            int first = needed.nextSetBit(from.begin(t));
            (first >= 0 && first < from.end(t) ? kept : open).add(t);
        }
        int[] known = kept.toArray();
        int[] more = Minimum.of(open.toArray(), fewer -> isViolated(parts.of(both(known, fewer), new BitSet())));
        int[] transactions = both(known, more);
        return parts.of(transactions, withoutOperations(from, parts, transactions, needed));
    }

    /** The operations that can go, one after another. Operations on single objects are kept whole. */
    private BitSet withoutOperations(History from, Excerpt parts, int[] transactions, BitSet needed) {
        BitSet without = new BitSet();
        if (from.model() == Model.LWT) return without;
        IntList open = new IntList();
        for (int t : transactions) {
            for (int op = from.begin(t); op < from.end(t); op++) if (!needed.get(op)) open.add(op);
        }
        int[] all = open.toArray();
        int[] kept = Minimum.of(all, fewer -> isViolated(parts.of(transactions, except(all, fewer))));
        return except(all, kept);
    }

    /** Operations that are known to be needed without leaving them out one by one. */
    private BitSet needed(History part, Excerpt parts) {
        List<List<Edge>> cycles = verdict(part).anomalies().stream()
                .flatMap(anomaly -> anomaly.witnesses().stream())
                .flatMap(witness -> witness.cycles().stream())
                .toList();
        return cycles.isEmpty()
                ? new BitSet()
                : SerialRuns.needed(part, parts, cycles.get(0), asked, options.deadline());
    }

    private static int[] both(int[] some, int[] others) {
        return IntStream.concat(Arrays.stream(some), Arrays.stream(others))
                .sorted()
                .toArray();
    }

    private static BitSet except(int[] all, int[] kept) {
        BitSet without = new BitSet();
        for (int op : all) without.set(op);
        for (int op : kept) without.clear(op);
        return without;
    }

    private boolean isViolated(History part) {
        return Judge.isViolated(part, asked, options);
    }

    private Verdict verdict(History part) {
        Options alone = Options.DEFAULT.with(asked.order()).withThreads(1).with(options.deadline());
        return Judge.check(part, List.of(asked.level()), alone).get(0);
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

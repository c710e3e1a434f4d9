package minos.judge.strong;

import minos.util.IntList;
import minos.util.LongInterner;

/**
 * The questions asked so far: for two chains of a key, which comes first. Literal 2q says that the first chain of
 * question q does, literal 2q + 1 that the second does.
 */
final class Pairs {
    private static final int[] NOTHING = {};

    private final PointGraph graph;
    private final Chains chains;
    private final LongInterner questions = new LongInterner();
    /** Four for each literal: the ends of its edges, -1 where it has only one. */
    private final IntList ends = new IntList();

    Pairs(PointGraph graph) {
        this.graph = graph;
        chains = graph.chains;
    }

    int size() {
        return questions.size();
    }

    /** The literal that puts the chain of {@code earlier} before that of {@code later}; a new question, maybe. */
    int literal(int earlier, int later) {
        int a = chains.head[earlier];
        int b = chains.head[later];
        if (a == b || chains.isFirst(a) || chains.isFirst(b)) {
            throw new IllegalStateException("the order of these versions is known");
        }
        int known = questions.size();
        int question = questions.intern((long) Math.min(a, b) << 32 | Math.max(a, b));
        if (question == known) {
            edges(Math.min(a, b), Math.max(a, b));
            edges(Math.max(a, b), Math.min(a, b));
        }
        return question * 2 + (a < b ? 0 : 1);
    }

    private void edges(int earlier, int later) {
        int size = ends.size();
        graph.chainOrder(chains.tail[earlier], later, (from, to) -> {
            ends.add(from);
            ends.add(to);
        });
        while (ends.size() < size + 4) ends.add(-1);
    }

    /** The beginning of an edge that the literal means, 0 or 1; -1 if there is none. */
    int from(int literal, int edge) {
        return ends.get(literal * 4 + edge * 2);
    }

    int to(int literal, int edge) {
        return ends.get(literal * 4 + edge * 2 + 1);
    }

    /**
     * The points that must not come after the chain that the literal puts second, though no edge says so: where
     * anti-dependencies are no edges, the readers of the last version of the other.
     */
    int[] barriers(int literal) {
        return graph.rules.antiDependencies() ? NOTHING : graph.readers(chains.tail[earlierHead(literal)]);
    }

    /** The point that must not lead to a {@link #barriers barrier}. */
    int overwriting(int literal) {
        return graph.commit(graph.problem.versionWriter[laterHead(literal)]);
    }

    /** The first version of the chain that the literal puts first. */
    int earlierHead(int literal) {
        long pair = questions.get(literal >> 1);
        return (literal & 1) == 0 ? (int) (pair >>> 32) : (int) pair;
    }

    int laterHead(int literal) {
        return earlierHead(literal ^ 1);
    }
}

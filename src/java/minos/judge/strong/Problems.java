package minos.judge.strong;

import minos.infer.Mix;
import minos.infer.Relations;
import minos.model.Order;

/** The problem that a history poses, made when it is first asked for: levels and orders have nearly all of it in common. */
public final class Problems {
    private final Relations relations;
    private final Mix mix;
    private final boolean eachRead;
    private final int threads;
    private Problem problem;

    public Problems(Relations relations, int threads) {
        this(relations, null, false, threads);
    }

    /** @param mix the levels of the transactions, where each has its own */
    public Problems(Relations relations, Mix mix, int threads) {
        this(relations, mix, false, threads);
    }

    private Problems(Relations relations, Mix mix, boolean eachRead, int threads) {
        this.relations = relations;
        this.mix = mix;
        this.eachRead = eachRead;
        this.threads = threads;
    }

    /** The same where a transaction may read a key from several others, each of which then counts. */
    public Problems ofEachRead() {
        return relations.hasUnrepeatableReads() ? new Problems(relations, mix, true, threads) : this;
    }

    public boolean isOf(Relations others) {
        return relations == others;
    }

    Problem of(Order order) {
        if (problem == null) problem = Problem.of(relations, mix, eachRead, order, threads);
        return problem.order == order ? problem : problem.with(order);
    }
}

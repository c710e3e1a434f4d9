package minos.model;

import java.util.List;

/**
 * One concrete violation, as data: every rendering (words, JSON, pictures) starts from this and derives nothing new.
 *
 * @param operations the operations that matter and that no edge names: the whole story of a violation inside a
 *                   transaction (a thin-air read, say), the two reads of an incompatible order
 * @param cycle      the edges that lead from a transaction back to itself; empty where there is no cycle
 * @param alternative for a violation that only a search finds: the second way to order the writes, which fails too;
 *                   {@code cycle} is then the first. Empty otherwise
 * @param transactions for such a violation, the minimal set of transactions that cannot be ordered; empty otherwise
 */
public record Witness(AnomalyType type, List<Integer> operations, List<Edge> cycle, List<Edge> alternative,
                      List<Integer> transactions) {

    public static Witness of(AnomalyType type, Integer... operations) {
        return new Witness(type, List.of(operations), List.of(), List.of(), List.of());
    }

    public static Witness cycle(AnomalyType type, List<Edge> cycle) {
        return new Witness(type, List.of(), List.copyOf(cycle), List.of(), List.of());
    }
}

package minos.model;

import java.util.List;

/**
 * One concrete violation, as data: every rendering (words, JSON, pictures) starts from this and derives nothing new.
 *
 * @param operations   the operations that matter and that no edge names: the whole story of a violation inside a
 *                     transaction (a thin-air read, say), the two reads of an incompatible order
 * @param version      the version at fault, where it is one element among many of a list; otherwise {@link Edge#NONE}
 * @param cycle        the edges that lead from a transaction back to itself; empty where there is no cycle
 * @param alternative  for a violation that only a search finds: the second way to order the writes, which fails too;
 *                     {@code cycle} is then the first. Empty otherwise
 * @param transactions for such a violation, the minimal set of transactions that cannot be ordered; empty otherwise
 */
public record Witness(
        AnomalyType type,
        List<Integer> operations,
        int version,
        List<Edge> cycle,
        List<Edge> alternative,
        List<Integer> transactions) {

    public static Witness of(AnomalyType type, int version, Integer... operations) {
        return new Witness(type, List.of(operations), version, List.of(), List.of(), List.of());
    }

    public static Witness cycle(AnomalyType type, List<Edge> cycle) {
        return new Witness(type, List.of(), Edge.NONE, List.copyOf(cycle), List.of(), List.of());
    }
}

package minos.judge;

import java.util.Arrays;
import minos.history.History;
import minos.infer.Relations;
import minos.model.Order;

/**
 * Cuts the transactions that take part into chains, each ordered by the base graph: sessions where there is session order.
 * Where there is none, paths of reads, grown greedily: a transaction goes on with the chain of one that it read from, if
 * that one is still the chain's end. Fewer chains make vector clocks smaller.
 */
final class Chains {
    private final int[] chain;
    private final int[] position;
    private final int count;

    Chains(BaseGraph graph, TopologicalOrder order) {
        Relations relations = graph.relations();
        History history = relations.history();
        chain = new int[graph.transactions()];
        position = new int[graph.transactions()];
        Arrays.fill(chain, Relations.NONE);
        if (graph.order() == Order.NONE) {
            count = paths(graph, order);
        } else {
            int[] length = new int[history.sessions()];
            for (int t = 0; t < chain.length; t++) {
                if (!relations.participates(t)) continue;
                chain[t] = history.session(t);
                position[t] = length[chain[t]]++;
            }
            count = history.sessions();
        }
    }

    private int paths(BaseGraph graph, TopologicalOrder order) {
        boolean[] extended = new boolean[chain.length];
        int chains = 0;
        for (int place = 0; place < order.size(); place++) {
            int t = order.node(place);
            if (!graph.relations().participates(t)) continue;
            for (int i = graph.end(t) - 1; i >= graph.begin(t) && chain[t] < 0; i--) {
                int before = graph.predecessor(i);
                if (extended[before]) continue;
                extended[before] = true;
                chain[t] = chain[before];
                position[t] = position[before] + 1;
            }
            if (chain[t] < 0) chain[t] = chains++;
        }
        return chains;
    }

    int count() {
        return count;
    }

    /** The chain of a transaction that takes part. */
    int chain(int transaction) {
        return chain[transaction];
    }

    /** The place in its chain, from 0. */
    int position(int transaction) {
        return position[transaction];
    }
}

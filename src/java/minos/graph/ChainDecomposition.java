package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.function.IntPredicate;

/**
 * Some or all vertices of an acyclic graph, cut into chains: in each, a path leads from one vertex to the next. What reaches a
 * vertex is then one number for each chain: Jagadish, <i>A compression technique to materialize transitive closure</i> (TODS,
 * 1990). The fewer chains, the smaller {@link VectorClocks} are.
 */
public final class ChainDecomposition {
    private final int[] chain;
    private final int[] position;
    /** By chain: its vertices. */
    private final Csr members;

    private ChainDecomposition(int[] chain, Csr members) {
        this.chain = chain;
        this.members = members;
        position = new int[chain.length];
        for (int c = 0; c < members.rows(); c++) {
            for (int i = members.begin(c); i < members.end(c); i++) position[members.get(i)] = i - members.begin(c);
        }
    }

    /**
     * Chains that are known.
     *
     * @param chain by vertex: its chain, each in the order of the vertices' numbers; or {@code NONE}
     */
    public static ChainDecomposition of(int[] chain, int chains) {
        return new ChainDecomposition(chain, Csr.build(chains, members -> {
            for (int v = 0; v < chain.length; v++) if (chain[v] != NONE) members.add(chain[v], v);
        }));
    }

    /**
     * Paths of edges, grown greedily: a vertex goes on with the chain of a predecessor, the last that is still the end of its
     * chain; or begins one. O(n + m), and not always as few as there could be, which is dear to find (Fulkerson 1956).
     *
     * @param member which vertices to decompose; predecessors of these are members too
     */
    public static ChainDecomposition greedy(Csr predecessors, TopologicalOrder order, IntPredicate member) {
        int[] chain = new int[predecessors.rows()];
        Arrays.fill(chain, NONE);
        boolean[] extended = new boolean[chain.length];
        int chains = 0;
        for (int place = 0; place < order.size(); place++) {
            int v = order.vertex(place);
            if (!member.test(v)) continue;
            for (int i = predecessors.end(v) - 1; i >= predecessors.begin(v) && chain[v] == NONE; i--) {
                int before = predecessors.get(i);
                if (extended[before]) continue;
                extended[before] = true;
                chain[v] = chain[before];
            }
            if (chain[v] == NONE) chain[v] = chains++;
        }
        return new ChainDecomposition(chain, Csr.build(chains, members -> {
            for (int place = 0; place < order.size(); place++) {
                int v = order.vertex(place);
                if (chain[v] != NONE) members.add(chain[v], v);
            }
        }));
    }

    /** How many chains there are. */
    public int count() {
        return members.rows();
    }

    /** The vertex's chain, or {@code NONE}. */
    public int chain(int vertex) {
        return chain[vertex];
    }

    /** The vertex's place in its chain, from 0. */
    public int position(int vertex) {
        return position[vertex];
    }

    /** How many vertices a chain has. */
    public int length(int chain) {
        return members.end(chain) - members.begin(chain);
    }

    /** The vertex at a position of a chain. */
    public int vertex(int chain, int position) {
        return members.get(members.begin(chain) + position);
    }
}

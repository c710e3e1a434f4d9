package minos.judge.strong;

import java.util.Arrays;
import minos.util.Deadline;

/**
 * An order of the nodes in which predecessors come first: depth-first along predecessors, iterative, linear. Commits
 * are begun in a given order of the transactions, and whatever must come before is pulled in front. With the order of
 * completions this fits what databases do: a completion is known to be later than its commit, so a commit that was
 * seen earlier than it completed is moved to where it was seen, and a begin stands right before its commit unless
 * something keeps it earlier.
 */
final class PointOrder {
    /** By place: the node. Null if there is a cycle. */
    final int[] nodes;
    /** A cycle, each node a predecessor of the one before it; null if there is none. */
    final int[] cycle;

    private PointOrder(int[] nodes, int[] cycle) {
        this.nodes = nodes;
        this.cycle = cycle;
    }

    /** @param guess all transactions, in the order in which they are thought to have committed */
    static PointOrder of(PointGraph graph, int[] guess, Deadline deadline) {
        int count = graph.nodes;
        int[] order = new int[count];
        byte[] state = new byte[count]; // 0 not seen, 1 on the stack, 2 done
        int[] stack = new int[count];
        int[] next = new int[count];
        int done = 0;
        for (int i = 0; i < guess.length + count; i++) {
            int root = i < guess.length ? graph.commit(guess[i]) : i - guess.length;
            if (state[root] != 0 || graph.isReaders(root)) continue;
            if ((i & 0xFFFF) == 0) deadline.check();
            int depth = 0;
            stack[0] = root;
            state[root] = 1;
            next[root] = graph.begin[root];
            while (depth >= 0) {
                int node = stack[depth];
                if (next[node] == graph.begin[node + 1]) {
                    order[done++] = node;
                    state[node] = 2;
                    depth--;
                    continue;
                }
                int before = graph.predecessor[next[node]++];
                if (state[before] == 0) {
                    state[before] = 1;
                    next[before] = graph.begin[before];
                    stack[++depth] = before;
                } else if (state[before] == 1) {
                    int from = depth;
                    while (stack[from] != before) from--;
                    return new PointOrder(null, Arrays.copyOfRange(stack, from, depth + 1));
                }
            }
        }
        return new PointOrder(done == count ? order : withReaders(graph, order, done, state), null);
    }

    /**
     * Puts each node after reads that nothing needs yet right behind the last of these reads. At the end of the order
     * they would make every edge out of them go against it, and be dear to add.
     */
    private static int[] withReaders(PointGraph graph, int[] order, int done, byte[] state) {
        int[] place = new int[graph.nodes];
        for (int i = 0; i < done; i++) place[order[i]] = i;
        int[] nextBehind = new int[graph.nodes];
        int[] firstBehind = new int[done];
        Arrays.fill(firstBehind, -1);
        for (int node = 0; node < graph.nodes; node++) {
            if (state[node] != 0) continue;
            int last = 0;
            for (int i = graph.begin[node]; i < graph.begin[node + 1]; i++) {
                last = Math.max(last, place[graph.predecessor[i]]);
            }
            nextBehind[node] = firstBehind[last];
            firstBehind[last] = node;
        }
        int[] all = new int[graph.nodes];
        int size = 0;
        for (int i = 0; i < done; i++) {
            all[size++] = order[i];
            for (int node = firstBehind[i]; node >= 0; node = nextBehind[node]) all[size++] = node;
        }
        return all;
    }
}

package minos.graph;

/**
 * Sets that grow together, each known by one of its members: Tarjan, <i>Efficiency of a good but not linear set union
 * algorithm</i> (Journal of the ACM, 1975), with the smaller member as the representative and paths halved. O(log n) a step,
 * and nearly constant on average.
 */
public final class DisjointSets {
    private final int[] parent;

    /** Sets of one member each. */
    public DisjointSets(int members) {
        parent = new int[members];
        for (int i = 0; i < members; i++) parent[i] = i;
    }

    /** The representative of a member's set. */
    public int find(int member) {
        int at = member;
        while (parent[at] != at) at = parent[at] = parent[parent[at]];
        return at;
    }

    /** Makes one set of those of two members. */
    public void union(int a, int b) {
        int one = find(a);
        int other = find(b);
        parent[Math.max(one, other)] = Math.min(one, other);
    }
}

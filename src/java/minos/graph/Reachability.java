package minos.graph;

/** Tells whether a path leads from one vertex to another. */
@FunctionalInterface
public interface Reachability {
    /** Whether a path leads {@code from} there {@code to} here, or they are the same. */
    boolean reaches(int from, int to);
}

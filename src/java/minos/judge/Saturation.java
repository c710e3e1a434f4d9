package minos.judge;

import java.util.List;
import minos.model.Options;

/**
 * A level's axiom as a rule that adds commit edges: the level holds exactly when the base graph and these edges have no
 * cycle. Each implementation adds a minimal set: what follows from its edges and the base is left out.
 */
interface Saturation {
    /**
     * The edges, in the parts that different threads found.
     *
     * @param order a topological order of the causal graph; where there are too many edges to keep, those that agree
     *              with it are dropped, and the parts say so
     */
    List<CommitEdges> infer(TopologicalOrder order, Options options);
}

/**
 * Directed graphs with vertices 0 … n-1 and m edges, and what the judges ask of them. Nothing here knows of transactions.
 *
 * <h2>One representation</h2>
 * A graph is the {@link minos.graph.Csr} of its predecessors: row v holds the beginnings of the edges into v. Predecessors,
 * because that is what a history tells of a transaction (whom it read from, who was before it), so rows can be made by several
 * threads, one range of vertices each; and because everything below can be done along them. Two graphs on the same vertices are
 * put together by {@link minos.graph.Csr#with}; what is asked for over and over while edges come and go is {@link
 * minos.graph.DynamicOrder}'s. {@link minos.graph.IntervalOrder} keeps "ended before the other began" in O(n) edges.
 *
 * <h2>Which order?</h2>
 * Every acyclic graph has many topological orders, and the judges want one that is close to what happened. Three ways:
 * <ul>
 * <li>{@link minos.graph.TopologicalSort}, depth-first (Tarjan 1976), O(n + m): stays close to the order in which it is given
 *     the vertices, and names a cycle if there is one;
 * <li>{@link minos.graph.TopologicalOrder#breadthFirst}, by a queue (Kahn 1962), O(n + m): where no such order is known; all
 *     paths come forward at the same pace; {@link minos.graph.TopologicalOrder#byDepth} then also looks at what comes after each
 *     vertex;
 * <li>{@link minos.graph.DynamicOrder} (Pearce and Kelly 2006), O(d log d + e) an edge for the d vertices, with e edges, that
 *     have to move: where edges are tried one by one, and taken back. Whether one closes a cycle is looked for from both of its ends.
 * </ul>
 *
 * <h2>Does a path lead there?</h2>
 * <ul>
 * <li>{@link minos.graph.AncestorSearch} looks at what lies between the two in an order: nothing to prepare, O(m) at worst, and
 *     little where they are close;
 * <li>{@link minos.graph.VectorClocks} (Fidge 1988, Mattern 1989) over a {@link minos.graph.ChainDecomposition} into k chains
 *     (Jagadish 1990) answer in O(1), after O(m·k) steps and with n·k entries of two bytes;
 * <li>{@link minos.graph.AncestorRows} have a bit for each pair, but keep few: along an order, those of the last vertices that not
 *     all have heard of yet; O(m·w) for w words of them in the mean;
 * <li>{@link minos.graph.ShortestPath} (Dijkstra 1959) shows the path, the shortest to tell, in O((n + m) log n).
 * </ul>
 *
 * <h2>Where are the cycles?</h2>
 * {@link minos.graph.StronglyConnectedComponents} (Tarjan 1972), O(n + m), leave out what is on none; or, for O(n), the
 * stretches of an order that edges against it span.
 *
 * <p>All loops are iterative, on arrays of ints, and look at a {@link minos.util.Deadline} now and then.
 */
package minos.graph;

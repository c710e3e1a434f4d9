/**
 * Decides levels. {@link minos.judge.Judge} is the door. Behind it {@code WeakJudge} serves the levels up to causal consistency,
 * which this page is about, and {@code StrongJudge} those above, with {@link minos.judge.strong}.
 *
 * <h2>One flow</h2>
 * Biswas and Enea, <i>On the complexity of checking transactional consistency</i> (OOPSLA 2019), define a level by an axiom about
 * the commit order: if t3 reads x from t1, then every other t2 that writes x commits before t1 whenever t2 comes before t3 in the
 * sense of the level. For the weak levels that sense does not mention the commit order itself. So the axiom is a rule that adds
 * edges, and the level holds exactly when some order contains all of them:
 *
 * <ol>
 * <li>{@link minos.infer.Relations}: who read from whom, which versions follow each other, which reads are wrong by themselves;
 * <li>{@code BaseGraph}: session order or real time, reads, and the version orders of lists. A cycle here ({@code BaseCycles})
 *     breaks every level that counts its edges; without reads it is the whole of read uncommitted, with them of Adya's read
 *     committed;
 * <li>{@code CommitRule}: what the level's axiom adds, as {@code CommitEdges};
 * <li>a topological order of both together proves the level; a cycle ({@code CommitCycles}) refutes it.
 * </ol>
 *
 * <h2>Which edges are enough</h2>
 * All instances of an axiom can be cubic in number. AWDIT (Møldrup and Pavlogiannis, <i>AWDIT: An Optimal Weak Database Isolation
 * Tester</i>, PLDI 2025) adds so few that the others follow, for n operations and k sessions:
 * <ul>
 * <li>{@code ReadCommittedRule}, O(n^1.5): its algorithm 1; of later reads of x only the first from another transaction;
 * <li>{@code ReadAtomicRule}, O(n^1.5): its algorithm 2; of the own session's writers of x only the last, and for real time only
 *     writers that none follows, which the paper does not have;
 * <li>{@code SessionRule}, for the session guarantees of Terry et al. (<i>Session guarantees for weakly consistent replicated data</i>,
 *     PDIS 1994), which the paper does not have: no fixed set, but as many as it takes to repair a guess;
 * <li>{@code CausalRule}: in place of its algorithm 3, which takes of each session only the last writer of x that a vector clock knows,
 *     O(n·k), those writers that lead to no other; found along an order with sets of bits, 64 transactions at a time, of which only
 *     those are kept that not everybody has heard of yet. So time and memory do not depend on k, but on how far news spreads.
 * </ul>
 * No combinatorial algorithm for a level between read committed and causal consistency takes O(n^(1.5-ε)), if one for the product
 * of boolean matrices takes cubic time (their theorem 1.3). Plume (Liu, Gu, Wei and Basin, <i>Plume: Efficient and Complete
 * Black-Box Checking of Weak Isolation Levels</i>, OOPSLA 2024) and before it C4 (<i>Complete and Efficient Checking of
 * Transactional Causal Consistency in Databases</i>, by the same) look for the patterns themselves, in O(n³·s·k²) for n
 * transactions, s sessions and k keys; of theirs we take the names, and doc/levels.md says where we differ.
 *
 * <h2>Guess first</h2>
 * Databases mostly keep their promises, and histories are mostly recorded about as they happened. So {@code WeakRules} first takes
 * an order of the base graph for the commit order, and {@code GuessedOrder} looks for reads that go against the axiom in it: these
 * are among the reads that are stale by that order, found by one scan. If there are none, the order is the proof; if there are few,
 * their edges repair it. Linear in practice, and given up in favour of a rule as soon as it is not: at once where a file lists one
 * session after another and nearly every transaction has a stale read, or where it does and the rule is {@code CausalRule}, which takes
 * no longer than a repair.
 *
 * <h2>Telling a violation</h2>
 * To decide, few edges will do; to tell a short story with the right name, {@code CommitCycles} needs all that lie on a cycle: where
 * causality alone leads back it is a pattern h, k or m, where it takes further commit edges i, l or n. A shortest path closes each
 * cycle, with as few commit edges as possible, and {@code EdgeWriter} gives every edge its reason. Counting and shortening stop
 * after a fixed number of steps, which makes a count a lower bound and never changes a verdict.
 *
 * <h2>Nothing hides anything else</h2>
 * What is wrong is left out of what is judged next: reads that are wrong by themselves, reads and version orders within cycles of
 * the base graph, and for the levels above causal consistency the reads whose commit edges close cycles ({@code WeakJudge}). Each
 * time less is asked for, so whatever is wrong with the rest is wrong with the whole.
 *
 * <h2>Values that repeat</h2>
 * Where reads cannot be tied to writes, {@code RepeatedValues} takes over. Operations on single objects are judged by value, key by
 * key ({@link minos.judge.linear}); what is linearizable satisfies every level. All else is a question of which sources the reads
 * have ({@link minos.judge.sources}), and each choice of them is a history for {@code Judge} again.
 */
package minos.judge;

/**
 * The levels above causal consistency: can the transactions be ordered? {@link minos.judge.strong.Ordering} is the
 * door. For prefix consistency, snapshot isolation and serializability that is NP-complete (Biswas and Enea, <i>On the
 * complexity of checking transactional consistency</i>, OOPSLA 2019); what is done here is linear for histories that a guess
 * or a cycle of what is known decides, and searches only where neither does.
 *
 * <h2>One graph, one question</h2>
 * Give each transaction a begin point, where its snapshot is taken, and a commit point. Each dependency is an edge
 * between points; {@link minos.judge.strong.Rules} says between which. A cycle of such edges, read off point by
 * point, is exactly what the level forbids: with snapshot isolation a dependency ends in a begin, from there one
 * anti-dependency may lead to a commit, then there must be a dependency again, which is (so ∪ wr ∪ ww) ; rw?, the
 * characterisation of Cerone and Gotsman (<i>Analysing snapshot isolation</i>, JACM 2018). With
 * prefix consistency version orders are part of the commit order alone, so ww goes from commit to commit: ((so ∪ wr)
 * ; rw?) ∪ ww. Take an order of the points without a cycle: a reader of x begins after its writer's commit (wr) and
 * before the commit of every later version (rw), so no other writer that the reader's prefix contains is later, which
 * is the axiom. If begin and commit are one point, all dependencies and anti-dependencies together must be acyclic:
 * serializability, as in Adya's thesis (<i>Weak consistency</i>, MIT 1999), which also has the {@link
 * minos.judge.strong.CycleNames names} of the cycles. So the level holds exactly when the orders of the versions of each
 * key, which nobody recorded, can be chosen so that the graph has no cycle. Parallel snapshot isolation is different in
 * kind: dependencies alone must be acyclic, and no anti-dependency may go against a path of them ({@link
 * minos.judge.strong.ParallelCheck}). Update serializability (Adya's PL-3U) is a mixture of both: serializable for those that write, and for each
 * that only reads no anti-dependency against such a path, as no other's graph has it. Update atomic (Cerone, Bernardi and Gotsman, <i>A
 * framework for transactional consistency models with atomic visibility</i>, CONCUR 2015) forbids only the shortest such paths.
 *
 * <h2>What is known before any search</h2>
 * Where no update may be lost, the version that a transaction writes after reading the key is the next one, and the
 * elements that lists show are the first versions of their key: versions form {@link minos.judge.strong.VersionChains
 * chains}, and only the order of whole chains is open. Histories of mini-transactions (MTC, <i>Boosting end-to-end database isolation checking
 * via mini-transactions</i>) have one chain a key: nothing is open, and everything is linear. PolySI (<i>Efficient black-box
 * checking of snapshot isolation</i>, VLDB 2023) poses the same question by generalized polygraphs, with a choice for each
 * two writers and all their readers; here a choice is one for each two chains, and asked only when it matters.
 *
 * <h2>Guess, then ask</h2>
 * A {@link minos.judge.strong.PointOrder topological order} close to the recorded one is {@link
 * minos.judge.strong.OrderReplay replayed}, and where the history tells when transactions were invoked another one, in which each
 * commits {@link minos.judge.strong.JustInTime just in time}; if every read sees what it saw, the order is the proof. Otherwise the
 * replay names pairs of chains whose order is wrong or has consequences. Only for these is there a variable ({@link
 * minos.judge.strong.VersionOrderTheory}): as long as the order is as one of its literals wants it, the same pair is
 * never named again, and a replay that names nothing ends the search. Which literals follow from what is known is found
 * in rounds, as long as that pays, by several threads at once, and again for what a replay adds; the {@link minos.sat solver} decides the rest. A refutation
 * with the variables made so far refutes the level, as of two chains one must come first. {@link
 * minos.judge.strong.OrderSearch} goes these steps for one problem.
 *
 * <p>Where the database says when transactions began and committed, that order is the first guess; and whether it, and no other,
 * explains what was read is a question of its own ({@link minos.judge.strong.ClaimedOrder}), in which nothing is open.
 *
 * <p>Where less is known, more is tried first: what holds at snapshot isolation holds at the levels below, and what
 * holds with sessions holds without ({@link minos.judge.strong.Ordering}, {@link
 * minos.judge.strong.GuessedSessions}).
 *
 * <h2>Why a solver of our own</h2>
 * Nearly all variables are settled by reachability, and what remains is a few hundred two-way choices over a graph of
 * up to millions of nodes. The {@link minos.judge.strong.VersionOrderTheory theory} (is there a cycle?) is the whole work;
 * the boolean part is small, and after Eén and Sörensson (<i>An Extensible SAT-solver</i>, SAT 2003). A general solver sees
 * the theory through clauses added after complete assignments, with a new run for each; here a literal's edges enter one
 * {@link minos.graph.DynamicOrder dynamic topological order} (Pearce and Kelly, JEA 2006) at once, a cycle is a clause at
 * once, and that order is at the same time the guess that says which literal to try first, and which variables need no
 * decision at all. It also keeps the engine free of libraries. doc/levels.md has a comparison with Sat4j.
 *
 * <h2>Explaining a violation</h2>
 * The solver notes what each clause rests on ({@link minos.sat.Solver.Core}). The transactions of the last
 * conflict are {@link minos.judge.strong.CoreMinimizer shrunk} to a minimal sub-history, which is {@link
 * minos.judge.strong.Explainer explained} pair by pair, in a {@link minos.judge.strong.DependencyGraph} where every edge
 * has its reason. That takes about the fourth power of the sub-history's size; so a {@link minos.judge.strong.KnownCycle
 * cycle} of more than 64 transactions is told edge by edge instead, in linear time. What can be counted without a search is
 * found by {@link minos.judge.strong.KnownPatterns}; further violations, where asked for, component by component in what is left of the history
 * without those {@link minos.judge.strong.FoundViolations found}.
 */
package minos.judge.strong;

/**
 * A small solver of satisfiability modulo a theory, in the words of MiniSat. It knows clauses and literals, and nothing of
 * what they are about.
 *
 * <p>{@link minos.sat.Solver} is conflict-driven clause learning (CDCL) after Eén and Sörensson, <i>An Extensible SAT-solver</i>
 * (SAT 2003), with its parts under its names: {@code newVar}, {@code addClause}, {@code value}, {@code decide}, {@code
 * propagate} over two watched literals (Moskewicz and others, <i>Chaff</i>, DAC 2001), {@code uncheckedEnqueue} onto the {@code
 * trail}, {@code decisionLevel}, {@code analyze} to the first unique implication point (Marques-Silva and Sakallah, <i>GRASP</i>,
 * 1999), {@code cancelUntil}, {@code reduceDB}, activities that decay ({@link minos.sat.VarOrder}), saved phases and restarts by
 * Luby's sequence. Propagation is linear in the clauses watched at what became false; the search is exponential at worst, as it
 * must be.
 *
 * <p>{@link minos.sat.Theory} is the T of DPLL(T) (Nieuwenhuis, Oliveras and Tinelli, <i>Solving SAT and SAT Modulo Theories</i>,
 * JACM 2006): literals are assigned to it in the order of the trail, it refuses with a clause, and it backtracks. {@link
 * minos.sat.Proof} logs what clauses were resolved from, as MiniSat 1.14 does with proofs, so that a refutation ends in an {@link
 * minos.sat.Solver.Core unsatisfiable core}.
 *
 * <h2>What differs from MiniSat, and why</h2>
 * <ul>
 * <li>The theory is the work, the clauses are few. So clauses are propagated to the end before the theory hears of one more
 *     literal, learnt clauses are not minimised, and satisfied ones are not swept out.
 * <li>A variable need not be decided: while the theory's model agrees with one of its literals anyhow, it waits ({@link
 *     minos.sat.Theory#isDecision}). It becomes a candidate when a clause speaks of it, or when nothing else is left and the
 *     model disagrees; taken back, it waits again unless a clause speaks of it. The first value of a variable is the theory's wish as well.
 * <li>Variables and clauses may be added at any time, from within {@link minos.sat.Theory#check} too: questions are asked only
 *     when a complete assignment shows that they matter.
 * <li>What is known without decisions keeps the number of its unit clause instead of a reason, so {@code reduceDB}, which runs
 *     only between restarts, never meets a locked clause.
 * <li>There is a budget for decisions and steps of the theory together, and a deadline.
 * </ul>
 */
package minos.sat;

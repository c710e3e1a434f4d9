/**
 * Levels, verdicts and violations: the words that all stages share. Nothing here computes.
 *
 * <p>What can be asked: a {@link minos.model.Level} in an {@link minos.model.Order} (none, by session, by real time, or by real
 * time in part), together a {@link minos.model.Requirement}. A level says all about itself: names, what it implies, and its axiom.
 * The axioms are Biswas and Enea's (<i>On the complexity of checking transactional consistency</i>, OOPSLA 2019); for parallel
 * snapshot isolation Cerone and Gotsman's (<i>Analysing snapshot isolation</i>, JACM 2018), for the session guarantees those of
 * Terry and others (<i>Session guarantees for weakly consistent replicated data</i>, PDIS 1994).
 *
 * <p>What is answered: a {@link minos.model.Verdict}, three-valued. One that holds may come with a {@link
 * minos.model.Certificate}, the commit order that proves it. One that does not has {@linkplain minos.model.Anomaly anomalies}: a
 * {@link minos.model.AnomalyType}, how many there are, and a few of them as {@linkplain minos.model.Violation violations}. A
 * violation is data: a read that is wrong by itself, lists that do not fit, a cycle of {@linkplain minos.model.Edge edges} each
 * with its reason, transactions that cannot be ordered, or operations on one object that fit no order. Whoever shows or checks
 * violations visits them, so that a new kind is missed nowhere.
 *
 * <p>The names that others use stand beside the types: Adya's phenomena (<i>Weak consistency</i>, MIT 1999), the letters of
 * Plume and of C4 (Liu et al., OOPSLA 2024, and <i>Complete and efficient checking of
 * transactional causal consistency in databases</i>), Elle's keywords.
 */
package minos.model;

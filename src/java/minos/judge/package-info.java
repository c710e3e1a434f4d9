/**
 * Decides levels. {@link minos.judge.Judge} is the door; behind it {@code WeakJudge} serves the levels up to causal
 * consistency: a base graph (order, reads, version orders), one rule a level that adds commit edges, one search for cycles.
 */
package minos.judge;

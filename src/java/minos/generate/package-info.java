/**
 * Workloads, and simulated databases of a known level to run them on: histories whose verdict is known beforehand, to
 * test judges with, to measure them, or to see what an anomaly looks like. A seed reproduces everything.
 *
 * <p>{@link minos.generate.Workload} plans transactions, {@link minos.generate.Simulation} runs them on a
 * {@code Database}, which decides which versions a transaction sees; {@link minos.generate.Gadget} puts one
 * anomaly at a known place.
 */
package minos.generate;

/**
 * Workloads, and simulated databases of a known level to run them on: histories whose verdict is known beforehand, to
 * test judges with, to measure them, or to see what an anomaly looks like. A seed reproduces everything.
 *
 * <ul>
 * <li>{@link minos.generate.Workload} plans transactions: of any shape, mini-transactions (MTC, Definition 8), appends to
 *     lists, or single operations; {@link minos.generate.Distribution} says which keys they choose. {@code minos.collect} and
 *     the generators for Jepsen take their transactions from here too.
 * <li>{@link minos.generate.Simulation} lets clients run them side by side on a {@code Database} and records what the clients
 *     see. The database keeps every version; one subclass for each level chooses, as badly as its level allows, which of them a
 *     transaction sees, and whether it may commit.
 * <li>{@link minos.generate.Gadget} is one anomaly, to be put at a known place of a history that is otherwise right.
 * </ul>
 *
 * <p>A read looks back from the latest version of its key, so a simulation takes time in proportion to its operations and the
 * versions that they pass over; lists are kept short by changing to new keys.
 */
package minos.generate;

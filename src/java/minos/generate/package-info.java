/**
 * Workloads, and simulated databases of a known level to run them on: histories whose verdict is known beforehand, to
 * test judges with, to measure them, or to see what an anomaly looks like. A seed reproduces everything.
 *
 * <ul>
 * <li>{@link minos.generate.Application} is what clients do: tables, what is in them at first, and transactions, each a small program over rows whose next
 *     step may depend on what it has read. {@link minos.generate.Workload} is the simplest: random transactions, of any shape, mini-transactions (MTC,
 *     Definition 8), appends to lists, or single operations, on keys that a {@link minos.generate.Distribution} chooses. {@link minos.generate.Tpcc},
 *     {@link minos.generate.Twitter} and {@link minos.generate.Rubis} are the applications that Cobra, PolySI, Plume and AWDIT are measured with. {@link minos.generate.Preset} has
 *     them all by name. {@code minos.collect} and the generators for Jepsen take their transactions from here too.
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

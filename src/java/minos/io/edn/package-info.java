/**
 * Jepsen's operations, as EDN text or as Clojure data in memory. Both ways lead into the same buffer and out of it by the same
 * assembler, so that an operation means the same wherever it comes from:
 *
 * <pre>
 * text    EdnPipeline → OpParser, ValueParser (EdnScanner) ─┐
 *                                                           ├→ OpBuffer → OpAssembler (OpInterpreter, MicroOps) → HistoryBuilder
 * memory  MemoryReader → OpFlattener ───────────────────────┘
 * </pre>
 *
 * <p>{@link minos.io.edn.EdnReader} and {@link minos.io.edn.MemoryReader} parse blocks in parallel and assemble them in order.
 * {@link minos.io.edn.EdnWriter} writes what {@code EdnReader} reads. Keys and values are integers, or the text that
 * {@code EdnText} and {@link minos.io.edn.EdnTokens} print such that equal values have equal text, as Clojure's reader and
 * {@code =} have it. Time is linear in the size of the text; tags are skipped and nothing is ever evaluated.
 *
 * <p>The syntax: <a href="https://github.com/edn-format/edn">edn-format</a>. What operations mean: Kingsbury and Alvaro, <i>Elle:
 * Inferring Isolation Anomalies from Experimental Observations</i>, PVLDB 14(3), 2020, and Jepsen's histories.
 */
package minos.io.edn;

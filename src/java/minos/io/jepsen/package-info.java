/**
 * What Jepsen leaves of a test: {@code test.jepsen}, and the folders of its store. Read only.
 *
 * <ul>
 * <li>{@link minos.io.jepsen.JepsenFile} finds the history among the file's blocks, checks the checksum of each block on the way, and hands the
 *     operations to {@link minos.io.edn.MemoryReader}: from there on they are what the same operations in EDN would be;
 * <li>{@link minos.io.jepsen.Fressian} decodes the values in a block, {@link minos.io.jepsen.Values} are the kinds that Java does not have. A
 *     value that a block refers to many times over is one object, so values are compared by identity alone, and each reference counts
 *     towards {@link minos.io.bytes.Proportion}. No object of a foreign class is ever made;
 * <li>{@link minos.io.jepsen.JepsenTail} follows the file of a test that is still running. Jepsen writes pieces of 16,384 operations, and those come at once;
 * <li>{@link minos.io.jepsen.StoredTest} says which test a folder of the store is of, and from when.
 * </ul>
 *
 * Time and memory are linear in what the file unfolds to. The format is that of
 * {@code jepsen.store.format} and of Fressian (https://github.com/Datomic/fressian).
 */
package minos.io.jepsen;

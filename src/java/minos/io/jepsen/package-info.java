/**
 * What Jepsen itself leaves of a test: {@link minos.io.jepsen.JepsenFile} reads the history in {@code test.jepsen}, a file of blocks
 * of values in {@link minos.io.jepsen.Fressian}, and hands its operations to {@link minos.io.edn.MemoryReader};
 * {@link minos.io.jepsen.StoredTest} tells which test a folder of the store is of. No object of a foreign class is ever made.
 */
package minos.io.jepsen;

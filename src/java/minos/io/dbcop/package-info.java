/**
 * dbcop's histories, of which there are two kinds: bincode, as it was published and as PolySI and AWDIT read it ({@link minos.io.dbcop.DbcopReader},
 * {@link minos.io.dbcop.DbcopWriter}), and JSON, as it writes them today ({@link minos.io.dbcop.DbcopJsonReader}, {@link minos.io.dbcop.DbcopJsonWriter}). Both hold sessions of
 * transactions of reads and writes of registers, and say which transactions committed. JSON besides has a value for the initial
 * state, and names for keys.
 *
 * <p>{@code JsonScanner} reads tokens without recursion, since a file may nest as deep as it likes. Both readers go through the file once, in linear time.
 *
 * <p>Biswas and Enea, <i>On the Complexity of Checking Transactional Consistency</i>, OOPSLA 2019.
 */
package minos.io.dbcop;

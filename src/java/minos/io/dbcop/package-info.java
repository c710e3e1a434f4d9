/**
 * dbcop's histories: in bincode, as it was published ({@link minos.io.dbcop.DbcopReader}), and in JSON, as it writes them today
 * ({@link minos.io.dbcop.DbcopJsonReader}). Both hold sessions of transactions of reads and writes; JSON has a value for what was
 * there initially, and names for keys.
 *
 * <p>Biswas and Enea, <i>On the Complexity of Checking Transactional Consistency</i>, OOPSLA 2019.
 */
package minos.io.dbcop;

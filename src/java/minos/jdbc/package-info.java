/**
 * Records what an application does on its database, without a change to it: {@link minos.jdbc.RecordedDataSource} stands before the
 * application's {@code DataSource} and tells a {@link minos.Recording} of each transaction that runs through it.
 *
 * <p>A register is one column of one row, named by the table, the primary key and the column: {@code account[7].balance}. The rule that everything
 * here serves: what is recorded is what happened. A statement that writes in a way which cannot be told is refused before it
 * is sent; one that reads so is sent and not recorded, as a history with fewer reads accuses nobody.
 * <ul>
 * <li>{@code Sql} reads a statement: which table, which columns, which row;
 * <li>{@code Rows} knows primary keys and columns, and names registers;
 * <li>{@code RecordedConnection} follows one connection: where transactions begin and end, what each statement did.
 * </ul>
 */
package minos.jdbc;

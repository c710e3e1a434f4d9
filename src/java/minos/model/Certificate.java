package minos.model;

/**
 * A proof that a level holds.
 *
 * @param commits   the transactions that take part, in commit order
 * @param snapshots for prefix and snapshot isolation: for each place in {@code commits}, how many commits the
 *                  transaction's snapshot contains; null at the other levels
 */
public record Certificate(Level level, Order order, int[] commits, int[] snapshots) {}

package minos.model;

import java.util.Optional;

/**
 * A proof that a level holds.
 *
 * @param level     what it proves
 * @param order     the order that the commit order respects
 * @param commits   the transactions that take part, in commit order
 * @param snapshots for prefix and snapshot isolation: for each place in {@code commits}, how many commits the
 *                  transaction's snapshot contains; empty at the other levels
 */
public record Certificate(Level level, Order order, int[] commits, Optional<int[]> snapshots) {}

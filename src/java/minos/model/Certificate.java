package minos.model;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A proof that a level holds.
 *
 * @param level     what it proves
 * @param order     the order that the commit order respects
 * @param commits   the transactions that take part, in commit order
 * @param snapshots for prefix and snapshot isolation: for each place in {@code commits}, how many commits the
 *                  transaction's snapshot contains; empty at the other levels
 * @param sources   where values repeat: the source of each read that may have several
 */
public record Certificate(Level level, Order order, int[] commits, Optional<int[]> snapshots, List<Source> sources) {
    /**
     * Which of the writes of its value a read is from.
     *
     * @param reader the transaction that read
     * @param read   the place of the read in it, from 0
     * @param place  of a list: the place of the element, from 0; of a register, 0
     * @param writer the transaction that wrote; empty for the initial state
     * @param write  the place of the write in it; 0 for the initial state
     */
    public record Source(int reader, int read, int place, OptionalInt writer, int write) {}

    /**
     * A proof.
     *
     * @param level     what it proves
     * @param order     the order that the commit order respects
     * @param commits   the transactions that take part, in commit order
     * @param snapshots how many commits each snapshot contains, where the level has snapshots
     * @param sources   the source of each read that may have several
     */
    public Certificate {
        sources = List.copyOf(sources);
    }

    /**
     * A proof for a history in which each read can have one source.
     *
     * @param level     what it proves
     * @param order     the order that the commit order respects
     * @param commits   the transactions that take part, in commit order
     * @param snapshots how many commits each snapshot contains, where the level has snapshots
     */
    public Certificate(Level level, Order order, int[] commits, Optional<int[]> snapshots) {
        this(level, order, commits, snapshots, List.of());
    }

    /**
     * {@return the same for another level}
     *
     * @param other what it proves as well
     */
    public Certificate at(Level other) {
        return new Certificate(other, order, commits, snapshots, sources);
    }

    /**
     * {@return the same with sources}
     *
     * @param named the source of each read that may have several
     */
    public Certificate with(List<Source> named) {
        return new Certificate(level, order, commits, snapshots, named);
    }
}

package minos.generate;

import java.io.IOException;
import minos.history.Status;
import minos.model.Level;

/** Hears of the transactions of a simulated workload as they are invoked and as they end, in that order. */
public interface SimulationListener {
    /** A transaction is invoked; what it reads is not known yet. */
    void invoked(Attempt attempt) throws IOException;

    /**
     * It has ended; what it has read is known if it has committed.
     *
     * @param clock whether the database tells its times
     * @param began when it began by the database's clock
     * @param ended when it committed by that
     */
    void ended(Attempt attempt, Status status, boolean clock, int began, int ended) throws IOException;

    /** A transaction, which is not to be kept: another one takes its place. */
    interface Attempt {
        /** The client that runs it. */
        long process();

        /** Its own level; null where all have that of the database. */
        Level level();

        int operations();

        boolean isWrite(int op);

        int key(int op);

        /** What was written; of a register, what was read; {@link Workload.Op#NO_VALUE} for nil. */
        long value(int op);

        /** The elements of the list that was read. */
        long[] elements(int op);
    }
}

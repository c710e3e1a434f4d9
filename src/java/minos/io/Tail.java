package minos.io;

import java.io.Closeable;
import java.io.IOException;
import minos.history.GrowingHistory;

/**
 * A history that somebody is still writing. Each {@link #read} takes in what has been written since; an operation of which a part
 * is missing waits for the rest.
 */
public interface Tail extends Closeable {
    /** The history so far. Another one once somebody has begun to write anew where this was. */
    GrowingHistory history();

    /**
     * Takes in what is there, and says whether that was anything. Whoever waits for a file to be there just sees nothing.
     *
     * @throws ReadException if it is no history
     */
    boolean read() throws IOException;

    /** How many bytes are there that were not taken in: more came meanwhile, or their operation is not complete. */
    long behind() throws IOException;

    /** Whether nothing will come any more, as far as one can know: a stream ends, a file does not. */
    boolean isOver();

    /** Nobody will write any more: takes in what has waited, if it is something. */
    void finish() throws IOException;
}

package minos;

import java.io.IOException;
import minos.history.History;
import minos.history.Reading;

/**
 * Where a history comes from, if it is neither a file nor a stream: a recording, a database, a form that Minos does not know.
 * Called once for each judgement, and within the limits of the question: reading counts.
 */
@FunctionalInterface
public interface Source {
    /**
     * Reads the history.
     *
     * @param reading what the question says about reading. Whoever takes long calls {@link Reading#check} now and then
     * @return the history
     * @throws IOException if there is none; the message says where and why
     */
    History read(Reading reading) throws IOException;
}

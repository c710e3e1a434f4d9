package grid;

import java.io.Closeable;
import java.io.IOException;

/** Writes transactions to a file as they happen. */
interface Sink extends Closeable {
    void begin(Transaction transaction) throws IOException;

    void commit(Transaction transaction) throws IOException;

    void abort(Transaction transaction) throws IOException;
}

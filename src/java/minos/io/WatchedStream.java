package minos.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import minos.util.Deadline;

/** A stream that ends with its deadline, for parsers that may have to read much before they can look at it. */
final class WatchedStream extends FilterInputStream {
    private final Deadline deadline;

    WatchedStream(InputStream in, Deadline deadline) {
        super(in);
        this.deadline = deadline;
    }

    @Override
    public int read() throws IOException {
        deadline.check();
        return in.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        deadline.check();
        return in.read(into, from, length);
    }
}

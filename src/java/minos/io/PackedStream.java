package minos.io;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes of compressed data as they pass. */
final class PackedStream extends FilterInputStream {
    private long count;

    PackedStream(InputStream in) {
        super(in);
    }

    long count() {
        return count;
    }

    @Override
    public int read() throws IOException {
        int b = in.read();
        if (b >= 0) count++;
        return b;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int n = in.read(into, from, length);
        if (n > 0) count += n;
        return n;
    }
}

package minos.io.bytes;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import minos.io.ReadException;

/**
 * Unpacks gzip data, unless they unpack to suspiciously much: a few bytes that become gigabytes are not a history but
 * an attempt to exhaust whoever reads them.
 */
final class GzipStream extends FilterInputStream {
    /** Up to so much, nothing is suspicious. */
    private static final long HARMLESS = 1 << 26;

    private final String name;
    private final Packed packed;
    private final int maxRatio;
    private long count;

    /** @param in the compressed data of a file of that name */
    GzipStream(String name, InputStream in, int maxRatio) throws IOException {
        this(name, new Packed(in), maxRatio);
    }

    private GzipStream(String name, Packed packed, int maxRatio) throws IOException {
        super(new GZIPInputStream(packed, 1 << 16));
        this.name = name;
        this.packed = packed;
        this.maxRatio = maxRatio;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int n = in.read(into, from, length);
        if (n > 0) pass(n);
        return n;
    }

    @Override
    public long skip(long bytes) throws IOException {
        long n = in.skip(bytes);
        pass(n);
        return n;
    }

    private void pass(long bytes) throws ReadException {
        count += bytes;
        if (count > HARMLESS && count / maxRatio > packed.count()) {
            throw new ReadException(
                    name, "unpacks to more than " + maxRatio + " times its size; --max-ratio lets larger ones through");
        }
    }

    /** Counts the bytes of compressed data as they pass. */
    private static final class Packed extends FilterInputStream {
        private long count;

        Packed(InputStream in) {
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
}

package minos.io;

import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipException;

/** The bytes of a text as they pass: counts them, takes note of lines where asked, and says what a damaged file is. */
final class TextStream extends FilterInputStream {
    private final ByteSource source;
    private final boolean gzip;
    private final LineIndex lines;
    private long offset;

    /** @param lines where to note the ends of lines; null for nowhere */
    TextStream(ByteSource source, InputStream in, boolean gzip, LineIndex lines) {
        super(in);
        this.source = source;
        this.gzip = gzip;
        this.lines = lines;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] buffer, int from, int length) throws IOException {
        int n;
        try {
            n = in.read(buffer, from, length);
        } catch (EOFException | ZipException e) {
            if (!gzip) throw e;
            throw new ReadException(source.name(), "damaged after " + offset + " bytes of text: " + why(e));
        }
        if (n > 0) {
            if (lines != null) lines.scan(buffer, from, from + n, offset);
            offset += n;
        }
        return n;
    }

    static String why(IOException e) {
        return e instanceof EOFException ? "the gzip data end too early" : e.getMessage();
    }

    @Override
    public long skip(long count) throws IOException {
        long n = lines == null ? in.skip(count) : read(new byte[(int) Math.min(count, 1 << 16)]);
        if (lines == null) offset += n;
        return Math.max(n, 0);
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}

package minos.io.bytes;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip data (RFC 1952), every member to its end. Behind a member come another one, zeros (some programs fill
 * their last block with them) or the end of the data, and nothing else: the JDK's own stream takes anything else for
 * the end, and so loses what follows a damaged byte. What unpacks to suspiciously much is refused.
 */
final class GzipStream extends InputStream {
    private static final int DEFLATED = 8;
    // Flags of a member's header
    private static final int HEADER_CHECKSUM = 2;
    private static final int EXTRA = 4;
    private static final int NAME = 8;
    private static final int COMMENT = 16;
    private static final int RESERVED = 0xE0;

    private final InputStream packed;
    private final Proportion proportion;
    private final Inflater inflater = new Inflater(true);
    private final byte[] buffer = new byte[1 << 16];
    private int position;
    private int limit;
    private long taken;
    private long given;

    private final CRC32 header = new CRC32();
    private final CRC32 text = new CRC32();
    private boolean ended;

    /** @param packed the data */
    GzipStream(InputStream packed, Proportion proportion) throws IOException {
        this.packed = packed;
        this.proportion = proportion;
        header();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (length == 0) return 0;
        try {
            while (!ended) {
                int n = inflater.inflate(into, from, length);
                if (n > 0) {
                    text.update(into, from, n);
                    given += n;
                    proportion.check(taken, given);
                    return n;
                }
                if (inflater.finished()) endMember();
                else if (inflater.needsDictionary()) throw new ZipException("a dictionary that is not there");
                else feed();
            }
            return -1;
        } catch (DataFormatException e) {
            throw new ZipException(e.getMessage() == null ? "no data that deflate makes" : e.getMessage());
        }
    }

    private void feed() throws IOException {
        if (position == limit && !fill()) throw new EOFException();
        inflater.setInput(buffer, position, limit - position);
        position = limit;
    }

    /** Checks what stands behind a member's data, and begins the next one, if there is one. */
    private void endMember() throws IOException {
        position = limit - inflater.getRemaining();
        if (number(4) != text.getValue()) throw new ZipException("the checksum is wrong");
        if (number(4) != (inflater.getBytesWritten() & 0xFFFFFFFFL)) throw new ZipException("the length is wrong");
        if (position == limit && !fill()) ended = true;
        else if (buffer[position] == 0) zeros();
        else header();
    }

    private void zeros() throws IOException {
        do {
            while (position < limit) {
                if (buffer[position++] != 0) throw new ZipException("something else behind the compressed data");
            }
        } while (fill());
        ended = true;
    }

    private void header() throws IOException {
        header.reset();
        if (next() != 0x1F || next() != 0x8B) throw new ZipException("something else behind the compressed data");
        if (next() != DEFLATED) throw new ZipException("a way of compression that is not known");
        int flags = next();
        if ((flags & RESERVED) != 0) throw new ZipException("flags that are not known");
        for (int i = 0; i < 6; i++) next(); // the time, how hard it was tried, the system
        if ((flags & EXTRA) != 0) {
            for (long left = number(2); left > 0; left--) next();
        }
        if ((flags & NAME) != 0) while (next() != 0) {}
        if ((flags & COMMENT) != 0) while (next() != 0) {}
        long checksum = header.getValue() & 0xFFFF;
        if ((flags & HEADER_CHECKSUM) != 0 && number(2) != checksum) {
            throw new ZipException("the checksum of the header is wrong");
        }
        inflater.reset();
        text.reset();
    }

    /** A number whose least byte comes first. */
    private long number(int bytes) throws IOException {
        long number = 0;
        for (int i = 0; i < bytes; i++) number |= (long) next() << 8 * i;
        return number;
    }

    private int next() throws IOException {
        if (position == limit && !fill()) throw new EOFException();
        int b = buffer[position++] & 255;
        header.update(b);
        return b;
    }

    private boolean fill() throws IOException {
        int n = packed.read(buffer, 0, buffer.length);
        position = 0;
        limit = Math.max(n, 0);
        taken += limit;
        return n > 0;
    }

    @Override
    public void close() throws IOException {
        inflater.end();
        ended = true;
        packed.close();
    }
}

package minos.io.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * Bytes and 64-bit numbers of a binary file, one after another. Nothing is ever set aside for a length that the file
 * claims: what is not there is missed when its turn comes. Faults are told by the number of their byte, from 0.
 */
public final class BinaryInput implements Closeable {
    private static final int BUFFER = 1 << 16;

    private final ByteSource source;
    private final InputStream in;
    private final Deadline deadline;
    private final Progress progress;
    private final ByteBuffer buffer;
    private long base;

    public BinaryInput(ByteSource source, ByteOrder order, ReadOptions options) throws IOException {
        this.source = source;
        this.in = source.open();
        deadline = options.deadline();
        progress = options.progress();
        buffer = ByteBuffer.allocate(BUFFER).order(order).limit(0);
    }

    /** Where the next byte lies. */
    public long offset() {
        return base + buffer.position();
    }

    public boolean isAtEnd() throws IOException {
        return !buffer.hasRemaining() && !fill(1);
    }

    public int nextByte(String expected) throws IOException {
        if (!buffer.hasRemaining() && !fill(1)) throw cut(expected);
        return buffer.get() & 255;
    }

    public long nextLong(String expected) throws IOException {
        if (buffer.remaining() < Long.BYTES && !fill(Long.BYTES)) throw cut(expected);
        return buffer.getLong();
    }

    /** A byte that is 1 or 0. */
    public boolean nextBoolean(String expected) throws IOException {
        int b = nextByte(expected);
        if (b > 1) throw wrong(offset() - 1, String.format("byte 0x%02x", b), expected + ", 0 or 1");
        return b == 1;
    }

    /** Skips a text that has its length before it. */
    public void skipText(String what) throws IOException {
        long at = offset();
        long length = nextLong("the length of " + what);
        for (long left = length; left != 0; ) {
            if (!buffer.hasRemaining() && !fill(1)) {
                throw wrong(
                        at, what + " of " + Long.toUnsignedString(length) + " bytes", "a text that the file can hold");
            }
            int n = left < 0 ? buffer.remaining() : (int) Math.min(left, buffer.remaining());
            buffer.position(buffer.position() + n);
            left -= n;
        }
    }

    private boolean fill(int needed) throws IOException {
        deadline.check();
        int kept = buffer.remaining();
        base += buffer.position();
        buffer.compact();
        int n = in.readNBytes(buffer.array(), kept, BUFFER - kept);
        buffer.position(0).limit(kept + n);
        progress.advance(n);
        return kept + n >= needed;
    }

    private ReadException cut(String expected) {
        return wrong(offset(), "the end of the file" + (buffer.hasRemaining() ? " inside a number" : ""), expected);
    }

    /** What to throw when something else than expected lies at an offset. */
    public ReadException wrong(long offset, String found, String expected) {
        return new ReadException(source.name(), "byte " + offset + ": found " + found + ", expected " + expected);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}

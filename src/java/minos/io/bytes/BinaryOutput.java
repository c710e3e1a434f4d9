package minos.io.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes bytes and 64-bit numbers through a buffer. */
public final class BinaryOutput {
    private final OutputStream out;
    private final ByteBuffer buffer;

    public BinaryOutput(OutputStream out, ByteOrder order) {
        this.out = out;
        buffer = ByteBuffer.allocate(1 << 16).order(order);
    }

    public void write(int b) throws IOException {
        if (!buffer.hasRemaining()) flush();
        buffer.put((byte) b);
    }

    public void write(long number) throws IOException {
        if (buffer.remaining() < Long.BYTES) flush();
        buffer.putLong(number);
    }

    /** A short text, with its length before it. */
    public void write(String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        write((long) bytes.length);
        if (buffer.remaining() < bytes.length) flush();
        buffer.put(bytes);
    }

    public void flush() throws IOException {
        out.write(buffer.array(), 0, buffer.position());
        buffer.clear();
    }
}

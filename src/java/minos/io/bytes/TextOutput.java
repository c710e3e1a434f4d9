package minos.io.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.OutputStream;

/** Writes text and unsigned numbers through a buffer, without making a string of each number. */
public final class TextOutput {
    /** Digits of the largest long. */
    private static final int LONGEST = 19;

    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private int size;

    public TextOutput(OutputStream out) {
        this.out = out;
    }

    /** A text of ASCII that is shorter than the buffer. */
    public void text(String text) throws IOException {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) buffer[size++] = (byte) text.charAt(i);
    }

    /** Any text, as UTF-8. */
    public void anyText(String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        reserve(bytes.length);
        if (bytes.length > buffer.length) {
            out.write(bytes);
        } else {
            System.arraycopy(bytes, 0, buffer, size, bytes.length);
            size += bytes.length;
        }
    }

    public void number(long number) throws IOException {
        if (number < 0) {
            text(Long.toUnsignedString(number));
            return;
        }
        reserve(LONGEST);
        int digits = 1;
        for (long rest = number; rest > 9; rest /= 10) digits++;
        size += digits;
        long rest = number;
        for (int at = size - 1; at >= size - digits; at--, rest /= 10) buffer[at] = (byte) ('0' + rest % 10);
    }

    private void reserve(int bytes) throws IOException {
        if (size + bytes > buffer.length) flush();
    }

    public void flush() throws IOException {
        out.write(buffer, 0, size);
        size = 0;
    }
}

package minos.io;

import java.io.IOException;
import java.io.OutputStream;

/** Writes ASCII and unsigned numbers through a buffer, without making a string of each. */
final class DigitWriter {
    /** Digits of the largest long. */
    private static final int LONGEST = 19;

    private final OutputStream out;
    private final byte[] buffer = new byte[1 << 16];
    private int size;

    DigitWriter(OutputStream out) {
        this.out = out;
    }

    /** A text that is shorter than the buffer. */
    void text(String text) throws IOException {
        reserve(text.length());
        for (int i = 0; i < text.length(); i++) buffer[size++] = (byte) text.charAt(i);
    }

    void number(long number) throws IOException {
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

    void flush() throws IOException {
        out.write(buffer, 0, size);
        size = 0;
    }
}

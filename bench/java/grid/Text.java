package grid;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;

/** Writes ASCII as fast as a hundred million operations ask for. */
final class Text implements Closeable {
    private static final int LONGEST_NUMBER = 20;

    private final OutputStream out;
    private final byte[] buffer;
    private int size;

    Text(OutputStream out, int capacity) {
        this.out = out;
        buffer = new byte[Math.max(2 * LONGEST_NUMBER, capacity)];
    }

    Text add(char character) throws IOException {
        if (size == buffer.length) flush();
        buffer[size++] = (byte) character;
        return this;
    }

    Text add(String text) throws IOException {
        for (int i = 0; i < text.length(); i++) add(text.charAt(i));
        return this;
    }

    Text add(long number) throws IOException {
        if (size + LONGEST_NUMBER > buffer.length) flush();
        int digits = 1;
        for (long rest = number; rest >= 10; rest /= 10) digits++;
        for (int i = size + digits - 1; i >= size; i--) {
            buffer[i] = (byte) ('0' + number % 10);
            number /= 10;
        }
        size += digits;
        return this;
    }

    private void flush() throws IOException {
        out.write(buffer, 0, size);
        size = 0;
    }

    @Override
    public void close() throws IOException {
        flush();
        out.close();
    }
}

package minos.io;

import java.util.Arrays;

/**
 * Where the lines of a text end, for a text that cannot be read again to count them: the length of each line in base
 * 128, so one or two bytes a line.
 */
final class LineIndex {
    private byte[] lengths = new byte[1024];
    private int size;
    private long lineStart;

    /** Takes note of the next bytes of the text, which begin at {@code offset}. */
    synchronized void scan(byte[] bytes, int from, int to, long offset) {
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                long next = offset + (i - from) + 1;
                add(next - lineStart);
                lineStart = next;
            }
        }
    }

    private void add(long length) {
        if (size + 10 > lengths.length) lengths = Arrays.copyOf(lengths, lengths.length * 2);
        for (; length > 127; length >>>= 7) lengths[size++] = (byte) (length | 128);
        lengths[size++] = (byte) length;
    }

    synchronized Place locate(long offset) {
        long line = 1;
        long start = 0;
        for (int i = 0; i < size; ) {
            long length = 0;
            int shift = 0;
            for (; lengths[i] < 0; shift += 7) length |= (lengths[i++] & 127L) << shift;
            length |= (long) lengths[i++] << shift;
            if (start + length > offset) break;
            start += length;
            line++;
        }
        return new Place(line, offset - start + 1);
    }
}

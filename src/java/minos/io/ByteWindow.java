package minos.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * A stretch of a text in a buffer of bytes, which slides over the text or is handed over whole. A zero byte stands
 * behind its last byte, so that loops over the bytes of a token need no other check for the end of the buffer.
 */
abstract class ByteWindow {
    /** Longer tokens and strings are refused where they are needed; strings that are skipped may have any length. */
    private static final int MAX_TOKEN = 1 << 24;

    private final InputStream in;
    private long base;
    byte[] buffer;
    /** The current byte, and the end of those available. */
    int position;

    int limit;
    /** Where the token that was found last begins; it ends at {@link #position}. */
    int start;

    /** @param in what follows the text that {@link #reset} sets; null for nothing */
    ByteWindow(InputStream in, long base, int size) {
        this.in = in;
        this.base = base;
        buffer = new byte[size + 1];
    }

    /** Takes the bytes before {@code limit}; the one at {@code limit} is overwritten. */
    void reset(byte[] bytes, int limit, long base) {
        buffer = bytes;
        position = 0;
        this.limit = limit;
        this.base = base;
        bytes[limit] = 0;
    }

    /** Where the current byte lies in the text. */
    long offset() {
        return base + position;
    }

    /** Makes more of the token that begins at {@link #start} available. */
    boolean fillToken() {
        int length = position - start;
        if (length > MAX_TOKEN) {
            throw new EdnError(base + start, "more than " + MAX_TOKEN + " bytes", "a shorter token or string");
        }
        boolean more = fill(start);
        start = position - length;
        return more;
    }

    /**
     * Makes more bytes available, keeping those from {@code keep} on; the position stays on its byte.
     *
     * @return false at the end of the text
     */
    boolean fill(int keep) {
        if (in == null) return false;
        if (keep > 0) {
            System.arraycopy(buffer, keep, buffer, 0, limit - keep);
            base += keep;
            position -= keep;
            limit -= keep;
        }
        if (limit == buffer.length - 1) buffer = Arrays.copyOf(buffer, buffer.length * 2);
        try {
            int n = in.readNBytes(buffer, limit, buffer.length - 1 - limit);
            limit += n;
            buffer[limit] = 0;
            return n > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

package minos.io.plume;

import java.io.IOException;
import minos.io.bytes.ByteSource;

/** A stretch of text in blocks of whole lines. The last line gets a newline if it has none. */
final class LineBlocks {
    /** Small enough to stay in a core's cache until it is parsed. */
    static final int CAPACITY = 1 << 16;

    /** Where the text comes from: one block after another, from where the stretch begins. */
    interface Input {
        /** Reads some bytes; -1 at the end. */
        int read(byte[] into, int from, int length) throws IOException;
    }

    private final ByteSource source;
    private final Input input;
    /** Lines that begin here or later belong to somebody else. */
    private final long limit;

    private final byte[] text = new byte[CAPACITY + 1];
    private int filled;
    private boolean ended;
    private boolean newlineAdded;
    private long offset;
    private int length;

    /** @param offset where in the text the input begins; {@code limit} where the stretch ends: its last line may go beyond */
    LineBlocks(ByteSource source, Input input, long offset, long limit) {
        this.source = source;
        this.input = input;
        this.offset = offset;
        this.limit = limit;
    }

    /** Gets the next block; false if there is none. */
    boolean next() throws IOException {
        System.arraycopy(text, length, text, 0, filled - length);
        filled -= length;
        offset += length;
        length = 0;
        while (offset < limit && length == 0 && !(ended && filled == 0)) {
            if (!ended && filled == CAPACITY) {
                throw source.error(offset, "a line of more than " + CAPACITY + " bytes", "a line for each operation");
            }
            if (!ended) fill();
            if (ended && filled > 0 && text[filled - 1] != '\n') {
                text[filled++] = '\n';
                newlineAdded = true;
            }
            length = wholeLines();
        }
        return length > 0;
    }

    private void fill() throws IOException {
        while (filled < CAPACITY && !ended) {
            int n = input.read(text, filled, CAPACITY - filled);
            if (n < 0) ended = true;
            else filled += n;
        }
    }

    /** The length of the whole lines that begin before the limit. */
    private int wholeLines() {
        long room = limit - offset;
        for (int at = (int) Math.min(room, filled + 1) - 1; at < filled; at++) if (text[at] == '\n') return at + 1;
        for (int at = filled - 1; at >= 0; at--) if (text[at] == '\n') return at + 1;
        return 0;
    }

    /** The block: {@link #length} bytes from 0 on. */
    byte[] text() {
        return text;
    }

    int length() {
        return length;
    }

    /** Where in the whole text the block begins. */
    long offset() {
        return offset;
    }

    /** Whether this block was the last. */
    boolean isLast() {
        return ended && length == filled;
    }

    /** Whether the whole text ends at that place of the block. */
    boolean isEndOfText(int at) {
        return newlineAdded && at == filled - 1;
    }
}

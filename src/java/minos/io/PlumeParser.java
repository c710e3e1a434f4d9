package minos.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import minos.history.BulkLane;

/**
 * Feeds lines of Plume text to a lane. Numbers are read eight bytes at a time (the digits of a word are found and added up
 * without a loop); and as most lines end like the line before, in the same session and transaction, that end is compared
 * as two words. Lines that are written in another way than usual go to {@link PlumeLine}, as do those that are wrong.
 */
final class PlumeParser {
    private static final long ZEROS = 0x3030303030303030L;

    private final LineBlocks blocks;
    private final byte[] text;
    /** The same, for eight bytes at a time; a VarHandle would do, but is twice as much code to compile. */
    private final ByteBuffer words;
    private final BulkLane lane;
    private final PlumeLine line;

    /** The transaction of the line before. */
    private boolean begun;
    private boolean aborted;
    private long session;
    private long transaction;
    /** How that line ended after its value: that many bytes, as two words and what counts of them; -1 for anything else. */
    private int tailLength = -1;
    private long tail0;
    private long tail1;
    private long mask0;
    private long mask1;
    /** Where the number ended that was read last. */
    private int numberEnd;

    PlumeParser(ByteSource source, LineBlocks blocks, BulkLane lane) {
        this.blocks = blocks;
        this.lane = lane;
        text = blocks.text();
        words = ByteBuffer.wrap(text).order(ByteOrder.LITTLE_ENDIAN);
        line = new PlumeLine(source, blocks);
    }

    /** Takes the lines of the current block. */
    void parse() throws IOException {
        for (int at = 0; at < blocks.length();) {
            int next = usual(at);
            at = next >= 0 ? next : unusual(at);
        }
    }

    /**
     * Takes a line as programs write it; returns where the next begins, or -1 if it is not such a line. Whether it reads or
     * writes, no branch predictor can tell: so nothing here branches on that.
     */
    private int usual(int from) {
        int kind = text[from];
        if ((kind - 'r') * (kind - 'w') != 0 || text[from + 1] != '(') return -1;
        long key = number(from + 2);
        int at = numberEnd;
        if (at < 0 || text[at] != ',') return -1;
        long value = number(at + 1);
        at = numberEnd;
        if (at < 0 || text[at] != ',') return -1;
        at++;
        if (tailLength >= 0 && ((words.getLong(at) ^ tail0) & mask0 | (words.getLong(at + 8) ^ tail1) & mask1) == 0) {
            at += tailLength;
        } else if ((at = tail(from, at)) < 0) {
            return -1;
        }
        lane.operation(kind == 'w', key, value);
        return at;
    }

    /** Takes the session and the transaction; returns where the next line begins, or -1 if they are not as usual. */
    private int tail(int lineBegin, int from) {
        long session = number(from);
        int at = numberEnd;
        if (at < 0 || text[at] != ',') return -1;
        boolean aborted = text[at + 1] == '-';
        long transaction = number(aborted ? at + 2 : at + 1);
        at = numberEnd;
        if (at < 0 || aborted && transaction != 1 || text[at] != ')') return -1;
        if (text[++at] == '\r') at++;
        if (text[at++] != '\n') return -1;
        enter(session, aborted, transaction, lineBegin);
        tailLength = at - from <= 16 ? at - from : -1;
        tail0 = words.getLong(from);
        tail1 = words.getLong(from + 8);
        mask0 = mask(tailLength);
        mask1 = mask(tailLength - 8);
        return at;
    }

    private static long mask(int bytes) {
        return bytes >= 8 ? -1 : bytes <= 0 ? 0 : (1L << 8 * bytes) - 1;
    }

    private void enter(long session, boolean aborted, long transaction, int lineBegin) {
        if (begun && session == this.session && aborted == this.aborted && transaction == this.transaction) return;
        if (aborted) lane.aborted(session, blocks.offset() + lineBegin);
        else lane.transaction(session, transaction, blocks.offset() + lineBegin);
        begun = true;
        this.session = session;
        this.aborted = aborted;
        this.transaction = transaction;
    }

    private int unusual(int from) throws IOException {
        int end = from;
        while (text[end] != '\n') end++;
        if (line.parse(from, end)) {
            tailLength = -1;
            enter(line.session, line.aborted, line.transaction, from);
            lane.operation(line.write, line.key, line.value);
        }
        return end + 1;
    }

    /** The number at a place; its end goes to {@link #numberEnd}, which is -1 if there is none or it is very long. */
    private long number(int from) {
        long word = words.getLong(from) ^ ZEROS;
        // The high bit of each byte that is no digit.
        long others = ((word & 0x7f7f7f7f7f7f7f7fL) + 0x7676767676767676L | word) & 0x8080808080808080L;
        int digits = Long.numberOfTrailingZeros(others) >>> 3;
        if (digits == 0 || digits == 8) return digits == 0 ? numberEnd = -1 : longNumber(from);
        numberEnd = from + digits;
        word <<= 64 - 8 * digits;
        word = word * 10 + (word >>> 8);
        return (word & 0x000000FF000000FFL) * 0x000F424000000064L
                + (word >>> 16 & 0x000000FF000000FFL) * 0x0000271000000001L >>> 32;
    }

    private long longNumber(int from) {
        long number = 0;
        int at = from;
        for (; text[at] >= '0' && text[at] <= '9'; at++) {
            if (at - from == 19) return numberEnd = -1; // it may be too large
            number = number * 10 + (text[at] - '0');
        }
        numberEnd = at;
        return number;
    }
}

package minos.io;

import java.io.IOException;
import minos.history.BulkLane;

/**
 * Feeds lines of Plume text to a lane. Lines that are written in another way than usual go to {@link PlumeLine}, as do those
 * that are wrong.
 */
final class PlumeParser {
    /** The shortest line is {@code r(1,2,3,4)}. */
    private static final int SHORTEST_LINE = 11;
    /** So many digits fit a long, whatever they are. */
    private static final int FITTING_DIGITS = 18;

    private final LineBlocks blocks;
    private final byte[] text;
    private final BulkLane lane;
    private final PlumeLine line;
    private final BulkLane.Rows rows = new BulkLane.Rows(LineBlocks.CAPACITY / SHORTEST_LINE + 1);

    /** The transaction of the line before; to begin with, one that there is not. */
    private boolean aborted = true;

    private long session;
    private long transaction;

    PlumeParser(ByteSource source, LineBlocks blocks, BulkLane lane) {
        this.blocks = blocks;
        this.lane = lane;
        text = blocks.text();
        line = new PlumeLine(source, blocks);
    }

    /** Takes the lines of the current block. */
    void parse() throws IOException {
        rows.clear();
        for (int at = 0; at < blocks.length(); ) {
            at = usual(at);
            if (at < blocks.length()) at = unusual(at);
        }
        lane.take(rows);
    }

    /**
     * Takes the lines from a place on, as long as they are as programs write them; returns where the next one begins. This is
     * the innermost loop of reading, and written out for that reason: the compiler gets to it early, and once.
     */
    private int usual(int from) {
        byte[] text = this.text;
        byte[] writes = rows.isWrite;
        long[] keys = rows.key;
        long[] values = rows.value;
        long lastSession = session;
        long lastTransaction = transaction;
        int end = blocks.length();
        int begin = from;
        int row = rows.size;
        while (begin < end) {
            int kind = text[begin];
            if (kind != 'r' && kind != 'w' || text[begin + 1] != '(') break;
            int at = begin + 2;
            int digit;

            int part = at;
            long key = 0;
            for (; (digit = (text[at] ^ '0') & 0xFF) <= 9; at++) key = key * 10 + digit;
            if (text[at] != ',' || at == part || at - part > FITTING_DIGITS) break;

            part = ++at;
            long value = 0;
            for (; (digit = (text[at] ^ '0') & 0xFF) <= 9; at++) value = value * 10 + digit;
            if (text[at] != ',' || at == part || at - part > FITTING_DIGITS) break;

            part = ++at;
            long session = 0;
            for (; (digit = (text[at] ^ '0') & 0xFF) <= 9; at++) session = session * 10 + digit;
            if (text[at] != ',' || at == part || at - part > FITTING_DIGITS) break;

            part = ++at;
            long transaction = 0;
            for (; (digit = (text[at] ^ '0') & 0xFF) <= 9; at++) transaction = transaction * 10 + digit;
            if (text[at] != ')' || at == part || at - part > FITTING_DIGITS) break;

            if (text[++at] == '\r') at++;
            if (text[at] != '\n') break;
            if (transaction != lastTransaction || session != lastSession || aborted) {
                rows.size = row;
                enter(session, false, transaction, begin);
                lastSession = session;
                lastTransaction = transaction;
            }
            writes[row] = (byte) (kind & 1); // 'w' is odd, 'r' is even
            keys[row] = key;
            values[row++] = value;
            begin = at + 1;
        }
        rows.size = row;
        return begin;
    }

    private int unusual(int from) throws IOException {
        int end = from;
        while (text[end] != '\n') end++;
        if (line.parse(from, end)) {
            enter(line.session, line.aborted, line.transaction, from);
            rows.operation(line.write, line.key, line.value);
        }
        return end + 1;
    }

    private void enter(long session, boolean aborted, long transaction, int lineBegin) {
        if (transaction == this.transaction && session == this.session && aborted == this.aborted) return;
        rows.run(session, aborted, transaction, blocks.offset() + lineBegin);
        this.session = session;
        this.aborted = aborted;
        this.transaction = transaction;
    }
}

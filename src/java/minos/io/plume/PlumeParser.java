package minos.io.plume;

import java.io.IOException;
import minos.history.BulkLane;
import minos.io.ReadException;
import minos.io.bytes.ByteSource;

/**
 * Feeds lines of Plume text to a lane. Lines that are written in another way than usual go to {@link Line}, as do those
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
    private final Line line;
    private final BulkLane.Rows rows = new BulkLane.Rows(LineBlocks.CAPACITY / SHORTEST_LINE + 1);

    /** The transaction of the line before; to begin with, one that there is not. */
    private boolean aborted = true;

    private long session;
    private long transaction;

    PlumeParser(ByteSource source, LineBlocks blocks, BulkLane lane) {
        this.blocks = blocks;
        this.lane = lane;
        text = blocks.text();
        line = new Line(source, blocks);
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

    /** Reads one line with care: blanks between its parts are skipped, and whatever is wrong is named. */
    private static final class Line {
        private final ByteSource source;

        boolean write;
        long key;
        long value;
        long session;
        boolean aborted;
        long transaction;

        private final LineBlocks blocks;
        private final byte[] text;
        private int at;
        private int end;

        Line(ByteSource source, LineBlocks blocks) {
            this.source = source;
            this.blocks = blocks;
            text = blocks.text();
        }

        /**
         * Reads the line of the current block up to {@code end}, where its newline is; false if it tells nothing: if it is
         * blank, or writes the initial value 0 in the session -1, as PolySI prints the transaction before all others.
         */
        boolean parse(int from, int end) throws IOException {
            at = from;
            this.end = end;
            skipBlanks();
            if (at == end) return false;
            if (text[at] != 'r' && text[at] != 'w') throw wrong("r or w");
            write = text[at++] == 'w';
            expect('(', "(");
            key = number("the key, an unsigned number");
            expect(',', ", after the key");
            value = number("the value, an unsigned number");
            expect(',', ", after the value");
            boolean initial = initialSession();
            if (!initial) session = number("the session, an unsigned number");
            expect(',', ", after the session");
            int begin = at;
            transaction();
            if (initial && !aborted) throw wrong(begin, "the transaction -1 of the session -1");
            expect(')', ") after the transaction");
            skipBlanks();
            if (at < end) throw wrong("the end of the line");
            return !initial;
        }

        private boolean initialSession() throws IOException {
            skipBlanks();
            boolean minusOne =
                    at + 1 < end && text[at] == '-' && text[at + 1] == '1' && (at + 2 == end || !isDigit(text[at + 2]));
            if (!minusOne) return false;
            if (!write || value != 0) {
                throw wrong("the session, an unsigned number (-1 writes initial values, which are 0)");
            }
            at += 2;
            return true;
        }

        private void transaction() throws IOException {
            String expected = "the transaction, an unsigned number or -1";
            skipBlanks();
            int begin = at;
            aborted = at < end && text[at] == '-';
            if (aborted) at++;
            if (aborted && (at == end || !isDigit(text[at]))) throw wrong(begin, expected);
            transaction = number(expected);
            if (aborted && transaction != 1) throw wrong(begin, expected);
        }

        private long number(String expected) throws IOException {
            skipBlanks();
            int begin = at;
            long number = 0;
            for (; at < end && isDigit(text[at]); at++) {
                int digit = text[at] - '0';
                // Above this, ten times the number is beyond 64 bits.
                boolean fits = Long.compareUnsigned(number, 0x1999999999999999L) < 0
                        || number == 0x1999999999999999L && digit <= 5;
                if (!fits) throw wrong(begin, expected + " below 2^64");
                number = number * 10 + digit;
            }
            if (at == begin) throw wrong(expected);
            return number;
        }

        private static boolean isDigit(byte b) {
            return b >= '0' && b <= '9';
        }

        private void expect(char c, String expected) throws IOException {
            skipBlanks();
            if (at == end || text[at] != c) throw wrong(expected);
            at++;
        }

        private void skipBlanks() {
            while (at < end && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r')) at++;
        }

        private IOException wrong(String expected) throws IOException {
            return wrong(at, expected);
        }

        private IOException wrong(int from, String expected) throws IOException {
            String found = from < end
                    ? ReadException.token(text, from, end)
                    : blocks.isEndOfText(end) ? "the end of the text" : "the end of the line";
            return source.error(blocks.offset() + from, found, expected);
        }
    }
}

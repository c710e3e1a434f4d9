package minos.io;

import java.io.IOException;

/** Reads one line of Plume text with care: blanks between its parts are skipped, and whatever is wrong is named. */
final class PlumeLine {
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

    PlumeLine(ByteSource source, LineBlocks blocks) {
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
                ? Found.token(text, from, end)
                : blocks.isEndOfText(end) ? "the end of the text" : "the end of the line";
        return source.error(blocks.offset() + from, found, expected);
    }
}

package minos.io;

import java.util.Arrays;

/** How a file begins: what formats are recognised by. */
final class FileHead {
    /** How many bytes are looked at. */
    static final int LENGTH = 1 << 12;

    /** The byte order mark, with which some editors begin a text. */
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    /** Binary formats show themselves within so many bytes. */
    private static final int TELLING = 40;

    private final byte[] bytes;
    private final int first;

    FileHead(byte[] bytes) {
        this.bytes = bytes;
        first = skipBlanks(Arrays.mismatch(bytes, MARK) == MARK.length ? MARK.length : 0);
    }

    byte[] bytes() {
        return bytes;
    }

    boolean startsWith(byte[] magic) {
        return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    /** Whether there is a zero byte near the beginning; no text has one. */
    boolean hasZero() {
        for (int i = 0; i < Math.min(bytes.length, TELLING); i++) if (bytes[i] == 0) return true;
        return false;
    }

    /** Where the text begins, behind a byte order mark and blanks. */
    int first() {
        return first;
    }

    /** Whether there is nothing but blanks. */
    boolean isBlank() {
        return first == bytes.length;
    }

    /** Whether there may be more than is looked at. */
    boolean isCut() {
        return bytes.length == LENGTH;
    }

    /** The first byte of the text that is no blank; -1 if there is none. */
    int firstByte() {
        return at(first);
    }

    /** The next such byte behind that; -1 if there is none. */
    int secondByte() {
        return at(skipBlanks(first + 1));
    }

    private int at(int place) {
        return place < bytes.length ? bytes[place] : -1;
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < bytes.length && (bytes[at] <= ' ' && bytes[at] >= 0 || bytes[at] == ',')) at++;
        return at;
    }
}

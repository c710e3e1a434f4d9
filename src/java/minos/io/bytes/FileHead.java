package minos.io.bytes;

import java.util.Arrays;

/** How a file begins: what formats are recognised by. */
public final class FileHead {
    /** How many bytes are looked at. */
    public static final int LENGTH = 1 << 12;

    /** The byte order mark, with which some editors begin a text. */
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    /** Binary formats show themselves within so many bytes. */
    private static final int TELLING = 40;

    private final byte[] bytes;
    private final int first;

    public FileHead(byte[] bytes) {
        this.bytes = bytes;
        first = skipBlanks(Arrays.mismatch(bytes, MARK) == MARK.length ? MARK.length : 0);
    }

    public byte[] bytes() {
        return bytes;
    }

    public boolean startsWith(byte[] magic) {
        return bytes.length >= magic.length && Arrays.equals(bytes, 0, magic.length, magic, 0, magic.length);
    }

    /** Whether there is a zero byte near the beginning; no text has one. */
    public boolean hasZero() {
        for (int i = 0; i < Math.min(bytes.length, TELLING); i++) if (bytes[i] == 0) return true;
        return false;
    }

    /** Where the text begins, behind a byte order mark and blanks. */
    public int first() {
        return first;
    }

    /** Whether there is nothing but blanks. */
    public boolean isBlank() {
        return first == bytes.length;
    }

    /** Whether there may be more than is looked at. */
    public boolean isCut() {
        return bytes.length == LENGTH;
    }

    /** Whether the text begins like JSON: with an object, whose names are strings, or with an array of arrays. */
    public boolean isJson() {
        int second = at(skipBlanks(first + 1));
        return firstByte() == '{' ? second == '"' : firstByte() == '[' && second == '[';
    }

    /** Whether the text begins with an object of JSON, or an array of them. */
    public boolean isJsonObject() {
        int second = skipBlanks(first + 1);
        if (firstByte() == '{') return at(second) == '"';
        return firstByte() == '[' && at(second) == '{' && at(skipBlanks(second + 1)) == '"';
    }

    /** The first byte of the text that is no blank; -1 if there is none. */
    public int firstByte() {
        return at(first);
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

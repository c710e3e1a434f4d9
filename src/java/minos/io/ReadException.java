package minos.io;

import java.io.IOException;

/** A history that cannot be read: where, what was found there, and what was expected instead. */
public final class ReadException extends IOException {
    private static final long serialVersionUID = 1;
    /** How many bytes of a text a message shows. */
    private static final int SHOWN = 24;

    /** A place in a text. Both count from 1; columns count bytes, so that a place means the same in every encoding. */
    public record Place(long line, long column) {}

    private final String file;
    private final Place place;
    private final String problem;

    /** Reads {@code h.edn:12:7: found …, expected …}. */
    public ReadException(String file, Place place, String found, String expected) {
        this(file, place, "found " + found + ", expected " + expected);
    }

    /** Something wrong at a place. */
    public ReadException(String file, Place place, String problem) {
        super(file + ":" + place.line() + ":" + place.column() + ": " + problem);
        this.file = file;
        this.place = place;
        this.problem = problem;
    }

    /** Something wrong with the file as a whole. */
    public ReadException(String file, String problem) {
        super(file + ": " + problem);
        this.file = file;
        this.place = null;
        this.problem = problem;
    }

    public String file() {
        return file;
    }

    /** Null if the file as a whole is to blame. */
    public Place place() {
        return place;
    }

    /** The message without file and place. */
    public String problem() {
        return problem;
    }

    /** What messages call the number, word or sign at a place of a text that ends at {@code end}: in quotes; what does not print, as its code. */
    public static String token(byte[] text, int from, int end) {
        if (!isPrintable(text[from])) return String.format("byte 0x%02x", text[from] & 0xff);
        int to = from + 1;
        boolean word = isWord(text[from]);
        while (word && to < end && isWord(text[to])) to++;
        return "'" + printable(text, from, to) + "'";
    }

    /** So much of a text as fits a message, with dots for what does not print. */
    private static String printable(byte[] text, int from, int to) {
        StringBuilder shown = new StringBuilder();
        for (int i = from; i < to && i < from + SHOWN; i++) shown.append(isPrintable(text[i]) ? (char) text[i] : '.');
        return to > from + SHOWN ? shown + "…" : shown.toString();
    }

    private static boolean isPrintable(byte b) {
        return b > ' ' && b < 127;
    }

    private static boolean isWord(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' || b == '+' || b == '.';
    }
}

package minos.io;

/** Says in a message what was found. */
final class Found {
    private static final int LONGEST = 24;

    private Found() {}

    /** The number, word or sign at a place of a text that ends at {@code end}: in quotes; what does not print, as its code. */
    static String token(byte[] text, int from, int end) {
        if (!isPrintable(text[from])) return String.format("byte 0x%02x", text[from] & 0xff);
        int to = from + 1;
        boolean word = isWord(text[from]);
        while (word && to < end && isWord(text[to])) to++;
        return "'" + printable(text, from, to) + "'";
    }

    /** So much of a text as fits a message, with dots for what does not print. */
    static String printable(byte[] text, int from, int to) {
        StringBuilder shown = new StringBuilder();
        for (int i = from; i < to && i < from + LONGEST; i++) shown.append(isPrintable(text[i]) ? (char) text[i] : '.');
        return to > from + LONGEST ? shown + "…" : shown.toString();
    }

    private static boolean isPrintable(byte b) {
        return b > ' ' && b < 127;
    }

    private static boolean isWord(byte b) {
        return b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '-' || b == '+' || b == '.';
    }
}

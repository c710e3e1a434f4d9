package minos.io;

/** The inside of EDN strings: escapes away, and back the way {@code pr-str} prints them. */
final class EdnString {
    private static final String LETTERS = "tnrbf\"\\";
    private static final String MEANINGS = "\t\n\r\b\f\"\\";

    private EdnString() {}

    /** The text between the quotes of {@code raw}; null if an escape is none that EDN has. */
    static String unescape(String raw) {
        StringBuilder text = new StringBuilder(raw.length());
        int end = raw.length() - 1;
        for (int i = 1; i < end; ) {
            char c = raw.charAt(i++);
            if (c == '\\') {
                int from = i;
                c = raw.charAt(i++);
                int letter = LETTERS.indexOf(c);
                if (letter >= 0) {
                    c = MEANINGS.charAt(letter);
                } else {
                    int radix = c == 'u' ? 16 : 8;
                    if (c == 'u') from = i;
                    int most = Math.min(end, from + (c == 'u' ? 4 : 3));
                    int code = 0;
                    for (i = from; i < most && Character.digit(raw.charAt(i), radix) >= 0; i++) {
                        code = code * radix + Character.digit(raw.charAt(i), radix);
                    }
                    if (i == from || c == 'u' && i < from + 4 || c != 'u' && code > 255) return null;
                    c = (char) code;
                }
            }
            text.append(c);
        }
        return text.toString();
    }

    /**
     * Appends the text with quotes and escapes. Half a surrogate pair, which no UTF-8 can carry, becomes an escape
     * too.
     */
    static void print(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int escaped = MEANINGS.indexOf(c);
            if (escaped >= 0) {
                out.append('\\').append(LETTERS.charAt(escaped));
            } else if (Character.isSurrogate(c) && Character.isBmpCodePoint(text.codePointAt(i))) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
                if (Character.isSurrogate(c)) out.append(text.charAt(++i));
            }
        }
        out.append('"');
    }
}

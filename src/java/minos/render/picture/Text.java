package minos.render.picture;

/**
 * What of a text may be shown, and how wide it is, at most: fonts differ, and a picture is not told which one will be used.
 */
public final class Text {
    private static final double COLUMN = 7.45;
    private static final double BOLD_COLUMN = 7.6;

    private Text() {}

    static int width(String text) {
        return (int) Math.ceil(columns(text) * COLUMN);
    }

    static int bold(String text) {
        return (int) Math.ceil(columns(text) * BOLD_COLUMN);
    }

    /**
     * Whether a character does nothing but look like something: no control of a terminal, of the direction of text or of its lines, no half
     * of a pair, and none that is not there.
     */
    public static boolean isHarmless(int c) {
        return switch (Character.getType(c)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR,
                    Character.SURROGATE,
                    Character.UNASSIGNED -> false;
            default -> true;
        };
    }

    /** Everything beyond the scripts that monospaced fonts are drawn for is taken to be wide. */
    private static int columns(String text) {
        return text.codePoints()
                .map(c -> c < 0x1100 || c >= 0x2000 && c < 0x2e80 ? 1 : 2)
                .sum();
    }

    /** Text inside XML, an attribute's value too. What does no more than show itself stays; the rest becomes the replacement character. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(c == '\t' || c == '\n' || isHarmless(c) ? c : 0xFFFD);
            }
        });
        return out.toString();
    }
}

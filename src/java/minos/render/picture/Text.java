package minos.render.picture;

/** How wide text is, at most: fonts differ, and a picture is not told which one will be used. */
final class Text {
    private static final double COLUMN = 7.45;
    private static final double BOLD_COLUMN = 7.6;

    private Text() {}

    static int width(String text) {
        return (int) Math.ceil(columns(text) * COLUMN);
    }

    static int bold(String text) {
        return (int) Math.ceil(columns(text) * BOLD_COLUMN);
    }

    /** Everything beyond the scripts that monospaced fonts are drawn for is taken to be wide. */
    private static int columns(String text) {
        return text.codePoints()
                .map(c -> c < 0x1100 || c >= 0x2000 && c < 0x2e80 ? 1 : 2)
                .sum();
    }

    /** Text inside XML, an attribute's value too. What XML 1.0 cannot hold becomes the replacement character. */
    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        text.codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(isXml(c) ? c : 0xFFFD);
            }
        });
        return out.toString();
    }

    private static boolean isXml(int c) {
        return c == '\t'
                || c == '\n'
                || c >= 0x20 && c < 0x7f
                || c >= 0xa0 && c < 0xd800
                || c >= 0xe000 && c < 0xfffe
                || c >= 0x10000;
    }
}

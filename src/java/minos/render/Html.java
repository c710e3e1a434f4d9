package minos.render;

/** Writes HTML: what comes from outside is text, never markup. */
final class Html {
    private final StringBuilder out = new StringBuilder();

    /** Markup of our own. */
    Html raw(String markup) {
        out.append(markup);
        return this;
    }

    /** Anything, as text; good inside an attribute's quotes too. */
    Html text(Object text) {
        out.append(escaped(text.toString()));
        return this;
    }

    static String escaped(String text) {
        StringBuilder out = new StringBuilder(text.length() + 16);
        Printable.whole(text).codePoints().forEach(c -> {
            switch (c) {
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '&' -> out.append("&amp;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                default -> out.appendCodePoint(c);
            }
        });
        return out.toString();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}

package minos.render;

import minos.model.Layout;

/**
 * Text in lines no wider than the layout allows. Words go on the line until it is full; what follows goes on a new line
 * under the hanging indent.
 */
final class Page {
    enum Style {
        PLAIN(""),
        BOLD("1"),
        DIM("2"),
        RED("31"),
        GREEN("32"),
        YELLOW("33");

        private final String code;

        Style(String code) {
            this.code = code;
        }
    }

    private final StringBuilder out = new StringBuilder();
    private final Layout layout;
    private int indent;
    private int hanging;
    private int column;
    private int gap;
    private Style current = Style.PLAIN;

    Page(Layout layout) {
        this.layout = layout;
    }

    /** Begins a line; those that it overflows into are indented by {@code hanging}. */
    Page line(int indent, int hanging) {
        this.indent = Math.min(indent, limit() / 2);
        this.hanging = Math.min(hanging, limit() / 2);
        column = 0;
        return this;
    }

    /** Words that the line may be broken between. */
    Page words(Style style, String text) {
        for (String word : text.split(" ")) word(style, word);
        return this;
    }

    Page words(String text) {
        return words(Style.PLAIN, text);
    }

    /** Something that stays together, unless it is wider than a whole line: then it is broken at its spaces. */
    Page word(Style style, String text) {
        int width = Printable.columns(text);
        if (width > limit() - hanging && text.indexOf(' ') >= 0) return words(style, text);
        boolean wrapGainsNothing = column + gap <= hanging;
        if (column == 0) {
            pad(indent);
        } else if (wrapGainsNothing || fits(gap + width)) {
            if (style != current) style(Style.PLAIN);
            pad(gap);
        } else {
            wrap();
        }
        gap = 1;
        style(style);
        if (fits(width)) {
            out.append(text);
            column += width;
        } else {
            broken(style, text);
        }
        return this;
    }

    /** Leaves the line empty up to a column, where it is not full up to there already. */
    Page to(int wanted) {
        gap = Math.max(1, wanted - column);
        return this;
    }

    Page end() {
        style(Style.PLAIN);
        out.append('\n');
        return this;
    }

    Page blank() {
        out.append('\n');
        return this;
    }

    private void broken(Style style, String text) {
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            if (!fits(Printable.columns(c))) {
                wrap();
                style(style);
            }
            out.appendCodePoint(c);
            column += Printable.columns(c);
            i += Character.charCount(c);
        }
    }

    private void style(Style wanted) {
        if (!layout.colours() || wanted == current) return;
        if (current != Style.PLAIN) out.append("\u001b[0m");
        if (wanted != Style.PLAIN) out.append("\u001b[").append(wanted.code).append('m');
        current = wanted;
    }

    private void wrap() {
        end();
        column = 0;
        pad(hanging);
    }

    private void pad(int spaces) {
        out.append(" ".repeat(spaces));
        column += spaces;
    }

    /** Narrower than this, nothing could be read. */
    private int limit() {
        return layout.width() == 0 ? Integer.MAX_VALUE : Math.max(layout.width(), 8);
    }

    private boolean fits(int width) {
        return column + width <= limit();
    }

    @Override
    public String toString() {
        return out.toString();
    }
}

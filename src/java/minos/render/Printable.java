package minos.render;

import minos.render.picture.Text;

/** Foreign text as it may appear on a terminal: nothing in it moves the cursor. */
public final class Printable {
    /** Columns that a key or a value may take by itself. */
    static final int MOST = 40;

    private Printable() {}

    /** A key or a value, with what a terminal would obey in escaped form, and cut so that it does not fill the line. */
    static String shown(String text) {
        return shown(text, MOST);
    }

    /** The same, for a place of another width. */
    static String shown(String text, int most) {
        StringBuilder out = new StringBuilder(Math.min(text.length(), most));
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            String piece = Text.isHarmless(c) ? Character.toString(c) : escaped(c);
            if (out.length() + piece.length() > most || out.length() + piece.length() == most && i < text.length()) {
                return out.append('…').toString();
            }
            out.append(piece);
        }
        return out.toString();
    }

    /** As {@link #shown}, but whole: for messages and names of files. */
    public static String whole(String text) {
        StringBuilder out = new StringBuilder(text.length());
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) {
            c = text.codePointAt(i);
            if (Text.isHarmless(c)) out.appendCodePoint(c);
            else out.append(escaped(c));
        }
        return out.toString();
    }

    private static String escaped(int c) {
        return c < 0x10000 ? String.format("\\u%04x", c) : String.format("\\u{%x}", c);
    }

    /** How many columns a terminal gives the text. */
    static int columns(String text) {
        int columns = 0;
        int c;
        for (int i = 0; i < text.length(); i += Character.charCount(c)) columns += columns(c = text.codePointAt(i));
        return columns;
    }

    /** Of one character: marks lie over the one before, East Asian wide ones take two. */
    static int columns(int c) {
        if (c < 0x300) return 1;
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK) return 0;
        boolean wide = c >= 0x1100 && c <= 0x115f
                || c >= 0x2e80 && c <= 0xa4cf
                || c >= 0xa960 && c <= 0xa97f
                || c >= 0xac00 && c <= 0xd7a3
                || c >= 0xf900 && c <= 0xfaff
                || c >= 0xfe30 && c <= 0xfe6f
                || c >= 0xff00 && c <= 0xff60
                || c >= 0xffe0 && c <= 0xffe6
                || c >= 0x1f000 && c <= 0x1faff
                || c >= 0x20000 && c <= 0x3fffd;
        return wide ? 2 : 1;
    }
}

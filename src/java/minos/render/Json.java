package minos.render;

import java.math.BigDecimal;
import minos.render.picture.Text;

/**
 * Writes JSON on one line, piece by piece. The caller keeps to the grammar (a name before each value of a map, every
 * begin with its end); commas, colons and escapes are done here.
 *
 * <p>Keys and values of a history are strings, numbers too: not every reader of JSON keeps 64-bit integers exact.
 */
public final class Json extends LineWriter {
    private static final String HEX = "0123456789abcdef";

    public Json(StringBuilder out) {
        super(out, ',', "null");
    }

    @Override
    public void name(String name) {
        separate();
        quote(name, out);
        join(':');
    }

    @Override
    public void text(String text) {
        separate();
        quote(text, out);
    }

    @Override
    public void word(String word) {
        text(word);
    }

    @Override
    public void atom(String printed) {
        text(printed);
    }

    /** A number with its decimals as they are. */
    void decimal(BigDecimal number) {
        separate();
        out.append(number.toPlainString());
    }

    /** The text as a JSON string, quotes included. */
    public static String quote(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2);
        quote(text, out);
        return out.toString();
    }

    private static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            switch (c) {
                case '"', '\\' -> out.append('\\').append(c);
                case '\n' -> out.append("\\n");
                case '\r' -> out.append("\\r");
                case '\t' -> out.append("\\t");
                default -> {
                    if (isPlain(text, i)) out.append(c);
                    else unicode(c, out);
                }
            }
        }
        out.append('"');
    }

    /** Whether the character, or the pair that it is half of, may stand for itself: beyond what JSON demands, a terminal must not obey it. */
    static boolean isPlain(String text, int i) {
        char c = text.charAt(i);
        if (c < 127) return c >= ' ';
        boolean second = Character.isLowSurrogate(c) && i > 0 && Character.isHighSurrogate(text.charAt(i - 1));
        return Text.isHarmless(text.codePointAt(second ? i - 1 : i));
    }

    /** Appends the character as an escape. */
    static void unicode(char c, StringBuilder out) {
        out.append("\\u");
        for (int shift = 12; shift >= 0; shift -= 4) out.append(HEX.charAt(c >> shift & 15));
    }
}

package minos.render;

import minos.render.picture.Text;

/**
 * Writes EDN on one line, piece by piece: names and words as keywords, keys and values of a history as they were
 * recorded.
 */
public final class Edn extends LineWriter {
    public Edn(StringBuilder out) {
        super(out, ' ', "nil");
    }

    @Override
    public void name(String name) {
        word(name);
    }

    @Override
    public void text(String text) {
        separate();
        out.append(Json.quote(text)); // EDN strings know all the escapes that we use in JSON
    }

    @Override
    public void word(String word) {
        separate();
        out.append(':').append(word);
    }

    @Override
    public void atom(String printed) {
        separate();
        out.append(withoutControls(printed));
    }

    /** Escapes what a terminal would obey in the strings of a printed EDN form; where it stands elsewhere, the whole becomes a string. */
    private static String withoutControls(String printed) {
        if (printed.codePoints().allMatch(Text::isHarmless)) return printed;
        StringBuilder out = new StringBuilder(printed.length() + 16);
        boolean string = false;
        for (int i = 0; i < printed.length(); i++) {
            char c = printed.charAt(i);
            if (Json.isPlain(printed, i)) {
                out.append(c);
                if (c == '\\' && i + 1 < printed.length() && Json.isPlain(printed, i + 1))
                    out.append(printed.charAt(++i));
                else if (c == '"') string = !string;
            } else if (string) {
                Json.unicode(c, out);
            } else {
                return Json.quote(printed);
            }
        }
        return out.toString();
    }
}

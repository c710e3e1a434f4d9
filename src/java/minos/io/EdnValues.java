package minos.io;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import minos.history.Atoms;
import minos.history.History;

/**
 * Prints keys, values and sessions of a history as EDN. What is no EDN, as other formats may have it, becomes a
 * string.
 */
final class EdnValues {
    private final History history;
    private final DigitWriter out;
    private final boolean edn;
    private final boolean numbered;
    private boolean quotes;

    EdnValues(History history, DigitWriter out) {
        this.history = history;
        this.out = out;
        edn = history.origin() instanceof EdnOrigin;
        boolean integers = true;
        for (int s = 0; s < history.sessions(); s++) integers &= isInteger(history.sessionText(s));
        numbered = !integers;
    }

    void key(int key) throws IOException {
        print(history.keyAtom(key), () -> history.keyText(key));
    }

    void value(int version) throws IOException {
        print(history.valueAtom(version), () -> history.valueText(version));
    }

    /** A process must be an integer; if not all sessions are called that way, they are numbered. */
    void session(int session) throws IOException {
        out.text(numbered ? Integer.toString(session) : history.sessionText(session));
    }

    /** What was written in another way than the history has it. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        if (numbered) notes.add("sessions are numbered, as processes are numbers");
        if (quotes) notes.add("keys and values that are no EDN are strings");
        return notes;
    }

    private interface Text {
        String get();
    }

    private void print(long atom, Text text) throws IOException {
        if (Atoms.isInteger(atom) && atom >= 0) {
            out.number(atom);
        } else {
            String printed = text.get();
            boolean fits = Atoms.isInteger(atom) || edn || isEdn(printed);
            quotes |= !fits;
            out.anyText(fits ? printed : quoted(printed));
        }
    }

    private static boolean isInteger(String text) {
        return text.matches("-?(0|[1-9][0-9]*)N?");
    }

    private static boolean isEdn(String text) {
        try {
            EdnScanner scanner = new EdnScanner(new ByteArrayInputStream(text.getBytes(UTF_8)), 0, text.length() + 1);
            return new EdnText(scanner).print("a form").equals(text) && scanner.peek() < 0;
        } catch (EdnError e) {
            return false;
        }
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder();
        EdnString.print(text, quoted);
        return quoted.toString();
    }
}

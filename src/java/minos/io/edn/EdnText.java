package minos.io.edn;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import minos.util.IntList;

/**
 * Prints any EDN form so that equal values have equal text, and otherwise the way {@code pr-str} does: lists print as
 * vectors, sets and maps with their elements sorted, tags as they stand. Keeps a stack of its own instead of recursing.
 */
public final class EdnText {
    private final EdnScanner scanner;
    private final StringBuilder out = new StringBuilder();
    /** The closing brackets of the forms that are open; 'S' and 'M' stand for those of sets and maps. */
    private final StringBuilder open = new StringBuilder();
    /** By open form: where its elements begin among the marks. */
    private final IntList firstMark = new IntList();
    /** Where each element of the open forms begins in the output. */
    private final IntList marks = new IntList();
    /** By open map: the namespace of its keys, or null. */
    private final List<String> namespaces = new ArrayList<>();

    private boolean afterTag;

    EdnText(EdnScanner scanner) {
        this.scanner = scanner;
    }

    /**
     * Any EDN form in that text, as keys and values are: a {@code Long}, if it is such an integer, or as it is printed.
     * A {@link MalformedEdn} says why it is none.
     */
    public static Object canonical(String form) {
        byte[] bytes = form.getBytes(StandardCharsets.UTF_8);
        EdnScanner scanner = new EdnScanner();
        scanner.reset(Arrays.copyOf(bytes, bytes.length + 1), bytes.length, 0);
        String printed = new EdnText(scanner).print("a value");
        return EdnTokens.isLong(printed) ? (Object) Long.valueOf(printed) : printed;
    }

    /** Prints the form that the scanner stands at. */
    String print(String expected) {
        out.setLength(0);
        open.setLength(0);
        firstMark.clear();
        marks.clear();
        namespaces.clear();
        afterTag = false;
        do {
            int b = scanner.peek();
            if (b == ']' || b == ')' || b == '}') {
                close(b, expected);
            } else {
                if (b < 0) throw scanner.error(open.length() == 0 ? expected : "" + bracket());
                begin();
                form(b);
            }
        } while (open.length() > 0 || afterTag);
        return out.toString();
    }

    private void begin() {
        if (!afterTag && open.length() > 0) {
            if (marks.size() > firstMark.last()) out.append(' ');
            marks.add(out.length());
        }
        afterTag = false;
    }

    private void form(int b) {
        switch (b) {
            case '[', '(' -> open('[', (char) EdnScanner.closer(b));
            case '{' -> openMap(null);
            case '"' -> string();
            case '\\' -> character();
            case '#' -> dispatch();
            default -> out.append(token());
        }
    }

    private void dispatch() {
        int second = scanner.second();
        if (second == '{') {
            scanner.position++;
            out.append('#');
            open('{', 'S');
        } else if (second == ':') {
            scanner.position += 2;
            String namespace = token();
            if (scanner.peek() != '{') throw scanner.error("the { of a map with the namespace " + namespace);
            openMap(namespace);
        } else {
            long at = scanner.offset();
            scanner.token();
            String text = decode();
            if (second == '#') {
                if (!text.equals("##Inf") && !text.equals("##-Inf") && !text.equals("##NaN")) {
                    throw new MalformedEdn(at, clip(text), "##Inf, ##-Inf or ##NaN");
                }
                out.append(text);
            } else {
                if (text.length() < 2
                        || !Character.isLetter(text.charAt(1))
                        || !EdnTokens.isSymbol(text.substring(1))) {
                    throw new MalformedEdn(at, clip(text), "a tag, a set or a discarded form after #");
                }
                out.append(text).append(' ');
                afterTag = true;
            }
        }
    }

    private void openMap(String namespace) {
        namespaces.add(namespace);
        open('{', 'M');
    }

    private void open(char opener, char closer) {
        if (open.length() == EdnScanner.MAX_DEPTH) {
            throw scanner.error("no more than " + EdnScanner.MAX_DEPTH + " levels of nesting");
        }
        out.append(opener);
        open.append(closer);
        firstMark.add(marks.size());
        scanner.position++;
    }

    private char bracket() {
        char last = open.charAt(open.length() - 1);
        return last == 'S' || last == 'M' ? '}' : last;
    }

    private void close(int b, String expected) {
        if (afterTag) throw scanner.error("a form after the tag");
        if (open.length() == 0) throw scanner.error(expected);
        if (b != bracket()) throw scanner.error("" + bracket());
        char kind = open.charAt(open.length() - 1);
        if (kind == 'S') sort(1, null);
        else if (kind == 'M') sort(2, namespaces.remove(namespaces.size() - 1));
        scanner.position++;
        out.append(kind == 'S' || kind == 'M' ? '}' : ']');
        open.setLength(open.length() - 1);
        int first = firstMark.pop();
        while (marks.size() > first) marks.pop();
    }

    /** Sorts the elements of the form that ends, {@code width} printed forms each, by their first one. */
    private void sort(int width, String namespace) {
        int first = firstMark.last();
        int count = marks.size() - first;
        if (count == 0) return;
        if (count % width != 0) throw scanner.error("a value for the last key");
        String[][] elements = new String[count / width][width];
        for (int i = 0; i < count; i++) elements[i / width][i % width] = printed(first + i);
        for (String[] element : elements) element[0] = EdnTokens.qualify(namespace, element[0]);
        Arrays.sort(elements, Comparator.comparing(element -> element[0]));
        for (int i = 1; i < elements.length; i++) {
            String key = elements[i][0];
            if (key.equals(elements[i - 1][0])) {
                throw new MalformedEdn(scanner.offset(), clip(key) + " twice", "distinct elements");
            }
        }
        out.setLength(marks.get(first));
        for (int i = 0; i < elements.length; i++) {
            if (i > 0) out.append(width == 2 ? ", " : " ");
            out.append(String.join(" ", elements[i]));
        }
    }

    private String printed(int mark) {
        return out.substring(marks.get(mark), mark + 1 < marks.size() ? marks.get(mark + 1) - 1 : out.length());
    }

    /** The token here: a number, a keyword or a symbol. */
    private String token() {
        long at = scanner.offset();
        if (scanner.buffer[scanner.position] == '^') throw scanner.error("no metadata");
        scanner.token();
        String token = decode();
        boolean number = EdnTokens.isNumber(token);
        String printed = number ? EdnTokens.number(token) : EdnTokens.isSymbol(token) ? token : null;
        if (printed == null)
            throw new MalformedEdn(at, clip(token), number ? "a number" : "a number, keyword or symbol");
        return printed;
    }

    private void character() {
        long at = scanner.offset();
        scanner.character();
        String token = decode();
        String printed = EdnTokens.character(token.substring(1));
        if (printed == null) throw new MalformedEdn(at, clip(token), "a character");
        out.append(printed);
    }

    private void string() {
        long at = scanner.offset();
        scanner.string();
        String raw = decode();
        String text = EdnTokens.unescape(raw);
        if (text == null) throw new MalformedEdn(at, clip(raw), "a string with the escapes that EDN has");
        EdnTokens.quote(text, out);
    }

    private static String clip(String text) {
        return text.length() > 24 ? text.substring(0, 24) + "…" : text;
    }

    private String decode() {
        int length = scanner.position - scanner.start;
        int ascii = scanner.start;
        while (ascii < scanner.position && scanner.buffer[ascii] >= 0) ascii++;
        if (ascii == scanner.position) return new String(scanner.buffer, scanner.start, length, ISO_8859_1);
        try {
            ByteBuffer bytes = ByteBuffer.wrap(scanner.buffer, scanner.start, length);
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new MalformedEdn(scanner.offset(), "bytes that are not UTF-8", "text");
        }
    }
}

package minos.io;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.util.IntList;

/**
 * Prints any EDN form so that equal values have equal text, and otherwise the way {@code pr-str} does: lists print as
 * vectors, sets and maps with their elements sorted, tags as they stand. Keeps a stack of its own instead of recursing.
 */
final class EdnText {
    private static final Pattern SYMBOL = Pattern.compile(":?([\\D&&[^/]].*/)?(/|[\\D&&[^/]][^/]*)");
    private static final Set<String> OTHERS = Set.of("nil", "true", "false");
    private static final String NAMES = "newline space tab backspace formfeed return ";
    private static final String NAMED = "\n \t\b\f\r";

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
                    throw new EdnError(at, clip(text), "##Inf, ##-Inf or ##NaN");
                }
                out.append(text);
            } else {
                if (text.length() < 2 || !Character.isLetter(text.charAt(1)) || !isSymbol(text.substring(1))) {
                    throw new EdnError(at, clip(text), "a tag, a set or a discarded form after #");
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
        for (String[] element : elements) element[0] = qualify(namespace, element[0]);
        Arrays.sort(elements, Comparator.comparing(element -> element[0]));
        for (int i = 1; i < elements.length; i++) {
            String key = elements[i][0];
            if (key.equals(elements[i - 1][0])) throw new EdnError(scanner.offset(), clip(key) + " twice", "distinct elements");
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

    /** A key of a map with a namespace. */
    private static String qualify(String namespace, String key) {
        if (namespace == null || OTHERS.contains(key) || "[{\"\\#".indexOf(key.charAt(0)) >= 0) return key;
        if (EdnNumber.isMeant(key)) return key;
        int name = key.startsWith(":") ? 1 : 0;
        if (key.startsWith("_/", name)) return key.substring(0, name) + key.substring(name + 2);
        return key.indexOf('/') >= 0 ? key : key.substring(0, name) + namespace + "/" + key.substring(name);
    }

    /** The token here: a number, a keyword or a symbol. */
    private String token() {
        long at = scanner.offset();
        if (scanner.buffer[scanner.position] == '^') throw scanner.error("no metadata");
        scanner.token();
        String token = decode();
        boolean number = EdnNumber.isMeant(token);
        String printed = number ? EdnNumber.print(token) : isSymbol(token) ? token : null;
        if (printed == null) throw new EdnError(at, clip(token), number ? "a number" : "a number, keyword or symbol");
        return printed;
    }

    /** Whether the token is a symbol or keyword by the rules of Clojure's reader. */
    private static boolean isSymbol(String token) {
        for (int i = 0; i < token.length(); i++) {
            if ("@`~".indexOf(token.charAt(i)) >= 0) return false;
        }
        Matcher m = SYMBOL.matcher(token);
        return m.matches() && (m.group(1) == null || !m.group(1).endsWith(":/")) && !token.endsWith(":")
                && token.indexOf("::", 1) < 0 && !token.startsWith("::");
    }

    private void character() {
        long at = scanner.offset();
        scanner.character();
        String name = decode().substring(1);
        char c = character(name, at);
        int known = NAMED.indexOf(c);
        if (known < 0) out.append('\\').append(c);
        else out.append('\\').append(NAMES.split(" ")[known]);
    }

    private static char character(String name, long at) {
        if (name.length() == 1) return name.charAt(0);
        List<String> names = List.of(NAMES.split(" "));
        if (names.contains(name)) return NAMED.charAt(names.indexOf(name));
        int code = -1;
        if (name.matches("u[0-9a-fA-F]{4}")) code = Integer.parseInt(name.substring(1), 16);
        if (name.matches("o[0-7]{1,3}")) code = Integer.parseInt(name.substring(1), 8);
        if (code < 0 || name.charAt(0) == 'o' && code > 255 || code >= 0xD800 && code < 0xE000) {
            throw new EdnError(at, clip("\\" + name), "a character");
        }
        return (char) code;
    }

    private void string() {
        long at = scanner.offset();
        scanner.string();
        String raw = decode();
        String text = EdnString.unescape(raw);
        if (text == null) throw new EdnError(at, clip(raw), "a string with the escapes that EDN has");
        EdnString.print(text, out);
    }

    private static String clip(String text) {
        return text.length() > 24 ? text.substring(0, 24) + "…" : text;
    }

    private String decode() {
        try {
            ByteBuffer bytes = ByteBuffer.wrap(scanner.buffer, scanner.start, scanner.position - scanner.start);
            return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
        } catch (CharacterCodingException e) {
            throw new EdnError(scanner.offset(), "bytes that are not UTF-8", "text");
        }
    }
}

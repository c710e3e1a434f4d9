package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Takes apart what {@link EdnText} printed: maps, sets and vectors, which operations hold as one text. */
final class Printed {
    private Printed() {}

    static boolean isMap(String text) {
        return text.startsWith("{");
    }

    static boolean isSet(String text) {
        return text.startsWith("#{");
    }

    static boolean isVector(String text) {
        return text.startsWith("[");
    }

    /** The elements of a set or a vector, or the keys and values of a map in turns. */
    static List<String> elements(String text) {
        byte[] bytes = text.getBytes(UTF_8);
        EdnScanner scanner = new EdnScanner();
        scanner.reset(Arrays.copyOf(bytes, bytes.length + 1), bytes.length, 0);
        scanner.position = isSet(text) ? 2 : 1;
        int closer = isVector(text) ? ']' : '}';
        EdnText form = new EdnText(scanner);
        List<String> elements = new ArrayList<>();
        while (scanner.peek() != closer) elements.add(form.print("an element"));
        return elements;
    }

    /** Whether it is an integer that a history holds as such. */
    static boolean isInteger(String text) {
        return text.matches("-?[0-9]{1,18}");
    }
}

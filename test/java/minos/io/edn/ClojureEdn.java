package minos.io.edn;

import clojure.lang.AFn;
import clojure.lang.BigInt;
import clojure.lang.EdnReader;
import clojure.lang.IPersistentMap;
import clojure.lang.IPersistentSet;
import clojure.lang.Keyword;
import clojure.lang.PersistentHashMap;
import clojure.lang.RT;
import clojure.lang.Sequential;
import clojure.lang.TaggedLiteral;
import java.io.PushbackReader;
import java.io.StringReader;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** EDN as Clojure reads it, and its values printed so that equal ones have equal text. */
final class ClojureEdn {
    private static final IPersistentMap OPTIONS = PersistentHashMap.create(
            Keyword.intern("default"),
            new AFn() {
                @Override
                public Object invoke(Object tag, Object form) {
                    return TaggedLiteral.create((clojure.lang.Symbol) tag, form);
                }
            },
            Keyword.intern("eof"),
            null);

    private ClojureEdn() {}

    static Object read(String text) {
        return EdnReader.readString(text, OPTIONS);
    }

    /** All forms of a text; none is nil. */
    static List<Object> readAll(String text) {
        PushbackReader in = new PushbackReader(new StringReader(text));
        List<Object> forms = new ArrayList<>();
        for (Object form; (form = EdnReader.read(in, OPTIONS)) != null; ) forms.add(form);
        return forms;
    }

    static String print(Object value) {
        if (value instanceof Long || value instanceof BigInt || value instanceof BigInteger) {
            BigInteger n = new BigInteger(value.toString());
            return n.bitLength() < 64 ? n.toString() : n + "N";
        }
        if (value instanceof Double d && d == 0) return "0.0";
        if (value instanceof BigDecimal d) return d.stripTrailingZeros() + "M";
        if (value instanceof TaggedLiteral tagged) return "#" + tagged.tag + " " + print(tagged.form);
        if (value instanceof Sequential) return join((Iterable<?>) value, ClojureEdn::print, " ", "[", "]");
        if (value instanceof IPersistentSet) {
            TreeSet<String> elements = new TreeSet<>();
            for (Object element : (Iterable<?>) value) elements.add(print(element));
            return join(elements, x -> x, " ", "#{", "}");
        }
        if (value instanceof IPersistentMap) {
            TreeMap<String, String> entries = new TreeMap<>();
            for (Object o : (Iterable<?>) value) {
                Map.Entry<?, ?> entry = (Map.Entry<?, ?>) o;
                entries.put(print(entry.getKey()), print(entry.getValue()));
            }
            return join(entries.entrySet(), e -> e.getKey() + " " + e.getValue(), ", ", "{", "}");
        }
        return RT.printString(value);
    }

    private static <T> String join(
            Iterable<T> items, Function<T, String> print, String separator, String open, String close) {
        List<String> texts = new ArrayList<>();
        for (T item : items) texts.add(print.apply(item));
        return texts.stream().collect(Collectors.joining(separator, open, close));
    }
}

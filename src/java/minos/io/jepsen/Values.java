package minos.io.jepsen;

import java.math.BigInteger;
import java.util.AbstractList;
import java.util.AbstractMap;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import minos.io.edn.EdnTokens;

/**
 * The kinds of values that {@link Fressian} has beside Java's own, and how all of them are printed as EDN. As parts of them may be
 * the same objects many times over, none is ever compared or hashed but by its identity.
 */
public final class Values {
    /** A larger key or value is more than any history has. */
    private static final int MAX_TEXT = 1 << 24;
    /** A keyword or a symbol that EDN can spell, with or without a namespace. */
    private static final Pattern NAME =
            Pattern.compile(":?[A-Za-z*!_?$%&=<>+.-][A-Za-z0-9*!_?$%&=<>+.#:'-]*(/[A-Za-z0-9*!_?$%&=<>+.#'-]+)?");

    private static final Pattern TAG = Pattern.compile("[A-Za-z][A-Za-z0-9._-]*");

    private Values() {}

    /** The names in a file: those that are equal are one object. */
    public static final class Names {
        private final Map<String, Name> keywords = new HashMap<>();
        private final Map<String, Name> others = new HashMap<>();

        /** The keyword of a name without a namespace. */
        Name keyword(String name) {
            Name known = keywords.get(name);
            if (known == null) keywords.put(name, known = new Name(":" + name));
            return known;
        }

        /** Any other. */
        Name name(String text) {
            return others.computeIfAbsent(text, Name::new);
        }
    }

    /** A keyword, with its colon, or a symbol. */
    static final class Name {
        final String text;

        Name(String text) {
            this.text = text;
        }
    }

    /** A pair, as an independent key and its value are. */
    static final class Pair extends AbstractList<Object> implements Map.Entry<Object, Object> {
        private final Object key;
        private final Object value;

        Pair(Object key, Object value) {
            this.key = key;
            this.value = value;
        }

        @Override
        public Object getKey() {
            return key;
        }

        @Override
        public Object getValue() {
            return value;
        }

        @Override
        public Object setValue(Object other) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Object get(int index) {
            return index == 0 ? key : value;
        }

        @Override
        public int size() {
            return 2;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** A map: keys and values in turn, where the keys that somebody asks for are names. */
    static final class Fields extends AbstractMap<Object, Object> {
        final Object[] items;

        Fields(Object[] items) {
            this.items = items;
        }

        @Override
        public Object get(Object key) {
            for (int i = 0; i < items.length; i += 2) if (items[i] == key) return items[i + 1];
            return null;
        }

        @Override
        public Set<Entry<Object, Object>> entrySet() {
            Set<Entry<Object, Object>> entries = new LinkedHashSet<>();
            for (int i = 0; i < items.length; i += 2) entries.add(new Pair(items[i], items[i + 1]));
            return entries;
        }

        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    /** A set. */
    static final class Elements {
        private final List<?> items;

        Elements(List<?> items) {
            this.items = items;
        }
    }

    /** A value with a tag that means nothing here. */
    static final class Tagged {
        final String tag;
        final List<?> items;

        Tagged(String tag, List<?> items) {
            this.tag = tag;
            this.items = items;
        }
    }

    /** Bytes. */
    static final class Bytes {
        private final byte[] bytes;

        Bytes(byte[] bytes) {
            this.bytes = bytes;
        }
    }

    /** A value as EDN. */
    public static String print(Object value) {
        StringBuilder out = new StringBuilder();
        print(value, out);
        return out.toString();
    }

    private static void print(Object value, StringBuilder out) {
        if (out.length() > MAX_TEXT) throw new Fressian.Malformed("a value of more than " + MAX_TEXT + " letters");
        if (value == null) out.append("nil");
        else if (value instanceof String text) EdnTokens.quote(text, out);
        else if (value instanceof Name name) name(name, out);
        else if (value instanceof BigInteger number) out.append(number).append('N');
        else if (value instanceof Double number) number(number, out);
        else if (value instanceof List<?> list) items(list, '[', ']', out);
        else if (value instanceof Fields map) items(Arrays.asList(map.items), '{', '}', out);
        else if (value instanceof Elements set) items(set.items, '{', '}', out.append('#'));
        else if (value instanceof Tagged tagged) tagged(tagged, out);
        else if (value instanceof Bytes bytes) bytes(bytes.bytes, out);
        else out.append(value); // a long, true or false
    }

    private static void items(List<?> items, char open, char close, StringBuilder out) {
        out.append(open);
        boolean first = true;
        for (Object item : items) {
            if (!first) out.append(' ');
            first = false;
            print(item, out);
        }
        out.append(close);
    }

    /** One that EDN cannot spell becomes a string. */
    private static void name(Name name, StringBuilder out) {
        if (NAME.matcher(name.text).matches()) out.append(name.text);
        else EdnTokens.quote(name.text, out);
    }

    private static void tagged(Tagged tagged, StringBuilder out) {
        out.append('#')
                .append(TAG.matcher(tagged.tag).matches() ? tagged.tag : "fressian")
                .append(' ');
        items(tagged.items, '[', ']', out);
    }

    private static void number(double number, StringBuilder out) {
        if (Double.isNaN(number)) out.append("##NaN");
        else if (Double.isInfinite(number)) out.append(number > 0 ? "##Inf" : "##-Inf");
        else out.append(number);
    }

    private static void bytes(byte[] bytes, StringBuilder out) {
        out.append("#bytes \"");
        for (byte b : bytes) {
            out.append(Character.forDigit(b >> 4 & 15, 16)).append(Character.forDigit(b & 15, 16));
        }
        out.append('"');
    }
}

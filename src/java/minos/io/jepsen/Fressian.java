package minos.io.jepsen;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.io.jepsen.Values.Bytes;
import minos.io.jepsen.Values.Elements;
import minos.io.jepsen.Values.Fields;
import minos.io.jepsen.Values.Name;
import minos.io.jepsen.Values.Pair;
import minos.io.jepsen.Values.Tagged;

/**
 * Decodes values in Fressian, Clojure's binary format. Integers, strings, truth values, numbers and nil are those of Java;
 * the others are the few kinds of {@link Values}. Tagged values keep their tag; none is ever turned into an object of a foreign class.
 *
 * <p>Values of one stretch of bytes share two caches: of values that occur again, and of the names of tags. A value that
 * occurs again is the same object, so that what is decoded takes no more room than its bytes allow; {@link #unfolded} tells
 * what it would take for whoever copies it. No length is believed, and values nest up to {@link #MAX_DEPTH} levels deep, those
 * in the cache included.
 */
public final class Fressian {
    private static final int MAX_DEPTH = 200;
    /** Larger integers are refused: the time to print them grows with the square of their digits. */
    private static final int MAX_INTEGER = 1 << 12;
    /** About what a value takes in memory. */
    private static final int VALUE = 32;

    private static final String[] FIELDS = {"index", "time", "type", "process", "f", "value"};

    /** Bytes that are no Fressian; says why. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    /** What becomes of a tagged value. */
    private enum Kind {
        OPERATION,
        VECTOR,
        ENTRY,
        SET,
        KEYWORD,
        SYMBOL,
        OTHER;

        static Kind of(String name) {
            return switch (name) {
                case "jepsen.history.Op" -> OPERATION;
                case "vec" -> VECTOR;
                case "map-entry" -> ENTRY;
                case "persistent-hash-set", "persistent-sorted-set" -> SET;
                case "key" -> KEYWORD;
                case "sym" -> SYMBOL;
                default -> OTHER;
            };
        }
    }

    private record Tag(String name, Kind kind, long components) {
        Tag(String name, long components) {
            this(name, Kind.of(name), components);
        }
    }

    /** A value that may occur again: what it unfolds to, and how deep it is. */
    private record Cached(Object value, long unfolded, int height) {}

    // The bytes that are left: from at to end - 1. Not by a buffer, which looks after each byte as if it came alone.
    private final byte[] bytes;
    private final int end;
    private int at;
    private final Values.Names names;
    private final Object[] fields;
    private final List<Cached> values = new ArrayList<>();
    private final List<Tag> tags = new ArrayList<>();
    private int depth;
    private int deepest;
    private long unfolded;

    /**
     * @param in    in an array
     * @param names where names are kept that other values may share
     */
    public Fressian(ByteBuffer in, Values.Names names) {
        bytes = in.array();
        at = in.arrayOffset() + in.position();
        end = in.arrayOffset() + in.limit();
        this.names = names;
        fields = Arrays.stream(FIELDS).map(names::keyword).toArray();
    }

    public boolean hasNext() {
        return at < end;
    }

    /** How many bytes the values so far would take, at most, if none were shared. */
    public long unfolded() {
        return unfolded;
    }

    /** The next value. */
    public Object next() {
        depth = 0;
        return value();
    }

    private int code() {
        if (at >= end) throw new Malformed("a value that goes on beyond its block");
        return bytes[at++] & 255;
    }

    private Object value() {
        return value(code());
    }

    private Object value(int code) {
        enter(1);
        unfolded += VALUE;
        Object value;
        if (code < 0x80 || code == 0xF8 || code == 0xFF) value = integer(code);
        else if (code < 0xA0) value = cached(code - 0x80);
        else if (code < 0xB0) value = tagged(tag(code - 0xA0));
        else if (code >= 0xDA && code <= 0xE3) value = string(code);
        else if (code >= 0xE4 && code <= 0xEC) value = list(count(code));
        else if (code >= 0xD0 && code <= 0xD9) value = new Bytes(raw(code));
        else value = other(code);
        depth--;
        return value;
    }

    private void enter(int levels) {
        depth += levels;
        if (depth > MAX_DEPTH) throw new Malformed("values more than " + MAX_DEPTH + " levels deep");
        if (depth > deepest) deepest = depth;
    }

    private Object other(int code) {
        return switch (code) {
            case 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5 -> list(integer(code())); // arrays
            case 0xC0 -> map(anyList());
            case 0xC1 -> new Elements(anyList());
            case 0xC3 -> tagged(new Tag("uuid", 1));
            case 0xC4 -> tagged(new Tag("regex", 1));
            case 0xC5 -> tagged(new Tag("uri", 1));
            case 0xC6 -> big(raw(code()));
            case 0xC7 -> tagged(new Tag("bigdec", 2));
            case 0xC8 -> tagged(new Tag("inst", 1));
            case 0xC9, 0xCA -> name(code == 0xCA);
            case 0xCC -> cached(integer(code()));
            case 0xCD -> cache();
            case 0xCE -> {
                cache();
                yield value();
            }
            case 0xED, 0xEE -> openList();
            case 0xEF -> {
                Tag tag = new Tag(text(value()), integer(code()));
                tags.add(tag);
                yield tagged(tag);
            }
            case 0xF0 -> tagged(tag(integer(code())));
            case 0xF5, 0xF6 -> code == 0xF5;
            case 0xF7 -> null;
            case 0xF9 -> (double) Float.intBitsToFloat((int) rest(0, Integer.BYTES));
            case 0xFA -> Double.longBitsToDouble(rest(0, Long.BYTES));
            case 0xFB, 0xFC -> code == 0xFB ? 0.0 : 1.0;
            case 0xFE -> {
                values.clear();
                tags.clear();
                yield value();
            }
            default -> throw new Malformed(String.format("byte 0x%02x, which begins no value", code));
        };
    }

    private long integer(int code) {
        if (code < 0x40) return code;
        if (code == 0xFF) return -1;
        if (code == 0xF8) return rest(0, Long.BYTES);
        if (code < 0x60) return rest(code - 0x50, 1);
        if (code < 0x70) return rest(code - 0x68, 2);
        if (code < 0x80) return rest((code & 3) - 2, 3 + (code - 0x70) / 4);
        throw new Malformed(String.format("byte 0x%02x in place of a number", code));
    }

    private long rest(long high, int length) {
        long number = high;
        for (int i = 0; i < length; i++) number = number << 8 | code();
        return number;
    }

    private static BigInteger big(byte[] bytes) {
        if (bytes.length > MAX_INTEGER) throw new Malformed("an integer of " + bytes.length + " bytes");
        return bytes.length == 0 ? BigInteger.ZERO : new BigInteger(bytes);
    }

    /** The length of a list, whose code that is. */
    private long count(int code) {
        if (code >= 0xE4 && code < 0xEC) return (long) code - 0xE4;
        if (code == 0xEC) return integer(code());
        throw new Malformed(String.format("byte 0x%02x in place of a list", code));
    }

    private List<Object> list(long count) {
        List<Object> items = new ArrayList<>((int) Math.max(0, Math.min(count, 8)));
        for (long i = 0; i < count; i++) items.add(value());
        return items;
    }

    /** The list that a map or a set consists of: of known length, or with an end, as records are written. */
    private List<Object> anyList() {
        int code = code();
        return code == 0xED || code == 0xEE ? openList() : list(count(code));
    }

    private List<Object> openList() {
        List<Object> items = new ArrayList<>();
        while (at < end) { // an open list may end with its bytes
            int code = code();
            if (code == 0xFD) break;
            items.add(value(code));
        }
        return items;
    }

    private static Fields map(List<Object> items) {
        if (items.size() % 2 != 0) throw new Malformed("a map whose last key has no value");
        return new Fields(items.toArray());
    }

    private Object cached(long index) {
        if (index < 0 || index >= values.size()) {
            throw new Malformed("value " + index + " of " + values.size() + " cached ones");
        }
        Cached cached = values.get((int) index);
        if (cached == null) throw new Malformed("a value inside itself");
        enter(cached.height);
        depth -= cached.height;
        // Many times over it could become more than a long holds; but nobody goes on beyond the limits.
        unfolded = Math.min(unfolded + cached.unfolded, Long.MAX_VALUE / 4);
        return cached.value;
    }

    private Object cache() {
        int place = values.size();
        values.add(null); // until it is known
        long before = unfolded;
        int deepestBefore = deepest;
        deepest = depth;
        Object value = value();
        if (place >= values.size()) throw new Malformed("caches that are cleared inside a cached value");
        values.set(place, new Cached(value, unfolded - before, deepest - depth));
        deepest = Math.max(deepest, deepestBefore);
        return value;
    }

    private Tag tag(long index) {
        if (index < 0 || index >= tags.size()) {
            throw new Malformed("tag " + index + " of " + tags.size() + " known ones");
        }
        return tags.get((int) index);
    }

    /** A name, which should be a string. */
    private static String text(Object value) {
        return value instanceof String text ? text : value == null ? "nil" : "fressian";
    }

    private Object tagged(Tag tag) {
        return switch (tag.kind) {
            case OPERATION -> operation();
            case VECTOR -> tag.components == 1 ? value() : list(tag.components);
            case ENTRY -> tag.components == 2 ? new Pair(value(), value()) : list(tag.components);
            case SET -> {
                Object value = value();
                yield value instanceof List<?> items ? new Elements(items) : value;
            }
            case KEYWORD, SYMBOL -> name(tag.kind == Kind.KEYWORD);
            case OTHER -> new Tagged(tag.name, list(tag.components));
        };
    }

    private Fields operation() {
        Object[] items = new Object[2 * fields.length];
        for (int i = 0; i < fields.length; i++) {
            items[2 * i] = fields[i];
            items[2 * i + 1] = value();
        }
        if (!(value() instanceof Fields others) || others.items.length == 0) return new Fields(items);
        Object[] all = Arrays.copyOf(items, items.length + others.items.length);
        System.arraycopy(others.items, 0, all, items.length, others.items.length);
        return new Fields(all);
    }

    /** A keyword or a symbol. */
    private Name name(boolean keyword) {
        Object namespace = value();
        String name = text(value());
        if (keyword && namespace == null) return names.keyword(name);
        return names.name((keyword ? ":" : "") + (namespace == null ? "" : text(namespace) + "/") + name);
    }

    private byte[] raw(int code) {
        if (code == 0xD8) throw new Malformed("bytes in pieces");
        long length = code < 0xD8 ? code - 0xD0 : integer(code());
        if (code < 0xD0 || code > 0xD9 || length < 0 || length > end - at) {
            throw new Malformed("a length beyond its block");
        }
        byte[] raw = Arrays.copyOfRange(bytes, at, at + (int) length);
        at += (int) length;
        unfolded += length;
        return raw;
    }

    /** Letters are written one by one, halves of surrogate pairs as well. */
    private String string(int code) {
        StringBuilder text = new StringBuilder();
        for (int part = code; ; part = code()) {
            long length = part < 0xE2 ? part - 0xDA : integer(code());
            if (part < 0xDA || part > 0xE3 || length < 0 || length > end - at) {
                throw new Malformed("a length beyond its block");
            }
            for (int last = at + (int) length; at < last; ) text.append(letter());
            unfolded += length;
            if (part != 0xE2) return text.toString();
        }
    }

    private char letter() {
        int first = code();
        if (first < 0x80) return (char) first;
        if (first < 0xE0) return (char) ((first & 0x1F) << 6 | code() & 0x3F);
        return (char) ((first & 0x0F) << 12 | (code() & 0x3F) << 6 | code() & 0x3F);
    }
}

package minos.io.jepsen;

import java.math.BigInteger;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import minos.io.edn.EdnTokens;

/**
 * Prints values in Fressian, Clojure's binary format, as EDN. Values of one stretch of bytes share two caches: of
 * values that occur again, and of the names of tags. Tagged values are printed with their tag; none is ever turned
 * into an object of a foreign class. No length is believed, and values nest up to {@link #MAX_DEPTH} levels deep.
 */
public final class Fressian {
    private static final int MAX_DEPTH = 200;
    private static final int MAX_TEXT = 1 << 26;
    /** A keyword or a symbol that EDN can spell, with or without a namespace. */
    private static final Pattern NAME =
            Pattern.compile(":?[A-Za-z*!_?$%&=<>+.-][A-Za-z0-9*!_?$%&=<>+.#:'-]*(/[A-Za-z0-9*!_?$%&=<>+.#'-]+)?");

    private record Tag(String name, long components) {}

    /** Bytes that are no Fressian; says why. */
    public static final class Malformed extends RuntimeException {
        private static final long serialVersionUID = 1;

        Malformed(String message) {
            super(message);
        }
    }

    private final ByteBuffer in;
    private final List<String> values = new ArrayList<>();
    private final List<Tag> tags = new ArrayList<>();
    private final StringBuilder out = new StringBuilder();
    private int depth;

    public Fressian(ByteBuffer in) {
        this.in = in;
    }

    public boolean hasNext() {
        return in.hasRemaining();
    }

    /** The next value as EDN. */
    public String next() {
        out.setLength(0);
        depth = 0;
        try {
            value();
        } catch (BufferUnderflowException e) {
            throw new Malformed("a value that goes on beyond its block");
        }
        return out.toString();
    }

    /** Begins a map and returns how many keys and values follow it, to be taken by {@link #next}. */
    public long map() {
        try {
            if (code() != 0xC0) throw new Malformed("something else than a map");
            return count(code());
        } catch (BufferUnderflowException e) {
            throw new Malformed("a map that goes on beyond its block");
        }
    }

    private int code() {
        return in.get() & 255;
    }

    private void value() {
        value(code());
    }

    private void value(int code) {
        if (++depth > MAX_DEPTH) throw new Malformed("values more than " + MAX_DEPTH + " levels deep");
        if (out.length() > MAX_TEXT) throw new Malformed("a value of more than " + MAX_TEXT + " letters");
        if (code < 0x80 || code == 0xF8 || code == 0xFF) out.append(integer(code));
        else if (code < 0xA0) out.append(cached(code - 0x80));
        else if (code < 0xB0) tagged(tag(code - 0xA0));
        else if (code >= 0xDA && code <= 0xE3) EdnTokens.quote(string(code), out);
        else if (code >= 0xE4 && code <= 0xEC) list(count(code), '[', ']');
        else if (code >= 0xD0 && code <= 0xD9) bytes(code);
        else other(code);
        depth--;
    }

    private void other(int code) {
        switch (code) {
            case 0xB0, 0xB1, 0xB2, 0xB3, 0xB4, 0xB5 -> list(integer(code()), '[', ']'); // arrays
            case 0xC0 -> list(count(code()), '{', '}');
            case 0xC1 -> {
                out.append('#');
                list(count(code()), '{', '}');
            }
            case 0xC3 -> tagged(new Tag("uuid", 1));
            case 0xC4 -> tagged(new Tag("regex", 1));
            case 0xC5 -> tagged(new Tag("uri", 1));
            case 0xC6 -> out.append(new BigInteger(raw(code()))).append('N');
            case 0xC7 -> tagged(new Tag("bigdec", 2));
            case 0xC8 -> tagged(new Tag("inst", 1));
            case 0xC9, 0xCA -> name(code == 0xCA ? ":" : "");
            case 0xCC -> out.append(cached(integer(code())));
            case 0xCD -> cache();
            case 0xCE -> {
                int from = out.length();
                cache();
                out.setLength(from);
                value();
            }
            case 0xED, 0xEE -> openList();
            case 0xEF -> {
                Tag tag = new Tag(plain(), integer(code()));
                tags.add(tag);
                tagged(tag);
            }
            case 0xF0 -> tagged(tag(integer(code())));
            case 0xF5, 0xF6 -> out.append(code == 0xF5);
            case 0xF7 -> out.append("nil");
            case 0xF9 -> number(in.getFloat());
            case 0xFA -> number(in.getDouble());
            case 0xFB, 0xFC -> out.append(code == 0xFB ? "0.0" : "1.0");
            case 0xFE -> {
                values.clear();
                tags.clear();
                value();
            }
            default -> throw new Malformed(String.format("byte 0x%02x, which begins no value", code));
        }
    }

    private long integer(int code) {
        if (code < 0x40) return code;
        if (code == 0xFF) return -1;
        if (code == 0xF8) return in.getLong();
        if (code < 0x60) return rest(code - 0x50, 1);
        if (code < 0x70) return rest(code - 0x68, 2);
        if (code < 0x80) return rest((code & 3) - 2, 3 + (code - 0x70) / 4);
        throw new Malformed(String.format("byte 0x%02x in place of a number", code));
    }

    private long rest(long high, int bytes) {
        long number = high;
        for (int i = 0; i < bytes; i++) number = number << 8 | in.get() & 255;
        return number;
    }

    /** The length of a list, whose code that is. */
    private long count(int code) {
        if (code >= 0xE4 && code < 0xEC) return (long) code - 0xE4;
        if (code == 0xEC) return integer(code());
        throw new Malformed(String.format("byte 0x%02x in place of a list", code));
    }

    private void list(long count, char open, char close) {
        out.append(open);
        for (long i = 0; i < count; i++) {
            if (i > 0) out.append(' ');
            value();
        }
        out.append(close);
    }

    private void openList() {
        out.append('[');
        boolean first = true;
        while (in.hasRemaining()) { // an open list may end with its bytes
            int code = code();
            if (code == 0xFD) break;
            if (!first) out.append(' ');
            first = false;
            value(code);
        }
        out.append(']');
    }

    private String cached(long index) {
        if (index < 0 || index >= values.size()) {
            throw new Malformed("value " + index + " of " + values.size() + " cached ones");
        }
        return values.get((int) index);
    }

    private void cache() {
        int place = values.size();
        values.add("nil"); // until it is known
        int from = out.length();
        value();
        if (place >= values.size()) throw new Malformed("caches that are cleared inside a cached value");
        values.set(place, out.substring(from));
    }

    private Tag tag(long index) {
        if (index < 0 || index >= tags.size()) {
            throw new Malformed("tag " + index + " of " + tags.size() + " known ones");
        }
        return tags.get((int) index);
    }

    /** A string that is needed as it is, be it cached or not. */
    private String plain() {
        int from = out.length();
        value();
        String printed = out.substring(from);
        out.setLength(from);
        boolean quoted = printed.length() >= 2 && printed.charAt(0) == '"';
        String text = quoted ? EdnTokens.unescape(printed) : printed;
        return text == null ? printed : text;
    }

    private void tagged(Tag tag) {
        switch (tag.name) {
            case "jepsen.history.Op" -> operation();
            case "vec", "map-entry" -> {
                if (tag.components == 1) value();
                else list(tag.components, '[', ']');
            }
            case "persistent-hash-set", "persistent-sorted-set" -> set();
            case "key", "sym" -> name(tag.name.equals("key") ? ":" : "");
            default -> {
                out.append('#')
                        .append(tag.name.matches("[A-Za-z][A-Za-z0-9._-]*") ? tag.name : "fressian")
                        .append(' ');
                list(tag.components, '[', ']');
            }
        }
    }

    private void set() {
        int from = out.length();
        value();
        if (out.length() > from && out.charAt(from) == '[')
            out.replace(from, from + 1, "#{").setCharAt(out.length() - 1, '}');
    }

    private void operation() {
        out.append('{');
        for (String field : new String[] {":index ", ", :time ", ", :type ", ", :process ", ", :f ", ", :value "}) {
            out.append(field);
            value();
        }
        String others = others();
        if (!others.isEmpty()) out.append(", ").append(others);
        out.append('}');
    }

    /** The other fields of an operation, without the braces around them. */
    private String others() {
        int from = out.length();
        value();
        String map = out.substring(from);
        out.setLength(from);
        return map.startsWith("{") ? map.substring(1, map.length() - 1) : "";
    }

    /** A keyword or a symbol; one that EDN cannot spell becomes a string. */
    private void name(String colon) {
        String namespace = plain();
        String name = plain();
        String whole = colon + (namespace.equals("nil") ? "" : namespace + "/") + name;
        if (NAME.matcher(whole).matches()) out.append(whole);
        else EdnTokens.quote(whole, out);
    }

    private void number(double number) {
        if (Double.isNaN(number)) out.append("##NaN");
        else if (Double.isInfinite(number)) out.append(number > 0 ? "##Inf" : "##-Inf");
        else out.append(number);
    }

    private void bytes(int code) {
        byte[] bytes = raw(code);
        out.append("#bytes \"");
        for (byte b : bytes) out.append(String.format("%02x", b));
        out.append('"');
    }

    private byte[] raw(int code) {
        if (code == 0xD8) throw new Malformed("bytes in pieces");
        long length = code < 0xD8 ? code - 0xD0 : integer(code());
        if (code < 0xD0 || code > 0xD9 || length < 0 || length > in.remaining()) {
            throw new Malformed("a length beyond its block");
        }
        byte[] bytes = new byte[(int) length];
        in.get(bytes);
        if (bytes.length == 0) return new byte[1]; // as a number: 0
        return bytes;
    }

    /** Letters are written one by one, halves of surrogate pairs as well. */
    private String string(int code) {
        StringBuilder text = new StringBuilder();
        for (int part = code; ; part = code()) {
            long length = part < 0xE2 ? part - 0xDA : integer(code());
            if (part < 0xDA || part > 0xE3 || length < 0 || length > in.remaining()) {
                throw new Malformed("a length beyond its block");
            }
            for (int end = in.position() + (int) length; in.position() < end; ) text.append(letter());
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

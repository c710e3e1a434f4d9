package minos.io.dbcop;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.util.Deadline;
import minos.util.Progress;

/**
 * The tokens of a JSON text, one after another. What is not asked for is {@link #skip skipped}, with a stack of its own
 * instead of recursion.
 */
final class JsonScanner {
    private static final int MAX_DEPTH = 1000;
    /** Longer strings are refused where they are needed; strings that are skipped may have any length. */
    private static final int MAX_STRING = 1 << 20;

    private static final int END = -1;

    private final ByteSource source;
    private final InputStream in;
    private final Deadline deadline;
    private final Progress progress;
    private final byte[] buffer = new byte[1 << 16];
    private long base;
    private int position;
    private int limit;

    JsonScanner(ByteSource source, InputStream in, ReadOptions options) {
        this.source = source;
        this.in = in;
        deadline = options.deadline();
        progress = options.progress();
    }

    private int current() throws IOException {
        if (position == limit) {
            deadline.check();
            base += limit;
            position = 0;
            limit = Math.max(0, in.readNBytes(buffer, 0, buffer.length));
            progress.advance(limit);
            if (limit == 0) return END;
        }
        return buffer[position] & 255;
    }

    /** The first byte of the next token; -1 at the end. */
    int peek() throws IOException {
        int b;
        while ((b = current()) == ' ' || b == '\n' || b == '\r' || b == '\t') position++;
        return b;
    }

    /** Takes the sign if it comes next. */
    boolean take(char sign) throws IOException {
        if (peek() != sign) return false;
        position++;
        return true;
    }

    void expect(char sign, String expected) throws IOException {
        if (!take(sign)) throw wrong(expected);
    }

    /** Begins an array or an object, or goes on in it: whether there is a next item. The closing sign is taken. */
    boolean next(boolean first, char closer) throws IOException {
        if (take(closer)) return false;
        if (!first) expect(',', ", or " + closer);
        return true;
    }

    /** The name of an object's next member, and the colon behind it. */
    String name(String expected) throws IOException {
        String name = string(expected);
        expect(':', ": after a name");
        return name;
    }

    /** A number without sign, fraction and exponent, below 2^64. */
    long number(String expected) throws IOException {
        int first = peek();
        if (first < '0' || first > '9') throw wrong(expected);
        long at = base + position;
        long number = 0;
        int digits = 0;
        for (int b; (b = current()) >= '0' && b <= '9'; position++, digits++) {
            int digit = b - '0';
            boolean fits = Long.compareUnsigned(number, 0x1999999999999999L) < 0
                    || number == 0x1999999999999999L && digit <= 5;
            if (!fits) throw source.error(at, "a larger number", expected + " below 2^64");
            number = number * 10 + digit;
        }
        int after = current();
        if (after == '.' || after == 'e' || after == 'E') throw wrong(expected + ", a whole number");
        if (first == '0' && digits > 1) throw source.error(at, "a number that begins with 0", expected);
        return number;
    }

    boolean bool(String expected) throws IOException {
        int first = peek();
        if (first != 't' && first != 'f') throw wrong(expected);
        word(first == 't' ? "true" : "false", expected);
        return first == 't';
    }

    /** Takes {@code null} if it comes next. */
    boolean takeNull() throws IOException {
        if (peek() != 'n') return false;
        word("null", "null");
        return true;
    }

    private void word(String word, String expected) throws IOException {
        long at = base + position;
        for (int i = 0; i < word.length(); i++, position++) {
            if (current() != word.charAt(i)) throw source.error(at, "another word", expected);
        }
    }

    String string(String expected) throws IOException {
        if (peek() != '"') throw wrong(expected);
        long at = base + position;
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        StringBuilder text = new StringBuilder();
        position++;
        for (int b; (b = current()) != '"'; position++) {
            if (b == END || b < ' ') throw wrong("the \" that ends the string");
            if (bytes.size() + text.length() > MAX_STRING) throw source.error(at, "a longer string", expected);
            if (b == '\\') {
                position++;
                text.append(decode(bytes, at)).append(escape());
                bytes.reset();
            } else {
                bytes.write(b);
            }
        }
        position++;
        return text.append(decode(bytes, at)).toString();
    }

    private String decode(ByteArrayOutputStream bytes, long at) throws IOException {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes.toByteArray()))
                    .toString();
        } catch (CharacterCodingException e) {
            throw source.error(at, "bytes that are not UTF-8", "a string");
        }
    }

    private char escape() throws IOException {
        int letter = current();
        int known = "\"\\/bfnrt".indexOf(letter);
        if (known >= 0) return "\"\\/\b\f\n\r\t".charAt(known);
        if (letter != 'u') throw wrong("an escape that JSON has");
        int code = 0;
        for (int i = 0; i < 4; i++) {
            position++;
            int digit = Character.digit(current(), 16);
            if (digit < 0) throw wrong("four hexadecimal digits after \\u");
            code = code * 16 + digit;
        }
        return (char) code;
    }

    /** Skips the next value, whatever it is. */
    void skip() throws IOException {
        StringBuilder open = new StringBuilder();
        boolean first = true;
        do {
            if (open.length() > 0) {
                char closer = open.charAt(open.length() - 1);
                if (!next(first, closer)) {
                    open.setLength(open.length() - 1);
                    first = false;
                    continue;
                }
                if (closer == '}') {
                    skipString("a name");
                    expect(':', ": after a name");
                }
            }
            int b = peek();
            first = b == '{' || b == '[';
            if (first) {
                if (open.length() == MAX_DEPTH) throw wrong("no more than " + MAX_DEPTH + " levels of nesting");
                open.append(b == '{' ? '}' : ']');
                position++;
            } else if (b == '"') {
                skipString("a string");
            } else {
                skipWord();
            }
        } while (open.length() > 0);
    }

    private void skipString(String expected) throws IOException {
        expect('"', expected);
        for (int b; (b = current()) != '"'; position++) {
            if (b == END) throw wrong("the \" that ends the string");
            if (b == '\\') {
                position++;
                if (current() == END) throw wrong("the \" that ends the string");
            }
        }
        position++;
    }

    private void skipWord() throws IOException {
        boolean some = false;
        for (int b;
                (b = current()) >= '0' && b <= '9'
                        || b >= 'a' && b <= 'z'
                        || b == '-'
                        || b == '+'
                        || b == '.'
                        || b == 'E'; ) {
            some = true;
            position++;
        }
        if (!some) throw wrong("a value");
    }

    ReadException wrong(String expected) throws IOException {
        int b = current();
        String found = b == END ? "the end of the text" : ReadException.token(buffer, position, limit);
        return source.error(base + position, found, expected);
    }
}

package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;

/**
 * Walks over EDN text, form by form. Nothing here recurses: nesting costs a byte a level.
 *
 * <p>A stretch of the text lies in a buffer, which slides over the text or is handed over whole. A zero byte stands behind its
 * last byte, so that loops over the bytes of a token need no other check for the end of the buffer.
 */
final class EdnScanner {
    /** How many bytes of a token a message shows. */
    private static final int SHOWN = 24;
    /** Deeper nesting is refused. */
    static final int MAX_DEPTH = 1000;

    static final byte TOKEN = 0;
    static final byte BLANK = 1;
    static final byte DELIMITER = 2;
    static final byte CONTROL = 3;
    /** By byte: what it is outside strings. Bytes of characters beyond ASCII are parts of tokens. */
    static final byte[] CLASS = new byte[256];

    static {
        Arrays.fill(CLASS, 0, 32, CONTROL);
        CLASS[127] = CONTROL;
        Arrays.fill(CLASS, 9, 14, BLANK);
        Arrays.fill(CLASS, 28, 33, BLANK);
        CLASS[','] = BLANK;
        for (char c : "()[]{}\"\\;^".toCharArray()) CLASS[c] = DELIMITER;
    }

    /** Longer tokens and strings are refused where they are needed; strings that are skipped may have any length. */
    private static final int MAX_TOKEN = 1 << 24;

    private final InputStream in;
    private long base;
    byte[] buffer;
    /** The current byte, and the end of those available. */
    int position;

    int limit;
    /** Where the token that was found last begins; it ends at {@link #position}. */
    int start;

    private byte[] closers = new byte[16];

    /** Scans a stream whose first byte lies at {@code base}. */
    EdnScanner(InputStream in, long base, int size) {
        this.in = in;
        this.base = base;
        buffer = new byte[size + 1];
    }

    /** Scans what {@link #reset} gives it. */
    EdnScanner() {
        this(null, 0, 0);
    }

    /** Takes the bytes before {@code limit}; the one at {@code limit} is overwritten. */
    void reset(byte[] bytes, int limit, long base) {
        buffer = bytes;
        position = 0;
        this.limit = limit;
        this.base = base;
        bytes[limit] = 0;
    }

    /** Where the current byte lies in the text. */
    long offset() {
        return base + position;
    }

    /** Makes more of the token that begins at {@link #start} available. */
    boolean fillToken() {
        int length = position - start;
        if (length > MAX_TOKEN) {
            throw new MalformedEdn(base + start, "more than " + MAX_TOKEN + " bytes", "a shorter token or string");
        }
        boolean more = fill(start);
        start = position - length;
        return more;
    }

    /**
     * Makes more bytes available, keeping those from {@code keep} on; the position stays on its byte.
     *
     * @return false at the end of the text
     */
    boolean fill(int keep) {
        if (in == null) return false;
        if (keep > 0) {
            System.arraycopy(buffer, keep, buffer, 0, limit - keep);
            base += keep;
            position -= keep;
            limit -= keep;
        }
        if (limit == buffer.length - 1) buffer = Arrays.copyOf(buffer, buffer.length * 2);
        try {
            int n = in.readNBytes(buffer, limit, buffer.length - 1 - limit);
            limit += n;
            buffer[limit] = 0;
            return n > 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Goes over a byte order mark at the beginning of the text. */
    void byteOrderMark() {
        if (offset() > 0 || second() != 0xBB || limit < 3) return;
        if (buffer[0] == (byte) 0xEF && buffer[2] == (byte) 0xBF) position = 3;
    }

    /** The next byte that is no blank, comment or discarded form; not consumed. -1 at the end. */
    int peek() {
        for (; ; ) {
            int b = blanks();
            if (b != '#' || second() != '_') return b;
            position += 2;
            skip("a form to discard");
        }
    }

    /** The first byte of the next form, behind any tags; -1 at the end. */
    int form() {
        for (; ; ) {
            int b = peek();
            if (b != '#' || second() == '{' || second() == '#') return b;
            token();
            if (peek() < 0) throw error("a form after the tag");
        }
    }

    private int blanks() {
        for (; ; ) {
            int p = position;
            int b = buffer[p] & 255;
            while (CLASS[b] == BLANK) b = buffer[++p] & 255;
            position = p;
            if (b == ';') comment();
            else if (b != 0 || p < limit) return b;
            else if (!fill(p)) return -1;
        }
    }

    private void comment() {
        for (; ; ) {
            byte b = buffer[position];
            if (b == '\n' || b == '\r') return;
            if (b != 0 || position < limit) position++;
            else if (!fill(position)) return;
        }
    }

    /** The byte after the current one, or -1. */
    int second() {
        if (position + 1 >= limit && !fill(position)) return -1;
        return position + 1 < limit ? buffer[position + 1] & 255 : -1;
    }

    /**
     * Goes to the end of the token that begins here; its bytes lie from {@link #start} to {@link #position}.
     *
     * @return the token as a {@link #word}; 0 if it is longer
     */
    long token() {
        start = position;
        long word = 0;
        for (; ; ) {
            int p = position;
            for (int b; CLASS[b = buffer[p] & 255] == TOKEN; p++) word = word << 8 | b;
            position = p;
            if (p < limit || !fillToken()) break;
        }
        if (position == start) throw error("a form");
        return position - start > Long.BYTES ? 0 : word;
    }

    /** A token of up to eight bytes of ASCII in one number. */
    static long word(String token) {
        long word = 0;
        for (int i = 0; i < token.length(); i++) word = word << 8 | token.charAt(i);
        return word;
    }

    /** Whether the token that was found last is this one. */
    boolean isToken(byte[] token) {
        return Arrays.equals(buffer, start, position, token, 0, token.length);
    }

    /**
     * Goes behind the string that begins here; its bytes, quotes included, lie from {@link #start} to {@link
     * #position}.
     */
    void string() {
        start = position++;
        while (next() != '"') {
            if (buffer[position++] == '\\') {
                next();
                position++;
            }
        }
        position++;
    }

    private byte next() {
        if (position == limit && !fillToken()) throw error("the \" that ends the string");
        return buffer[position];
    }

    /** Skips the form that begins after blanks, comments, discarded forms and tags. */
    void skip(String expected) {
        int b = blanks();
        if (b > 0 && b != '#' && CLASS[b] == TOKEN) {
            token();
            return;
        }
        int depth = 0;
        for (int forms = 1; forms > 0; ) {
            b = blanks();
            if (b == '#') {
                int second = second();
                if (second == '_') {
                    position += 2;
                    if (depth == 0) forms++;
                    continue;
                }
                if (second != '{') {
                    token();
                    if (second != '#') continue; // a tag belongs to the form that follows
                    if (depth == 0) forms--;
                    continue;
                }
                position++;
                b = '{';
            }
            if (b == '[' || b == '{' || b == '(') {
                if (depth == closers.length) deeper(depth);
                closers[depth++] = closer(b);
                position++;
            } else if (b == ']' || b == '}' || b == ')') {
                if (depth == 0) throw error(expected);
                if (b != closers[--depth]) throw error("" + (char) closers[depth]);
                position++;
                if (depth == 0) forms--;
            } else {
                if (b == '"') skipString();
                else if (b == '\\') character();
                else if (b < 0) throw error(depth == 0 ? expected : "" + (char) closers[depth - 1]);
                else token();
                if (depth == 0) forms--;
            }
        }
    }

    private void deeper(int depth) {
        if (depth == MAX_DEPTH) throw error("no more than " + MAX_DEPTH + " levels of nesting");
        closers = Arrays.copyOf(closers, Math.min(MAX_DEPTH, depth * 2));
    }

    /** Whether a text has a whole form, or is faulty in another way than by its end. */
    static boolean isWhole(byte[] text) {
        EdnScanner scanner = new EdnScanner(new ByteArrayInputStream(text), 0, text.length);
        try {
            scanner.skip("a form");
            return true;
        } catch (MalformedEdn e) {
            return e.place() < text.length;
        }
    }

    private void skipString() {
        position++;
        for (; ; ) {
            byte b = buffer[position];
            if (b == '"') break;
            if (b == '\\') {
                position++;
                if (position == limit) skipMore();
            } else if (b == 0 && position == limit) {
                skipMore();
                continue;
            }
            position++;
        }
        position++;
    }

    private void skipMore() {
        if (!fill(position)) throw error("the \" that ends the string");
    }

    /** Goes to the end of the character, such as {@code \a} or {@code \newline}, that begins here. */
    void character() {
        start = position++;
        if (position == limit && !fillToken()) throw error("a character after \\");
        do {
            position++;
        } while ((position < limit || fillToken()) && CLASS[buffer[position] & 255] == TOKEN);
    }

    /** Goes behind the closing bracket of the form that the scanner is in. */
    void leave(int closer) {
        while (peek() != closer) skip("" + (char) closer);
        position++;
    }

    static byte closer(int opener) {
        return (byte) (opener == '(' ? ')' : opener == '[' ? ']' : '}');
    }

    /** An error at the current place. */
    MalformedEdn error(String expected) {
        return new MalformedEdn(offset(), found(), expected);
    }

    /** What stands here, for messages: a bracket, or the beginning of a token or string. */
    String found() {
        if (position >= limit) return "the end of the file";
        int b = buffer[position] & 255;
        if (CLASS[b] == CONTROL) return String.format("the byte 0x%02x", b);
        int most = Math.min(limit, position + SHOWN);
        int end = position + 1;
        boolean string = b == '"';
        boolean more = string || CLASS[b] == TOKEN;
        while (more && end < most) {
            int next = buffer[end] & 255;
            more = string ? next >= ' ' && next != '"' : CLASS[next] == TOKEN;
            if (more || next == '"' && string) end++;
        }
        String text = new String(buffer, position, end - position, UTF_8).replace('\uFFFD', '?');
        return more && end == position + SHOWN ? text + "…" : text;
    }
}

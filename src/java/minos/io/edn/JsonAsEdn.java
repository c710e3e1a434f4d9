package minos.io.edn;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Set;
import java.util.regex.Pattern;
import minos.io.bytes.FileHead;

/**
 * Jepsen's operations in JSON, as elle-cli and tests in other languages have them, as EDN:
 * <pre>
 * {"type": "ok", "f": "txn", "value": [["r", "x", null]]}
 * {:type   :ok , :f   :txn , :value   [[:r , "x", nil ]]}
 * </pre>
 * Each byte takes the place of one byte, so that the places in messages are those of the file.
 * <ul>
 * <li>Names of members are keywords, or the integers that they spell, as the accounts of a bank do.
 * <li>The values of {@code type}, {@code f} and {@code isolation}, and what a micro-op begins with, are keywords; other strings
 *     are strings.
 * </ul>
 */
public final class JsonAsEdn extends FilterInputStream {
    private static final Set<String> MICRO_OPS = Set.of("r", "w", "append", "read", "write");
    /** Members of an operation whose values are keywords. */
    private static final Set<String> KEYWORDS = Set.of("type", "f", "isolation");

    private static final String AN_OPERATION =
            "\"type\"\\s*:\\s*\"(invoke|ok|fail|info)\"|\"valid\\??\"\\s*:|\"value\"\\s*:\\s*\\[\\s*\\[\\s*\"";
    /** Longer strings stay strings, whatever they are. */
    private static final int LONGEST = 1 << 12;

    // Of an object, as this class is asked about every file, and regular expressions take milliseconds to load.
    private final Pattern keyword = Pattern.compile("[A-Za-z][A-Za-z0-9*+!?<>=_.-]*");
    private final Pattern integer = Pattern.compile("-?(0|[1-9][0-9]{0,17})");

    private final byte[] read = new byte[1 << 16];
    private int position;
    private int limit;
    private byte[] out = new byte[1 << 16];
    private int outFrom;
    private int outTo;

    /** What is open, outermost first, by its opening bracket. */
    private byte[] open = new byte[16];

    private int depth;
    /** How many of these contain the operation at hand. */
    private int above = -1;
    /** Whether a name comes next, in the object that is open. */
    private boolean name;
    /** Whether the first item comes next, in the array that is open. */
    private boolean first;
    /** Whether the value of the operation at hand is an array that does not begin with another: with a key, maybe. */
    private boolean keyed;
    /** The last name of a member of the operation at hand. */
    private String member = "";

    public JsonAsEdn(InputStream in) {
        super(in);
    }

    /** Whether a text begins like operations in JSON, one after another or in an array. */
    public static boolean recognises(FileHead head) {
        return head.isJsonObject()
                && Pattern.compile(AN_OPERATION)
                        .matcher(new String(head.bytes(), ISO_8859_1))
                        .find();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        while (outFrom == outTo) if (!translate()) return -1;
        int count = Math.min(length, outTo - outFrom);
        System.arraycopy(out, outFrom, into, from, count);
        outFrom += count;
        return count;
    }

    @Override
    public long skip(long count) throws IOException {
        return Math.max(0, read(new byte[(int) Math.min(count, 1 << 16)]));
    }

    @Override
    public int available() {
        return outTo - outFrom;
    }

    @Override
    public boolean markSupported() {
        return false;
    }

    /** Translates some more of the text; false at its end. */
    private boolean translate() throws IOException {
        outFrom = outTo = 0;
        while (outTo < out.length / 2) {
            int b = next();
            if (b < 0) return outTo > 0;
            switch (b) {
                case '"' -> string();
                case '{', '[' -> opened(b);
                case '}', ']' -> closed(b);
                case ':' -> {
                    name = false;
                    put(' ');
                }
                case ',' -> {
                    name = depth > 0 && open[depth - 1] == '{';
                    put(b);
                }
                case 'n' -> word();
                default -> {
                    if (b > ' ') item();
                    put(b);
                }
            }
        }
        return true;
    }

    private int next() throws IOException {
        if (position == limit) {
            position = 0;
            limit = Math.max(0, in.read(read, 0, read.length));
            if (limit == 0) return -1;
        }
        return read[position++] & 255;
    }

    private void put(int b) {
        if (outTo == out.length) out = Arrays.copyOf(out, out.length * 2);
        out[outTo++] = (byte) b;
    }

    /** An item begins that is no array. */
    private void item() {
        keyed |= first && depth == above + 2;
        first = false;
    }

    private void opened(int b) {
        if (b == '{' && above < 0) above = depth;
        if (depth == above + 1) keyed = false;
        if (depth == open.length) open = Arrays.copyOf(open, depth * 2);
        open[depth++] = (byte) b;
        name = b == '{';
        first = b == '[';
        put(b);
    }

    private void closed(int b) {
        if (depth > 0) depth--;
        if (depth == above) above = -1;
        name = false;
        first = false;
        put(b);
    }

    /** {@code null}, or whatever else begins with an n. */
    private void word() throws IOException {
        int at = outTo;
        put('n');
        for (int i = 1; i < 4; i++) {
            int b = next();
            if (b < 0) return;
            if (b != "null".charAt(i)) {
                position--;
                return;
            }
            put(b);
        }
        item();
        System.arraycopy("nil ".getBytes(ISO_8859_1), 0, out, at, 4);
    }

    private void string() throws IOException {
        int at = outTo;
        put('"');
        boolean escape = false;
        for (int b; (b = next()) >= 0; ) {
            put(b);
            if (b == '"' && !escape) {
                ended(at);
                break;
            }
            escape = b == '\\' && !escape;
        }
        item();
    }

    /** Makes what it is of the string that lies from {@code at} on. */
    private void ended(int at) {
        String text = outTo - at > LONGEST ? "" : new String(out, at + 1, outTo - at - 2, ISO_8859_1);
        boolean own = depth == above + 1; // a member of the operation itself
        if (name) {
            if (own) member = text;
            if (keyword.matcher(text).matches()) bare(at, ':');
            else if (integer.matcher(text).matches()) bare(at, ' ');
        } else if (own ? KEYWORDS.contains(member) : isMicroOp() && MICRO_OPS.contains(text)) {
            if (keyword.matcher(text).matches()) bare(at, ':');
        }
    }

    /** Whether this is the first item of an array in the array that is the operation's value, or behind the key in it. */
    private boolean isMicroOp() {
        return first
                && above >= 0
                && depth == above + (keyed ? 4 : 3)
                && member.equals("value")
                && open[depth - 2] == '[';
    }

    /** Takes the quotes away. */
    private void bare(int at, char before) {
        out[at] = (byte) before;
        out[outTo - 1] = ' ';
    }
}

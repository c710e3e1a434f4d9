package minos.io.edn;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import minos.history.Atoms;
import minos.util.LongList;

/**
 * Parses the {@code :value} of an operation into the body that {@link OpBuffer} describes. Keys and values become atoms:
 * integers on the fast path, keywords, symbols and plain strings without an object.
 */
final class ValueParser {
    /** How many words one operation may take; a list read of as many elements is more than any history has. */
    private static final int MAX_WORDS = 1 << 22;

    private static final long NIL = EdnScanner.word("nil");
    private static final long R = EdnScanner.word(":r");
    private static final long READ = EdnScanner.word(":read");
    private static final long W = EdnScanner.word(":w");
    private static final long WRITE = EdnScanner.word(":write");
    private static final long APPEND = EdnScanner.word(":append");

    private static final long INSERT = EdnScanner.word(":insert");
    private static final long DELETE = EdnScanner.word(":delete");
    private static final long RP = EdnScanner.word(":rp");

    private static final long VERSION = EdnScanner.word(":version");

    private final EdnScanner scanner;
    private final OpBuffer buffer;
    private final LongList words;
    private final EdnText text;
    private final boolean singles;
    private final SingleValue value = new SingleValue();
    /** Parses the micro-ops behind a key; null as long as there were none. */
    private ValueParser inner;

    private MalformedEdn wrong;

    /** @param singles whether values of single reads, writes and compare-and-sets are wanted */
    ValueParser(EdnScanner scanner, OpBuffer buffer, boolean singles) {
        this.scanner = scanner;
        this.buffer = buffer;
        this.words = buffer.words;
        text = new EdnText(scanner);
        this.singles = singles;
    }

    /**
     * Adds the value that begins here.
     *
     * @param b         its first byte
     * @param function  the operation's function; -1 if that comes later
     * @param operation where the operation begins
     * @return what it is: {@link OpBuffer#NOTHING} and so on
     */
    int next(int b, int function, long operation) {
        boolean single = singles && function != OpBuffer.TXN && function != OpBuffer.OTHER;
        boolean telling = function < 0 || function == OpBuffer.TXN;
        if (b == '[' || b == '(') {
            byte closer = EdnScanner.closer(b);
            scanner.position++;
            int first = scanner.form();
            if (first == closer || isOpen(first)) return transaction(closer, operation);
            wrong = telling ? scanner.error(OpBuffer.MICRO_OP) : null;
            boolean may = telling || function == OpBuffer.READS || function == OpBuffer.WRITES;
            if (single || may) return sequence(closer, single, operation);
            scanner.leave(closer);
            return buffer.wrong(words.size(), wrong);
        }
        if (b == 'n') {
            if (scanner.token() == NIL) return OpBuffer.NOTHING;
            scanner.position = scanner.start;
        }
        if (single) {
            words.add(OpBuffer.ATOM);
            item(b);
            return OpBuffer.SINGLE;
        }
        wrong = telling ? scanner.error(OpBuffer.MICRO_OPS) : null;
        scanner.skip("a value");
        return buffer.wrong(words.size(), wrong);
    }

    private int transaction(byte closer, long operation) {
        int from = words.size();
        for (int b; (b = scanner.form()) != closer; ) {
            limit(from);
            boolean inside = isOpen(b);
            if (inside ? !microOp(EdnScanner.closer(b), operation) : !expect(OpBuffer.MICRO_OP)) {
                if (inside) scanner.leave(EdnScanner.closer(b));
                scanner.leave(closer);
                return buffer.wrong(from, wrong);
            }
        }
        scanner.position++;
        return OpBuffer.TRANSACTION;
    }

    /** Adds the micro-op that begins here; if it is none, says so and stays inside it. */
    private boolean microOp(byte closer, long operation) {
        long at = scanner.offset() - operation;
        scanner.position++;
        int kind = kind();
        if (kind < 0) return expect(OpBuffer.MICRO_OP);
        int word = words.size();
        words.add(kind | at << OpBuffer.MICRO_OP_BITS);
        if (isClose(scanner.peek())) return expect("a key");
        long key = atom("a key");
        words.add(key);
        int b = scanner.peek();
        if (kind == OpBuffer.DELETE) {
            if (!isClose(b) && atom("nil") != OpBuffer.NIL) return expect("no value of what is deleted");
        } else if (kind == OpBuffer.PREDICATE) {
            words.add(isClose(b) ? OpBuffer.NIL : atom("a map of rows"));
        } else if (isClose(b) && (kind != OpBuffer.READ || key == OpBuffer.NIL)) {
            return expect("a value");
        } else if (isClose(b)) {
            words.set(word, OpBuffer.READ_UNTOLD | at << OpBuffer.MICRO_OP_BITS);
        } else if (kind == OpBuffer.READ && isOpen(b)) {
            words.set(word, OpBuffer.LIST | at << OpBuffer.MICRO_OP_BITS);
            list(EdnScanner.closer(b));
        } else {
            long value = atom("a value");
            if (value == OpBuffer.NIL && kind == OpBuffer.READ)
                words.set(word, OpBuffer.READ_NIL | at << OpBuffer.MICRO_OP_BITS);
            else words.add(value);
            if (kind == OpBuffer.WRITE && scanner.peek() == '{') {
                long number = number();
                if (number != OpBuffer.NIL) {
                    words.set(word, OpBuffer.WRITE_NUMBERED | at << OpBuffer.MICRO_OP_BITS);
                    words.add(number);
                }
            }
        }
        if (scanner.peek() != closer) return expect("the " + (char) closer + " that ends the micro-op");
        scanner.position++;
        return true;
    }

    /** {@code {:version 3}}: which version of its key a write made; what else is there is somebody else's. */
    private long number() {
        long number = OpBuffer.NIL;
        scanner.position++;
        for (int b; (b = scanner.peek()) != '}'; ) {
            long name = b == ':' ? scanner.token() : 0;
            if (b != ':') scanner.skip("} or another key and value");
            if (name == VERSION) number = atom("the number of a version");
            else scanner.skip("a value");
        }
        scanner.position++;
        return number;
    }

    private int kind() {
        if (scanner.peek() != ':') return -1;
        long name = scanner.token();
        if (name == R || name == READ) return OpBuffer.READ;
        if (name == APPEND) return OpBuffer.APPEND;
        if (name == W || name == WRITE) return OpBuffer.WRITE;
        if (name == INSERT) return OpBuffer.INSERT;
        if (name == DELETE) return OpBuffer.DELETE;
        if (name == RP) return OpBuffer.PREDICATE;
        scanner.position = scanner.start;
        return -1;
    }

    private void list(byte closer) {
        scanner.position++;
        int begin = buffer.beginList();
        for (; ; ) {
            integers();
            if (scanner.peek() == closer) break;
            words.add(atom("an element or the end of the list"));
            limit(begin);
        }
        scanner.position++;
        buffer.endList(begin);
    }

    private void limit(int from) {
        if (words.size() - from < MAX_WORDS) return;
        throw new MalformedEdn(
                scanner.offset(), "more than " + MAX_WORDS + " numbers in one operation", "a smaller one");
    }

    /** Adds integers as long as each has up to 18 digits, no sign, and one blank behind it: most of any history. */
    private void integers() {
        byte[] bytes = scanner.buffer;
        int p = scanner.position;
        for (; ; ) {
            int q = p;
            long n = 0;
            for (int d; (d = bytes[q] - '0') >= 0 && d <= 9; q++) n = n * 10 + d;
            if (bytes[q] != ' ' || q == p || q - p > 18 || bytes[p] == '0') break;
            words.add(n);
            p = q + 1;
        }
        scanner.position = p;
    }

    /**
     * Adds the value of a single operation, or a transaction behind a key. Its opening bracket has been read.
     *
     * @param single whether it may be a single operation; else what is no transaction is {@link #wrong}
     */
    private int sequence(byte closer, boolean single, long operation) {
        int from = words.size();
        words.add(0);
        for (int b; (b = scanner.form()) != closer; ) {
            item(b);
            words.set(from, words.get(from) + 1);
        }
        scanner.position++;
        if (value.of(buffer, OpBuffer.SINGLE, from).hasMicroOps()) return keyed(from, operation);
        return single || value.isKeyAlone() ? OpBuffer.SINGLE : buffer.wrong(from, wrong);
    }

    /** Makes a transaction of micro-ops behind a key, {@code [7 [[:r x 1]]]}, whose keys are each {@code [7 x]}. */
    private int keyed(int from, long operation) {
        long[] microOps = value.atoms(1);
        String key = "[" + buffer.text(value.atomAt(value.item(0))) + " ";
        buffer.shrink(from);
        if (inner == null) inner = new ValueParser(new EdnScanner(), buffer, singles);
        for (long microOp : microOps) {
            byte[] text = buffer.text(microOp).getBytes(StandardCharsets.UTF_8);
            inner.scanner.reset(Arrays.copyOf(text, text.length + 1), text.length, operation);
            int at = words.size();
            boolean isOne = text[0] == '[' && inner.microOp((byte) ']', operation);
            if (!isOne || (words.get(at) & OpBuffer.MICRO_OP_KIND) >= OpBuffer.INSERT) {
                String expected = isOne ? "rows without a key of their own before them" : OpBuffer.MICRO_OP;
                return buffer.wrong(
                        from, new MalformedEdn(operation, buffer.text(microOp) + " behind a key", expected));
            }
            words.set(at + 1, buffer.atom(key + buffer.text(words.get(at + 1)) + "]"));
        }
        return OpBuffer.TRANSACTION;
    }

    private void item(int b) {
        if (isOpen(b)) {
            list(EdnScanner.closer(b));
        } else {
            words.add(OpBuffer.ATOM);
            words.add(atom("a value"));
        }
    }

    private boolean expect(String expected) {
        wrong = scanner.error(expected);
        return false;
    }

    private static boolean isOpen(int b) {
        return b == '[' || b == '(';
    }

    private static boolean isClose(int b) {
        return b == ']' || b == ')' || b == '}';
    }

    /** The atom of the form that the scanner stands at, or after blanks. */
    long atom(String expected) {
        byte[] bytes = scanner.buffer;
        int p = scanner.position;
        boolean negative = bytes[p] == '-';
        int from = negative ? ++p : p;
        long n = 0;
        for (int d; (d = bytes[p] - '0') >= 0 && d <= 9; p++) n = n * 10 + d;
        // Up to 18 digits fit; what begins with 0 may be octal; a control byte may be the end of the buffer.
        int digits = p - from;
        byte after = EdnScanner.CLASS[bytes[p] & 255];
        boolean plain = digits > 0
                && digits < 19
                && (bytes[from] != '0' || digits == 1)
                && (after == EdnScanner.BLANK || after == EdnScanner.DELIMITER);
        if (!plain) return otherAtom(expected);
        scanner.position = p;
        return negative ? -n : n;
    }

    private long otherAtom(String expected) {
        int b = scanner.peek();
        if (b == '"') scanner.string();
        else if (b != ':' && !isLetter(b)) return printed(text.print(expected));
        else if (scanner.token() == NIL) return OpBuffer.NIL;
        if (isPlain(scanner.buffer, scanner.start, scanner.position, b)) {
            return Long.MIN_VALUE + buffer.texts.intern(scanner.buffer, scanner.start, scanner.position);
        }
        scanner.position = scanner.start;
        return printed(text.print(expected));
    }

    /** Whether the string, or the token that begins with a letter or colon, is printed the way it stands there. */
    private static boolean isPlain(byte[] bytes, int from, int to, int first) {
        if (first == '"') {
            for (int i = from; i < to; i++) if (bytes[i] < ' ' || bytes[i] == '\\' || bytes[i] == 127) return false;
            return true;
        }
        if (first == ':' && (to - from < 2 || !isLetter(bytes[from + 1]))) return false;
        for (int i = from + 1; i < to; i++) {
            byte b = bytes[i];
            if (!isLetter(b) && (b < '0' || b > '9') && b != '-' && b != '_' && b != '.') return false;
        }
        return true;
    }

    private static boolean isLetter(int b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
    }

    /** The atom of a printed form. */
    private long printed(String printed) {
        if (EdnTokens.isLong(printed)) {
            long n = Long.parseLong(printed);
            if (Atoms.isInteger(n)) return n;
        }
        return buffer.atom(printed);
    }
}

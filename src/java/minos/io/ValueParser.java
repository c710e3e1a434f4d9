package minos.io;

import minos.util.LongList;

/** Parses the {@code :value} of an operation into the body that {@link OpBuffer} describes. */
final class ValueParser {
    /** How many words one operation may take; a list read of as many elements is more than any history has. */
    private static final int MAX_WORDS = 1 << 22;

    static final String NOT_NIL = "a value other than nil, which every register has before it is written";
    static final String MICRO_OP = "[:append key element], [:r key value] or [:w key value]";
    private static final long NIL = EdnScanner.word("nil");
    private static final long R = EdnScanner.word(":r");
    private static final long W = EdnScanner.word(":w");
    private static final long APPEND = EdnScanner.word(":append");

    private final EdnScanner scanner;
    private final OpBuffer buffer;
    private final LongList words;
    private final AtomParser atoms;
    private final boolean singles;
    private EdnError wrong;

    /** @param singles whether values of single reads, writes and compare-and-sets are wanted */
    ValueParser(EdnScanner scanner, OpBuffer buffer, AtomParser atoms, boolean singles) {
        this.scanner = scanner;
        this.buffer = buffer;
        this.words = buffer.words;
        this.atoms = atoms;
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
        boolean single = singles && (function < 0 || function >= OpBuffer.READS);
        boolean telling = function < 0 || function == OpBuffer.TXN;
        if (b == '[' || b == '(') {
            byte closer = EdnScanner.closer(b);
            scanner.position++;
            int first = scanner.form();
            if (first == closer || isOpen(first)) return transaction(closer, operation);
            if (single) return sequence(closer);
            wrong = telling ? scanner.error(MICRO_OP) : null;
            scanner.leave(closer);
            return wrong(words.size());
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
        wrong = telling ? scanner.error("a vector of micro-ops") : null;
        scanner.skip("a value");
        return wrong(words.size());
    }

    private int wrong(int from) {
        while (words.size() > from) words.pop();
        words.add(wrong == null ? -1 : buffer.errors.size());
        if (wrong != null) buffer.errors.add(wrong);
        return OpBuffer.WRONG;
    }

    private int transaction(byte closer, long operation) {
        int from = words.size();
        for (int b; (b = scanner.form()) != closer; ) {
            limit(from);
            boolean inside = isOpen(b);
            if (inside ? !microOp(EdnScanner.closer(b), operation) : !expect(MICRO_OP)) {
                if (inside) scanner.leave(EdnScanner.closer(b));
                scanner.leave(closer);
                return wrong(from);
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
        if (kind < 0) return expect(MICRO_OP);
        int word = words.size();
        words.add(kind | at << 3);
        if (isClose(scanner.peek())) return expect("a key");
        words.add(atoms.next("a key"));
        int b = scanner.peek();
        if (isClose(b)) return expect("a value");
        if (kind == OpBuffer.READ && isOpen(b)) {
            words.set(word, OpBuffer.LIST | at << 3);
            list(EdnScanner.closer(b));
        } else {
            long offset = scanner.offset();
            long value = atoms.next("a value");
            if (value != OpBuffer.NIL || kind == OpBuffer.APPEND) {
                words.add(value);
            } else if (kind == OpBuffer.READ) {
                words.set(word, OpBuffer.READ_NIL | at << 3);
            } else {
                wrong = new EdnError(offset, "nil", NOT_NIL);
                return false;
            }
        }
        if (scanner.peek() != closer) return expect("the " + (char) closer + " that ends the micro-op");
        scanner.position++;
        return true;
    }

    private int kind() {
        if (scanner.peek() != ':') return -1;
        long name = scanner.token();
        if (name == R) return OpBuffer.READ;
        if (name == APPEND) return OpBuffer.APPEND;
        if (name == W) return OpBuffer.WRITE;
        scanner.position = scanner.start;
        return -1;
    }

    private void list(byte closer) {
        scanner.position++;
        int count = words.size();
        words.add(0);
        for (; ; ) {
            integers();
            if (scanner.peek() == closer) break;
            words.add(atoms.next("an element or the end of the list"));
            limit(count);
        }
        scanner.position++;
        words.set(count, words.size() - count - 1);
    }

    private void limit(int from) {
        if (words.size() - from < MAX_WORDS) return;
        throw new EdnError(scanner.offset(), "more than " + MAX_WORDS + " numbers in one operation", "a smaller one");
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

    /** Adds the value of a single operation, whose opening bracket has been read. */
    private int sequence(byte closer) {
        int count = words.size();
        words.add(0);
        for (int b; (b = scanner.form()) != closer; ) {
            item(b);
            words.set(count, words.get(count) + 1);
        }
        scanner.position++;
        return OpBuffer.SINGLE;
    }

    private void item(int b) {
        if (isOpen(b)) {
            list(EdnScanner.closer(b));
        } else {
            words.add(OpBuffer.ATOM);
            words.add(atoms.next("a value"));
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
}

package minos.io.edn;

import java.nio.charset.StandardCharsets;
import java.util.List;
import minos.history.Atoms;

/**
 * Parses Jepsen's operations one after another into an {@link OpBuffer}: {@code {:type :ok, :process 0, :f :txn, :value
 * [[:append 1 2] [:r 3 [4 5]]]}}. What it does not need it skips. A value that is no transaction is not yet an error
 * here, as the operation may be a nemesis's.
 */
final class OpParser {
    /** Before the first form of the text. */
    static final int START = 0;
    /** Among operations that are not in a vector. */
    static final int OPEN = 1;
    /** Inside the vector, or list, of all operations. */
    static final int VECTOR = 2;
    /** Behind that vector. */
    static final int AFTER = 3;

    private static final String AN_OPERATION =
            "an operation such as {:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}";

    /** What only the results of a check have. */
    private static final long VALID = EdnScanner.word(":valid?");

    private static final long[] FIELDS = words(List.of("type", "f", "value", "process", "index"));
    private static final int F_TYPE = 0;
    private static final int F_FUNCTION = 1;
    private static final int F_VALUE = 2;
    private static final int F_PROCESS = 3;
    private static final long[] TYPES = words(OpBuffer.TYPES);
    private static final long[] FUNCTIONS = words(OpBuffer.FUNCTIONS);
    /** The only one of these words that is too long for a number. */
    private static final byte[] TRANSFER = ":transfer".getBytes(StandardCharsets.US_ASCII);

    /** What an operation says of the database's clock. */
    private static final long TS = EdnScanner.word(":ts");

    private static final long GROUP = EdnScanner.word(":group");
    private static final long STARTED = EdnScanner.word(":start");
    private static final long COMMITTED = EdnScanner.word(":commit");
    private static final byte[] ISOLATION = ":isolation".getBytes(StandardCharsets.US_ASCII);

    private final EdnScanner scanner;
    private final OpBuffer buffer;
    private final ValueParser values;
    private int state = START;
    private byte closer;
    /** Where the operation at hand begins. */
    private long place;

    private int seen;
    private int type;
    private int function;
    private long name;
    private int kind;
    private long process;
    private boolean client;
    private boolean result;
    private long index;
    private boolean indexed;
    private long level;
    private long group;
    private long started;
    private long committed;

    /** @param singles whether the values of single reads, writes and compare-and-sets are wanted */
    OpParser(EdnScanner scanner, OpBuffer buffer, boolean singles) {
        this.scanner = scanner;
        this.buffer = buffer;
        values = new ValueParser(scanner, buffer, singles);
    }

    int state() {
        return state;
    }

    /** Goes on in a state in which another parser stopped. */
    void state(int state, byte closer) {
        this.state = state;
        this.closer = closer;
    }

    byte closer() {
        return closer;
    }

    /** Where the operation that was begun last begins. */
    long place() {
        return place;
    }

    /** Reads what precedes the first operation. */
    private void start() {
        if (state == START) scanner.byteOrderMark();
        for (int b; state == START && (b = scanner.form()) >= 0; ) {
            if (b == '{') {
                state = OPEN;
            } else if (b == '[' || b == '(') {
                state = VECTOR;
                closer = EdnScanner.closer(b);
                scanner.position++;
            } else {
                throw scanner.error(AN_OPERATION);
            }
        }
    }

    /** Adds the next operation to the buffer; false at the end of the text. */
    boolean next() {
        start();
        for (; ; ) {
            int b = scanner.form();
            if (b < 0) return false;
            if (state == AFTER) throw scanner.error("the end of the file");
            if (state == VECTOR && b == closer) {
                state = AFTER;
                scanner.position++;
            } else {
                if (b != '{') throw scanner.error(AN_OPERATION);
                operation();
                return true;
            }
        }
    }

    /** Complains if the text may not end here. */
    void end() {
        if (state != VECTOR) return;
        throw scanner.error("another operation or the " + (char) closer + " that ends the history");
    }

    private void operation() {
        place = scanner.offset();
        scanner.position++;
        int body = buffer.words.size();
        seen = 0;
        function = OpBuffer.OTHER;
        name = OpBuffer.NIL;
        kind = OpBuffer.NOTHING;
        indexed = false;
        level = OpBuffer.NIL;
        group = OpBuffer.NIL;
        started = OpBuffer.NIL;
        committed = OpBuffer.NIL;
        client = true;
        result = false;
        for (int b; (b = scanner.peek()) != '}'; ) field(b, place);
        scanner.position++;
        check(place);
        if (!client) {
            buffer.shrink(body);
            kind = OpBuffer.NOTHING;
        }
        boolean anonymous = (seen & 1 << F_PROCESS) == 0;
        if ((seen & 1 << F_TYPE) == 0) type = OpBuffer.UNTYPED;
        int flags = (client ? OpBuffer.CLIENT : 0)
                | (indexed ? OpBuffer.INDEXED : 0)
                | (anonymous ? OpBuffer.ANONYMOUS : 0)
                | (client ? buffer.remarks(started, committed, level, group) : 0);
        buffer.operation(type, function, name, kind, flags, anonymous ? 0 : process, place, index);
    }

    private void check(long place) {
        if (!client || (seen & 1 << F_TYPE) != 0 || (seen & 1 << F_VALUE) != 0 && !result) return;
        if (result) throw new MalformedEdn(place, "the result of a check, with :valid?", AN_OPERATION);
        String missing = (seen & 1 << F_PROCESS) == 0 ? "a map without :process" : "a map without :type";
        throw new MalformedEdn(place, missing, AN_OPERATION);
    }

    private void field(int b, long place) {
        int field = -1;
        if (b == ':') {
            long token = scanner.token();
            field = indexOf(FIELDS, token);
            result |= token == VALID;
            if (token == 0 && scanner.isToken(ISOLATION)) {
                level = values.atom("the name of a level");
                return;
            }
            if (token == GROUP) {
                group = values.atom("the name of a group");
                return;
            }
            if (token == TS && scanner.form() == '{') {
                times();
                return;
            }
        } else {
            scanner.skip("} or another key and value");
        }
        if (field < 0) {
            scanner.skip("a value");
            return;
        }
        if ((seen & 1 << field) != 0) {
            scanner.position = scanner.start;
            throw scanner.error("no key twice in an operation");
        }
        seen |= 1 << field;
        switch (field) {
            case F_TYPE -> type();
            case F_PROCESS -> process();
            case F_FUNCTION -> function();
            case F_VALUE -> value(place);
            default -> index();
        }
    }

    /** {@code {:start 5, :commit 7}}; what else is there is somebody else's. */
    private void times() {
        scanner.position++;
        for (int b; (b = scanner.peek()) != '}'; ) {
            long name = b == ':' ? scanner.token() : 0;
            if (b != ':') scanner.skip("} or another key and value");
            if (name == STARTED) started = values.atom("a time");
            else if (name == COMMITTED) committed = values.atom("a time");
            else scanner.skip("a value");
        }
        scanner.position++;
    }

    private void value(long place) {
        if (client) kind = values.next(scanner.form(), (seen & 1 << F_FUNCTION) != 0 ? function : -1, place);
        else scanner.skip("a value");
    }

    private void type() {
        if (scanner.form() == ':') {
            type = word(TYPES);
            if (type >= 0) return;
            scanner.position = scanner.start;
        }
        throw scanner.error(OpBuffer.A_TYPE);
    }

    private void function() {
        int first = scanner.form();
        if (first == ':') {
            function = word(FUNCTIONS) + OpBuffer.TXN; // none of them: OTHER
            if (function != OpBuffer.OTHER) return;
            if (scanner.isToken(TRANSFER)) {
                function = OpBuffer.TRANSFER;
                return;
            }
            scanner.position = scanner.start;
        }
        name = values.atom("a keyword");
    }

    private void process() {
        client = isNumber(scanner.form());
        if (client) process = values.atom("a process");
        else scanner.skip("a process");
    }

    private void index() {
        if (isNumber(scanner.form())) {
            index = values.atom("an index");
            indexed = Atoms.isInteger(index);
        } else {
            scanner.skip("an index");
        }
    }

    private boolean isNumber(int b) {
        return b >= '0' && b <= '9' || (b == '-' || b == '+') && scanner.second() >= '0' && scanner.second() <= '9';
    }

    /** Which of the words the token here is; -1 for none. */
    private int word(long[] words) {
        return indexOf(words, scanner.token());
    }

    private static int indexOf(long[] words, long token) {
        for (int i = 0; i < words.length; i++) if (words[i] == token) return i;
        return -1;
    }

    private static long[] words(List<String> keywords) {
        long[] words = new long[keywords.size()];
        for (int i = 0; i < words.length; i++) words[i] = EdnScanner.word(":" + keywords.get(i));
        return words;
    }
}

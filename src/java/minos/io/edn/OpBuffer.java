package minos.io.edn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.history.Atoms;
import minos.util.LongList;

/**
 * Operations of a Jepsen history as they were parsed, in two arrays of longs: six words of header each (below), and
 * the bodies one after another.
 * <ul>
 * <li>The body of {@link #TRANSACTION} has for each micro-op a word {@code kind | offset << 4} (the offset counts from
 *     the operation's own), the key, and for {@link #APPEND}, {@link #WRITE}, {@link #READ}, {@link #INSERT} and {@link #PREDICATE} the value; for {@link
 *     #WRITE_NUMBERED} the value and the number of the version; for {@link #LIST} the number of elements and the elements.
 * <li>The body of {@link #SINGLE}, a value that may belong to a read, write or compare-and-set of one register: a
 *     {@linkplain #ATOM count} and as many items, each again a count and as many atoms. The count {@link #ATOM} stands
 *     for one thing that is no vector: one item, or one atom.
 * <li>The body of {@link #WRONG} is the place in {@link #errors} of what is wrong with the value, or -1.
 * <li>The body of {@link #LATER} is the place in {@link #later} of a transaction whose micro-ops may never be wanted.
 * </ul>
 * Where an operation is {@link #STAMPED}, two more words end its body: when it began and committed by the database's clock. Where it is
 * {@link #MARKED}, one more does: the isolation level that it says it ran at. Where it is {@link #GROUPED}, the group that it says it belongs to.
 * Keys, values, processes, times, levels and groups are {@linkplain minos.history.Atoms atoms} whose texts are those of {@link #texts}.
 */
final class OpBuffer {
    // Words of the header
    static final int KINDS = 0;
    static final int PROCESS = 1;
    static final int PLACE = 2;
    static final int INDEX = 3;
    /** What it does by name, if that is {@link #OTHER}. */
    static final int NAME = 4;
    /** Where the body ends; it begins where the one before ends. */
    static final int END = 5;

    static final int HEADER = 6;

    // Parts of the word at KINDS: type | function << 3 | value << 8 | flags
    /** What operations are called, from {@link #INVOKE} on. */
    static final List<String> TYPES = List.of("invoke", "ok", "fail", "info");

    static final String A_TYPE = ":invoke, :ok, :fail or :info";
    static final int INVOKE = 0;
    static final int OK = 1;
    static final int FAIL = 2;
    static final int INFO = 3;
    /** An operation without a type. */
    static final int UNTYPED = 4;

    /** What they do, from {@link #TXN} on. */
    static final List<String> FUNCTIONS = List.of(
            "txn",
            "read",
            "write",
            "cas",
            "add",
            "transfer",
            "insert",
            "acquire",
            "release",
            "enqueue",
            "dequeue",
            "drain",
            "init");

    static final int OTHER = 0;
    static final int TXN = 1;
    static final int READS = 2;
    static final int WRITES = 3;
    static final int CAS = 4;
    static final int ADD = 5;
    static final int TRANSFER = 6;
    static final int INSERTS = 7;
    static final int ACQUIRE = 8;
    static final int RELEASE = 9;
    static final int ENQUEUE = 10;
    static final int DEQUEUE = 11;
    static final int DRAIN = 12;
    static final int INIT = 13;

    /** No value, or nil. */
    static final int NOTHING = 0;

    static final int TRANSACTION = 1;
    static final int SINGLE = 2;
    static final int WRONG = 3;
    static final int LATER = 4;

    /** An operation of a client, not of a nemesis; others have no body. */
    static final int CLIENT = 1 << 11;

    static final int INDEXED = 1 << 12;
    /** An operation that does not say of which process it is. */
    static final int ANONYMOUS = 1 << 13;

    /** An operation that says at which isolation level it ran. */
    static final int MARKED = 1 << 14;

    /** An operation that says when it began, or committed, by the database's clock. */
    static final int STAMPED = 1 << 15;

    /** An operation that says to which group it belongs. */
    static final int GROUPED = 1 << 16;

    /** An operation that says any of these. */
    private static final int REMARKED = MARKED | STAMPED | GROUPED;

    // Kinds of micro-ops
    static final String MICRO_OP = "[:append key element], [:r key value] or [:w key value]";
    static final String MICRO_OPS = "a vector of micro-ops";
    static final int APPEND = 0;
    static final int WRITE = 1;
    static final int READ = 2;
    static final int READ_NIL = 3;
    static final int LIST = 4;
    /** A read that found the initial value whatever became of the transaction. */
    static final int READ_INITIAL = 5;
    /** A read without a value, which is fine as long as it is not known to be done. */
    static final int READ_UNTOLD = 6;
    /** A write of which the database says which version of its key it made. */
    static final int WRITE_NUMBERED = 7;

    static final int INSERT = 8;
    /** Without a value. */
    static final int DELETE = 9;
    /** A read by a predicate, which stands for the key; the value is what was found, or nil. */
    static final int PREDICATE = 10;

    /** The bits that tell which of them a micro-op is, and how many these are. */
    static final int MICRO_OP_KIND = 15;

    static final int MICRO_OP_BITS = 4;

    static final long ATOM = -1;

    /** The atom of {@code nil}, always the first text. */
    static final long NIL = Long.MIN_VALUE;

    private static final int MANY_TEXTS = 1 << 16;

    final LongList headers = new LongList(1 << 8);
    final LongList words = new LongList(1 << 10);
    final TextTable texts = new TextTable();
    final List<MalformedEdn> errors = new ArrayList<>();
    final List<Object> later = new ArrayList<>();
    /** By text: its atom in the history, or 0 if that is not known yet. */
    private long[] atoms = new long[16];

    OpBuffer() {
        clear();
    }

    /** Empties it, texts included. */
    void clear() {
        clearWords();
        texts.clear();
        texts.intern("nil");
        Arrays.fill(atoms, 0);
    }

    /** Adds the header of an operation, whose body is there already. */
    void operation(int type, int function, long name, int value, int flags, long process, long place, long index) {
        headers.add(type | function << 3 | value << 8 | flags);
        headers.add(process);
        headers.add(place);
        headers.add(index);
        headers.add(name);
        headers.add(words.size());
    }

    /**
     * Ends the body of an operation with what it says about itself, each {@link #NIL} if it does not; what its flags then have.
     *
     * @param started   when it began by the database's clock
     * @param committed when it committed
     * @param level     the isolation level that it ran at
     * @param group     the group that it belongs to
     */
    int remarks(long started, long committed, long level, long group) {
        int flags = 0;
        if (started != NIL || committed != NIL) {
            words.add(started);
            words.add(committed);
            flags |= STAMPED;
        }
        if (level != NIL) {
            words.add(level);
            flags |= MARKED;
        }
        if (group != NIL) {
            words.add(group);
            flags |= GROUPED;
        }
        return flags;
    }

    /** Where the micro-ops, or whatever else the value of an operation is, end. */
    int endOfValue(int at) {
        long kinds = headers.get(at + KINDS);
        int remarks = !hasRemarks(kinds)
                ? 0
                : (isMarked(kinds) ? 1 : 0) + (isStamped(kinds) ? 2 : 0) + (isGrouped(kinds) ? 1 : 0);
        return (int) headers.get(at + END) - remarks;
    }

    /** When an operation says it began by the database's clock; {@link #NIL} if it does not say. */
    long started(int at) {
        return isStamped(headers.get(at + KINDS)) ? words.get(endOfValue(at)) : NIL;
    }

    /** When an operation says it committed by the database's clock; {@link #NIL} if it does not say. */
    long committed(int at) {
        return isStamped(headers.get(at + KINDS)) ? words.get(endOfValue(at) + 1) : NIL;
    }

    /** The isolation level that an operation says it ran at; {@link #NIL} if it does not say. */
    long level(int at) {
        long kinds = headers.get(at + KINDS);
        return isMarked(kinds) ? words.get((int) headers.get(at + END) - (isGrouped(kinds) ? 2 : 1)) : NIL;
    }

    /** The group that an operation says it belongs to; {@link #NIL} if it does not say. */
    long group(int at) {
        return isGrouped(headers.get(at + KINDS)) ? words.get((int) headers.get(at + END) - 1) : NIL;
    }

    private static boolean isGrouped(long kinds) {
        return (kinds & GROUPED) != 0;
    }

    /** Whether an operation says any of these. */
    static boolean hasRemarks(long kinds) {
        return (kinds & REMARKED) != 0;
    }

    private static boolean isMarked(long kinds) {
        return (kinds & MARKED) != 0;
    }

    private static boolean isStamped(long kinds) {
        return (kinds & STAMPED) != 0;
    }

    /** Adds an operation of another buffer: the one whose header is at {@code at} and whose body begins at {@code body}. */
    void copy(OpBuffer other, int at, int body) {
        long[] from = other.words.array();
        long kinds = other.headers.get(at + KINDS);
        int end = other.endOfValue(at);
        switch (value(kinds)) {
            case TRANSACTION -> copyMicroOps(other, from, body, end);
            case SINGLE -> copySingle(other, from, body);
            case WRONG -> {
                boolean told = from[body] >= 0;
                words.add(told ? errors.size() : -1);
                if (told) errors.add(other.errors.get((int) from[body]));
            }
            case LATER -> {
                words.add(later.size());
                later.add(other.later.get((int) from[body]));
            }
            default -> {}
        }
        remarks(
                copied(other, other.started(at)),
                copied(other, other.committed(at)),
                copied(other, other.level(at)),
                copied(other, other.group(at)));
        for (int i = 0; i < END; i++) {
            long word = other.headers.get(at + i);
            headers.add(i == PROCESS || i == NAME ? copied(other, word) : word);
        }
        headers.add(words.size());
    }

    private void copyMicroOps(OpBuffer other, long[] from, int begin, int end) {
        for (int i = begin; i < end; ) {
            int next = i + MicroOps.size(from, i);
            words.add(from[i]);
            boolean list = (from[i] & MICRO_OP_KIND) == LIST;
            for (int j = i + 1; j < next; j++) words.add(list && j == i + 2 ? from[j] : copied(other, from[j]));
            i = next;
        }
    }

    private void copySingle(OpBuffer other, long[] from, int begin) {
        int at = begin;
        long items = from[at] == ATOM ? 1 : from[at];
        words.add(from[at++]);
        for (long item = 0; item < items; item++) {
            long atoms = from[at] == ATOM ? 1 : from[at];
            words.add(from[at++]);
            for (long i = 0; i < atoms; i++) words.add(copied(other, from[at++]));
        }
    }

    private long copied(OpBuffer other, long atom) {
        return Atoms.isInteger(atom) ? atom : atom(other.text(atom));
    }

    /** Replaces the body from {@code from} on by what is wrong with it; null if nobody will ask. */
    int wrong(int from, MalformedEdn problem) {
        shrink(from);
        words.add(problem == null ? -1 : errors.size());
        if (problem != null) errors.add(problem);
        return WRONG;
    }

    /** Leaves out the words from {@code size} on. */
    void shrink(int size) {
        while (words.size() > size) words.pop();
    }

    /** Begins atoms with their number before them; returns what {@link #endList} wants. */
    int beginList() {
        words.add(0);
        return words.size();
    }

    void endList(int begin) {
        words.set(begin - 1, words.size() - begin);
    }

    /** The atom of a text. */
    long atom(String text) {
        return Long.MIN_VALUE + texts.intern(text);
    }

    /** The text of an atom, be it an integer or one of this buffer's texts. */
    String text(long atom) {
        return Atoms.isInteger(atom) ? Long.toString(atom) : texts.text((int) (atom - Long.MIN_VALUE));
    }

    /** The history's atom for one of this buffer. */
    long global(long atom, Atoms history) {
        if (Atoms.isInteger(atom)) return atom;
        int text = (int) (atom - Long.MIN_VALUE);
        if (text >= atoms.length) atoms = Arrays.copyOf(atoms, Math.max(text + 1, atoms.length * 2));
        if (atoms[text] == 0) atoms[text] = history.ofText(texts.text(text));
        return atoms[text];
    }

    /** Empties it for the next operations, which may well use the same texts: says whether it had to forget them. */
    boolean clearForNext() {
        boolean many = texts.size() >= MANY_TEXTS;
        if (many) clear();
        else clearWords();
        return many;
    }

    /** Empties it, but keeps the texts and their atoms. */
    private void clearWords() {
        headers.clear();
        words.clear();
        errors.clear();
        later.clear();
    }

    /** Replaces atoms of this buffer by those of the history. */
    void globals(long[] atoms, int from, int to, Atoms history) {
        for (int i = from; i < to; i++) if (!Atoms.isInteger(atoms[i])) atoms[i] = global(atoms[i], history);
    }

    static int type(long kinds) {
        return (int) kinds & 7;
    }

    static int function(long kinds) {
        return (int) kinds >> 3 & 31;
    }

    static int value(long kinds) {
        return (int) kinds >> 8 & 7;
    }
}

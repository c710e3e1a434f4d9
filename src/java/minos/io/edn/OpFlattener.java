package minos.io.edn;

import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import minos.history.Atoms;
import minos.util.LongList;

/**
 * Puts operations that are in memory into an {@link OpBuffer}; what {@link OpParser} and {@link ValueParser} do for
 * text. What a transaction invokes is left for later, as it is wanted only of one that does not tell what it did.
 */
final class OpFlattener {
    private static final int RECENT = 1 << 8;

    private final Vocabulary vocabulary;
    private final boolean singles;
    private final OpBuffer buffer = new OpBuffer();
    private final LongList words = buffer.words;
    /** Keys and values that are no integers, each at a place that its identity gives, and their atoms. */
    private final Object[] recent = new Object[RECENT];

    private final long[] recentAtom = new long[RECENT];
    /** Whether the operation at hand must be a transaction, so that somebody will read what is wrong with it. */
    private boolean telling;

    /** @param singles whether values of single reads, writes and compare-and-sets are wanted */
    OpFlattener(Vocabulary vocabulary, boolean singles) {
        this.vocabulary = vocabulary;
        this.singles = singles;
    }

    OpBuffer buffer() {
        return buffer;
    }

    /** Forgets the operations. */
    void clear() {
        if (buffer.clearForNext()) Arrays.fill(recent, null);
    }

    /** Adds an operation, which is {@code place} in its history. */
    void add(Object operation, int place) {
        Map<?, ?> fields = operation instanceof Map<?, ?> map ? map : Map.of();
        Object process = fields.get(vocabulary.process);
        boolean anonymous = process == null && fields.containsKey(vocabulary.value);
        if (!(process instanceof Number) && !anonymous) {
            buffer.operation(0, OpBuffer.OTHER, OpBuffer.NIL, OpBuffer.NOTHING, 0, 0, place, 0);
            return;
        }
        Object typeWord = fields.get(vocabulary.type);
        int type = typeWord == null ? OpBuffer.UNTYPED : vocabulary.type(typeWord);
        int function = type < 0 ? OpBuffer.TXN : vocabulary.function(fields.get(vocabulary.function));
        telling = function == OpBuffer.TXN;
        int kind;
        if (type < 0) {
            kind = wrong(words.size(), place, ":type " + print(typeWord), OpBuffer.A_TYPE);
            type = OpBuffer.INVOKE;
        } else {
            kind = value(fields.get(vocabulary.value), type, function, place);
        }
        long name = function == OpBuffer.OTHER ? atom(fields.get(vocabulary.function)) : OpBuffer.NIL;
        Map<?, ?> times = fields.get(vocabulary.ts) instanceof Map<?, ?> map ? map : Map.of();
        int flags = OpBuffer.CLIENT
                | (anonymous ? OpBuffer.ANONYMOUS : 0)
                | buffer.remarks(
                        atom(times.get(vocabulary.start)),
                        atom(times.get(vocabulary.commit)),
                        atom(fields.get(vocabulary.isolation)),
                        atom(fields.get(vocabulary.group)));
        buffer.operation(type, function, name, kind, flags, anonymous ? 0 : atom(process), place, 0);
    }

    private int value(Object value, int type, int function, int place) {
        if (value == null) return OpBuffer.NOTHING;
        boolean single = singles && function >= OpBuffer.READS;
        if (value instanceof List<?> list) {
            if (type == OpBuffer.INVOKE && function == OpBuffer.TXN) {
                words.add(buffer.later.size());
                buffer.later.add(list);
                return OpBuffer.LATER;
            }
            // A pair may be a key, which is a list itself, and a value.
            boolean pair = single && value instanceof Map.Entry;
            if (list.isEmpty() || !pair && list.get(0) instanceof List || isKeyed(list))
                return transaction(list, place);
            if (single || telling && isKeyAlone(list)) return sequence(list);
            return wrong(words.size(), place, print(list.get(0)), OpBuffer.MICRO_OP);
        }
        if (!single) return wrong(words.size(), place, print(value), OpBuffer.MICRO_OPS);
        words.add(OpBuffer.ATOM);
        item(value);
        return OpBuffer.SINGLE;
    }

    /** The body alone of a transaction that was left for later. */
    OpBuffer transaction(Object value, long place) {
        clear();
        telling = true;
        if (transaction((List<?>) value, place) == OpBuffer.WRONG) throw buffer.errors.get(0);
        return buffer;
    }

    private int transaction(List<?> value, long place) {
        boolean keyed = isKeyed(value);
        int from = words.size();
        for (Object microOp : keyed ? (List<?>) value.get(1) : value) {
            int at = words.size();
            MalformedEdn wrong = microOp(microOp, place);
            if (keyed && wrong == null) wrong = putBehind(atom(value.get(0)), at, microOp, place);
            if (wrong != null) return wrong(from, wrong);
        }
        return OpBuffer.TRANSACTION;
    }

    /**
     * Whether it is a transaction of micro-ops behind a key, {@code [7 [[:r x 1]]]}, as {@code jepsen.independent} has them. What is none
     * may have no end.
     */
    private boolean isKeyed(List<?> value) {
        if (value.isEmpty() || value.get(0) instanceof List && !(value instanceof Map.Entry)) return false;
        Iterator<?> items = value.iterator();
        items.next();
        return items.hasNext()
                && items.next() instanceof List<?> microOps
                && !items.hasNext()
                && !microOps.isEmpty()
                && microOps.get(0) instanceof List<?> microOp
                && !microOp.isEmpty()
                && vocabulary.isMicroOp(microOp.get(0));
    }

    /** Whether it is a key with nil or an empty vector behind it. */
    private static boolean isKeyAlone(List<?> value) {
        return value.size() == 2 && (value.get(1) == null || value.get(1) instanceof List<?> none && none.isEmpty());
    }

    /** Puts a key before that of the micro-op that lies from {@code at} on: of {@code x} behind 7 it makes {@code [7 x]}. */
    private MalformedEdn putBehind(long key, int at, Object microOp, long place) {
        if ((words.get(at) & OpBuffer.MICRO_OP_KIND) >= OpBuffer.INSERT) {
            return new MalformedEdn(
                    place, print(microOp) + " behind a key", "rows without a key of their own before them");
        }
        words.set(at + 1, buffer.atom("[" + buffer.text(key) + " " + buffer.text(words.get(at + 1)) + "]"));
        return null;
    }

    /** Adds a micro-op; returns what is wrong with it, or null. */
    private MalformedEdn microOp(Object microOp, long place) {
        if (!(microOp instanceof List<?> parts)) return new MalformedEdn(place, print(microOp), OpBuffer.MICRO_OP);
        int size = parts.size();
        if (size < 2 || size > 4) return new MalformedEdn(place, print(microOp), OpBuffer.MICRO_OP);
        Object kind = parts.get(0);
        Object value = size > 2 ? parts.get(2) : null;
        boolean write = kind == vocabulary.write || kind == vocabulary.writes;
        if (size == 4 && !(write && parts.get(3) instanceof Map)) {
            return new MalformedEdn(place, print(microOp), OpBuffer.MICRO_OP);
        }
        if (kind == vocabulary.append && size == 3) {
            add(OpBuffer.APPEND, atom(parts.get(1)), atom(value));
        } else if (kind == vocabulary.read || kind == vocabulary.reads) {
            read(atom(parts.get(1)), value); // in a program what is not there is nil
        } else if (write && size > 2) {
            Object number = size == 4 ? ((Map<?, ?>) parts.get(3)).get(vocabulary.version) : null;
            add(number == null ? OpBuffer.WRITE : OpBuffer.WRITE_NUMBERED, atom(parts.get(1)), atom(value));
            if (number != null) words.add(atom(number));
        } else if (kind == vocabulary.insert && size == 3) {
            add(OpBuffer.INSERT, atom(parts.get(1)), atom(value));
        } else if (kind == vocabulary.delete && value == null) {
            words.add(OpBuffer.DELETE);
            words.add(atom(parts.get(1)));
        } else if (kind == vocabulary.predicateRead) {
            add(OpBuffer.PREDICATE, atom(parts.get(1)), atom(value));
        } else {
            return new MalformedEdn(place, print(microOp), OpBuffer.MICRO_OP);
        }
        return null;
    }

    private void read(long key, Object value) {
        if (value == null) {
            words.add(OpBuffer.READ_NIL);
            words.add(key);
        } else if (value instanceof List<?> elements) {
            words.add(OpBuffer.LIST);
            words.add(key);
            list(elements);
        } else {
            add(OpBuffer.READ, key, atom(value));
        }
    }

    private void add(int kind, long key, long value) {
        words.add(kind);
        words.add(key);
        words.add(value);
    }

    private void list(List<?> elements) {
        int begin = buffer.beginList();
        for (Object element : elements) words.add(atom(element));
        buffer.endList(begin);
    }

    private int sequence(List<?> items) {
        words.add(items.size());
        for (Object item : items) item(item);
        return OpBuffer.SINGLE;
    }

    private void item(Object item) {
        if (item instanceof List<?> list) {
            list(list);
        } else {
            words.add(OpBuffer.ATOM);
            words.add(atom(item));
        }
    }

    private int wrong(int from, long place, String found, String expected) {
        return wrong(from, new MalformedEdn(place, found, expected));
    }

    private int wrong(int from, MalformedEdn problem) {
        return buffer.wrong(from, telling ? problem : null);
    }

    private long atom(Object x) {
        return x instanceof Long n && Atoms.isInteger(n) ? n : other(x);
    }

    private long other(Object x) {
        if (x == null) return OpBuffer.NIL;
        int slot = System.identityHashCode(x) & RECENT - 1;
        if (recent[slot] != x) {
            Object plain = x instanceof Long ? x : vocabulary.language.plain(x);
            recentAtom[slot] = plain instanceof Long n && Atoms.isInteger(n) ? n : buffer.atom(plain.toString());
            recent[slot] = x;
        }
        return recentAtom[slot];
    }

    private String print(Object x) {
        return x == null || !telling ? "nil" : vocabulary.language.plain(x).toString();
    }

    /** The words of operations in memory: each is one object, known by its identity. */
    static final class Vocabulary {
        final MemoryReader.Language language;
        // Fields of an operation
        final Object process;
        final Object type;
        final Object function;
        final Object value;
        final Object isolation;
        final Object group;
        final Object ts;
        final Object start;
        final Object commit;
        final Object version;
        // Micro-ops
        final Object append;
        final Object read;
        final Object reads;
        final Object write;
        final Object writes;
        final Object insert;
        final Object delete;
        final Object predicateRead;

        /** From {@link OpBuffer#INVOKE} on. */
        private final Object[] types;
        /** From {@link OpBuffer#TXN} on. */
        private final Object[] functions;

        Vocabulary(MemoryReader.Language language) {
            this.language = language;
            process = language.word("process");
            type = language.word("type");
            function = language.word("f");
            value = language.word("value");
            isolation = language.word("isolation");
            group = language.word("group");
            ts = language.word("ts");
            start = language.word("start");
            commit = language.word("commit");
            version = language.word("version");
            append = language.word("append");
            read = language.word("r");
            reads = language.word("read");
            write = language.word("w");
            writes = language.word("write");
            insert = language.word("insert");
            delete = language.word("delete");
            predicateRead = language.word("rp");
            types = words(OpBuffer.TYPES);
            functions = words(OpBuffer.FUNCTIONS);
        }

        /** Whether a micro-op may begin with a word. */
        boolean isMicroOp(Object word) {
            return word == append
                    || word == read
                    || word == reads
                    || word == write
                    || word == writes
                    || word == insert
                    || word == delete
                    || word == predicateRead;
        }

        /** The type that a word stands for; -1 for none. */
        int type(Object word) {
            for (int i = 0; i < types.length; i++) if (types[i] == word) return OpBuffer.INVOKE + i;
            return -1;
        }

        /** The function that a word stands for. */
        int function(Object word) {
            for (int i = 0; i < functions.length; i++) if (functions[i] == word) return OpBuffer.TXN + i;
            return OpBuffer.OTHER;
        }

        private Object[] words(List<String> names) {
            return names.stream().map(language::word).toArray();
        }
    }
}

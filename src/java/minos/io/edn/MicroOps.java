package minos.io.edn;

import java.util.Optional;
import minos.history.Atoms;
import minos.history.HistoryBuilder;
import minos.history.Model;
import minos.history.Status;
import minos.util.LongList;

/** Hands the micro-ops of {@linkplain OpBuffer transactions} to a {@link HistoryBuilder}, all of one model. */
final class MicroOps {
    private final HistoryBuilder builder;
    /** What is written where a register is deleted. */
    private final long nil;

    private Model model;
    private int untold;

    MicroOps(HistoryBuilder builder) {
        this.builder = builder;
        nil = builder.atoms().ofText("nil");
    }

    Model model() {
        return model;
    }

    /** How many reads of committed transactions say nothing of what they found. */
    int untold() {
        return untold;
    }

    /** Says what they mean; before any of them is taken. */
    void model(Model model) {
        this.model = model;
        builder.model(model);
    }

    /**
     * Copies a body out of its buffer, with atoms of the history; its writes must be of the right model already now.
     */
    void copy(OpBuffer buffer, long[] words, int from, int to, long place, LongList copy) {
        copy.clear();
        long[] copied = copy.extend(to - from);
        for (int i = from; i < to; ) {
            int kind = (int) words[i] & OpBuffer.MICRO_OP_KIND;
            if (isWrite(kind)) require(kind, place + (words[i] >> OpBuffer.MICRO_OP_BITS));
            int end = i + size(words, i);
            copied[i - from] = words[i];
            for (i++; i < end; i++) copied[i - from] = buffer.global(words[i], builder.atoms());
        }
    }

    /**
     * Adds the operations of a transaction that has begun.
     *
     * @param buffer where the atoms come from; null if they are the history's
     * @param place  where the operation began
     */
    void feed(OpBuffer buffer, long[] words, int from, int to, Status status, long place) {
        boolean reads = status != Status.ABORTED;
        for (int i = from; i < to; i += size(words, i)) {
            int kind = (int) words[i] & OpBuffer.MICRO_OP_KIND;
            long key = atom(buffer, words[i + 1]);
            if (model == Model.CLOSED_PREDICATE) {
                row(buffer, kind, words, i, status, place);
            } else if (model == Model.SET) {
                set(buffer, kind, words, i, status == Status.COMMITTED);
            } else if (isWrite(kind)) {
                require(kind, place + (words[i] >> OpBuffer.MICRO_OP_BITS));
                long value = atom(buffer, words[i + 2]);
                if (kind == OpBuffer.APPEND) builder.append(key, value);
                else if (value == nil) builder.delete(key);
                else builder.write(key, value);
                if (kind == OpBuffer.WRITE_NUMBERED) builder.number(atom(buffer, words[i + 3]));
            } else if (kind == OpBuffer.PREDICATE) {
                require(kind, place + (words[i] >> OpBuffer.MICRO_OP_BITS));
            } else if (!reads) {
                // What a compare-and-set that failed was to find says nothing; its write is all there is to tell.
                if (model != Model.LWT || i + size(words, i) == to) builder.readUnknown(key);
            } else if (kind == OpBuffer.READ_UNTOLD) {
                if (status == Status.COMMITTED) untold++;
                builder.readUnknown(key);
            } else if (kind == OpBuffer.READ_NIL || kind == OpBuffer.READ_INITIAL) {
                if (kind == OpBuffer.READ_NIL && status != Status.COMMITTED) builder.readUnknown(key);
                else builder.readInitial(key);
            } else if (kind == OpBuffer.READ) {
                require(kind, place + (words[i] >> OpBuffer.MICRO_OP_BITS));
                builder.read(key, atom(buffer, words[i + 2]));
            } else if (model == Model.LIST_APPEND) {
                list(buffer, key, words, i + 3, (int) words[i + 2]);
            } else {
                builder.read(key, vector(buffer, words, i + 3, (int) words[i + 2]));
            }
        }
    }

    /** An add to a set, or a read of one, which tells something if it is known to be done. */
    private void set(OpBuffer buffer, int kind, long[] words, int i, boolean done) {
        long name = atom(buffer, words[i + 1]);
        boolean only = builder.atoms().text(name).equals(ObjectOps.ONLY_SET);
        Optional<Long> set = only ? Optional.empty() : Optional.of(name);
        if (kind == OpBuffer.APPEND) {
            builder.addToSet(set, atom(buffer, words[i + 2]));
        } else if (kind == OpBuffer.LIST && done) {
            int count = (int) words[i + 2];
            if (buffer != null) buffer.globals(words, i + 3, i + 3 + count, builder.atoms());
            builder.readSet(set, words, i + 3, i + 3 + count);
        }
    }

    /** A micro-op on a row, or on all that a predicate matches. */
    private void row(OpBuffer buffer, int kind, long[] words, int i, Status status, long place) {
        long key = atom(buffer, words[i + 1]);
        long offset = place + (words[i] >> OpBuffer.MICRO_OP_BITS);
        boolean told = kind != OpBuffer.READ_UNTOLD && (kind != OpBuffer.PREDICATE || words[i + 2] != OpBuffer.NIL);
        switch (kind) {
            case OpBuffer.INSERT, OpBuffer.WRITE, OpBuffer.WRITE_NUMBERED -> {
                long value = atom(buffer, words[i + 2]);
                if (value == nil) throw new MalformedEdn(offset, "a write of nil to a row", "[:delete key]");
                builder.writeRow(key, value);
            }
            case OpBuffer.DELETE -> builder.deleteRow(key);
            default -> {
                if (status == Status.ABORTED) return;
                if (!told && status == Status.COMMITTED) untold++;
                if (!told || kind == OpBuffer.READ_NIL && status != Status.COMMITTED) return;
                if (kind == OpBuffer.PREDICATE) predicate(key, atom(buffer, words[i + 2]), offset);
                else if (kind == OpBuffer.READ) builder.readRow(key, atom(buffer, words[i + 2]));
                else if (kind == OpBuffer.READ_NIL) builder.readNoRow(key);
                else throw new MalformedEdn(offset, "a list", "rows with single values");
            }
        }
    }

    private void predicate(long predicate, long found, long offset) {
        Atoms atoms = builder.atoms();
        String rows = atoms.text(found);
        if (!Printed.isMap(rows)) throw new MalformedEdn(offset, "a predicate read of " + rows, "a map of rows");
        builder.readRows(predicate, Predicates.matching(predicate, atoms, offset), Predicates.rows(rows, atoms));
    }

    /** What rows hold when the history begins: a map of them. */
    void initialRows(String rows, long place) {
        if (!Printed.isMap(rows)) throw new MalformedEdn(place, "an :init of " + rows, "a map of rows");
        Predicates.rows(rows, builder.atoms()).forEach(builder::initialRow);
    }

    private void list(OpBuffer buffer, long key, long[] words, int from, int count) {
        builder.beginList(key);
        if (buffer != null) buffer.globals(words, from, from + count, builder.atoms());
        builder.elements(words, from, from + count);
        builder.endList();
    }

    /** The atom of a vector that is the value of a register. */
    private long vector(OpBuffer buffer, long[] words, int from, int count) {
        StringBuilder text = new StringBuilder("[");
        for (int i = from; i < from + count; i++) {
            text.append(i > from ? " " : "").append(builder.atoms().text(atom(buffer, words[i])));
        }
        return builder.atoms().ofText(text.append(']').toString());
    }

    /** How many words the micro-op at {@code i} takes. */
    static int size(long[] words, int i) {
        return switch ((int) words[i] & OpBuffer.MICRO_OP_KIND) {
            case OpBuffer.READ_NIL, OpBuffer.READ_INITIAL, OpBuffer.READ_UNTOLD, OpBuffer.DELETE -> 2;
            case OpBuffer.WRITE_NUMBERED -> 4;
            case OpBuffer.LIST -> 3 + (int) words[i + 2];
            default -> 3;
        };
    }

    private static boolean isWrite(int kind) {
        return switch (kind) {
            case OpBuffer.APPEND, OpBuffer.WRITE, OpBuffer.WRITE_NUMBERED, OpBuffer.INSERT, OpBuffer.DELETE -> true;
            default -> false;
        };
    }

    private long atom(OpBuffer buffer, long atom) {
        return buffer == null ? atom : buffer.global(atom, builder.atoms());
    }

    private void require(int kind, long offset) {
        boolean list = kind == OpBuffer.APPEND;
        if (kind >= OpBuffer.INSERT) {
            if (model == Model.CLOSED_PREDICATE) return;
            throw new MalformedEdn(
                    offset,
                    "an insert, a delete or a predicate read",
                    "none in a history that begins as " + model + "; if it has predicates, say so (-m "
                            + Model.CLOSED_PREDICATE + ")");
        }
        if (list == (model == Model.LIST_APPEND) || model == Model.SET) return;
        throw new MalformedEdn(
                offset,
                switch (kind) {
                    case OpBuffer.APPEND -> "an append to a list";
                    case OpBuffer.WRITE, OpBuffer.WRITE_NUMBERED -> "a write of a register";
                    default -> "a read of a register";
                },
                (list ? "registers" : "lists") + " only, as this history is " + model);
    }
}

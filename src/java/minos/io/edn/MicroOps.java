package minos.io.edn;

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

    MicroOps(HistoryBuilder builder) {
        this.builder = builder;
        nil = builder.atoms().ofText("nil");
    }

    Model model() {
        return model;
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
        for (int i = from; i < to; ) {
            int kind = (int) words[i] & 7;
            if (kind == OpBuffer.APPEND || kind == OpBuffer.WRITE) require(kind, place + (words[i] >> 3));
            copy.add(words[i]);
            copy.add(atom(buffer, words[i + 1]));
            int end = i + size(words, i);
            i += 2;
            if (kind == OpBuffer.LIST) copy.add(words[i++]);
            for (; i < end; i++) copy.add(atom(buffer, words[i]));
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
            int kind = (int) words[i] & 7;
            long key = atom(buffer, words[i + 1]);
            if (model == Model.SET) {
                set(buffer, kind, words, i, status == Status.COMMITTED);
            } else if (kind == OpBuffer.APPEND || kind == OpBuffer.WRITE) {
                require(kind, place + (words[i] >> 3));
                long value = atom(buffer, words[i + 2]);
                if (kind == OpBuffer.APPEND) builder.append(key, value);
                else if (value == nil) builder.delete(key);
                else builder.write(key, value);
            } else if (!reads) {
                // What a compare-and-set that failed was to find says nothing; its write is all there is to tell.
                if (model != Model.LWT || i + size(words, i) == to) builder.readUnknown(key);
            } else if (kind == OpBuffer.READ_UNTOLD) {
                if (status == Status.COMMITTED) {
                    throw new MalformedEdn(
                            place + (words[i] >> 3), "a read without a value", "[:r key value] in an :ok");
                }
                builder.readUnknown(key);
            } else if (kind == OpBuffer.READ_NIL || kind == OpBuffer.READ_INITIAL) {
                if (kind == OpBuffer.READ_NIL && status != Status.COMMITTED) builder.readUnknown(key);
                else builder.readInitial(key);
            } else if (kind == OpBuffer.READ) {
                require(kind, place + (words[i] >> 3));
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
        Long set = builder.atoms().text(name).equals(ObjectOps.ONLY_SET) ? null : Long.valueOf(name);
        if (kind == OpBuffer.APPEND) {
            builder.addToSet(set, atom(buffer, words[i + 2]));
        } else if (kind == OpBuffer.LIST && done) {
            int count = (int) words[i + 2];
            if (buffer != null) buffer.globals(words, i + 3, i + 3 + count, builder.atoms());
            builder.readSet(set, words, i + 3, i + 3 + count);
        }
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
        return switch ((int) words[i] & 7) {
            case OpBuffer.READ_NIL, OpBuffer.READ_INITIAL, OpBuffer.READ_UNTOLD -> 2;
            case OpBuffer.LIST -> 3 + (int) words[i + 2];
            default -> 3;
        };
    }

    private long atom(OpBuffer buffer, long atom) {
        return buffer == null ? atom : buffer.global(atom, builder.atoms());
    }

    private void require(int kind, long offset) {
        boolean list = kind == OpBuffer.APPEND;
        if (list == (model == Model.LIST_APPEND) || model == Model.SET) return;
        throw new MalformedEdn(
                offset,
                switch (kind) {
                    case OpBuffer.APPEND -> "an append to a list";
                    case OpBuffer.WRITE -> "a write of a register";
                    default -> "a read of a register";
                },
                (list ? "registers" : "lists") + " only, as this history is " + model);
    }
}

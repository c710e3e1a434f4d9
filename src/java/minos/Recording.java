package minos;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import minos.history.Atoms;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;

/**
 * Records a history in memory, operation by operation, as the clients of a database see it:
 * <pre>
 * Recording recording = Minos.record(Model.RW_REGISTER);
 * Recording.Transaction deposit = recording.begin("alice");
 * deposit.read("balance", 100);
 * deposit.write("balance", 150);
 * deposit.commit();
 * </pre>
 * Real time is the order of the calls: a transaction that has ended before another one begins comes first. So begin before the
 * first statement is sent, and commit when the database has confirmed it. Best write each value to a key only once: reads then have one
 * possible source, and judging takes no search for it.
 *
 * <p>Sessions, keys and values are integers or anything else that prints; equal prints are equal things. For any number of
 * threads; each transaction is best left to one.
 */
public final class Recording {
    private enum Kind {
        READ,
        READ_INITIAL,
        READ_UNKNOWN,
        WRITE,
        DELETE
    }

    private record Operation(Kind kind, Object key, Object value) {}

    private final Model model;
    /** Those that have ended for sure, in that order. */
    private final List<Transaction> ended = new ArrayList<>();

    private final List<Transaction> indeterminate = new ArrayList<>();
    /** By session, the transaction that keeps another one from beginning. */
    private final Map<String, Transaction> open = new LinkedHashMap<>();

    private int calls;

    Recording(Model model) {
        this.model = model;
    }

    /**
     * Begins a transaction.
     *
     * @param session who runs it: one client, whose transactions come one after another
     * @return the transaction; it is to be ended
     * @throws IllegalStateException if the session's transaction before this one has not ended, or nobody knows how it did: the
     *                               client then goes on as another session
     */
    public synchronized Transaction begin(Object session) {
        Transaction before = open.get(session.toString());
        if (before != null) {
            throw new IllegalStateException(
                    before.status == Status.INDETERMINATE && before.isEnded
                            ? "how the last transaction of session " + session
                                    + " ended is not known: go on as another session"
                            : "session " + session + " has a transaction that has not ended");
        }
        Transaction transaction = new Transaction(session, calls++);
        open.put(session.toString(), transaction);
        return transaction;
    }

    /**
     * The history so far. Transactions that have not ended are indeterminate in it. Recording may go on.
     *
     * @return a history that later calls do not change
     */
    public synchronized History history() {
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(model);
        for (Transaction transaction : ended) transaction.addTo(builder);
        for (Transaction transaction : indeterminate) transaction.addTo(builder);
        addOpen(builder);
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    private void addOpen(HistoryBuilder builder) {
        for (Transaction transaction : open.values()) if (!transaction.isEnded) transaction.addTo(builder);
    }

    /** The same as it grows, for one who judges it meanwhile. */
    GrowingHistory growing() {
        HistoryBuilder growing = new HistoryBuilder(new Atoms(false));
        growing.model(model);
        return new GrowingHistory(growing, new Feed(), InitialValues.EXPLICIT);
    }

    private final class Feed implements GrowingHistory.Feed {
        private int endedBefore;
        private int indeterminateBefore;

        @Override
        public int add(HistoryBuilder builder) {
            synchronized (Recording.this) {
                while (endedBefore < ended.size()) ended.get(endedBefore++).addTo(builder);
                while (indeterminateBefore < indeterminate.size())
                    indeterminate.get(indeterminateBefore++).addTo(builder);
                int ended = builder.transactions();
                addOpen(builder);
                return ended;
            }
        }
    }

    /** A transaction that is being recorded: what it did, in that order, and how it ended. */
    public final class Transaction {
        private final Object session;
        private final int invocation;
        private int completion = Integer.MAX_VALUE;
        private Status status = Status.INDETERMINATE;
        private boolean isEnded;
        private final List<Operation> operations = new ArrayList<>();

        private Transaction(Object session, int invocation) {
            this.session = session;
            this.invocation = invocation;
        }

        /**
         * Read a register.
         *
         * @param key   the register
         * @param value what was in it: a value that somebody wrote
         */
        public void read(Object key, Object value) {
            add(Kind.READ, key, value, false);
        }

        /**
         * Read a list.
         *
         * @param key      the list
         * @param elements what was in it, in its order; maybe nothing
         */
        public void read(Object key, Collection<?> elements) {
            add(Kind.READ, key, List.copyOf(elements), true);
        }

        /**
         * Read a key that nobody had written.
         *
         * @param key a register or list in its initial state
         */
        public void readInitial(Object key) {
            add(Kind.READ_INITIAL, key, "", model == Model.LIST_APPEND);
        }

        /**
         * Tried to read, and never heard the answer: of a transaction that will be {@linkplain #leave left}.
         *
         * @param key what was asked for
         */
        public void readUnknown(Object key) {
            add(Kind.READ_UNKNOWN, key, "", model == Model.LIST_APPEND);
        }

        /**
         * Wrote a register.
         *
         * @param key   the register
         * @param value what was written; best a value that nobody else writes there
         */
        public void write(Object key, Object value) {
            add(Kind.WRITE, key, value, false);
        }

        /**
         * Deleted what was in a register: reads find it in its initial state again.
         *
         * @param key the register
         */
        public void delete(Object key) {
            add(Kind.DELETE, key, "", false);
        }

        /**
         * Appended to a list.
         *
         * @param key     the list
         * @param element what was appended; best an element that nobody else appends there
         */
        public void append(Object key, Object element) {
            add(Kind.WRITE, key, element, true);
        }

        /** The database has confirmed the commit. */
        public void commit() {
            end(Status.COMMITTED);
        }

        /** The transaction is rolled back for sure. */
        public void abort() {
            end(Status.ABORTED);
        }

        /** Nobody knows how it ended: the connection broke, say, or the time ran out. The session ends with it. */
        public void leave() {
            end(Status.INDETERMINATE);
        }

        private void add(Kind kind, Object key, Object value, boolean list) {
            Objects.requireNonNull(key, "a key");
            Objects.requireNonNull(value, "a value; readInitial is for keys that nobody wrote");
            if (list != (model == Model.LIST_APPEND)) {
                throw new IllegalArgumentException("key " + key + ": this recording is of " + model);
            }
            synchronized (Recording.this) {
                if (isEnded) throw new IllegalStateException("the transaction has ended");
                operations.add(new Operation(kind, key, value));
            }
        }

        private void end(Status how) {
            synchronized (Recording.this) {
                if (isEnded) throw new IllegalStateException("the transaction has ended");
                isEnded = true;
                status = how;
                if (how == Status.INDETERMINATE) {
                    indeterminate.add(this);
                    return;
                }
                completion = calls++;
                ended.add(this);
                open.remove(session.toString());
            }
        }

        private void addTo(HistoryBuilder builder) {
            builder.begin(builder.session(atom(builder, session)), status, invocation, completion, -1);
            for (Operation operation : operations) {
                long key = atom(builder, operation.key);
                switch (operation.kind) {
                    case READ -> addRead(builder, key, operation.value);
                    case READ_INITIAL -> builder.readInitial(key);
                    case READ_UNKNOWN -> builder.readUnknown(key);
                    case DELETE -> builder.delete(key);
                    case WRITE -> {
                        if (model == Model.LIST_APPEND) builder.append(key, atom(builder, operation.value));
                        else builder.write(key, atom(builder, operation.value));
                    }
                }
            }
            builder.end();
        }
    }

    private void addRead(HistoryBuilder builder, long key, Object value) {
        if (model != Model.LIST_APPEND) {
            builder.read(key, atom(builder, value));
            return;
        }
        builder.beginList(key);
        for (Object element : (List<?>) value) builder.element(atom(builder, element));
        builder.endList();
    }

    private static long atom(HistoryBuilder builder, Object thing) {
        boolean integer =
                thing instanceof Long || thing instanceof Integer || thing instanceof Short || thing instanceof Byte;
        return integer
                ? builder.atoms().of(((Number) thing).longValue())
                : builder.atoms().ofText(thing.toString());
    }
}

package minos.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What the keys of a history hold, and so what its reads and writes mean. A Jepsen test has a workload of the same name, or of
 * one of the {@linkplain #aliases aliases}; its operations are told as reads and writes of keys, in a way that each constant says.
 */
public enum Model {
    /** Lists that transactions append to and read as a whole. */
    LIST_APPEND("list-append", "append"),
    /** Registers that transactions write and read. */
    RW_REGISTER("rw-register", "wr", "long-fork", "multi-register"),
    /** Registers with single operations: read, write, compare-and-set, insert if absent. */
    LWT("lwt", "register", "cas-register", "linearizable-register"),
    /**
     * Sets that operations add single elements to and read as a whole. A key is an element of a set, a register that is
     * {@code absent} at first; an add writes it, and a read reads all elements of its set that occur in the history.
     */
    SET("set", "set-full", "causal-reverse", "comments"),
    /**
     * Rows that transactions insert where a predicate finds none, as in Jepsen's test for Adya's G2. A key is a table as far as the
     * predicate sees it, a register; an insert reads it and its sibling as empty and writes it.
     */
    G2("g2", "adya"),
    /**
     * Rows that transactions insert, write, delete and read, one by one or by a predicate. A key is a row, a register that is
     * {@code absent} where there is none; or it is a {@linkplain History#isView view} of a row, what predicates see of it: whatever
     * writes the row writes its views, and a predicate read reads a view of each row that occurs in the history.
     */
    CLOSED_PREDICATE("closed-predicate", "predicate"),
    /** Counters. A write is an add of the value, a read returns the sum. */
    COUNTER("counter"),
    /**
     * Accounts of one bank. A transfer writes to two accounts what each gets, to one of them a negative amount; a read reads balances.
     */
    BANK("bank"),
    /** Mutexes. Operations write {@code :acquire} and {@code :release}. */
    MUTEX("mutex"),
    /**
     * Queues that give back their elements in any order. An enqueue writes an element, a dequeue reads it; a dequeue that found
     * nothing reads the initial value.
     */
    QUEUE("queue", "unordered-queue", "total-queue"),
    /** {@linkplain #QUEUE Queues} that give back first what came first. */
    FIFO_QUEUE("fifo-queue");

    private final String text;
    private final List<String> aliases;

    Model(String text, String... aliases) {
        this.text = text;
        this.aliases = List.of(aliases);
    }

    /** {@return its name, as users write it} */
    public String text() {
        return text;
    }

    /** {@return names of Jepsen's, Knossos's and elle-cli's for workloads whose keys hold this} */
    public List<String> aliases() {
        return aliases;
    }

    /**
     * {@return the model of a name; empty if there is none}
     *
     * @param name as users write it, or an alias
     */
    public static Optional<Model> named(String name) {
        for (Model model : values()) {
            if (model.text.equals(name) || model.aliases.contains(name)) return Optional.of(model);
        }
        return Optional.empty();
    }

    /** {@return the names of all} */
    public static List<String> names() {
        List<String> names = new ArrayList<>();
        for (Model model : values()) names.add(model.text);
        return names;
    }

    /**
     * {@return whether reads return what one write wrote, so that every isolation level can be judged} Otherwise a write changes
     * what is there, and reads show what several of them did.
     */
    public boolean isOfVersions() {
        return switch (this) {
            case LIST_APPEND, RW_REGISTER, LWT, SET, G2, CLOSED_PREDICATE -> true;
            case COUNTER, BANK, MUTEX, QUEUE, FIFO_QUEUE -> false;
        };
    }

    /** {@return whether transactions are recorded as sequences of micro-operations, {@code [[:r x 1] [:w y 2]]}} */
    public boolean isOfTransactions() {
        return this == LIST_APPEND || this == RW_REGISTER || this == CLOSED_PREDICATE;
    }

    /** {@return whether each transaction is an operation on one object, so that it can be linearizable} */
    public boolean isOfSingleObjects() {
        return switch (this) {
            case LWT, SET, COUNTER, MUTEX, QUEUE, FIFO_QUEUE -> true;
            case LIST_APPEND, RW_REGISTER, G2, CLOSED_PREDICATE, BANK -> false;
        };
    }

    @Override
    public String toString() {
        return text;
    }
}

package minos.judge.sources;

import java.util.BitSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.infer.Findings;
import minos.infer.Options;
import minos.model.Certificate;

/**
 * Where reads may have their values from, in a history in which values repeat. What can come from one place only is tied to it;
 * what can come from nowhere is tied to what explains best why it is wrong; all else are <b>questions</b>, and answers to them
 * make a {@linkplain #reading reading}: a history in which all is unique. The history satisfies a level if some reading does.
 */
interface Sources {
    /** As an answer: none, the read says nothing. */
    int OPEN = History.UNKNOWN;

    /**
     * The questions of a history.
     *
     * @param repeatable says of a transaction whether its reads of a key must have one source, as from read atomicity on
     * @param consistent whether a transaction must see its own writes, as from read consistency on
     * @param cuts       whether cut isolation alone is asked for, which bears lists that nobody can have appended
     */
    static Sources of(History history, IntPredicate repeatable, boolean consistent, boolean cuts, Options options) {
        return history.isList()
                ? new ListSources(history, consistent, cuts, options)
                : new RegisterSources(history, repeatable, options);
    }

    History history();

    /** How many questions there are. */
    int questions();

    /** A read that asks a question; the first, if several do. */
    int read(int question);

    /**
     * The writes that may be the answer, in ascending order; first of them {@link History#INITIAL}, if that may be, and behind them
     * {@link History#operations} plus a version, if it may be that nobody wrote that.
     */
    int[] candidates(int question);

    /** Whether a write, or the initial state, may be the answer. */
    boolean isCandidate(int question, int write);

    /**
     * Whether a reading may leave questions open. Then it asks for less than any that answers them, and what it violates is
     * violated.
     */
    boolean mayStayOpen();

    /** The transactions that ask a question. */
    int[] readers(int question);

    /** Whether answers go together, whatever the level. */
    boolean areTogether(int[] answers);

    /** Hears of two answers to two questions that exclude each other. */
    interface Exclusions {
        void pair(int question, int answer, int otherQuestion, int otherAnswer);
    }

    /**
     * Adds the operations that say nothing without an answer to a question: what is left is so whatever the answer is.
     *
     * @param answers to all questions
     */
    void leaveOut(int question, int[] answers, BitSet operations);

    /**
     * The history as these answers have it. What nobody wrote has {@link History#operations} plus its version.
     *
     * @param answers by question: a write, {@link History#INITIAL} or {@link #OPEN}
     */
    History reading(int[] answers);

    /**
     * The same, of some transactions alone.
     *
     * @param answers of other transactions' questions, {@link #OPEN}
     */
    History reading(int[] answers, BitSet members);

    /** The sources that a certificate has to name for these answers: all of them. */
    List<Certificate.Source> named(int[] answers);

    /** A source as a certificate names it. */
    static Certificate.Source named(History history, int read, int place, int write) {
        int reader = history.transactionOf(read);
        int index = read - history.begin(reader);
        if (write == History.INITIAL) return new Certificate.Source(reader, index, place, OptionalInt.empty(), 0);
        int writer = history.transactionOf(write);
        return new Certificate.Source(reader, index, place, OptionalInt.of(writer), write - history.begin(writer));
    }

    /** What is wrong in every reading, and found in none. */
    Findings findings();
}

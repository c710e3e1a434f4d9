package minos;

import minos.history.History;
import minos.model.Verdict;

/**
 * Hears how far a question has come, for somebody who cannot wait for the answer. Called by the threads that do the work, so
 * it should be quick; what it throws ends the work.
 */
public interface Listener {
    /** Hears nothing. */
    Listener NONE = new Listener() {};

    /**
     * A phase of the work begins.
     *
     * @param name  what is done, in a phrase
     * @param steps how many steps it will take; 0 if that is not known
     */
    default void phase(String name, long steps) {}

    /**
     * More of the phase is done. Told rarely: every ten thousand steps or so.
     *
     * @param steps how many steps were taken since
     */
    default void advance(long steps) {}

    /**
     * The history has been read; now it is judged.
     *
     * @param history the whole history
     */
    default void read(History history) {}

    /**
     * A verdict is known. Verdicts come in the order in which levels were asked for, each as soon as it is there.
     *
     * @param verdict the verdict
     */
    default void verdict(Verdict verdict) {}
}

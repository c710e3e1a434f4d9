package minos.history;

import java.util.Optional;

/** How a history is to be read: what the user knows of it, and when to give up. */
public interface Reading {
    /**
     * What the keys hold.
     *
     * @return the model; empty to recognise it
     */
    Optional<Model> model();

    /**
     * How reads of initial values are known.
     *
     * @return empty for the format's own way
     */
    Optional<InitialValues> initial();

    /**
     * How many threads may be used.
     *
     * @return at least 1
     */
    int threads();

    /**
     * Gives up if a limit has been reached. To be called every few milliseconds.
     *
     * @throws java.util.concurrent.CancellationException if it is time to give up; it is to be passed on
     */
    void check();
}

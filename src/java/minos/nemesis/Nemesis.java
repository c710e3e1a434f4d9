package minos.nemesis;

import java.io.IOException;
import java.util.SplittableRandom;

/** Something that can be broken, and mended again. Used by one thread. */
public interface Nemesis {
    /** What breaking it is called in a history, in Jepsen's words: {@code kill}. */
    String begins();

    /** What mending it is called: {@code start}. */
    String ends();

    /**
     * Breaks it.
     *
     * @return whom that concerns; empty for all
     * @throws IOException that says why it could not be broken
     */
    String begin(SplittableRandom random) throws IOException, InterruptedException;

    /** Mends it. */
    void end() throws IOException, InterruptedException;
}

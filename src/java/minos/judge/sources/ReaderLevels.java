package minos.judge.sources;

import minos.history.History;
import minos.history.Status;
import minos.infer.Mix;
import minos.model.Level;
import minos.model.Requirement;

/** What is asked of each reader: one level of all, or of each its own. */
final class ReaderLevels {
    private final Level same;
    /** Null where all have the same. */
    private final Mix mix;

    private ReaderLevels(Level same, Mix mix) {
        this.same = same;
        this.mix = mix;
    }

    static ReaderLevels of(History history, Requirement asked) {
        return new ReaderLevels(asked.level(), asked.level() == Level.MIXED ? mix(history) : null);
    }

    /** The levels of all that may have taken part. */
    static Mix mix(History history) {
        return new Mix(history, t -> history.status(t) != Status.ABORTED);
    }

    /** Whether a reader is promised what a level promises. */
    boolean imply(int reader, Level level) {
        return (mix == null ? same : mix.of(reader)).implies(level);
    }

    /** Whether no reader may be promised what a level promises. */
    boolean neverImply(Level level) {
        return mix == null && !same.implies(level);
    }
}

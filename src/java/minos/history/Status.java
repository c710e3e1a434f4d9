package minos.history;

/** How a transaction ended, as far as the client knows. */
public enum Status {
    /** It took effect. */
    COMMITTED,
    /** It had no effect. */
    ABORTED,
    /** It may have taken effect, or may still. */
    INDETERMINATE
}

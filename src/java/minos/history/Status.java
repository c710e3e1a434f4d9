package minos.history;

/** How a transaction ended, as far as the client knows. */
public enum Status {
    COMMITTED,
    ABORTED,
    INDETERMINATE
}

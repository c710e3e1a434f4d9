package minos.infer;

/** A value was written twice, so that reads of it may have several sources: the message names key, value and transactions. */
public final class AmbiguousHistory extends RuntimeException {
    private static final long serialVersionUID = 1;

    AmbiguousHistory(String message) {
        super(message);
    }
}

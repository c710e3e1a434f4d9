package minos.infer;

/** A history that cannot be judged because a value was written twice: the message names key, value and transactions. */
public final class AmbiguousHistory extends RuntimeException {
    private static final long serialVersionUID = 1;

    AmbiguousHistory(String message) {
        super(message);
    }
}

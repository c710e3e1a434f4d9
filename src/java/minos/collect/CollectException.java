package minos.collect;

/** A run that could not begin, with the reason in words for the user. */
public final class CollectException extends Exception {
    public CollectException(String message) {
        super(message);
    }
}

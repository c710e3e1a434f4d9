package minos.io;

/** An operation in memory that belongs to no history: its place, and in the message what was found and expected. */
public final class MalformedOperation extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int place;

    MalformedOperation(int place, String message) {
        super(message);
        this.place = place;
    }

    public int place() {
        return place;
    }
}

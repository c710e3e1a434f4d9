package minos.io.edn;

import minos.io.ReadException;

/**
 * An operation, or text, that is not what it should be, and where: at an offset of the text, or at the operation's place in
 * memory. Of a text it becomes a {@link ReadException} once it is sure to matter.
 */
public class MalformedEdn extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long place;

    MalformedEdn(long place, String found, String expected) {
        this(place, "found " + found + ", expected " + expected);
    }

    MalformedEdn(long place, String problem) {
        super(problem, null, false, false);
        this.place = place;
    }

    public long place() {
        return place;
    }
}

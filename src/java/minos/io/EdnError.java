package minos.io;

/**
 * Text that is not what it should be, at an offset; becomes a {@link ReadException} once it is sure to matter. Of operations
 * in memory, the offset is their place.
 */
final class EdnError extends RuntimeException {
    private static final long serialVersionUID = 1;

    final long offset;
    final String found;
    final String expected;

    EdnError(long offset, String found, String expected) {
        super("found " + found + ", expected " + expected, null, false, false);
        this.offset = offset;
        this.found = found;
        this.expected = expected;
    }
}

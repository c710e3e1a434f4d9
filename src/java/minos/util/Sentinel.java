package minos.util;

/** What the engine's int arrays hold where there is nothing. */
public final class Sentinel {
    /**
     * No transaction, operation, version, vertex or edge. Not -1, which is the initial transaction
     * ({@code History.INITIAL}): that one writes, is read from, and is found where others are not.
     */
    public static final int NONE = -2;

    private Sentinel() {}
}

package minos.io.bytes;

import minos.io.ReadException;

/**
 * Refuses what grows out of proportion while it is read: a few bytes that become gigabytes are not a history but an
 * attempt to exhaust whoever reads them.
 *
 * @param name     what messages call the file
 * @param maxRatio how many times its size it may become, once that is much
 */
public record Proportion(String name, int maxRatio) {
    /** Up to so much, nothing is suspicious. */
    private static final long HARMLESS = 1 << 26;

    /** @param packed what was read, {@code unpacked} what became of it, both in bytes */
    public void check(long packed, long unpacked) throws ReadException {
        if (unpacked <= HARMLESS || unpacked / maxRatio <= packed) return;
        throw new ReadException(
                name, "unpacks to more than " + maxRatio + " times its size; --max-ratio lets larger ones through");
    }
}

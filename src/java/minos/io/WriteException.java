package minos.io;

import java.io.IOException;

/** A history that cannot be written in a format, and why. */
public final class WriteException extends IOException {
    private static final long serialVersionUID = 1;

    public WriteException(String message) {
        super(message);
    }
}

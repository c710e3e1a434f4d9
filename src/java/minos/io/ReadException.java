package minos.io;

import java.io.IOException;

/** A history that cannot be read: where, what was found there, and what was expected instead. */
public final class ReadException extends IOException {
    private static final long serialVersionUID = 1;

    private final String file;
    private final Place place;
    private final String problem;

    /** Reads {@code h.edn:12:7: found …, expected …}. */
    public ReadException(String file, Place place, String found, String expected) {
        this(file, place, "found " + found + ", expected " + expected);
    }

    /** Something wrong at a place. */
    public ReadException(String file, Place place, String problem) {
        super(file + ":" + place.line() + ":" + place.column() + ": " + problem);
        this.file = file;
        this.place = place;
        this.problem = problem;
    }

    /** Something wrong with the file as a whole. */
    public ReadException(String file, String problem) {
        super(file + ": " + problem);
        this.file = file;
        this.place = null;
        this.problem = problem;
    }

    public String file() {
        return file;
    }

    /** Null if the file as a whole is to blame. */
    public Place place() {
        return place;
    }

    /** The message without file and place. */
    public String problem() {
        return problem;
    }
}

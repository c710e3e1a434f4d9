package minos.render;

/**
 * Writes nested data piece by piece; the syntax is the implementation's. One walk over a verdict so gives the same
 * shape in every syntax.
 */
public interface DataWriter {
    void beginMap();

    void endMap();

    void beginList();

    void endList();

    /** The name of the next value of the map. */
    void name(String name);

    /** Any text. */
    void text(String text);

    /** One of a fixed set of words: a level, a status, a kind of edge. */
    void word(String word);

    /** A key, a value or a session of the history, in its printed form. */
    void atom(String printed);

    void number(long number);

    void bool(boolean bool);

    /** No value. */
    void none();
}

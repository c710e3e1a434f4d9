package minos.render;

/** Writes data on one line: brackets, and what stands between two pieces. How a piece looks is the syntax's. */
abstract class LineWriter implements DataWriter {
    final StringBuilder out;
    private final char separator;
    private final String none;
    /** Whether the next piece follows another one. */
    private boolean follows;

    LineWriter(StringBuilder out, char separator, String none) {
        this.out = out;
        this.separator = separator;
        this.none = none;
    }

    /** To be called before each piece: goes on from the one before. */
    final void separate() {
        if (follows) out.append(separator);
        follows = true;
    }

    /** After what is no whole piece by itself. */
    final void join(char joint) {
        out.append(joint);
        follows = false;
    }

    private void begin(char bracket) {
        separate();
        join(bracket);
    }

    private void end(char bracket) {
        out.append(bracket);
        follows = true;
    }

    @Override
    public final void beginMap() {
        begin('{');
    }

    @Override
    public final void endMap() {
        end('}');
    }

    @Override
    public final void beginList() {
        begin('[');
    }

    @Override
    public final void endList() {
        end(']');
    }

    @Override
    public final void number(long number) {
        separate();
        out.append(number);
    }

    @Override
    public final void bool(boolean bool) {
        separate();
        out.append(bool);
    }

    @Override
    public final void none() {
        separate();
        out.append(none);
    }
}

package minos.render;

/**
 * Writes EDN on one line, piece by piece: names and words as keywords, keys and values of a history as they were
 * recorded.
 */
public final class Edn implements DataWriter {
    private final StringBuilder out;
    private boolean space;

    public Edn(StringBuilder out) {
        this.out = out;
    }

    @Override
    public void beginMap() {
        begin('{');
    }

    @Override
    public void endMap() {
        end('}');
    }

    @Override
    public void beginList() {
        begin('[');
    }

    @Override
    public void endList() {
        end(']');
    }

    @Override
    public void name(String name) {
        word(name);
    }

    @Override
    public void text(String text) {
        separate();
        out.append(Json.quote(text)); // EDN strings know all the escapes that we use in JSON
    }

    @Override
    public void word(String word) {
        separate();
        out.append(':').append(word);
    }

    @Override
    public void atom(String printed) {
        separate();
        out.append(printed);
    }

    @Override
    public void number(long number) {
        separate();
        out.append(number);
    }

    @Override
    public void bool(boolean bool) {
        separate();
        out.append(bool);
    }

    @Override
    public void none() {
        separate();
        out.append("nil");
    }

    private void begin(char bracket) {
        separate();
        out.append(bracket);
        space = false;
    }

    private void end(char bracket) {
        out.append(bracket);
        space = true;
    }

    private void separate() {
        if (space) out.append(' ');
        space = true;
    }
}

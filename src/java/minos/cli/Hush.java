package minos.cli;

import java.io.OutputStream;
import java.io.PrintStream;

/** Keeps libraries from printing: some JDBC drivers remark on every conflict. Minos itself has streams of its own. */
final class Hush {
    private final PrintStream out = System.out;
    private final PrintStream err = System.err;

    Hush() {
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
    }

    void end() {
        System.setOut(out);
        System.setErr(err);
    }
}

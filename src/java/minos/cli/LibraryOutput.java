package minos.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import minos.collect.CollectException;

/** What libraries print: some JDBC drivers remark on every conflict. Minos itself has streams of its own. */
final class LibraryOutput {
    private LibraryOutput() {}

    /** Work on a database. */
    interface Work<T> {
        T run() throws CollectException, IOException;
    }

    /** Does something in silence, unless it is to be watched. */
    static <T> T silenced(Environment environment, Work<T> work) throws CollectException, IOException {
        if (environment.debug()) return work.run();
        PrintStream out = System.out;
        PrintStream err = System.err;
        System.setOut(new PrintStream(OutputStream.nullOutputStream()));
        System.setErr(new PrintStream(OutputStream.nullOutputStream()));
        try {
            return work.run();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
    }
}

package minos.io;

/** The binary file of a Jepsen test, {@code test.jepsen}. */
final class JepsenFile {
    static final byte[] MAGIC = {'J', 'E', 'P', 'S', 'E', 'N'};
    static final String REFUSAL = "a Jepsen test in its binary form, which Minos does not read; "
            + "history.edn beside it is the same history";

    private JepsenFile() {
    }
}

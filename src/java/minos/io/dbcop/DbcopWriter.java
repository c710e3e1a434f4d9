package minos.io.dbcop;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.util.List;
import minos.history.History;
import minos.io.RegisterView;
import minos.io.bytes.BinaryOutput;

/**
 * Writes the binary format of dbcop, which {@link DbcopReader} describes. It holds what {@link RegisterView} does, and
 * aborted transactions; of the sessions only their order.
 */
public final class DbcopWriter {
    /** Nobody asks for it, but dbcop wants one: equal histories give equal files. */
    static final String TIME = "1970-01-01T00:00:00+00:00";

    static final String INFO = "written by Minos";

    private final RegisterView view;
    private final BinaryOutput out;

    private DbcopWriter(RegisterView view, OutputStream out) {
        this.view = view;
        this.out = new BinaryOutput(out, ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes the history, and tells in sentences what the file does not keep of it. */
    public static List<String> write(History history, OutputStream out) throws IOException {
        RegisterView view = new RegisterView(history, "dbcop's format", false, "aborted");
        new DbcopWriter(view, out).write();
        view.noteUnknown();
        view.noteSessions();
        return view.notes;
    }

    private void write() throws IOException {
        for (long number : Shape.of(view).numbers()) out.write(number);
        out.write(INFO);
        out.write(TIME);
        out.write(TIME);
        out.write((long) view.history.sessions());
        for (int s = 0; s < view.history.sessions(); s++) {
            int[] transactions = view.transactions(s);
            out.write((long) transactions.length);
            for (int t : transactions) transaction(t);
        }
        out.flush();
    }

    private void transaction(int transaction) throws IOException {
        History history = view.history;
        out.write((long) view.length(transaction));
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (!view.isKnown(op)) continue;
            out.write(history.isWrite(op) ? 1 : 0);
            out.write(view.key(history.key(op)));
            out.write(view.value(history.version(op)));
            out.write(1);
        }
        out.write(view.isCommitted(transaction) ? 1 : 0);
    }

    /** The size of the workload, as dbcop puts it: transactions of a session and events of a transaction at most. */
    record Shape(long nodes, long variables, long transactions, long events) {
        static Shape of(RegisterView view) {
            int transactions = 0;
            int events = 0;
            for (int s = 0; s < view.history.sessions(); s++) {
                transactions = Math.max(transactions, view.transactions(s).length);
            }
            for (int t = 0; t < view.history.transactions(); t++) events = Math.max(events, view.length(t));
            return new Shape(view.history.sessions(), view.history.keys(), transactions, events);
        }

        /** With the id before them, which is 0. */
        long[] numbers() {
            return new long[] {0, nodes, variables, transactions, events};
        }
    }
}

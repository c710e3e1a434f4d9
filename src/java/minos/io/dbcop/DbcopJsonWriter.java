package minos.io.dbcop;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import minos.history.History;
import minos.io.RegisterView;
import minos.io.bytes.TextOutput;

/**
 * Writes the JSON format of dbcop, which {@link DbcopJsonReader} describes, a transaction a line. It holds what
 * {@link RegisterView} does, and aborted transactions; of the sessions only their order.
 */
public final class DbcopJsonWriter {
    private final RegisterView view;
    private final TextOutput out;

    private DbcopJsonWriter(RegisterView view, OutputStream out) {
        this.view = view;
        this.out = new TextOutput(out);
    }

    /** Writes the history, and tells in sentences what the file does not keep of it. */
    public static List<String> write(History history, OutputStream out) throws IOException {
        RegisterView view = new RegisterView(history, "dbcop's format", false, "aborted");
        new DbcopJsonWriter(view, out).write();
        view.noteUnknown();
        view.noteSessions();
        return view.notes;
    }

    private void write() throws IOException {
        DbcopWriter.Shape shape = DbcopWriter.Shape.of(view);
        out.text("{\"params\":{\"id\":0,\"n_node\":" + shape.nodes() + ",\"n_variable\":" + shape.variables()
                + ",\"n_transaction\":" + shape.transactions() + ",\"n_event\":" + shape.events() + "},\n");
        out.text("\"info\":\"" + DbcopWriter.INFO + "\",\"start\":\"" + DbcopWriter.TIME + "\",\"end\":\""
                + DbcopWriter.TIME + "\",\n\"data\":[");
        for (int s = 0; s < view.history.sessions(); s++) {
            out.text(s == 0 ? "\n[" : ",\n[");
            int[] transactions = view.transactions(s);
            for (int i = 0; i < transactions.length; i++) {
                if (i > 0) out.text(",\n");
                transaction(transactions[i]);
            }
            out.text("]");
        }
        out.text("\n]}\n");
        out.flush();
    }

    private void transaction(int transaction) throws IOException {
        History history = view.history;
        out.text("{\"events\":[");
        boolean first = true;
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (!view.isKnown(op)) continue;
            if (!first) out.text(",");
            first = false;
            out.text(history.isWrite(op) ? "{\"Write\":{\"variable\":" : "{\"Read\":{\"variable\":");
            out.number(view.key(history.key(op)));
            out.text(",\"version\":");
            if (history.version(op) == History.INITIAL) out.text("null");
            else out.number(view.value(history.version(op)));
            out.text("}}");
        }
        out.text("],\"committed\":" + view.isCommitted(transaction) + "}");
    }
}

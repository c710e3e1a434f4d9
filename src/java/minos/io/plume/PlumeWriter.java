package minos.io.plume;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import minos.history.History;
import minos.history.Status;
import minos.io.RegisterView;
import minos.io.bytes.TextOutput;

/**
 * Writes the text format of Plume, which holds less than a history may: see {@link RegisterView}. Transactions are
 * numbered in their order; those without operations are left out. Aborted transactions of one session become one; in
 * the variant that PolySI and MTC read there are none.
 */
public final class PlumeWriter {
    private final RegisterView view;
    private final boolean aborted;
    private final TextOutput out;

    private PlumeWriter(RegisterView view, boolean aborted, OutputStream out) {
        this.view = view;
        this.aborted = aborted;
        this.out = new TextOutput(out);
    }

    /** Writes the history, and tells in sentences what the text does not keep of it. */
    public static List<String> write(History history, OutputStream out) throws IOException {
        RegisterView view = new RegisterView(history, "Plume text", false, "aborted");
        new PlumeWriter(view, true, out).write();
        return view.notes;
    }

    /**
     * The same in the variant of PolySI and MTC, whose numbers have 63 bits and which knows no aborted transactions.
     */
    public static List<String> writePolysi(History history, OutputStream out) throws IOException {
        RegisterView view = new RegisterView(history, "PolySI's text", true, "left out");
        new PlumeWriter(view, false, out).write();
        return view.notes;
    }

    private void write() throws IOException {
        History history = view.history;
        long transaction = 0;
        int empty = 0;
        int left = 0;
        for (int t = 0; t < history.transactions(); t++) {
            boolean committed = view.isCommitted(t);
            if (!committed && !aborted) {
                if (history.status(t) == Status.ABORTED) left++;
            } else if (view.length(t) == 0) {
                empty++;
            } else {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (view.isKnown(op)) line(t, op, committed ? transaction : -1);
                }
                if (committed) transaction++;
            }
        }
        out.flush();
        view.noteUnknown();
        if (empty > 0) view.notes.add(empty + " transactions without operations are left out");
        if (left > 0) view.notes.add(left + " aborted transactions are left out");
    }

    private void line(int transaction, int op, long id) throws IOException {
        History history = view.history;
        out.text(history.isWrite(op) ? "w(" : "r(");
        out.number(view.key(history.key(op)));
        out.text(",");
        out.number(view.value(history.version(op)));
        out.text(",");
        out.number(view.session(history.session(transaction)));
        out.text(",");
        if (id >= 0) out.number(id);
        else out.text("-1");
        out.text(")\n");
    }
}

package minos.io.cobra;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import minos.history.History;
import minos.history.Status;
import minos.io.RegisterView;
import minos.io.bytes.BinaryOutput;

/**
 * Writes logs as Cobra's clients do, one for each session, without times: see {@link CobraLog}. They hold what
 * {@link RegisterView} does, without aborted transactions; a read from one of these reads what nobody wrote. Each
 * version of a key gets the id of a write, from 1 on.
 */
public final class CobraWriter {
    private final RegisterView view;
    /** By version: the id of the transaction that wrote it. */
    private final long[] writer;

    private BinaryOutput out;

    private CobraWriter(RegisterView view) {
        this.view = view;
        writer = new long[view.history.versions()];
        // An id that no transaction has: a read whose write is missing names somebody.
        Arrays.fill(writer, id(view.history.transactions()));
        for (int t = 0; t < view.history.transactions(); t++) {
            if (!view.isCommitted(t)) continue;
            for (int op = view.history.begin(t); op < view.history.end(t); op++) {
                if (view.history.isWrite(op)) writer[view.history.version(op)] = id(t);
            }
        }
    }

    /** Writes the history into an empty folder, and tells in sentences what the logs do not keep of it. */
    public static List<String> write(History history, Path folder) throws IOException {
        RegisterView view = new RegisterView(history, "Cobra's format", false, "left out");
        CobraWriter writer = new CobraWriter(view);
        for (int s = 0; s < history.sessions(); s++) {
            String name = "T" + Long.toUnsignedString(view.session(s)) + CobraReader.ENDING;
            try (OutputStream file = Files.newOutputStream(folder.resolve(name))) {
                writer.session(s, file);
            }
        }
        view.noteUnknown();
        int aborted = 0;
        for (int t = 0; t < history.transactions(); t++) if (history.status(t) == Status.ABORTED) aborted++;
        if (aborted > 0) view.notes.add(aborted + " aborted transactions are left out");
        view.notes.add("values are known by the ids of their writes, from 1 on");
        return view.notes;
    }

    private void session(int session, OutputStream file) throws IOException {
        out = new BinaryOutput(file, ByteOrder.BIG_ENDIAN);
        for (int t : view.transactions(session)) if (view.isCommitted(t)) transaction(t);
        out.flush();
    }

    private void transaction(int transaction) throws IOException {
        History history = view.history;
        out.write('S');
        out.write(id(transaction));
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            if (!view.isKnown(op)) continue;
            int version = history.version(op);
            boolean initial = version == History.INITIAL;
            out.write(history.isWrite(op) ? 'W' : 'R');
            if (!history.isWrite(op)) out.write(initial ? CobraLog.INITIAL : writer[version]);
            out.write(initial ? CobraLog.INITIAL : version + 1L);
            out.write(view.key(history.key(op)));
            out.write(view.value(version));
        }
        out.write('C');
        out.write(id(transaction));
    }

    private static long id(int transaction) {
        return transaction + 1L;
    }
}

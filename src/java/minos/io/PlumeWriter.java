package minos.io;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import minos.history.History;
import minos.history.Model;
import minos.history.Status;
import minos.util.IntList;

/**
 * Writes the text format of Plume, which holds less than a history may:
 * <ul>
 * <li>There are no lists: a list-append history is refused.
 * <li>There is no real time.
 * <li>Sessions, keys and values are numbers: see {@link PlumeNumbers}. Transactions are numbered in their order.
 * <li>Aborted transactions of one session become one.
 * <li>There are no indeterminate transactions. One whose write is read by a committed transaction, or by another that
 *     counts as committed for this reason, is written as committed; any other as aborted. This is how they are judged.
 * <li>There are no reads of unknown values; they constrain nothing and are left out. So are transactions without operations.
 * </ul>
 * So at every level that does not speak of real time, the text has the verdict of the history; unless one of two writes of
 * the same value is left out, for a history with such writes has no verdict.
 */
public final class PlumeWriter {
    private static final int NONE = -1;

    private final History history;
    private final List<String> notes = new ArrayList<>();
    private final DigitWriter out;

    private PlumeWriter(History history, OutputStream out) {
        this.history = history;
        this.out = new DigitWriter(out);
    }

    /** Writes the history, and tells in sentences what the text does not keep of it. */
    public static List<String> write(History history, OutputStream out) throws IOException {
        if (history.isList()) {
            throw new WriteException("Plume text cannot hold a " + Model.LIST_APPEND + " history: it knows registers only");
        }
        PlumeWriter writer = new PlumeWriter(history, out);
        writer.write();
        return writer.notes;
    }

    private void write() throws IOException {
        if (history.hasRealTime()) notes.add("real time is left out");
        PlumeNumbers numbers = PlumeNumbers.of(history, notes);
        BitSet committed = committed();
        long transaction = 0;
        int unknown = 0;
        int empty = 0;
        for (int t = 0; t < history.transactions(); t++) {
            boolean some = false;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.version(op) == History.UNKNOWN) {
                    unknown++;
                    continue;
                }
                some = true;
                out.text(history.isWrite(op) ? "w(" : "r(");
                out.number(numbers.key(history.key(op)));
                out.text(",");
                out.number(numbers.value(history.version(op)));
                out.text(",");
                out.number(numbers.session(history.session(t)));
                out.text(",");
                if (committed.get(t)) out.number(transaction);
                else out.text("-1");
                out.text(")\n");
            }
            if (some && committed.get(t)) transaction++;
            if (!some) empty++;
        }
        out.flush();
        if (unknown > 0) notes.add(unknown + " reads of unknown values are left out");
        if (empty > 0) notes.add(empty + " transactions without operations are left out");
    }

    /** The committed transactions, and the indeterminate ones that count as committed. */
    private BitSet committed() {
        BitSet committed = new BitSet();
        int indeterminate = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.COMMITTED) committed.set(t);
            if (history.status(t) == Status.INDETERMINATE) indeterminate++;
        }
        if (indeterminate == 0) return committed;
        int before = committed.cardinality();
        addObserved(committed);
        int kept = committed.cardinality() - before;
        notes.add("of " + indeterminate + " indeterminate transactions, " + kept
                + " are committed, as they were read from, and " + (indeterminate - kept) + " aborted");
        return committed;
    }

    /** Adds the indeterminate transactions that were read from by one in the set, as long as there are any. */
    private void addObserved(BitSet committed) {
        int[] writer = new int[history.versions()];
        Arrays.fill(writer, NONE);
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.INDETERMINATE) continue;
            for (int op = history.begin(t); op < history.end(t); op++) if (history.isWrite(op)) writer[history.version(op)] = t;
        }
        IntList work = new IntList();
        for (int t = committed.nextSetBit(0); t >= 0; t = committed.nextSetBit(t + 1)) work.add(t);
        while (!work.isEmpty()) {
            int reader = work.pop();
            for (int op = history.begin(reader); op < history.end(reader); op++) {
                int version = history.version(op);
                if (history.isWrite(op) || version < 0 || writer[version] == NONE || committed.get(writer[version])) continue;
                committed.set(writer[version]);
                work.add(writer[version]);
            }
        }
    }
}

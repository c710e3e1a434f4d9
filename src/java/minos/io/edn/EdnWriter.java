package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import minos.history.Atoms;
import minos.history.History;
import minos.history.Model;
import minos.history.Status;
import minos.io.bytes.TextOutput;

/**
 * Writes histories as Jepsen does, one operation a line: invocations and completions in the order in which they were
 * recorded, or completions alone where the history has no real time. {@link EdnReader} reads the same history back,
 * but for what EDN cannot say: reads of aborted transactions, initial values of registers that transactions of unknown
 * outcome read, and sessions that are named by something else than a number.
 *
 * <p>An indeterminate transaction completes with {@code :info}, when its turn comes among the others.
 */
public final class EdnWriter {
    private static final String[] TYPES = {":ok", ":fail", ":info"};

    private final History history;
    private final Values values;
    private final TextOutput out;
    private final boolean singles;
    private long index;

    private EdnWriter(History history, OutputStream out) {
        this.history = history;
        this.out = new TextOutput(out);
        values = new Values(history, this.out);
        singles = history.model() == Model.LWT && areSingles(history);
    }

    /** Writes the history, and tells in sentences what the text does not keep of it. */
    public static List<String> write(History history, OutputStream out) throws IOException {
        EdnWriter writer = new EdnWriter(history, out);
        if (history.hasRealTime()) writer.all();
        else for (int t = 0; t < history.transactions(); t++) writer.completion(t);
        writer.out.flush();
        List<String> notes = writer.values.notes();
        if (history.model() == Model.SET) notes.add("a set is written as registers, one for each element");
        if (history.model() == Model.CLOSED_PREDICATE)
            notes.add(
                    "rows, and what predicates see of them, are written as registers; nil is what they were at first");
        if (history.model() == Model.G2)
            notes.add("inserts are written as reads and writes of registers, one for each table");
        int unknown = writer.unknownInitialReads();
        if (unknown > 0) notes.add(unknown + " reads of initial values by indeterminate transactions become unknown");
        return notes;
    }

    /** Whether all transactions are single reads, writes or compare-and-sets of a register, as {@link OpInterpreter} reads them. */
    private static boolean areSingles(History history) {
        for (int t = 0; t < history.transactions(); t++) {
            int op = history.begin(t);
            int count = history.end(t) - op;
            boolean cas = count == 2
                    && !history.isWrite(op)
                    && history.version(op) != History.UNKNOWN
                    && history.isWrite(op + 1)
                    && history.key(op) == history.key(op + 1);
            if (count != 1 && !cas) return false;
        }
        return true;
    }

    /** What a single operation does. */
    private String function(int transaction) {
        int op = history.begin(transaction);
        if (history.end(transaction) - op == 2) return ":cas";
        return history.isWrite(op) ? ":write" : ":read";
    }

    private int unknownInitialReads() {
        int count = 0;
        for (int t = 0; t < history.transactions() && !history.isList(); t++) {
            if (history.status(t) != Status.INDETERMINATE) continue;
            for (int op = history.begin(t); op < history.end(t); op++)
                if (!history.isWrite(op) && history.version(op) == History.INITIAL) count++;
        }
        return count;
    }

    /** Writes each completion when its turn comes, behind the invocations that precede it. */
    private void all() throws IOException {
        int count = history.transactions();
        long[] invocations = new long[count];
        for (int t = 0; t < count; t++) invocations[t] = (long) history.invocation(t) << 32 | t;
        Arrays.sort(invocations);
        int next = 0;
        for (int t = 0; t < count; t++) {
            boolean completed = history.completion(t) != Integer.MAX_VALUE;
            int before = completed ? history.completion(t) : history.invocation(t) + 1;
            while (next < count && invocations[next] >> 32 < before) invocation((int) invocations[next++]);
            completion(t);
        }
    }

    private void invocation(int transaction) throws IOException {
        begin(":invoke", transaction);
        value(transaction, false);
        end(transaction);
    }

    private void completion(int transaction) throws IOException {
        begin(TYPES[history.status(transaction).ordinal()], transaction);
        value(transaction, true);
        times(history.started(transaction), history.committed(transaction));
        end(transaction);
    }

    /** What the database's clock says. */
    private void times(int started, int committed) throws IOException {
        if (started < 0 && committed < 0) return;
        out.text(", :ts {");
        if (started >= 0) out.anyText(":start " + history.stampText(started) + (committed >= 0 ? ", " : ""));
        if (committed >= 0) out.anyText(":commit " + history.stampText(committed));
        out.text("}");
    }

    private void end(int transaction) throws IOException {
        if (history.group(transaction) >= 0) {
            out.text(", :group ");
            out.anyText(history.groupText(history.group(transaction)));
        }
        String level = history.isolation(transaction).orElse("");
        if (!level.isEmpty()) {
            out.text(", :isolation ");
            out.anyText(level.matches("[A-Za-z][A-Za-z0-9._-]*") ? ":" + level : EdnTokens.quote(level));
        }
        out.text("}\n");
    }

    private void begin(String type, int transaction) throws IOException {
        out.text("{:index ");
        out.number(index++);
        out.text(", :type ");
        out.text(type);
        out.text(", :process ");
        values.session(history.session(transaction));
        out.text(", :f ");
        out.text(singles ? function(transaction) : ":txn");
        out.text(", :value ");
    }

    private void value(int transaction, boolean completed) throws IOException {
        if (singles) {
            single(transaction, completed);
            return;
        }
        out.text("[");
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            out.text(op > history.begin(transaction) ? " [" : "[");
            out.text(history.isWrite(op) ? history.isList() ? ":append " : ":w " : ":r ");
            values.key(history.key(op));
            if (completed && isUntold(op, transaction)) {
                out.text("]");
                continue;
            }
            out.text(" ");
            if (history.isWrite(op) || !history.isList() || !completed) result(op, completed);
            else list(op, history.status(transaction));
            if (completed && history.number(op) >= 0) {
                out.anyText(" {:version " + history.numberText(history.number(op)) + "}");
            }
            out.text("]");
        }
        out.text("]");
    }

    /** Whether nobody knows what a committed transaction read; {@code nil} would be the initial value. */
    private boolean isUntold(int op, int transaction) {
        return !history.isWrite(op)
                && history.version(op) == History.UNKNOWN
                && history.status(transaction) == Status.COMMITTED;
    }

    /** {@code [key value]}, or for a compare-and-set {@code [key [old new]]}, which is known from the beginning. */
    private void single(int transaction, boolean completed) throws IOException {
        int op = history.begin(transaction);
        boolean cas = history.end(transaction) - op == 2;
        out.text("[");
        values.key(history.key(op));
        out.text(cas ? " [" : " ");
        result(op, completed || cas);
        if (cas) {
            out.text(" ");
            result(op + 1, true);
            out.text("]");
        }
        out.text("]");
    }

    private void result(int op, boolean completed) throws IOException {
        if (!completed && !history.isWrite(op) || history.version(op) < 0) out.text("nil");
        else values.value(history.version(op));
    }

    private void list(int op, Status status) throws IOException {
        int version = history.version(op);
        // An unknown outcome makes nil an unknown result; the empty list is a known one.
        if (version == History.UNKNOWN || version == History.INITIAL && status == Status.COMMITTED) {
            out.text("nil");
            return;
        }
        out.text("[");
        int length = history.length(op);
        for (int i = 0; i < length; i++) {
            if (i > 0) out.text(" ");
            values.value(history.element(op, i));
        }
        out.text("]");
    }

    /**
     * Prints keys, values and sessions of a history as EDN. What is no EDN, as other formats may have it, becomes a string.
     */
    private static final class Values {
        private final History history;
        private final TextOutput out;
        private final boolean edn;
        private final boolean numbered;
        private boolean quotes;

        Values(History history, TextOutput out) {
            this.history = history;
            this.out = out;
            edn = history.origin() instanceof EdnReader.FileOrigin;
            boolean integers = true;
            for (int s = 0; s < history.sessions(); s++) integers &= isInteger(history.sessionText(s));
            numbered = !integers;
        }

        void key(int key) throws IOException {
            print(history.keyAtom(key), () -> history.keyText(key));
        }

        void value(int version) throws IOException {
            print(history.valueAtom(version), () -> history.valueText(version));
        }

        /** A process must be an integer; if not all sessions are called that way, they are numbered. */
        void session(int session) throws IOException {
            out.text(numbered ? Integer.toString(session) : history.sessionText(session));
        }

        /** What was written in another way than the history has it. */
        List<String> notes() {
            List<String> notes = new ArrayList<>();
            if (numbered) notes.add("sessions are numbered, as processes are numbers");
            if (quotes) notes.add("keys and values that are no EDN are strings");
            return notes;
        }

        private interface Text {
            String get();
        }

        private void print(long atom, Text text) throws IOException {
            if (Atoms.isInteger(atom) && atom >= 0) {
                out.number(atom);
            } else {
                String printed = text.get();
                boolean fits = Atoms.isInteger(atom) || edn || isEdn(printed);
                quotes |= !fits;
                out.anyText(EdnTokens.withoutControls(fits ? printed : EdnTokens.quote(printed)));
            }
        }

        private static boolean isInteger(String text) {
            return text.matches("-?(0|[1-9][0-9]*)N?");
        }

        private static boolean isEdn(String text) {
            try {
                EdnScanner scanner =
                        new EdnScanner(new ByteArrayInputStream(text.getBytes(UTF_8)), 0, text.length() + 1);
                return new EdnText(scanner).print("a form").equals(text) && scanner.peek() < 0;
            } catch (MalformedEdn e) {
                return false;
            }
        }
    }
}

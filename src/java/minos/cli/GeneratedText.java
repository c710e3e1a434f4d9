package minos.cli;

import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import minos.generate.SimulationListener;
import minos.generate.Workload;
import minos.history.Status;
import minos.io.bytes.TextOutput;

/**
 * Writes a simulation to a file while it runs, a transaction at a time: the text that the format's writer makes of the whole
 * history. (Only completions of indeterminate transactions may have another place among invocations.)
 */
abstract class GeneratedText implements SimulationListener {
    final TextOutput out;

    private GeneratedText(OutputStream out) {
        this.out = new TextOutput(out);
    }

    /** Ends the text, and tells in sentences what it does not keep. */
    List<String> end() throws IOException {
        out.flush();
        return List.of();
    }

    /** Jepsen's operations, as {@code EdnWriter} has them. */
    static final class Edn extends GeneratedText {
        private static final String[] TYPES = {":ok", ":fail", ":info"};
        private final boolean list;
        private long index;

        Edn(OutputStream out, boolean list) {
            super(out);
            this.list = list;
        }

        @Override
        public void invoked(Attempt attempt) throws IOException {
            operation(":invoke", attempt, false);
            end(attempt);
        }

        @Override
        public void ended(Attempt attempt, Status status, boolean clock, int began, int ended) throws IOException {
            operation(TYPES[status.ordinal()], attempt, status == Status.COMMITTED);
            if (clock) {
                out.text(", :ts {:start ");
                out.number(began);
                out.text(", :commit ");
                out.number(ended);
                out.text("}");
            }
            end(attempt);
        }

        private void operation(String type, Attempt attempt, boolean known) throws IOException {
            out.text("{:index ");
            out.number(index++);
            out.text(", :type ");
            out.text(type);
            out.text(", :process ");
            out.number(attempt.process());
            out.text(", :f :txn, :value [");
            for (int op = 0; op < attempt.operations(); op++) {
                boolean write = attempt.isWrite(op);
                out.text(op > 0 ? " [" : "[");
                out.text(!write ? ":r " : list ? ":append " : ":w ");
                out.number(attempt.key(op));
                out.text(" ");
                if (!write && !known) out.text("nil");
                else if (!write && list) list(attempt.elements(op));
                else value(attempt.value(op));
                out.text("]");
            }
            out.text("]");
        }

        private void list(long[] elements) throws IOException {
            for (int i = 0; i < elements.length; i++) {
                out.text(i > 0 ? " " : "[");
                out.number(elements[i]);
            }
            out.text(elements.length > 0 ? "]" : "nil");
        }

        private void value(long value) throws IOException {
            if (value == Workload.Op.NO_VALUE) out.text("nil");
            else out.number(value);
        }

        private void end(Attempt attempt) throws IOException {
            if (attempt.level() != null) {
                out.text(", :isolation :");
                out.text(attempt.level().text());
            }
            out.text("}\n");
        }
    }

    /** Plume's text, as {@code PlumeWriter} has it: of transactions whose outcome is known, without deletes. */
    static final class Plume extends GeneratedText {
        private long committed;
        private long unknown;
        private long empty;

        Plume(OutputStream out) {
            super(out);
        }

        @Override
        public void invoked(Attempt attempt) {}

        @Override
        public void ended(Attempt attempt, Status status, boolean clock, int began, int ended) throws IOException {
            boolean known = status == Status.COMMITTED;
            int lines = 0;
            for (int op = 0; op < attempt.operations(); op++) {
                boolean write = attempt.isWrite(op);
                if (!write && !known) {
                    unknown++;
                    continue;
                }
                lines++;
                out.text(write ? "w(" : "r(");
                out.number(attempt.key(op));
                out.text(",");
                out.number(attempt.value(op));
                out.text(",");
                out.number(attempt.process());
                out.text(",");
                if (known) out.number(committed);
                else out.text("-1");
                out.text(")\n");
            }
            if (known) committed++;
            else if (lines == 0) empty++;
        }

        @Override
        List<String> end() throws IOException {
            out.flush();
            List<String> notes = new ArrayList<>(List.of("real time is left out"));
            if (unknown > 0) notes.add(unknown + " reads of unknown values are left out");
            if (empty > 0) notes.add(empty + " transactions without operations are left out");
            return notes;
        }
    }
}

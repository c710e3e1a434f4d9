package minos.collect;

import java.util.List;
import minos.generate.Workload;

/** Operations and values as EDN text. */
final class EdnLine {
    private EdnLine() {}

    /**
     * The micro-ops of a transaction.
     *
     * @param results what the reads returned; null where that is not known
     */
    static String transaction(List<Workload.Op> plan, boolean list, String[] results) {
        StringBuilder out = new StringBuilder(plan.size() * 12).append('[');
        int reads = 0;
        for (Workload.Op op : plan) {
            if (out.length() > 1) out.append(' ');
            out.append(op.write() ? list ? "[:append " : "[:w " : "[:r ")
                    .append(op.key())
                    .append(' ');
            if (op.write()) out.append(op.value());
            else out.append(results == null ? "nil" : results[reads++]);
            out.append(']');
        }
        return out.append(']').toString();
    }

    /** A list from its text in the table. Whatever is in there that nobody appended stays visible, as a string. */
    static String list(String text) {
        if (text == null) return "nil";
        StringBuilder out = new StringBuilder(text.length() + 2).append('[');
        for (String element : text.split(",", -1)) {
            if (element.isEmpty()) continue;
            if (out.length() > 1) out.append(' ');
            out.append(element.matches("[0-9]{1,18}") ? element : string(element));
        }
        return out.append(']').toString();
    }

    /** A string. */
    static String string(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ' || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.append('"').toString();
    }
}

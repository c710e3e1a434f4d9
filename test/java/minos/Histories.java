package minos;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;

/**
 * A tiny language for histories in tests: one transaction a line, the n-th line (from 0) is transaction n.
 * <pre>
 * 0: w(x,1) r(y,nil)          session 0 committed a write of x and a read of y's initial value
 * 0: w(x,nil)                 a delete
 * 1! w(x,2)                   session 1 aborted
 * 1? w(x,3) r(y,?)            session 1 does not know whether it committed, nor what it read
 * 2: append(z,1) r(z,[1 2])   lists; r(z,[]) and r(z,nil) are the empty one
 * 3: w(x,4) @5-9              invoked at 5, completed at 9; on all lines or on none
 * 3? w(x,5) @10-              invoked at 10, never completed
 * 4: w(x,6) %ser              says that it ran at the level ser
 * 4: w(x,9) &eu               belongs to the group eu
 * 5: w(x,7) ^3-8              began at 3 and committed at 8 by the database's clock; ^-8 and ^3- leave one open
 * 6: w(x,8)#3                 by the database's word x=8 is version 3 of x
 * </pre>
 * Keys, values and sessions are integers or any other text without blanks and brackets. Several lines may share a
 * string.
 */
public final class Histories {
    private static final Pattern LINE = Pattern.compile(
            "\\s*([^\\s:!?]+)([:!?])(.*?)(?:@(\\d+)-(\\d*))?\\s*(?:%(\\S+))?\\s*(?:&(\\S+))?\\s*(?:\\^(\\d*)-(\\d*))?\\s*");
    private static final Pattern OPERATION = Pattern.compile(
            "\\s*(r|w|append)\\(\\s*([^\\s,()]+)\\s*,\\s*(\\[[^\\]()]*\\]|[^\\s,()]+)\\s*\\)(?:#(\\d+))?\\s*");

    private Histories() {}

    /** The history of these lines. */
    public static History of(String... lines) {
        return of(null, lines);
    }

    /** The history of these lines; {@code model} may be null to recognise it. */
    public static History of(Model model, String... lines) {
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        if (model != null) builder.model(model);
        int last = -1;
        for (String line : String.join("\n", lines).split("\n")) {
            if (!line.isBlank()) last = Math.max(last, transaction(builder, line, last));
        }
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    /** Adds a line's transaction; its completion, or -1. */
    private static int transaction(HistoryBuilder builder, String line, int last) {
        Matcher parts = match(LINE, line);
        Status status =
                switch (parts.group(2)) {
                    case "!" -> Status.ABORTED;
                    case "?" -> Status.INDETERMINATE;
                    default -> Status.COMMITTED;
                };
        boolean timed = parts.group(4) != null;
        int invocation = timed ? Integer.parseInt(parts.group(4)) : -1;
        boolean completed = timed && !parts.group(5).isEmpty();
        int completion = completed ? Integer.parseInt(parts.group(5)) : Integer.MAX_VALUE;
        if (completed && (completion < last || completion <= invocation)) {
            throw new IllegalArgumentException("transactions are listed in the order in which they completed: " + line);
        }
        if (timed && !completed && status != Status.INDETERMINATE) {
            throw new IllegalArgumentException("only an indeterminate transaction never completes: " + line);
        }
        builder.begin(builder.session(atom(builder, parts.group(1))), status, invocation, completion, -1);
        if (parts.group(6) != null) builder.isolation(parts.group(6));
        if (parts.group(7) != null) builder.group(atom(builder, parts.group(7)));
        if (parts.group(8) != null && !parts.group(8).isEmpty()) builder.started(Long.parseLong(parts.group(8)));
        if (parts.group(9) != null && !parts.group(9).isEmpty()) builder.committed(Long.parseLong(parts.group(9)));
        Matcher operation = OPERATION.matcher(parts.group(3));
        int at = 0;
        while (at < parts.group(3).length() && operation.find(at) && operation.start() == at) {
            operation(builder, operation.group(1), atom(builder, operation.group(2)), operation.group(3));
            if (operation.group(4) != null) builder.number(Long.parseLong(operation.group(4)));
            at = operation.end();
        }
        if (!parts.group(3).substring(at).isBlank()) {
            throw new IllegalArgumentException(
                    "not an operation: " + parts.group(3).substring(at));
        }
        builder.end();
        return completed ? completion : -1;
    }

    private static void operation(HistoryBuilder builder, String name, long key, String value) {
        if (name.equals("w") && value.equals("nil")) {
            builder.delete(key);
        } else if (name.equals("w")) {
            builder.write(key, atom(builder, value));
        } else if (name.equals("append")) {
            builder.append(key, atom(builder, value));
        } else if (value.equals("nil")) {
            builder.readInitial(key);
        } else if (value.equals("?")) {
            builder.readUnknown(key);
        } else if (value.startsWith("[")) {
            builder.beginList(key);
            String elements = value.substring(1, value.length() - 1).strip();
            if (!elements.isEmpty()) {
                for (String element : elements.split("\\s+")) builder.element(atom(builder, element));
            }
            builder.endList();
        } else {
            builder.read(key, atom(builder, value));
        }
    }

    private static long atom(HistoryBuilder builder, String text) {
        return text.matches("-?\\d{1,18}")
                ? builder.atoms().of(Long.parseLong(text))
                : builder.atoms().ofText(text);
    }

    private static Matcher match(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.matches()) throw new IllegalArgumentException("not a transaction: " + text);
        return matcher;
    }

    /** The lines of a history, in the same language, for assertions on whole histories. */
    public static List<String> show(History history) {
        List<String> lines = new ArrayList<>();
        for (int t = 0; t < history.transactions(); t++) lines.add(show(history, t));
        return lines;
    }

    /** The line of a transaction. */
    public static String show(History history, int transaction) {
        StringBuilder line = new StringBuilder(history.sessionText(history.session(transaction)));
        line.append(
                switch (history.status(transaction)) {
                    case COMMITTED -> ':';
                    case ABORTED -> '!';
                    case INDETERMINATE -> '?';
                });
        for (int op = history.begin(transaction); op < history.end(transaction); op++) {
            line.append(' ')
                    .append(history.isWrite(op) ? history.isList() ? "append" : "w" : "r")
                    .append('(');
            line.append(history.keyText(history.key(op)))
                    .append(',')
                    .append(value(history, op))
                    .append(')');
            if (history.number(op) >= 0) line.append('#').append(history.numberText(history.number(op)));
        }
        if (history.hasRealTime()) {
            int completion = history.completion(transaction);
            line.append(" @").append(history.invocation(transaction)).append('-');
            if (completion != Integer.MAX_VALUE) line.append(completion);
        }
        history.isolation(transaction).ifPresent(level -> line.append(" %").append(level));
        if (history.group(transaction) >= 0) line.append(" &").append(history.groupText(history.group(transaction)));
        int started = history.started(transaction);
        int committed = history.committed(transaction);
        if (started >= 0 || committed >= 0) {
            line.append(" ^").append(started < 0 ? "" : history.stampText(started));
            line.append('-').append(committed < 0 ? "" : history.stampText(committed));
        }
        return line.toString();
    }

    private static String value(History history, int op) {
        int version = history.version(op);
        if (!history.isList() || history.isWrite(op) || version < 0) return history.valueText(version);
        List<String> elements = new ArrayList<>();
        for (int i = 0; i < history.length(op); i++) elements.add(history.valueText(history.element(op, i)));
        return "[" + String.join(" ", elements) + "]";
    }
}

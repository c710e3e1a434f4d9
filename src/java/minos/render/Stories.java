package minos.render;

import static minos.render.Sentences.name;

import java.util.List;
import java.util.StringJoiner;
import minos.history.History;
import minos.model.Witness;

/** Tells violations that need no cycle: each type lists its operations in an order of its own. */
final class Stories {
    private final History history;
    private final Values values;

    Stories(History history) {
        this.history = history;
        this.values = new Values(history);
    }

    /** What is wrong, from the operations that the witness names; null for a type that its edges explain. */
    String of(Witness witness) {
        List<Integer> ops = witness.operations();
        int first = ops.get(0);
        int second = ops.size() > 1 ? ops.get(1) : first;
        int fault = witness.version();
        String who = name(history.transactionOf(first));
        return switch (witness.type()) {
            case THIN_AIR_READ ->
                who + " read " + values.showing(first, fault)
                        + (values.isListRead(first)
                                ? ", and nobody appended " + values.value(fault)
                                : ", which nobody wrote");
            case ABORTED_READ ->
                who + " read " + values.showing(first, history.version(second)) + ", and "
                        + name(history.transactionOf(second)) + ", which " + wrote(second) + ", was aborted";
            case FUTURE_READ ->
                who + " read " + values.showing(first, history.version(second)) + " before it " + wrote(second)
                        + " itself";
            case NOT_MY_OWN_WRITE, NOT_MY_LAST_WRITE -> notMine(who, ops);
            case INTERMEDIATE_READ ->
                who + " read " + values.showing(first, history.version(second)) + ", but "
                        + name(history.transactionOf(second)) + " went on: it then " + wrote(ops.get(ops.size() - 1));
            case NON_REPEATABLE_READ ->
                who + " read " + values.keyAndValue(first) + " and then " + values.keyAndValue(second)
                        + ", from two different transactions";
            case INCOMPATIBLE_ORDER -> incompatible(first, second);
            case DUPLICATE_ELEMENTS -> duplicate(who, first, fault);
            case LOST_UPDATE -> lostUpdate(ops);
            default -> null;
        };
    }

    /** The past tense of a write: {@code wrote x=4}, {@code appended 4 to x}. */
    private String wrote(int write) {
        return history.isList()
                ? "appended " + values.written(write) + " to " + values.keyName(history.key(write))
                : "wrote " + values.written(write);
    }

    private String notMine(String who, List<Integer> ops) {
        int write = ops.get(0);
        int read = ops.get(1);
        String told = who + ' ' + wrote(write) + " and then read " + values.keyAndValue(read);
        if (values.isListRead(read)) {
            boolean shown = values.indexOf(read, history.version(write)) >= 0;
            return told + (shown ? ", which does not end with its own appends" : " without it");
        }
        if (ops.size() == 2) return told + ", the initial value";
        int source = history.transactionOf(ops.get(2));
        boolean own = source == history.transactionOf(read);
        return told + (own ? ", which it wrote earlier" : ", which " + name(source) + " wrote");
    }

    private String incompatible(int first, int second) {
        int bar = values.difference(first, second);
        String key = values.key(history.key(first)) + '=';
        String who = name(history.transactionOf(first));
        String other = name(history.transactionOf(second));
        return who + " read " + key + values.from(first, bar) + " and "
                + (other.equals(who) ? "then " : other + " read ") + key + values.from(second, bar)
                + ": neither is a prefix of the other";
    }

    private String duplicate(String who, int read, int version) {
        String part = values.around(read, values.indexOf(read, version), values.secondIndexOf(read, version));
        return who + " read " + values.key(history.key(read)) + '=' + part + ", where " + values.value(version)
                + " stands twice";
    }

    private String lostUpdate(List<Integer> ops) {
        StringJoiner writers = new StringJoiner(" and ");
        StringJoiner writes = new StringJoiner(" and ");
        int read = ops.get(0);
        for (int op : ops) {
            if (!history.isWrite(op)) {
                read = op;
                continue;
            }
            writers.add(name(history.transactionOf(op)));
            writes.add(name(history.transactionOf(op)) + ' ' + wrote(op));
        }
        return writers + " read the same " + values.keyAndValue(read) + ", then " + writes;
    }
}

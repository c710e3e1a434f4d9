package minos.io.edn;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import minos.history.Atoms;
import minos.history.Model;

/**
 * Tells what workload operations are of, by what they do and how their values look. Each operation leaves some of the
 * {@linkplain Shape shapes} that it fits; as soon as one is left, that is it. Until then operations wait here. What fits none is refused,
 * and so is what still fits several models at the end: a verdict on a guess might accuse a database of what it never did.
 */
final class Recognition {
    /** How the operations of a model may look. Values of several objects are {@code [key value]}, as Jepsen's independent keys have it. */
    enum Shape {
        LISTS(Model.LIST_APPEND),
        REGISTERS(Model.RW_REGISTER),
        ROWS(Model.CLOSED_PREDICATE),
        SINGLES(Model.LWT),
        SET(Model.SET),
        /** Several of them. */
        SETS(Model.SET),
        COUNTER(Model.COUNTER),
        /** Several of them. */
        COUNTERS(Model.COUNTER),
        BANK(Model.BANK),
        INSERTS(Model.G2),
        MUTEX(Model.MUTEX),
        QUEUE(Model.QUEUE),
        FIFO_QUEUE(Model.FIFO_QUEUE);

        final Model model;

        Shape(Model model) {
            this.model = model;
        }

        /** Whether each value has a key before it. */
        boolean isKeyed() {
            return this == SETS || this == COUNTERS;
        }

        @Override
        public String toString() {
            return model + (isKeyed() ? " with [key value]" : "");
        }
    }

    private static final Set<Shape> ALL = EnumSet.allOf(Shape.class);
    /** So many words of transactions wait at most: lists of that length in all are no values of registers. */
    private static final int LONGEST_WAIT = 1 << 20;

    private static final Set<Shape> TRANSACTIONS = EnumSet.of(Shape.LISTS, Shape.REGISTERS, Shape.ROWS);

    private final EnumSet<Shape> left;
    private final boolean asked;
    private final SingleValue value = new SingleValue();
    /** What operations do that belong to no workload. */
    private final Set<String> others = new TreeSet<>();

    private boolean known;
    private boolean listRead;
    private boolean write;
    /** Whether something was read, and written, that consists of others. */
    private boolean manyRead;

    private boolean manyWritten;
    private boolean map;
    /** Whether rows were put in before the history began. */
    private boolean rows;

    /** The operations seen so far. */
    private final OpBuffer waiting = new OpBuffer();

    /** @param model the only one to choose from; null for all */
    Recognition(Model model) {
        asked = model != null;
        left = EnumSet.allOf(Shape.class);
        if (asked) left.removeIf(shape -> shape.model != model);
    }

    /** Whether one shape is left. */
    boolean isDecided() {
        return left.size() == 1;
    }

    /** The shape, once that is decided. */
    Shape shape() {
        return left.iterator().next();
    }

    /** Lets an operation wait. */
    void hold(OpBuffer operations, int at, int body) {
        waiting.copy(operations, at, body);
        boolean lists = listRead && TRANSACTIONS.containsAll(left) && left.contains(Shape.LISTS);
        if (lists && waiting.words.size() > LONGEST_WAIT) left.retainAll(EnumSet.of(Shape.LISTS));
    }

    /** The operations that wait. */
    OpBuffer waiting() {
        return waiting;
    }

    /** Looks at an operation of a client, with its header at {@code at} and its body at {@code body}. */
    void see(OpBuffer buffer, int at, int body) {
        long kinds = buffer.headers.get(at + OpBuffer.KINDS);
        if (OpBuffer.function(kinds) == OpBuffer.OTHER) {
            long name = buffer.headers.get(at + OpBuffer.NAME);
            if (name != OpBuffer.NIL) others.add(buffer.text(name));
        } else {
            known = true;
        }
        int end = buffer.endOfValue(at);
        keep(fitting(buffer, kinds, body, end), kinds, buffer.headers.get(at + OpBuffer.PLACE));
    }

    /** Looks at the micro-ops of a transaction. */
    void see(OpBuffer transaction, long place) {
        known = true;
        keep(transaction(transaction.words.array(), 0, transaction.words.size()), OpBuffer.TXN << 3, place);
    }

    private void keep(Set<Shape> fitting, long kinds, long place) {
        EnumSet<Shape> both = EnumSet.copyOf(left);
        both.retainAll(fitting);
        if (!both.isEmpty()) {
            left.clear();
            left.addAll(both);
        } else if (!asked) { // else whoever interprets it complains, or leaves it out
            throw new MalformedEdn(
                    place,
                    described(kinds) + ", which belongs to " + names(fitting),
                    "operations of one workload, and those before it are of " + names(left)
                            + "; if it is one of these, name it (-m)");
        }
    }

    private String described(long kinds) {
        int function = OpBuffer.function(kinds);
        if (function == OpBuffer.OTHER || function == OpBuffer.TXN) return "a transaction";
        String what = ":" + OpBuffer.FUNCTIONS.get(function - OpBuffer.TXN);
        if (value.isNothing()) return what;
        String text = value.text();
        String of = Printed.isMap(text)
                ? "a map"
                : Printed.isSet(text) ? "a set" : value.isVector() ? "a vector of " + value.count() : "a single value";
        return what + " of " + of;
    }

    /** The shapes that an operation fits. */
    private Set<Shape> fitting(OpBuffer buffer, long kinds, int body, int end) {
        int function = OpBuffer.function(kinds);
        int kind = OpBuffer.value(kinds);
        value.of(buffer, kind, body);
        if (function == OpBuffer.TXN && kind != OpBuffer.TRANSACTION) return TRANSACTIONS;
        if (kind == OpBuffer.TRANSACTION && (end > body || function == OpBuffer.TXN)) {
            return transaction(buffer.words.array(), body, end);
        }
        if (kind == OpBuffer.WRONG) return ALL;
        return switch (function) {
            case OpBuffer.READS -> OpBuffer.type(kinds) == OpBuffer.OK ? read() : ALL;
            case OpBuffer.WRITES -> write();
            case OpBuffer.CAS -> EnumSet.of(Shape.SINGLES);
            case OpBuffer.ADD -> add();
            case OpBuffer.TRANSFER -> EnumSet.of(Shape.BANK);
            case OpBuffer.INSERTS -> EnumSet.of(Shape.INSERTS);
            case OpBuffer.INIT -> {
                rows |= Printed.isMap(value.text());
                yield ALL;
            }
            case OpBuffer.ACQUIRE, OpBuffer.RELEASE -> EnumSet.of(Shape.MUTEX);
            case OpBuffer.ENQUEUE, OpBuffer.DEQUEUE, OpBuffer.DRAIN -> EnumSet.of(Shape.QUEUE, Shape.FIFO_QUEUE);
            default -> ALL;
        };
    }

    /** What a read of a list is of depends on what is written: a register may hold a vector. */
    private Set<Shape> transaction(long[] words, int from, int to) {
        Set<Shape> fitting = TRANSACTIONS;
        for (int i = from; i < to; i += MicroOps.size(words, i)) {
            switch ((int) words[i] & OpBuffer.MICRO_OP_KIND) {
                case OpBuffer.APPEND -> {
                    return EnumSet.of(Shape.LISTS);
                }
                case OpBuffer.WRITE, OpBuffer.WRITE_NUMBERED, OpBuffer.READ -> fitting = EnumSet.of(registers());
                case OpBuffer.INSERT, OpBuffer.DELETE, OpBuffer.PREDICATE -> {
                    return EnumSet.of(Shape.ROWS);
                }
                case OpBuffer.LIST -> listRead = true;
                default -> {}
            }
        }
        return fitting;
    }

    /** What is written and read is a row if rows were there at first. */
    private Shape registers() {
        return rows ? Shape.ROWS : Shape.REGISTERS;
    }

    private Set<Shape> read() {
        if (value.isNothing()) return EnumSet.of(Shape.SINGLES);
        if (value.isAtom()) {
            String text = value.text();
            if (Atoms.isInteger(value.atom())) return EnumSet.of(Shape.SINGLES, Shape.COUNTER);
            if (Printed.isSet(text)) {
                manyRead = true;
                return EnumSet.of(Shape.SINGLES, Shape.SET);
            }
            if (!Printed.isMap(text)) return EnumSet.of(Shape.SINGLES);
            map = true;
            return EnumSet.of(Shape.SINGLES, Shape.BANK);
        }
        if (value.count() != 2) return EnumSet.of(Shape.SET);
        int second = value.item(1);
        if (isMany(second)) {
            manyRead = true;
            return EnumSet.of(Shape.SINGLES, Shape.SETS);
        }
        long found = value.atomAt(second);
        if (found == OpBuffer.NIL) return EnumSet.of(Shape.SINGLES);
        if (Atoms.isInteger(found)) return EnumSet.of(Shape.SINGLES, Shape.SET, Shape.COUNTERS);
        return EnumSet.of(Shape.SINGLES, Shape.SET);
    }

    /** Whether an item is a vector or a set. */
    private boolean isMany(int item) {
        return value.countAt(item) != OpBuffer.ATOM || Printed.isSet(value.text(value.atomAt(item)));
    }

    private Set<Shape> write() {
        write = true;
        manyWritten |= value.isVector() ? value.count() == 2 && isMany(value.item(1)) : Printed.isSet(value.text());
        return value.isVector() ? EnumSet.of(Shape.SINGLES, Shape.SETS) : EnumSet.of(Shape.SINGLES, Shape.SET);
    }

    private Set<Shape> add() {
        if (value.isVector()) return EnumSet.of(Shape.SETS, Shape.COUNTERS);
        boolean number = Atoms.isInteger(value.atom());
        return number ? EnumSet.of(Shape.SET, Shape.COUNTER) : EnumSet.of(Shape.SET);
    }

    /** Decides at the end of the history; {@code place} is that of its last operation. */
    void end(long place) {
        if (isDecided()) return;
        if (!known && !others.isEmpty() && left.equals(ALL)) {
            throw new MalformedEdn(
                    place,
                    "no operation of a workload that is known, only " + String.join(", ", others),
                    "operations of " + String.join(", ", Model.names()));
        }
        Shape last = null;
        if (TRANSACTIONS.containsAll(left)) last = listRead ? Shape.LISTS : registers();
        else if (left.equals(ALL)) last = Shape.SINGLES; // nothing was read or written at all
        else if (map && !write && left.contains(Shape.BANK)) last = Shape.BANK;
        else if (manyRead && write && !manyWritten) last = left.contains(Shape.SET) ? Shape.SET : Shape.SETS;
        else if (left.contains(Shape.SINGLES) && write) last = Shape.SINGLES;
        else if (asked) last = shape();
        if (last == null) {
            throw new MalformedEdn(
                    place,
                    "the end of the history, and its operations may be of " + names(left),
                    "an operation that tells which, or the name of the workload (-m)");
        }
        left.clear();
        left.add(last);
    }

    private static String names(Set<Shape> shapes) {
        List<String> names = shapes.stream().map(Shape::toString).toList();
        return String.join(" or ", names);
    }
}

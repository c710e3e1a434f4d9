package minos.io.edn;

import java.util.List;
import minos.history.Atoms;
import minos.history.Model;
import minos.util.LongList;

/**
 * Operations on sets, counters, bank accounts, mutexes and queues, and inserts under a predicate, as the reads and writes that
 * {@link Model} says they are.
 */
final class ObjectOps {
    /** What stands for the set where there is only one. */
    static final String ONLY_SET = "the set";

    private final SingleValue value;
    private final Recognition.Shape shape;
    /** The micro-ops of the operation converted last, as in {@link OpBuffer}. */
    final LongList body = new LongList();

    private OpBuffer buffer;
    private long place;

    /** @param value looks at the value of the operation at hand */
    ObjectOps(SingleValue value, Recognition.Shape shape) {
        this.value = value;
        this.shape = shape;
    }

    /** Whether operations of a model do this. */
    static boolean isOf(Model model, int function) {
        return switch (model) {
            case LIST_APPEND, RW_REGISTER, CLOSED_PREDICATE -> function == OpBuffer.TXN;
            case LWT -> function == OpBuffer.READS || function == OpBuffer.WRITES || function == OpBuffer.CAS;
            case SET -> function == OpBuffer.READS || function == OpBuffer.WRITES || function == OpBuffer.ADD;
            case COUNTER -> function == OpBuffer.READS || function == OpBuffer.ADD;
            case BANK -> function == OpBuffer.READS || function == OpBuffer.TRANSFER;
            case G2 -> function == OpBuffer.INSERTS;
            case MUTEX -> function == OpBuffer.ACQUIRE || function == OpBuffer.RELEASE;
            case QUEUE, FIFO_QUEUE ->
                function == OpBuffer.ENQUEUE || function == OpBuffer.DEQUEUE || function == OpBuffer.DRAIN;
        };
    }

    /** Converts an operation, which is of the model; false if it does not tell what it did. */
    boolean convert(OpBuffer buffer, int function, int type, long place) {
        this.buffer = buffer;
        this.place = place;
        body.clear();
        boolean ok = type == OpBuffer.OK || type == OpBuffer.UNTYPED;
        switch (shape) {
            case SET, SETS -> {
                if (function == OpBuffer.READS) return set(ok);
                add(OpBuffer.APPEND, object(ONLY_SET), plain());
            }
            case COUNTER, COUNTERS -> {
                if (function == OpBuffer.READS) read(object("counter"), ok ? plain() : OpBuffer.NIL);
                else add(OpBuffer.WRITE, object("counter"), integer(plain(), "an integer to add"));
            }
            case BANK -> {
                if (function == OpBuffer.READS) return balances(ok);
                transfer();
            }
            case INSERTS -> insert();
            case MUTEX ->
                add(OpBuffer.WRITE, mutex(), buffer.atom(function == OpBuffer.ACQUIRE ? ":acquire" : ":release"));
            case QUEUE, FIFO_QUEUE -> queue(function, ok);
            case LISTS, REGISTERS, ROWS, SINGLES -> throw new IllegalStateException("no shape of objects: " + shape);
        }
        return true;
    }

    private void add(long... words) {
        for (long word : words) body.add(word);
    }

    private MalformedEdn error(String expected) {
        String found = value.isNothing()
                ? "nil"
                : value.isVector() ? "a vector of " + value.count() : buffer.text(value.atom());
        return new MalformedEdn(place, "the :value " + found, expected);
    }

    /** The object that the operation is on, by the key before the value or by what it is. */
    private long object(String only) {
        if (!shape.isKeyed()) return buffer.atom(only);
        if (!value.isVector() || value.count() != 2) throw error("[key value], as other operations have it");
        return value.atomAt(value.item(0));
    }

    /** The value, without the key. */
    private long plain() {
        if (shape.isKeyed()) return value.atomAt(value.item(1));
        if (value.isVector()) throw error("a single value, as other operations have it");
        return value.atom();
    }

    private long integer(long atom, String expected) {
        if (!Atoms.isInteger(atom)) throw error(expected);
        return atom;
    }

    private void read(long key, long what) {
        if (what == OpBuffer.NIL) add(OpBuffer.READ_NIL, key);
        else add(OpBuffer.READ, key, integer(what, "an integer"));
    }

    // Sets

    private boolean set(boolean ok) {
        long key = object(ONLY_SET);
        if (!ok) {
            add(OpBuffer.READ_NIL, key);
            return true;
        }
        add(OpBuffer.LIST, key, 0);
        int begin = body.size();
        if (!shape.isKeyed() && value.isVector()) {
            for (int i = 0, at = value.item(0); i < value.count(); i++) {
                body.add(value.atomAt(at));
                at = value.countAt(at) == OpBuffer.ATOM ? at + 2 : at + 1 + value.countAt(at);
            }
        } else if (shape.isKeyed() && value.countAt(value.item(1)) != OpBuffer.ATOM) {
            int item = value.item(1);
            for (int i = 0; i < value.countAt(item); i++) body.add(value.atomAt(item, i));
        } else {
            String text = value.text(plain());
            if (!Printed.isSet(text)) throw error("a set or vector of elements");
            for (String element : Printed.elements(text)) body.add(atom(element));
        }
        body.set(begin - 1, body.size() - begin);
        return true;
    }

    private long atom(String text) {
        return Printed.isInteger(text) ? Long.parseLong(text) : buffer.atom(text);
    }

    // Banks

    private boolean balances(boolean ok) {
        if (!ok) return true; // a transaction of which nothing is known
        if (!Printed.isMap(value.text())) throw error("a map of accounts and balances");
        List<String> parts = Printed.elements(value.text());
        for (int i = 0; i < parts.size(); i += 2) {
            long account = atom(parts.get(i));
            if (parts.get(i + 1).equals("nil")) add(OpBuffer.READ_INITIAL, account);
            else add(OpBuffer.READ, account, integer(atom(parts.get(i + 1)), "balances that are integers"));
        }
        return true;
    }

    private void transfer() {
        if (!Printed.isMap(value.text())) throw error("{:from account, :to account, :amount n}");
        List<String> parts = Printed.elements(value.text());
        String from = null;
        String to = null;
        String amount = null;
        for (int i = 0; i < parts.size(); i += 2) {
            switch (parts.get(i).replace("\"", "").replace(":", "")) {
                case "from" -> from = parts.get(i + 1);
                case "to" -> to = parts.get(i + 1);
                case "amount" -> amount = parts.get(i + 1);
                default -> {}
            }
        }
        if (from == null || to == null || amount == null || !Printed.isInteger(amount)) {
            throw error("{:from account, :to account, :amount n}");
        }
        add(OpBuffer.WRITE, atom(from), -Long.parseLong(amount));
        add(OpBuffer.WRITE, atom(to), Long.parseLong(amount));
    }

    // Inserts under a predicate

    /** {@code [key [id nil]]} or {@code [key [nil id]]}: nothing was found under the key in either table, and a row inserted into one. */
    private void insert() {
        int ids = value.isVector() && value.count() == 2 ? value.item(1) : -1;
        boolean keyed = ids >= 0 && value.countAt(ids) == 2;
        if (ids < 0) throw error("[key [id nil]] or [key [nil id]]");
        long first = keyed ? value.atomAt(ids, 0) : value.atomAt(value.item(0));
        long second = keyed ? value.atomAt(ids, 1) : value.atomAt(ids);
        if ((first == OpBuffer.NIL) == (second == OpBuffer.NIL)) throw error("one id and one nil");
        String key = keyed ? buffer.text(value.atomAt(value.item(0))) + " " : "";
        long a = buffer.atom("[" + key + ":a]");
        long b = buffer.atom("[" + key + ":b]");
        add(OpBuffer.READ_INITIAL, a);
        add(OpBuffer.READ_INITIAL, b);
        if (second == OpBuffer.NIL) add(OpBuffer.WRITE, a, first);
        else add(OpBuffer.WRITE, b, second);
    }

    // Mutexes and queues

    private long mutex() {
        if (value.isVector() && value.count() == 2) return value.atomAt(value.item(0));
        return buffer.atom("mutex");
    }

    private void queue(int function, boolean ok) {
        long queue = buffer.atom("queue");
        if (function == OpBuffer.ENQUEUE) {
            if (value.isNothing()) throw error("an element");
            add(OpBuffer.WRITE, queue, whole());
        } else if (!ok) {
            add(OpBuffer.READ_NIL, queue);
        } else if (function == OpBuffer.DEQUEUE) {
            if (value.isNothing()) add(OpBuffer.READ_INITIAL, queue);
            else add(OpBuffer.READ, queue, whole());
        } else {
            if (!value.isVector()) throw error("a vector of elements");
            for (int i = 0; i < value.count(); i++) add(OpBuffer.READ, queue, value.atomAt(value.item(i)));
        }
    }

    /** The value as one atom. */
    private long whole() {
        if (!value.isVector()) return value.atom();
        StringBuilder text = new StringBuilder("[");
        for (int i = 0; i < value.count(); i++) {
            text.append(i > 0 ? " " : "").append(buffer.text(value.atomAt(value.item(i))));
        }
        return buffer.atom(text.append(']').toString());
    }
}

package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.function.IntPredicate;
import minos.graph.Csr;
import minos.history.History;
import minos.history.Status;
import minos.history.Tied;
import minos.infer.Findings;
import minos.infer.Options;
import minos.infer.TouchedKeys;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Violation;
import minos.util.IntList;

/**
 * Those of registers: an external read may come from every last write of its value by another transaction that did not abort, and
 * from the initial state if that had the value. Linear in the size of the history; the candidates of a question are found when
 * they are asked for.
 */
final class RegisterSources implements Sources {
    private final History history;
    /** By value: the last writes of it, by transactions that did not abort. */
    private final Csr visible;
    /** By value: all other writes of it; null until a read is wrong. */
    private Csr hidden;

    private final BitSet last = new BitSet();
    /** By operation: what a reading that answers nothing says of it. */
    private final int[] tied;

    /** By question: its first read. */
    private final IntList first = new IntList();
    /** The reads that ask, in ascending order, and the question of each. */
    private final IntList asking = new IntList();

    private final IntList asked = new IntList();
    private final Findings findings;

    /**
     * Ties what is certain.
     *
     * @param repeatable says of a transaction whether its reads of a key must have one source, as from read atomicity on: then
     *                   those of one value are one question, and two values are a violation
     */
    RegisterSources(History history, IntPredicate repeatable, Options options) {
        this.history = history;
        tied = new int[history.operations()];
        findings = new Findings(options.maxWitnesses());
        findLast();
        visible = Csr.build(values(), this::visibleWrites);
        TouchedKeys touched = new TouchedKeys(history.keys());
        for (int t = 0; t < history.transactions(); t++) {
            if ((t & 0xFFF) == 0) options.deadline().check();
            touched.enter(t, history.end(t) - history.begin(t));
            for (int op = history.begin(t); op < history.end(t); op++) {
                int slot = touched.slot(history.key(op));
                if (history.isWrite(op)) {
                    tied[op] = op;
                    touched.lastOwn[slot] = op;
                } else if (history.version(op) == History.UNKNOWN || history.status(t) == Status.ABORTED) {
                    tied[op] = OPEN;
                } else if (touched.lastOwn[slot] != NONE) {
                    int own = touched.lastOwn[slot];
                    tied[op] = value(own) == value(op) ? own : wrong(t, op);
                } else {
                    external(t, op, touched, slot, repeatable.test(t));
                }
            }
        }
    }

    /** Versions and, after them, each key's initial value. */
    private int values() {
        return history.versions() + history.keys();
    }

    /** What an operation wrote or read. */
    private int value(int op) {
        return history.version(op) == History.INITIAL ? history.versions() + history.key(op) : history.version(op);
    }

    private void findLast() {
        int[] seen = new int[history.keys()];
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.end(t) - 1; op >= history.begin(t); op--) {
                if (!history.isWrite(op) || seen[history.key(op)] == t + 1) continue;
                seen[history.key(op)] = t + 1;
                if (history.status(t) != Status.ABORTED) last.set(op);
            }
        }
    }

    private void visibleWrites(Csr.Builder byValue) {
        for (int op = last.nextSetBit(0); op >= 0; op = last.nextSetBit(op + 1)) byValue.add(value(op), op);
    }

    private void external(int t, int op, TouchedKeys touched, int slot, boolean repeatable) {
        int value = value(op);
        int own = ownVisible(t, value);
        int candidates = visible.end(value) - visible.begin(value) - (own < 0 ? 0 : 1);
        if (history.version(op) == History.INITIAL) candidates++;
        if (candidates == 0) {
            tied[op] = wrong(t, op);
            return;
        }
        int before = touched.firstExternal[slot];
        if (before == NONE) touched.firstExternal[slot] = op;
        boolean differs = repeatable && before != NONE && value(before) != value;
        // Where both are certain, that is found by whoever judges the reading.
        if (differs && (candidates > 1 || tied[before] == OPEN) && history.status(t) == Status.COMMITTED) {
            tied[op] = OPEN;
            findings.add(AnomalyType.NON_REPEATABLE_READ, () -> new Violation.NonRepeatableRead(before, op));
            return;
        }
        if (candidates == 1) {
            boolean initial = history.version(op) == History.INITIAL;
            int only = visible.begin(value) + (own == visible.begin(value) ? 1 : 0);
            tied[op] = initial ? History.INITIAL : visible.get(only);
            return;
        }
        tied[op] = OPEN;
        asking.add(op);
        if (repeatable && before != NONE && !differs) {
            asked.add(asked.get(indexOfAsking(before)));
        } else {
            asked.add(first.size());
            first.add(op);
        }
    }

    private int indexOfAsking(int op) {
        return Arrays.binarySearch(asking.array(), 0, asking.size(), op);
    }

    /** Where the own last write of a value stands among the visible ones; negative if there is none. */
    private int ownVisible(int t, int value) {
        int low = visible.begin(value);
        int high = visible.end(value);
        while (low < high) {
            int middle = low + high >>> 1;
            if (visible.get(middle) < history.begin(t)) low = middle + 1;
            else high = middle;
        }
        return low < visible.end(value) && visible.get(low) < history.end(t) ? low : NONE;
    }

    /** For a read that nobody can be the source of: the write that tells best why. */
    private int wrong(int t, int op) {
        int value = value(op);
        for (int own = history.begin(t); own < history.end(t); own++) {
            if (history.isWrite(own) && value(own) == value) return own;
        }
        if (visible.begin(value) < visible.end(value)) return visible.get(visible.begin(value));
        if (history.version(op) == History.INITIAL) return History.INITIAL;
        if (hidden == null) hidden = Csr.build(values(), this::hiddenWrites);
        int aborted = NONE;
        for (int i = hidden.begin(value); i < hidden.end(value); i++) {
            int write = hidden.get(i);
            if (history.status(history.transactionOf(write)) != Status.ABORTED) return write;
            if (aborted == NONE) aborted = write;
        }
        return aborted != NONE ? aborted : history.operations() + history.version(op);
    }

    private void hiddenWrites(Csr.Builder byValue) {
        for (int op = 0; op < history.operations(); op++) {
            if (history.isWrite(op) && !last.get(op)) byValue.add(value(op), op);
        }
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public int questions() {
        return first.size();
    }

    @Override
    public int read(int question) {
        return first.get(question);
    }

    @Override
    public int[] candidates(int question) {
        int read = first.get(question);
        int value = value(read);
        int own = ownVisible(history.transactionOf(read), value);
        IntList found = new IntList();
        if (history.version(read) == History.INITIAL) found.add(History.INITIAL);
        for (int i = visible.begin(value); i < visible.end(value); i++) if (i != own) found.add(visible.get(i));
        return found.toArray();
    }

    @Override
    public boolean isCandidate(int question, int write) {
        int read = first.get(question);
        if (write == History.INITIAL) return history.version(read) == History.INITIAL;
        return last.get(write)
                && history.key(write) == history.key(read)
                && value(write) == value(read)
                && history.transactionOf(write) != history.transactionOf(read);
    }

    @Override
    public int[] readers(int question) {
        return new int[] {history.transactionOf(first.get(question))};
    }

    @Override
    public boolean areTogether(int[] answers) {
        return true;
    }

    @Override
    public boolean mayStayOpen() {
        return true;
    }

    @Override
    public void leaveOut(int question, int[] answers, BitSet operations) {
        for (int i = indexOfAsking(first.get(question)); i < asking.size(); i++) {
            if (asked.get(i) == question) operations.set(asking.get(i));
            if (asking.get(i) >= history.end(history.transactionOf(first.get(question)))) break;
        }
    }

    @Override
    public History reading(int[] answers) {
        return Tied.registers(history, source(answers));
    }

    @Override
    public History reading(int[] answers, BitSet members) {
        return Tied.registers(history, source(answers), members);
    }

    private int[] source(int[] answers) {
        int[] source = tied.clone();
        for (int i = 0; i < asking.size(); i++) source[asking.get(i)] = answers[asked.get(i)];
        return source;
    }

    @Override
    public List<Certificate.Source> named(int[] answers) {
        List<Certificate.Source> named = new ArrayList<>();
        for (int i = 0; i < asking.size(); i++) {
            int answer = answers[asked.get(i)];
            if (answer != OPEN) named.add(Sources.named(history, asking.get(i), 0, answer));
        }
        return named;
    }

    @Override
    public Findings findings() {
        return findings;
    }
}

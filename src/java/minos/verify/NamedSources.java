package minos.verify;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import minos.history.History;
import minos.history.Status;
import minos.history.Tied;
import minos.model.Certificate;
import minos.model.Level;
import minos.util.IntList;

/**
 * A history in which values repeat, as a certificate reads it: each read comes from the write that the certificate names, or
 * from the only one that it can come from. Refuses sources that cannot be, and reads of which it would have to be said. Whether
 * the commit order explains them is for others to say. Linear in the history and the elements of its lists.
 */
final class NamedSources {
    private final History history;
    private final Certificate certificate;
    /** By version, and after them by key for its initial value: writes by transactions that did not abort. */
    private final Map<Integer, IntList> writes = new HashMap<>();
    /** The last write of each key by its transaction. */
    private final BitSet last = new BitSet();

    private final BitSet takesPart = new BitSet();
    /** By read and place: the write that is named, or {@link History#INITIAL}. */
    private final Map<Long, Integer> named = new HashMap<>();

    private NamedSources(History history, Certificate certificate) {
        this.history = history;
        this.certificate = certificate;
        for (int t : certificate.commits()) if (t >= 0) takesPart.set(t);
    }

    /** The history, in which each write has a version of its own; the same history if values do not repeat. */
    static History read(History history, Certificate certificate) throws Refused {
        NamedSources sources = new NamedSources(history, certificate);
        boolean repeats = sources.findWrites();
        if (!repeats) {
            if (!certificate.sources().isEmpty())
                throw new Refused("no read can have several sources, and one is named");
            return history;
        }
        sources.findNamed();
        return history.isList() ? sources.lists() : sources.registers();
    }

    private int value(int op) {
        return history.version(op) == History.INITIAL ? history.versions() + history.key(op) : history.version(op);
    }

    /** Whether a value is written twice, or one that is there from the beginning. */
    private boolean findWrites() {
        boolean repeats = false;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            BitSet keys = new BitSet();
            for (int op = history.end(t) - 1; op >= history.begin(t); op--) {
                if (!history.isWrite(op)) continue;
                if (!keys.get(history.key(op))) last.set(op);
                keys.set(history.key(op));
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                IntList same = writes.computeIfAbsent(value(op), v -> new IntList());
                repeats |= !same.isEmpty() || history.version(op) == History.INITIAL;
                same.add(op);
            }
        }
        return repeats;
    }

    private void findNamed() throws Refused {
        for (Certificate.Source source : certificate.sources()) {
            int read = operation(source.reader(), source.read());
            int write = source.writer().isEmpty()
                    ? History.INITIAL
                    : operation(source.writer().getAsInt(), source.write());
            boolean fits = !history.isWrite(read) && (write == History.INITIAL || history.isWrite(write));
            if (!fits) throw new Refused("a source is named that is no write, or of what is no read");
            if (named.put((long) read << 32 | source.place(), write) != null)
                throw new Refused("T" + source.reader() + " has a read with two sources");
        }
    }

    private int operation(int t, int place) throws Refused {
        if (t < 0 || t >= history.transactions()) throw new Refused("the history has no T" + t);
        int op = history.begin(t) + place;
        if (place < 0 || op >= history.end(t)) throw new Refused("T" + t + " has no operation " + place);
        return op;
    }

    private String name(int op) {
        return "T" + history.transactionOf(op) + ": the read of " + history.keyText(history.key(op));
    }

    // Registers

    private History registers() throws Refused {
        int[] source = new int[history.operations()];
        int[] own = new int[history.keys()];
        Arrays.fill(own, -1);
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int before = own[history.key(op)];
                if (history.isWrite(op)) {
                    source[op] = own[history.key(op)] = op;
                } else if (history.version(op) == History.UNKNOWN || history.status(t) == Status.ABORTED) {
                    source[op] = History.UNKNOWN;
                } else if (before >= history.begin(t)) {
                    source[op] = value(before) == value(op) ? before : nobodys(op);
                } else {
                    source[op] = external(t, op);
                }
            }
        }
        return Tied.registers(history, source);
    }

    private int nobodys(int op) {
        return history.version(op) == History.INITIAL ? History.INITIAL : history.operations() + history.version(op);
    }

    private int external(int t, int op) throws Refused {
        Integer source = named.get((long) op << 32);
        if (source != null) {
            boolean fits = source == History.INITIAL
                    ? history.version(op) == History.INITIAL
                    : isCandidate(source, t) && history.key(source) == history.key(op) && value(source) == value(op);
            if (!fits) throw new Refused(name(op) + " cannot be from where it is said to be from");
            return source;
        }
        if (certificate.level() == Level.READ_UNCOMMITTED) return History.UNKNOWN; // nobody asks
        IntList same = writes.getOrDefault(value(op), new IntList());
        int only = history.version(op) == History.INITIAL ? History.INITIAL : History.UNKNOWN;
        for (int i = 0; i < same.size(); i++) {
            if (!isCandidate(same.get(i), t)) continue;
            if (only != History.UNKNOWN && takesPart.get(t)) {
                throw new Refused(name(op) + " may have several sources, and none is named");
            }
            only = same.get(i);
        }
        return only == History.UNKNOWN ? nobodys(op) : only;
    }

    private boolean isCandidate(int write, int reader) {
        return last.get(write) && history.transactionOf(write) != reader;
    }

    // Lists

    private History lists() throws Refused {
        int[] longest = new int[history.keys()];
        Arrays.fill(longest, -1);
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int known = longest[history.key(op)];
                if (shows(op) && (known < 0 || history.length(op) > history.length(known)))
                    longest[history.key(op)] = op;
            }
        }
        Map<Long, Integer> namedPlaces = namedPlaces();
        int[][] lists = new int[history.keys()][0];
        for (int key = 0; key < lists.length; key++)
            if (longest[key] >= 0) lists[key] = places(longest[key], namedPlaces);
        int[] source = new int[history.operations()];
        for (int op = 0; op < source.length; op++) {
            source[op] = history.isWrite(op) ? op : History.UNKNOWN;
            if (!shows(op)) continue;
            for (int i = 0; i < history.length(op); i++) {
                if (history.element(op, i) != history.element(longest[history.key(op)], i)) {
                    throw new Refused(
                            "two reads of " + history.keyText(history.key(op)) + " are no prefixes of each other");
                }
            }
            source[op] = history.length(op) == 0 ? History.INITIAL : lists[history.key(op)][history.length(op) - 1];
        }
        return Tied.lists(history, source, lists, Map.of());
    }

    private boolean shows(int op) {
        return !history.isWrite(op)
                && history.version(op) != History.UNKNOWN
                && takesPart.get(history.transactionOf(op));
    }

    /** By key and place: the append that is named for it, by whichever read. */
    private Map<Long, Integer> namedPlaces() throws Refused {
        Map<Long, Integer> places = new HashMap<>();
        for (Map.Entry<Long, Integer> source : named.entrySet()) {
            int read = (int) (source.getKey() >>> 32);
            if (!shows(read)) continue;
            Integer other =
                    places.put((long) history.key(read) << 32 | (int) (long) source.getKey(), source.getValue());
            if (other != null && !other.equals(source.getValue()))
                throw new Refused(name(read) + " has an element with two sources");
        }
        return places;
    }

    private int[] places(int read, Map<Long, Integer> namedPlaces) throws Refused {
        int[] places = new int[history.length(read)];
        Map<Integer, Integer> placed = new HashMap<>();
        for (int i = 0; i < places.length; i++) {
            int version = history.element(read, i);
            List<Integer> possible = appends(version);
            Integer source = namedPlaces.get((long) history.key(read) << 32 | i);
            if (source == null && possible.size() > 1) {
                throw new Refused(name(read) + " has an element that may be several appends, and none is named");
            }
            if (source != null && !possible.contains(source)) {
                throw new Refused(name(read) + " has an element that cannot be the append it is said to be");
            }
            places[i] = source != null ? source : possible.isEmpty() ? history.operations() + version : possible.get(0);
            int t = places[i] < history.operations() ? history.transactionOf(places[i]) : -1;
            if (t >= 0 && placed.getOrDefault(t, -1) >= places[i]) {
                throw new Refused(name(read) + " has T" + t + "'s appends twice, or not in their order");
            }
            placed.put(t, places[i]);
        }
        return places;
    }

    private List<Integer> appends(int version) {
        IntList found = writes.getOrDefault(version, new IntList());
        return Arrays.stream(found.toArray()).boxed().toList();
    }
}

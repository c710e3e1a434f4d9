package minos.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import minos.util.IntList;
import minos.util.LongInterner;

/**
 * Reads of rows by predicates, as reads of views. What a predicate returned it saw, and what it did not return it saw as well: a
 * version of the row that it does not match. So it reads, of each row that occurs in the history, a <b>view</b>: a register that
 * holds the row where the predicate matches it and otherwise that it is absent. Predicates that match the same versions of a row
 * have one view of it, and one that matches none has no view, as nothing follows from its silence. Which versions there are is known
 * when the history is complete: until then a read is one operation, and what it returned is kept here.
 */
final class PredicateReads {
    private record Predicate(long name, LongPredicate matches) {}

    /**
     * A read.
     *
     * @param found by row, the value that was returned
     */
    private record Read(int operation, long predicate, Map<Integer, Long> found) {}

    private record View(int key, Set<Long> matched) {}

    private final List<Read> reads = new ArrayList<>();
    private final Map<Long, Predicate> predicates = new LinkedHashMap<>();

    private Rows rows;
    private LongInterner keys;
    private VersionTable versions;
    /** The rows by name. */
    private List<Integer> inOrder;

    /** By row: its views. */
    private List<List<View>> views;
    /** By row, and then by the name of a predicate: the view that it has of the row. */
    private final List<Map<Long, View>> seen = new ArrayList<>();

    private IntList newKey;
    private IntList newVersion;

    void read(int operation, long predicate, LongPredicate matches, Map<Integer, Long> found) {
        predicates.computeIfAbsent(predicate, name -> new Predicate(name, matches));
        reads.add(new Read(operation, predicate, found));
    }

    /** The version of a row, or of a view, that holds something: the initial one if it did so at first. */
    static int version(int key, long value, Rows rows, LongInterner keys, VersionTable versions) {
        return value == rows.initial(keys.get(key)) ? History.INITIAL : versions.intern(key, value);
    }

    /** Puts reads of views where those by predicates are, and writes of views behind those of rows. */
    void expand(IntList opKey, IntList opVersion, IntList begin, Rows rows, LongInterner keys, VersionTable versions) {
        if (reads.isEmpty()) return;
        this.rows = rows;
        this.keys = keys;
        this.versions = versions;
        findOrder();
        findViews(opKey, opVersion);
        newKey = new IntList(opKey.size());
        newVersion = new IntList(opKey.size());
        int next = 0;
        int t = 0;
        for (int op = 0; op < opKey.size(); op++) {
            for (; t < begin.size() && begin.get(t) == op; t++) begin.set(t, newKey.size());
            if (next < reads.size() && reads.get(next).operation == op) {
                read(reads.get(next++));
                continue;
            }
            add(opKey.get(op), opVersion.get(op));
            int row = opKey.get(op) >>> 1;
            if ((opKey.get(op) & 1) == 0) continue;
            long value = value(row, opVersion.get(op));
            for (View view : views.get(row)) add(view.key << 1 | 1, version(view, value));
        }
        for (; t < begin.size(); t++) begin.set(t, newKey.size());
        opKey.clear();
        opVersion.clear();
        for (int op = 0; op < newKey.size(); op++) {
            opKey.add(newKey.get(op));
            opVersion.add(newVersion.get(op));
        }
    }

    private void add(int kindAndKey, int version) {
        if (newKey.size() == Integer.MAX_VALUE - 8) {
            throw new MalformedHistory("predicate reads that see more rows than fit in a history");
        }
        newKey.add(kindAndKey);
        newVersion.add(version);
    }

    /**
     * Reads rows by a predicate. Where levels look at the order of reads, what was returned counts for what was not, and a row that
     * was there at first, and is gone, for one that need never have been.
     */
    private void read(Read read) {
        for (int rank = 0; rank < 3; rank++) {
            for (int row : inOrder) {
                View view = seen.get(row).get(read.predicate);
                if (view == null) continue;
                Long found = read.found.get(row);
                boolean gone = rows.initial(keys.get(view.key)) != rows.absent();
                if (rank != (found != null ? 0 : gone ? 1 : 2)) continue;
                long shown = found != null ? found : rows.absent();
                rows.show(keys.get(view.key), shown);
                add(view.key << 1, version(view.key, shown, rows, keys, versions));
            }
        }
    }

    private int version(View view, long value) {
        long shown = view.matched.contains(value) ? value : rows.absent();
        rows.show(keys.get(view.key), shown);
        return version(view.key, shown, rows, keys, versions);
    }

    private long value(int row, int version) {
        return version == History.INITIAL ? rows.initial(keys.get(row)) : versions.atom(version);
    }

    private void findOrder() {
        inOrder = IntStream.range(0, keys.size())
                .boxed()
                .sorted((a, b) -> rows.compare(keys.get(a), keys.get(b)))
                .toList();
    }

    private void findViews(IntList opKey, IntList opVersion) {
        List<Set<Long>> values = new ArrayList<>();
        views = new ArrayList<>();
        for (int row = 0, count = keys.size(); row < count; row++) {
            values.add(new LinkedHashSet<>(List.of(rows.initial(keys.get(row)))));
            views.add(new ArrayList<>());
            seen.add(new HashMap<>());
        }
        for (int op = 0; op < opKey.size(); op++) {
            int row = opKey.get(op) >>> 1;
            if ((opKey.get(op) & 1) != 0) values.get(row).add(value(row, opVersion.get(op)));
        }
        Map<Long, Set<Integer>> returned = new HashMap<>();
        for (Read read : reads) {
            returned.computeIfAbsent(read.predicate, p -> new LinkedHashSet<>()).addAll(read.found.keySet());
        }
        for (int row = 0; row < values.size(); row++) {
            for (Predicate predicate : predicates.values()) {
                Set<Long> matched = new LinkedHashSet<>(values.get(row));
                matched.removeIf(value -> value == rows.absent() || !predicate.matches.test(value));
                if (matched.isEmpty() && !returned.get(predicate.name).contains(row)) continue;
                seen.get(row).put(predicate.name, view(row, predicate, matched));
            }
        }
    }

    private View view(int row, Predicate predicate, Set<Long> matched) {
        for (View view : views.get(row)) if (view.matched.equals(matched)) return view;
        long first = rows.initial(keys.get(row));
        long name = rows.nameView(keys.get(row), predicate.name, keys);
        if (matched.contains(first)) rows.begin(name, first);
        View view = new View(keys.intern(name), matched);
        views.get(row).add(view);
        return view;
    }
}

package minos.graph;

import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import minos.util.IntList;
import minos.util.LongList;

/**
 * Compressed sparse rows: some ints for each row, one row after another in one array, and where each begins in another.
 * Holds a directed graph of vertices 0 … n-1 as the predecessors of each vertex (row v: the beginnings of the edges into
 * v), and whatever else is grouped by a number, as the writers of each key. Takes n + m ints, is made in O(n + m), and its
 * rows lie side by side in memory.
 *
 * <p>A row is gone through as {@code for (int i = csr.begin(row); i < csr.end(row); i++) … csr.get(i)}.
 */
public final class Csr {
    /** For the loops of this package that are gone through millions of times; the others ask for an item at a time. */
    final int[] begin;

    final int[] items;

    Csr(int[] begin, int[] items) {
        this.begin = begin;
        this.items = items;
    }

    /**
     * @param entries adds all entries, row by row or not; within a row they keep their order. Is called twice, to count and
     *                to fill, and has to do the same both times
     */
    public static Csr build(int rows, Consumer<Builder> entries) {
        Builder builder = new Builder(rows);
        entries.accept(builder);
        builder.allocate();
        entries.accept(builder);
        return new Csr(builder.begin, builder.items);
    }

    /** The rows of all parts, one part after another. */
    public static Csr concat(List<Rows> parts) {
        int rows = 0;
        int size = 0;
        for (Rows part : parts) {
            rows += part.row;
            size = Math.addExact(size, part.items.size());
        }
        int[] begin = new int[rows + 1];
        int[] items = new int[size];
        int row = 0;
        for (Rows part : parts) {
            int first = begin[row];
            System.arraycopy(part.items.array(), 0, items, first, part.items.size());
            for (int r = 0; r < part.row; r++) begin[++row] = first + part.end[r];
        }
        return new Csr(begin, items);
    }

    /** Takes the entries of {@link #build}. */
    public static final class Builder {
        private final int[] begin;
        /** While counting, null. */
        private int[] items;
        /** By row: where its next item goes. */
        private int[] next;

        private Builder(int rows) {
            begin = new int[rows + 1];
        }

        public void add(int row, int item) {
            if (items == null) begin[row + 1]++;
            else items[next[row]++] = item;
        }

        private void allocate() {
            for (int row = 1; row < begin.length; row++) begin[row] = Math.addExact(begin[row], begin[row - 1]);
            next = begin.clone();
            items = new int[begin[begin.length - 1]];
        }
    }

    /** Takes entries down as they come, where it would take long to find them a second time; sorts them by row at the end. */
    public static final class Entries {
        /** {@code item << 32 | row}. */
        private final LongList entries;

        /** @param expected about how many entries there will be */
        public Entries(int expected) {
            entries = new LongList(expected);
        }

        public void add(int row, int item) {
            entries.add((long) item << 32 | row);
        }

        /** The rows; within each, entries in the order in which they came. */
        public Csr byRow(int rows) {
            long[] all = entries.array();
            int[] begin = new int[rows + 1];
            for (int e = 0; e < entries.size(); e++) begin[(int) all[e] + 1]++;
            for (int row = 1; row <= rows; row++) begin[row] += begin[row - 1];
            int[] items = new int[entries.size()];
            int[] next = begin.clone();
            for (int e = 0; e < items.length; e++) items[next[(int) all[e]]++] = (int) (all[e] >>> 32);
            return new Csr(begin, items);
        }
    }

    /** Takes neighbouring rows one after another; several of these may be filled at the same time, and then be one. */
    public static final class Rows {
        private final int[] end;
        private final IntList items;
        private int row;

        /** @param expected about how many items there will be */
        public Rows(int rows, int expected) {
            end = new int[rows];
            items = new IntList(expected);
        }

        /** Adds to the present row. */
        public void add(int item) {
            items.add(item);
        }

        public void endRow() {
            end[row++] = items.size();
        }
    }

    /** How many rows there are: of a graph, vertices. */
    public int rows() {
        return begin.length - 1;
    }

    /** How many items all rows have: of a graph, edges. */
    public int size() {
        return begin[begin.length - 1];
    }

    /** The index of the row's first item. */
    public int begin(int row) {
        return begin[row];
    }

    /** The index after the row's last item. */
    public int end(int row) {
        return begin[row + 1];
    }

    public int get(int index) {
        return items[index];
    }

    /** The successors of each vertex, if these are the predecessors; in ascending order. */
    public Csr transposed() {
        int rows = rows();
        int[] first = new int[rows + 1];
        for (int i = 0; i < size(); i++) first[items[i] + 1]++;
        for (int row = 1; row <= rows; row++) first[row] += first[row - 1];
        int[] next = first.clone();
        int[] all = new int[size()];
        for (int row = 0; row < rows; row++) {
            for (int i = begin[row]; i < begin[row + 1]; i++) all[next[items[i]]++] = row;
        }
        return new Csr(first, all);
    }

    /**
     * The same graph with other numbers.
     *
     * @param old by new number: the vertex
     * @param now by vertex: its new number
     */
    Csr renumbered(int[] old, int[] now) {
        int[] first = new int[begin.length];
        int[] all = new int[size()];
        int end = 0;
        for (int row = 0; row < old.length; row++) {
            for (int i = begin[old[row]]; i < begin[old[row] + 1]; i++) all[end++] = now[items[i]];
            first[row + 1] = end;
        }
        return new Csr(first, all);
    }

    /** Each row with the same row of {@code more} after it: of graphs, both graphs' edges. */
    public Csr with(Csr more) {
        int[] both = new int[begin.length];
        int[] all = new int[Math.addExact(size(), more.size())];
        int end = 0;
        for (int row = 0; row < rows(); row++) {
            for (int i = begin[row]; i < begin[row + 1]; i++) all[end++] = items[i];
            for (int i = more.begin[row]; i < more.begin[row + 1]; i++) all[end++] = more.items[i];
            both[row + 1] = end;
        }
        return new Csr(both, all);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Csr csr && Arrays.equals(begin, csr.begin) && Arrays.equals(items, csr.items);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(begin) * 31 + Arrays.hashCode(items);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int row = 0; row < rows(); row++) {
            text.append(row)
                    .append(": ")
                    .append(Arrays.toString(Arrays.copyOfRange(items, begin[row], begin[row + 1])));
            text.append('\n');
        }
        return text.toString();
    }
}

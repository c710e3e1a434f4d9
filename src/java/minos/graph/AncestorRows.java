package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.function.IntPredicate;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.LongList;

/**
 * Tells which vertices lead to which, after one pass along a topological order. The vertices that are asked for are the columns of a
 * matrix of bits, in the order; a vertex's row has those that lead to it. Where paths go to and fro, that is nearly all that comes
 * before it but for the last few: so a row is kept from the first word on that is not full. A column does not hold that up when it
 * leads to nothing any more, as the loose end of a path does; {@link #leads} knows how far each does.
 *
 * <p>For rows of w words in the mean: O(m·w), and n·w words. Where they never get full, as in a graph of parts that know nothing of
 * each other, a word for 64 pairs: there columns are taken some at a time, as many as there is room for.
 */
public final class AncestorRows {
    private final Csr predecessors;
    private final TopologicalOrder order;
    /** How many words all rows may have. */
    private final int room;
    /** By column: its vertex, in the order. */
    private final int[] vertices;
    /** By vertex: its column, or {@code NONE}. */
    private final int[] columns;
    /** By vertex: the place of the last that it leads to; its own if it leads nowhere. */
    private final int[] end;

    /** The columns that rows have now, how many at most, and the place of the first. */
    private int from;

    private int to;
    private int width;
    private int start;

    /** By place: the first word of the row that is not full, the one after the last that is not empty, and where those between begin. */
    private final int[] low;

    private final int[] high;
    private final int[] offset;
    private LongList words;

    /**
     * @param order of the graph
     * @param asked whether a vertex will be asked for
     * @param room  how many words all rows may have: one a vertex at least
     */
    public AncestorRows(Csr predecessors, TopologicalOrder order, IntPredicate asked, long room) {
        int count = predecessors.rows();
        this.predecessors = predecessors;
        this.order = order;
        this.room = (int) Math.max(count, Math.min(room, Integer.MAX_VALUE - 8));
        low = new int[count];
        high = new int[count];
        offset = new int[count];
        end = ends();
        columns = new int[count];
        int[] inOrder = new int[count];
        for (int place = 0; place < count; place++) {
            int v = order.vertex(place);
            columns[v] = end[v] > place && asked.test(v) ? width : NONE;
            if (columns[v] != NONE) inOrder[width++] = v;
        }
        vertices = Arrays.copyOf(inOrder, width);
    }

    private int[] ends() {
        int[] end = new int[predecessors.rows()];
        for (int place = end.length - 1; place >= 0; place--) {
            int v = order.vertex(place);
            int last = end[v] = Math.max(end[v], place);
            for (int i = predecessors.begin[v]; i < predecessors.begin[v + 1]; i++) {
                int before = predecessors.items[i];
                if (end[before] < last) end[before] = last;
            }
        }
        return end;
    }

    /** How many columns there are: one for each vertex that is asked for and leads somewhere. */
    public int columns() {
        return vertices.length;
    }

    /** The vertex of a column. Columns are in the order of the graph. */
    public int vertex(int column) {
        return vertices[column];
    }

    /** The column of a vertex, or {@code NONE}. */
    public int column(int vertex) {
        return columns[vertex];
    }

    /**
     * Makes the rows, of the columns from {@code from} on: all that there are, unless there is no room for that.
     *
     * @return the column after the last
     */
    public int compute(int from, Deadline deadline) {
        Arrays.fill(low, 0); // of those that come before the block
        Arrays.fill(high, 0);
        this.from = from;
        start = order.rank(vertices[from]);
        to = Math.min(from + width, vertices.length);
        if (!fill(deadline)) {
            width = room / order.size() * Long.SIZE;
            to = Math.min(from + width, vertices.length);
            if (!fill(deadline)) throw new IllegalStateException("no room for " + width + " columns");
        }
        return to;
    }

    /** Whether there was room. */
    private boolean fill(Deadline deadline) {
        Filling filling = new Filling();
        for (int place = start; place < order.size(); place++) {
            if ((place & 0xFFF) == 0) deadline.check();
            if (!filling.row(place)) return false;
        }
        words = filling.kept;
        return true;
    }

    /** The pass along the order. */
    private final class Filling {
        private final LongList kept = new LongList(Math.min(room, 4 * order.size()));
        /** The present row. */
        private final long[] row = new long[(to - from) / Long.SIZE + 1];
        /** The columns that lead to nothing any more; all before a word do. */
        private final long[] ended = new long[row.length];

        private int first;
        /** By place: a column whose last descendant stands there, and another of the same, plus one; 0 for none. */
        private final int[] ending = new int[order.size()];

        private final int[] alsoEnding = new int[to - from];

        Filling() {
            for (int c = 0; c < alsoEnding.length; c++) {
                int place = end[vertices[from + c]];
                alsoEnding[c] = ending[place];
                ending[place] = c + 1;
            }
            ended[row.length - 1] = -1L << (to - from); // there are no such columns
        }

        boolean row(int place) {
            int v = order.vertex(place);
            int begin = predecessors.begin[v];
            int end = predecessors.begin[v + 1];
            int bottom = first;
            int top = first;
            int latest = NONE; // it may well have seen the others
            for (int i = begin; i < end; i++) {
                int before = predecessors.items[i];
                int rank = order.rank(before);
                if (rank < start) continue;
                bottom = Math.max(bottom, low[rank]);
                top = Math.max(top, high[rank]);
                if (isColumn(before)) top = Math.max(top, wordOf(before) + 1);
                latest = Math.max(latest, rank);
            }
            boolean changed = false;
            if (latest != NONE) {
                copy(latest, bottom, top);
                changed = set(order.vertex(latest), bottom);
                for (int i = begin; i < end; i++) {
                    int before = predecessors.items[i];
                    int rank = order.rank(before);
                    if (rank < start || rank == latest || has(before, bottom)) continue;
                    join(rank, bottom);
                    set(before, bottom);
                    changed = true;
                }
            }
            while (bottom < row.length && ((bottom < top ? row[bottom] : 0) | ended[bottom]) == -1) bottom++;
            while (top > bottom && row[top - 1] == 0) top--;
            low[place] = bottom;
            high[place] = Math.max(bottom, top);
            if (changed || latest == NONE || bottom != low[latest]) {
                if (kept.size() + (top - bottom) > room) return false;
                offset[place] = kept.size();
                if (top > bottom) System.arraycopy(row, bottom, kept.extend(top - bottom), offset[place], top - bottom);
            } else {
                offset[place] = offset[latest];
            }
            for (int c = ending[place]; c != 0; c = alsoEnding[c - 1]) ended[(c - 1) >> 6] |= 1L << (c - 1);
            while (first < row.length && ended[first] == -1) first++;
            return true;
        }

        private boolean isColumn(int v) {
            return columns[v] >= from && columns[v] < to;
        }

        private int wordOf(int v) {
            return (columns[v] - from) >> 6;
        }

        private void copy(int rank, int bottom, int top) {
            int begin = Math.min(top, Math.max(bottom, low[rank]));
            int end = Math.max(begin, high[rank]);
            Arrays.fill(row, bottom, begin, 0);
            if (end > begin) System.arraycopy(kept.array(), offset[rank] + begin - low[rank], row, begin, end - begin);
            Arrays.fill(row, end, top, 0);
        }

        private void join(int rank, int bottom) {
            long[] kept = this.kept.array();
            int shift = offset[rank] - low[rank];
            for (int i = Math.max(bottom, low[rank]), end = high[rank]; i < end; i++) row[i] |= kept[shift + i];
        }

        /** Whether the row has a predecessor, and so all that leads to it. */
        private boolean has(int before, int bottom) {
            return isColumn(before)
                    && (wordOf(before) < bottom || (row[wordOf(before)] >>> (columns[before] - from) & 1) != 0);
        }

        private boolean set(int before, int bottom) {
            if (!isColumn(before) || wordOf(before) < bottom) return false;
            row[wordOf(before)] |= 1L << (columns[before] - from);
            return true;
        }
    }

    /** The place of the first column. */
    public int start() {
        return start;
    }

    /** Whether a column leads to a vertex. */
    public boolean leads(int column, int vertex) {
        int place = order.rank(vertex);
        int word = (column - from) >> 6;
        if (word < low[place]) return place <= end[vertices[column]];
        return word < high[place] && (words.get(offset[place] + word - low[place]) >>> (column - from) & 1) != 0;
    }

    /** The first column that may go further than a vertex, and not lead to it. */
    public int low(int vertex) {
        return Math.min(to, from + low[order.rank(vertex)] * Long.SIZE);
    }

    /** The column from which on none leads to a vertex. */
    public int high(int vertex) {
        return Math.min(to, from + high[order.rank(vertex)] * Long.SIZE);
    }

    /** 64 columns of a vertex's row; with those that lead nowhere any more, where all others lead to it. */
    private long word(int vertex, int word) {
        int place = order.rank(vertex);
        if (word < low[place]) return -1;
        return word < high[place] ? words.get(offset[place] + word - low[place]) : 0;
    }

    /**
     * What comes before vertices: what leads to them, and whatever else is said to, with all that leads to that. Each question is about
     * a vertex behind all that was spoken of before.
     */
    public final class Precedence {
        /** By vertex: its row with more, from the same word on; null where there is no more. */
        private final long[][] rows = new long[order.size()][];

        /** Has a column come before a vertex. */
        public void add(int column, int vertex) {
            int bottom = low[order.rank(vertex)];
            int top = (column - from) >> 6;
            if (top < bottom) return;
            long[] row = rows[vertex];
            int size = Math.max(top, high[order.rank(vertex)] - 1) + 1 - bottom;
            if (row == null || row.length < size) {
                row = new long[size];
                for (int i = 0; i < size; i++) row[i] = word(vertex, bottom + i);
                rows[vertex] = row;
            }
            for (int i = 0; i <= top - bottom; i++) row[i] |= word(vertices[column], bottom + i);
            row[top - bottom] |= 1L << (column - from);
        }

        private long word(int vertex, int word) {
            long[] row = rows[vertex];
            int index = word - low[order.rank(vertex)];
            return row == null || index < 0 || index >= row.length ? AncestorRows.this.word(vertex, word) : row[index];
        }

        /**
         * Of some columns those that lead to a vertex and do not come before another, and come before no other such one.
         *
         * @param columns a bit for each of the present ones
         * @param other   stands before {@code vertex} in the order, and does not count itself; none if negative
         * @param found   takes the columns, descending
         */
        public void latest(int vertex, int other, long[] columns, IntList found) {
            int place = order.rank(vertex);
            int stop = other < 0 ? 0 : low[order.rank(other)];
            for (int word = high[place] - 1; word >= stop; word--) {
                long set = columns[word] & AncestorRows.this.word(vertex, word);
                if (other >= 0 && set != 0) set &= ~word(other, word);
                for (int i = 0; i < found.size() && set != 0; i++) set &= ~word(vertices[found.get(i)], word);
                while (set != 0) {
                    int bit = Long.SIZE - 1 - Long.numberOfLeadingZeros(set);
                    int v = vertices[from + word * Long.SIZE + bit];
                    set &= ~(1L << bit);
                    if (v == other || word < low[place] && end[v] < place) continue;
                    found.add(AncestorRows.this.columns[v]);
                    set &= ~word(v, word);
                    stop = Math.max(stop, low[order.rank(v)]);
                }
            }
        }
    }
}

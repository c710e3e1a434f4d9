package minos.graph;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Tells which vertices lead to which, a block of them at a time. The vertices that are asked for, in a topological order, are the
 * columns of a matrix of bits; a vertex's row has those that lead to it. With blocks of some columns a row is a few words, and
 * the rows of a block soon become all the same: most vertices that come much later follow the whole block, or all of it that
 * anybody can follow. So only those are looked at whose row is another one; it is known beforehand which they can be.
 *
 * <p>For blocks of w columns, where causality spreads over s vertices: O(m·(w + s)/64) for all blocks, and in memory
 * (w + s)·w bits; at worst, where it does not spread, O(n·m/64) and n·w bits.
 */
public final class AncestorBlocks {
    private final Csr predecessors;
    private final TopologicalOrder order;
    /** By column: its vertex, in the order. */
    private final int[] vertices;
    /** By vertex: its column, or {@code NONE}. */
    private final int[] columns;
    /** By vertex: the place of its last successor; 0 for none. */
    private final int[] last;

    /**
     * A forest: each vertex is a child of its first predecessor. By vertex: one of its children, and another one of the same
     * parent, plus one; 0 for none.
     */
    private final int[] child;

    private final int[] sibling;

    /**
     * @param order of the graph
     * @param asked whether a vertex will be asked for
     */
    public AncestorBlocks(Csr predecessors, TopologicalOrder order, IntPredicate asked) {
        this.predecessors = predecessors;
        this.order = order;
        int count = predecessors.rows();
        last = new int[count];
        child = new int[count];
        sibling = new int[count];
        for (int place = 0; place < count; place++) {
            int v = order.vertex(place);
            int begin = predecessors.begin[v];
            int end = predecessors.begin[v + 1];
            for (int i = begin; i < end; i++) last[predecessors.items[i]] = place;
            if (begin == end) continue;
            int parent = predecessors.items[begin];
            sibling[v] = child[parent];
            child[parent] = v + 1;
        }
        columns = new int[count];
        Arrays.fill(columns, NONE);
        IntList vertices = new IntList(count);
        for (int place = 0; place < count; place++) {
            int v = order.vertex(place);
            if (last[v] == 0 || !asked.test(v)) continue;
            columns[v] = vertices.size();
            vertices.add(v);
        }
        this.vertices = vertices.toArray();
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

    /** One block, and then another; for one thread. */
    public final class Block {
        /** The row without any bits. */
        public static final int EMPTY = 1;

        private final int width;
        /** How many longs a row has. */
        private final int words;
        /** By row, and word of it. */
        private long[] bits;
        /** How many rows there are, with one that is never used. */
        private int rows;
        /** By vertex: its row; 0 for vertices before the block, and later ones with {@link #common}. */
        private final int[] row;

        /** Places of vertices behind the columns that may have another row than {@link #common}, and of those that do. */
        private final BitSet pending = new BitSet();

        private final IntList others = new IntList();

        /** The vertices that are further from their parent than a block is wide, or have none. */
        private final IntList distant = new IntList();

        /** Rows by their content, those made behind the columns; 0 for none. A power of two of places. */
        private int[] table = new int[1 << 10];

        private int tabled;

        private int low;
        /** The places of the first column, and that after the last. */
        private int start;

        private int stop;
        private int common;
        private final long[] set;

        /** @param width how many columns a block has */
        public Block(int width) {
            this.width = width;
            words = (width + Long.SIZE - 1) / Long.SIZE;
            bits = new long[words * 64];
            row = new int[predecessors.rows()];
            set = new long[words];
            for (int place = 0; place < order.size(); place++) {
                int v = order.vertex(place);
                int first = predecessors.begin[v];
                if (first == predecessors.begin[v + 1] || place - order.rank(predecessors.items[first]) > width)
                    distant.add(v);
            }
        }

        /**
         * Makes the block of the columns from {@code from} on.
         *
         * @param visitor hears of all vertices from the first of the block on, in the order, when their {@link #row} is known; but
         *                for those behind the block that have the {@link #common} one
         * @return the column after the last
         */
        public int compute(int from, IntConsumer visitor, Deadline deadline) {
            reset();
            low = from;
            int end = Math.min(vertices.length, low + width);
            start = order.rank(vertices[low]);
            stop = order.rank(vertices[end - 1]) + 1;
            for (int place = start; place < stop; place++) {
                if ((place & 0x3FF) == 0) deadline.check();
                int v = order.vertex(place);
                row[v] = rowOf(v, false);
                visitor.accept(v);
            }
            common = common();
            for (int place = start; place < stop; place++) {
                int v = order.vertex(place);
                if (last[v] >= stop && row[v] != common) children(v);
            }
            if (end - low < width) pending.set(stop, order.size()); // the last block, which is not as wide
            for (int i = 0; i < distant.size() && end - low == width; i++) {
                int v = distant.get(i);
                int begin = predecessors.begin[v];
                boolean root = begin == predecessors.begin[v + 1];
                if (order.rank(v) >= stop && (root || order.rank(predecessors.items[begin]) < start))
                    pending.set(order.rank(v));
            }
            for (int place = pending.nextSetBit(stop); place >= 0; place = pending.nextSetBit(place + 1)) {
                if ((place & 0x3FF) == 0) deadline.check();
                int v = order.vertex(place);
                int found = rowOf(v, true);
                if (found == common) continue;
                row[v] = found;
                others.add(v);
                children(v);
                visitor.accept(v);
            }
            return end;
        }

        private void reset() {
            for (int place = start; place < stop; place++) row[order.vertex(place)] = 0;
            for (int i = 0; i < others.size(); i++) row[others.get(i)] = 0;
            others.clear();
            pending.clear();
            if (tabled > 0) Arrays.fill(table, 0);
            tabled = 0;
            common = 0;
            Arrays.fill(bits, 0, 2 * words, 0);
            rows = 2;
        }

        private void children(int v) {
            for (int c = child[v]; c != 0; c = sibling[c - 1]) {
                if (order.rank(c - 1) >= stop) pending.set(order.rank(c - 1));
            }
        }

        /** All that a vertex behind the columns can have in its row. Who follows one that has it all has it too. */
        private int common() {
            int top = newRow();
            Arrays.fill(bits, top, top + words, 0);
            int before = 0;
            for (int place = start; place < stop; place++) {
                int v = order.vertex(place);
                if (last[v] < stop) continue;
                if (row[v] != before && row[v] != EMPTY) join(top, row[v] * words);
                before = row[v];
                int column = columns[v] - low;
                if (column >= 0) bits[top + (column >> 6)] |= 1L << column;
            }
            return interned(top);
        }

        /** The offset of a row that is not taken yet. */
        private int newRow() {
            int top = Math.multiplyExact(rows, words);
            if (top + words > bits.length)
                bits = Arrays.copyOf(bits, (int) Math.min(Integer.MAX_VALUE - 8L, 2L * bits.length));
            return top;
        }

        /** @param late whether the vertex comes behind the columns */
        private int rowOf(int v, boolean late) {
            int[] items = predecessors.items;
            int begin = predecessors.begin[v];
            int end = predecessors.begin[v + 1];
            int latest = EMPTY; // it may well have seen the others
            for (int i = begin; i < end; i++) {
                int before = row[items[i]];
                if (late && (before == common || before == 0 && order.rank(items[i]) >= stop)) return common;
                latest = Math.max(latest, before);
            }
            int top = newRow();
            long[] bits = this.bits;
            System.arraycopy(bits, latest * words, bits, top, words);
            boolean changed = false;
            for (int i = begin; i < end; i++) {
                int before = row[items[i]];
                if (before == 0) continue;
                int column = columns[items[i]] - low;
                boolean inBlock = column >= 0 && column < width;
                if (inBlock && (bits[top + (column >> 6)] >>> column & 1) != 0) continue; // with all that leads to it
                if (before != latest && before != EMPTY) changed |= join(top, before * words);
                if (!inBlock) continue;
                bits[top + (column >> 6)] |= 1L << column;
                changed = true;
            }
            if (!changed && (!late || latest >= common)) return latest;
            return late ? interned(top) : rows++;
        }

        private boolean join(int row, int other) {
            long[] bits = this.bits;
            long added = 0;
            for (int i = 0; i < words; i++) {
                long more = bits[other + i] & ~bits[row + i];
                bits[row + i] |= more;
                added |= more;
            }
            return added != 0;
        }

        /** The row with what stands at the end of all rows; that becomes one if there was none. */
        private int interned(int top) {
            if (2 * tabled >= table.length) grow();
            int place = hash(top) & table.length - 1;
            while (table[place] != 0) {
                int offset = table[place] * words;
                if (Arrays.equals(bits, offset, offset + words, bits, top, top + words)) return table[place];
                place = place + 1 & table.length - 1;
            }
            tabled++;
            table[place] = rows;
            return rows++;
        }

        private void grow() {
            int[] old = table;
            table = new int[2 * old.length];
            for (int row : old) {
                if (row == 0) continue;
                int place = hash(row * words) & table.length - 1;
                while (table[place] != 0) place = place + 1 & table.length - 1;
                table[place] = row;
            }
        }

        private int hash(int offset) {
            long hash = 0;
            for (int i = offset; i < offset + words; i++) hash = (hash ^ bits[i]) * 0x9E3779B97F4A7C15L;
            return (int) (hash >>> 32 ^ hash >>> 15);
        }

        /** The row of a vertex: while the block is made, of one that was visited or comes before the block. */
        public int row(int vertex) {
            int found = row[vertex];
            return found != 0 ? found : order.rank(vertex) < start ? EMPTY : common;
        }

        /** The row of most vertices behind the block; known when the block is made. */
        public int commonRow() {
            return common;
        }

        /** How many columns a block has, but for the last one. */
        public int width() {
            return width;
        }

        /** How many vertices behind the block have another row than the {@link #commonRow}. */
        public int others() {
            return others.size();
        }

        /** One of these. */
        public int other(int index) {
            return others.get(index);
        }

        /** The place after that of the last column. */
        public int stop() {
            return stop;
        }

        /** A row with the given columns of the block: some neighbouring ones in {@code columns}. */
        public int rowWith(int[] columns, int begin, int end) {
            int top = newRow();
            Arrays.fill(bits, top, top + words, 0);
            for (int i = begin; i < end; i++) {
                int column = columns[i] - low;
                bits[top + (column >> 6)] |= 1L << column;
            }
            return rows++;
        }

        /**
         * Of some columns those that are in one row and not in another, and lead to no other such one.
         *
         * @param columns neighbouring ones in this array, ascending
         * @param but     a column that does not count, or {@code NONE}
         * @param found   takes the columns, descending
         */
        public void latest(int in, int notIn, int[] columns, int begin, int end, int but, IntList found) {
            found.clear();
            for (int i = end - 1; i >= begin; i--) {
                int column = columns[i] - low;
                if (columns[i] == but || !has(in, column) || has(notIn, column)) continue;
                boolean leads = false;
                for (int f = 0; f < found.size() && !leads; f++) leads = has(row[vertices[found.get(f)]], column);
                if (!leads) found.add(columns[i]);
            }
        }

        private boolean has(int row, int column) {
            return (bits[row * words + (column >> 6)] >>> column & 1) != 0;
        }

        /** The same of the columns in a row. */
        public void latest(int in, int notIn, int of, int but, IntList found) {
            found.clear();
            long[] bits = this.bits;
            long[] set = this.set;
            int first = words;
            int last = 0;
            for (int i = 0; i < words; i++) {
                set[i] = bits[in * words + i] & bits[of * words + i] & ~bits[notIn * words + i];
                if (set[i] == 0) continue;
                last = i;
                if (first == words) first = i;
            }
            int without = but == NONE ? NONE : but - low;
            if (without >= 0 && without < width) set[without >> 6] &= ~(1L << without);
            for (int i = last; i >= first; i--) {
                while (set[i] != 0) {
                    int column = (i << 6) + Long.SIZE - 1 - Long.numberOfLeadingZeros(set[i]);
                    found.add(low + column);
                    set[i] &= ~(1L << column);
                    int seen = row[vertices[low + column]] * words;
                    for (int w = first; w <= i; w++) set[w] &= ~bits[seen + w];
                }
            }
        }
    }
}

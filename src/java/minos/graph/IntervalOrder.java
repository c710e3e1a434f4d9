package minos.graph;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The order of intervals of time in a graph: one comes before another if it ended before the other began. That are O(n²)
 * edges, or O(n) with helpers: a chain of vertices, one for each end, into which the ended interval leads, and out of which
 * one edge leads to each interval that begins later, from the last helper before its beginning. Where only those of a group count for
 * each other, there is a chain for each group.
 */
public final class IntervalOrder {
    /** By group, and one more: where its intervals begin in the two arrays. */
    private final int[] begin;

    private final int[] ended;
    private final int[] ends;

    /** Of no intervals. */
    public IntervalOrder() {
        this(new int[0], t -> t);
    }

    /**
     * @param ended the intervals that ended, in this order
     * @param end   when an interval ended; no two at once
     */
    public IntervalOrder(int[] ended, IntUnaryOperator end) {
        this(new int[] {0, ended.length}, ended, end);
    }

    /**
     * The same of groups.
     *
     * @param begin by group, and one more: where its intervals begin in {@code ended}
     * @param ended group by group, the intervals that ended, in this order
     * @param end   when an interval ended; no two of a group at once
     */
    public IntervalOrder(int[] begin, int[] ended, IntUnaryOperator end) {
        this.begin = begin;
        this.ended = ended;
        ends = new int[ended.length];
        for (int h = 0; h < ended.length; h++) ends[h] = end.applyAsInt(ended[h]);
    }

    /** How many helpers there are. */
    public int helpers() {
        return ended.length;
    }

    /** The predecessors of each helper, if intervals are their own vertices and the helpers' are those from {@code first} on. */
    public Csr.Rows rows(int first) {
        Csr.Rows rows = new Csr.Rows(ended.length, ended.length * 2);
        for (int group = 0; group < begin.length - 1; group++) {
            for (int h = begin[group]; h < begin[group + 1]; h++) {
                if (h > begin[group]) rows.add(first + h - 1);
                rows.add(ended[h]);
                rows.endRow();
            }
        }
        return rows;
    }

    /** Takes edges, one by one. */
    @FunctionalInterface
    public interface Edges {
        void add(int from, int to);
    }

    /**
     * The edges along the helpers, and from the ended intervals into them.
     *
     * @param firstHelper the vertex of the first helper; the others follow it
     * @param vertex      the vertex of an interval
     */
    public void edges(int firstHelper, IntUnaryOperator vertex, Edges sink) {
        for (int group = 0; group < begin.length - 1; group++) {
            for (int h = begin[group]; h < begin[group + 1]; h++) {
                if (h > begin[group]) sink.add(firstHelper + h - 1, firstHelper + h);
                sink.add(vertex.applyAsInt(ended[h]), firstHelper + h);
            }
        }
    }

    /** The last helper before an interval that begins then; -1 if none had ended. O(log n). */
    public int lastBefore(int start) {
        return lastBefore(0, start);
    }

    /** The same of a group. */
    public int lastBefore(int group, int start) {
        int place = Arrays.binarySearch(ends, begin[group], begin[group + 1], start);
        int last = (place >= 0 ? place : -place - 1) - 1;
        return last < begin[group] ? -1 : last;
    }
}

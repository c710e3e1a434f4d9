package minos.render.picture;

import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import minos.model.Edge;

/**
 * Transactions as boxes in the lanes of their sessions, and arrows between them.
 *
 * @param caption what the picture shows; may be empty
 * @param lanes   the names of the sessions
 * @param boxes   in the order of time, from top to bottom
 * @param times   when each box begins and ends, where that is to be seen; else each has a row of its own
 */
public record Picture(String caption, List<String> lanes, List<Box> boxes, List<Arrow> arrows, Optional<Times> times) {
    public Picture(String caption, List<String> lanes, List<Box> boxes, List<Arrow> arrows) {
        this(caption, lanes, boxes, arrows, Optional.empty());
    }

    /**
     * When boxes begin and end, by the place of the box: moments, from 0.
     *
     * @param now  the moment that the picture is about
     * @param what what happens then
     */
    public record Times(List<Integer> begin, List<Integer> end, int now, String what) {}

    /** What a box looks like: how its transaction ended, or that it is the initial state, or several folded into one. */
    public enum Look {
        OK,
        INFO,
        FAIL,
        INITIAL,
        FOLD;

        String style() {
            return name().toLowerCase(java.util.Locale.ROOT);
        }
    }

    /**
     * A transaction.
     *
     * @param id   the transaction in the history
     * @param lane its session's place among {@link Picture#lanes}; {@link #ALL_LANES} for the initial state
     * @param note a word beside the name
     * @param hint what a pointer that rests on it is told
     * @param steps of a fold, the steps of the story that it hides, from the first to the last: {@code 3-60}; else empty
     */
    public record Box(
            int id, int lane, Look look, String name, String note, List<Line> lines, String hint, String steps) {
        public static final int ALL_LANES = -1;

        /** A transaction. */
        public Box(int id, int lane, Look look, String name, String note, List<Line> lines, String hint) {
            this(id, lane, look, name, note, lines, hint, "");
        }
    }

    /**
     * An operation.
     *
     * @param fault whether it is what is wrong
     */
    public record Line(String text, boolean fault) {}

    /**
     * An edge.
     *
     * @param from     place in {@link Picture#boxes}
     * @param fromLine the line that it leaves from; -1 for the box as a whole
     * @param supports whether it is only a reason for another edge
     * @param steps    the steps of the story that it shows
     */
    public record Arrow(
            int from,
            int fromLine,
            int to,
            int toLine,
            Edge.Kind kind,
            String label,
            String reason,
            boolean supports,
            SortedSet<Integer> steps) {
        boolean pointsDown() {
            return to > from;
        }
    }
}

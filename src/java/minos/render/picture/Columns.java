package minos.render.picture;

import java.util.ArrayList;
import java.util.List;
import minos.render.picture.Picture.Arrow;

/**
 * Finds for each arrow a place to run up or down: beside the boxes of all rows between its ends, and, with its label,
 * clear of the arrows that have such a place already at the same height.
 */
final class Columns {
    private static final int CLEARANCE = 6;

    /** What an arrow takes up: the rows from {@code top} to {@code bottom}, from the line to the end of its label. */
    private record Taken(int top, int bottom, int left, int right) {
        /** Whether both pass the same gap between rows, and are too near to each other for their labels. */
        boolean crowds(Taken other) {
            boolean sameGap = top < other.bottom && other.top < bottom;
            return sameGap && left < other.right + CLEARANCE && other.left < right + CLEARANCE;
        }

        /** Whether both end at the same box, and one would run into the other. */
        boolean joins(Taken other) {
            return top <= other.bottom && other.top <= bottom && Math.abs(left - other.left) < CLEARANCE;
        }
    }

    private final List<Taken> taken = new ArrayList<>();

    /** Takes the place of an arrow that cannot go anywhere else. */
    void take(Arrow arrow, int x, int labelEnd) {
        taken.add(at(arrow, x, labelEnd - x));
    }

    /** The nearest place to {@code edge} on that side of it; {@code width} is that of line and label. */
    int find(Arrow arrow, int edge, int width, boolean toTheRight) {
        int x = edge;
        for (int i = 0; i < taken.size(); i++) {
            Taken other = taken.get(i);
            Taken wanted = at(arrow, x, width);
            if (wanted.crowds(other)) x = toTheRight ? other.right + CLEARANCE : other.left - width - CLEARANCE;
            else if (wanted.joins(other)) x = other.left + (toTheRight ? CLEARANCE : -CLEARANCE);
            else continue;
            i = -1; // what was clear before may be in the way now
        }
        taken.add(at(arrow, x, width));
        return x;
    }

    private static Taken at(Arrow arrow, int x, int width) {
        return new Taken(Math.min(arrow.from(), arrow.to()), Math.max(arrow.from(), arrow.to()), x, x + width);
    }
}

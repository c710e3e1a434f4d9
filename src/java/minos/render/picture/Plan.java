package minos.render.picture;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import minos.render.picture.Picture.Arrow;
import minos.render.picture.Picture.Box;

/**
 * Where everything goes, so that nothing lies on anything else, by construction rather than by trial:
 * <ul>
 * <li>Each box has a row of its own, so a level line from its side meets no other box.
 * <li>An arrow leaves at the side, runs up or down beside the boxes of all rows that it passes, and comes in at the
 *     side: those that point down on the right, those that point up on the left. A cycle looks like a loop.
 * <li>From a transaction to the next one of its session, the first arrow goes straight down in the lane.
 * <li>Labels stand in the gaps between rows, where there are neither boxes nor level lines, and {@link Columns} keeps
 *     other upright lines and labels away.
 * </ul>
 * Quadratic in the arrows, of which a picture has few.
 */
final class Plan {
    static final int LINE = 17;
    static final int HEAD = 22;
    private static final int MARGIN = 12;
    private static final int GAP = 34;
    private static final int LANE_GAP = 28;
    private static final int PAD = 8;
    private static final int BESIDE = 22;

    /** A box in its place. */
    record Place(Box box, int x, int y, int width, int height) {
        int right() {
            return x + width;
        }

        int bottom() {
            return y + height;
        }

        int middle() {
            return x + width / 2;
        }

        /** The height of a line's middle; of the head for -1. */
        int line(int line) {
            return line < 0 ? y + HEAD / 2 : y + HEAD + line * LINE + LINE / 2;
        }
    }

    /** An arrow's path through corner points, and where its label begins. */
    record Route(Arrow arrow, int[] xs, int[] ys, int labelX, int labelY) {
        private Route moved(int by) {
            return new Route(arrow, Arrays.stream(xs).map(x -> x + by).toArray(), ys, labelX + by, labelY);
        }
    }

    final Picture picture;
    final List<Place> places = new ArrayList<>();
    final List<Route> routes = new ArrayList<>();
    final int[] laneX;
    final int[] laneWidth;
    final int laneTop;
    final int width;
    final int height;
    /** The height of the moment that the picture is about; 0 for none. */
    int now;

    private final Columns columns = new Columns();

    Plan(Picture picture) {
        this.picture = picture;
        List<Arrow> straight = new ArrayList<>();
        List<Arrow> down = new ArrayList<>();
        List<Arrow> up = new ArrayList<>();
        for (Arrow arrow : picture.arrows()) {
            if (isStraight(arrow, straight)) straight.add(arrow);
            else (arrow.pointsDown() ? down : up).add(arrow);
        }
        laneWidth = laneWidths(straight);
        laneX = new int[laneWidth.length];
        for (int lane = 1; lane < laneX.length; lane++) laneX[lane] = laneX[lane - 1] + laneWidth[lane - 1] + LANE_GAP;
        laneTop = MARGIN + (picture.caption().isEmpty() ? 0 : LINE + 6);
        Ports left = new Ports(up, picture.boxes().size());
        Ports right = new Ports(down, picture.boxes().size());
        height = picture.times().isPresent() ? timeline(picture.times().get()) : boxes(left, right);
        for (Arrow arrow : straight) straight(arrow);
        Comparator<Arrow> shortFirst = Comparator.comparingInt(arrow -> Math.abs(arrow.to() - arrow.from()));
        down.stream().sorted(shortFirst).forEach(arrow -> aside(arrow, right, true));
        up.stream().sorted(shortFirst).forEach(arrow -> aside(arrow, left, false));
        width = moveIntoView();
    }

    /** Places the boxes one below the other; the height of the picture. */
    private int boxes(Ports left, Ports right) {
        int last = laneX.length - 1;
        int lanesEnd = last < 0 ? 0 : laneX[last] + laneWidth[last];
        int y = laneTop + LINE + 10;
        for (int i = 0; i < picture.boxes().size(); i++) {
            Box box = picture.boxes().get(i);
            int ends = Math.max(left.count(i), right.count(i));
            int tall = Math.max(HEAD + box.lines().size() * LINE + PAD, (ends + 2) * Ports.APART);
            int lane = box.lane();
            places.add(new Place(box, lane < 0 ? 0 : laneX[lane], y, lane < 0 ? lanesEnd : laneWidth[lane], tall));
            left.spread(i, places.get(i));
            right.spread(i, places.get(i));
            y += tall + GAP;
        }
        return y - GAP + MARGIN;
    }

    /** Lets each box reach from its beginning to its end, as close together as their text allows; the height of the picture. */
    private int timeline(Picture.Times times) {
        int moments = times.now();
        for (int end : times.end()) moments = Math.max(moments, end);
        int[] y = new int[moments + 1];
        y[0] = laneTop + LINE + 10;
        for (int moment = 1; moment <= moments; moment++) {
            y[moment] = y[moment - 1] + LINE;
            for (int i = 0; i < picture.boxes().size(); i++) {
                int tall = HEAD + picture.boxes().get(i).lines().size() * LINE + PAD;
                if (times.end().get(i) == moment)
                    y[moment] = Math.max(y[moment], y[times.begin().get(i)] + tall);
            }
        }
        for (int i = 0; i < picture.boxes().size(); i++) {
            Box box = picture.boxes().get(i);
            int top = y[times.begin().get(i)];
            int bottom = y[times.end().get(i)];
            places.add(new Place(box, laneX[box.lane()], top, laneWidth[box.lane()], bottom - top));
        }
        now = y[times.now()];
        return y[moments] + LINE + MARGIN;
    }

    /** Moves everything to the right until nothing sticks out; the width that it needs then. */
    private int moveIntoView() {
        int least = 0;
        int most = Text.bold(picture.caption());
        if (picture.times().isPresent())
            most = Math.max(most, Text.width(picture.times().get().what()));
        for (Place place : places) most = Math.max(most, place.right());
        for (Route route : routes) {
            for (int x : route.xs()) least = Math.min(least, x);
            for (int x : route.xs()) most = Math.max(most, x);
            most = Math.max(most, route.labelX() + Text.width(route.arrow().label()));
        }
        int by = MARGIN - least;
        for (int lane = 0; lane < laneX.length; lane++) laneX[lane] += by;
        places.replaceAll(p -> new Place(p.box, p.x + by, p.y, p.width, p.height));
        routes.replaceAll(r -> r.moved(by));
        return most + by + MARGIN;
    }

    /** Whether it goes to the next transaction of the same session, and is the first to do so. */
    private boolean isStraight(Arrow arrow, List<Arrow> others) {
        int lane = picture.boxes().get(arrow.from()).lane();
        if (!arrow.pointsDown() || lane < 0 || picture.boxes().get(arrow.to()).lane() != lane) return false;
        for (int i = arrow.from() + 1; i < arrow.to(); i++)
            if (picture.boxes().get(i).lane() == lane) return false;
        return others.stream().noneMatch(other -> other.from() == arrow.from() && other.to() == arrow.to());
    }

    private int[] laneWidths(List<Arrow> straight) {
        int[] widths = new int[picture.lanes().size()];
        for (int lane = 0; lane < widths.length; lane++)
            widths[lane] = Text.width(picture.lanes().get(lane)) + PAD;
        int wanted = 0;
        for (Box box : picture.boxes()) {
            int wide = Text.bold(box.name()) + Text.width(box.note()) + 4 * PAD;
            for (Picture.Line line : box.lines()) wide = Math.max(wide, Text.bold(line.text()) + 2 * PAD);
            if (box.lane() >= 0) widths[box.lane()] = Math.max(widths[box.lane()], wide);
            else wanted = Math.max(wanted, wide);
        }
        for (Arrow arrow : straight) {
            int lane = picture.boxes().get(arrow.from()).lane();
            widths[lane] = Math.max(widths[lane], 2 * (Text.width(arrow.label()) + PAD));
        }
        int total = -LANE_GAP;
        for (int wide : widths) total += wide + LANE_GAP;
        if (widths.length > 0 && total < wanted) widths[widths.length - 1] += wanted - total;
        return widths;
    }

    private void straight(Arrow arrow) {
        Place from = places.get(arrow.from());
        Place to = places.get(arrow.to());
        int x = from.middle();
        columns.take(arrow, x, x + PAD + Text.width(arrow.label()));
        routes.add(new Route(
                arrow, new int[] {x, x}, new int[] {from.bottom(), to.y()}, x + PAD, from.bottom() + GAP / 2));
    }

    private void aside(Arrow arrow, Ports ports, boolean toTheRight) {
        int top = Math.min(arrow.from(), arrow.to());
        int bottom = Math.max(arrow.from(), arrow.to());
        List<Place> passed = places.subList(top, bottom + 1);
        int edge = toTheRight
                ? passed.stream().mapToInt(Place::right).max().orElseThrow() + BESIDE
                : passed.stream().mapToInt(Place::x).min().orElseThrow() - BESIDE;
        int x = columns.find(arrow, edge, PAD + Text.width(arrow.label()), toTheRight);
        int fromX = toTheRight
                ? places.get(arrow.from()).right()
                : places.get(arrow.from()).x();
        int toX = toTheRight
                ? places.get(arrow.to()).right()
                : places.get(arrow.to()).x();
        int fromY = ports.y(arrow, true);
        int toY = ports.y(arrow, false);
        routes.add(new Route(
                arrow,
                new int[] {fromX, x, x, toX},
                new int[] {fromY, fromY, toY, toY},
                x + PAD,
                places.get((top + bottom - 1) / 2).bottom() + GAP / 2));
    }
}

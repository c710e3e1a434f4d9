package minos.render.picture;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Rectangle;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import minos.model.Edge;
import minos.render.picture.Picture.Arrow;
import minos.render.picture.Picture.Box;
import minos.render.picture.Picture.Line;
import minos.render.picture.Picture.Look;
import minos.render.picture.Plan.Place;
import minos.render.picture.Plan.Route;
import org.junit.jupiter.api.Test;

class PlanTest {
    /** Boxes and labels touch nothing, whatever the picture; lines may cross lines, but not run along one another. */
    @Test
    void nothingLiesOnAnythingElse() {
        for (int seed = 0; seed < 3000; seed++) {
            Plan plan = new Plan(picture(new Random(seed)));
            List<Rectangle> solid = new ArrayList<>();
            for (Place at : plan.places) solid.add(new Rectangle(at.x(), at.y(), at.width(), at.height()));
            for (Route route : plan.routes) solid.add(label(route));
            Rectangle paper = new Rectangle(plan.width, plan.height);
            for (int i = 0; i < solid.size(); i++) {
                assertTrue(paper.contains(solid.get(i)), seed + ": off the paper: " + solid.get(i));
                for (int j = 0; j < i; j++) {
                    assertTrue(
                            !solid.get(i).intersects(solid.get(j)),
                            seed + ": " + solid.get(i) + " and " + solid.get(j));
                }
                for (Route route : plan.routes) {
                    for (Rectangle stretch : stretches(route)) {
                        assertTrue(paper.contains(stretch), seed + ": off the paper: " + route);
                        assertTrue(!stretch.intersects(solid.get(i)), seed + ": " + route + " crosses " + solid.get(i));
                    }
                }
            }
            apart(plan, seed);
        }
    }

    @SuppressWarnings("ReferenceEquality") // two routes may be the same way
    private static void apart(Plan plan, int seed) {
        for (Route one : plan.routes) {
            for (Route other : plan.routes) {
                if (one == other) continue;
                for (Rectangle a : stretches(one)) {
                    for (Rectangle b : stretches(other)) {
                        boolean parallel = a.width > a.height == b.width > b.height;
                        assertTrue(!parallel || !a.intersects(b), seed + ": " + one + " runs along " + other);
                    }
                }
            }
        }
    }

    private static Rectangle label(Route route) {
        return new Rectangle(
                route.labelX(), route.labelY() - 7, Text.width(route.arrow().label()), 14);
    }

    /** The straight parts of a path, without their ends, which touch boxes. */
    private static List<Rectangle> stretches(Route route) {
        List<Rectangle> all = new ArrayList<>();
        for (int i = 1; i < route.xs().length; i++) {
            int x = Math.min(route.xs()[i - 1], route.xs()[i]);
            int y = Math.min(route.ys()[i - 1], route.ys()[i]);
            int width = Math.abs(route.xs()[i - 1] - route.xs()[i]);
            int height = Math.abs(route.ys()[i - 1] - route.ys()[i]);
            all.add(width > height ? new Rectangle(x + 1, y, width - 2, 1) : new Rectangle(x, y + 1, 1, height - 2));
        }
        return all;
    }

    private static Picture picture(Random random) {
        int count = 2 + random.nextInt(7);
        int lanes = 1 + random.nextInt(count);
        List<String> names = new ArrayList<>();
        for (int lane = 0; lane < lanes; lane++) names.add("session " + "x".repeat(random.nextInt(6)));
        List<Box> boxes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Line> lines = new ArrayList<>();
            for (int n = random.nextInt(5); n > 0; n--) {
                lines.add(new Line("w " + "漢x".repeat(random.nextInt(12)), n == 1));
            }
            boolean initial = i == 0 && random.nextBoolean();
            int lane = initial ? Box.ALL_LANES : random.nextInt(lanes);
            boxes.add(new Box(i, lane, initial ? Look.INITIAL : Look.OK, "T" + i, "#" + i, lines, ""));
        }
        List<Arrow> arrows = new ArrayList<>();
        for (int n = random.nextInt(14); n > 0; n--) {
            int from = random.nextInt(count);
            int to = random.nextInt(count);
            if (from == to) continue;
            Edge.Kind kind = Edge.Kind.values()[random.nextInt(6)];
            arrows.add(new Arrow(
                    from,
                    random.nextInt(boxes.get(from).lines().size() + 1) - 1,
                    to,
                    random.nextInt(boxes.get(to).lines().size() + 1) - 1,
                    kind,
                    kind + " " + "k".repeat(random.nextInt(12)),
                    "",
                    random.nextBoolean(),
                    new TreeSet<>()));
        }
        return new Picture(random.nextBoolean() ? "" : "one way, T0 before T1", names, boxes, arrows);
    }
}

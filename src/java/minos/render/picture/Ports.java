package minos.render.picture;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import minos.render.picture.Picture.Arrow;
import minos.render.picture.Plan.Place;

/** Where arrows leave and enter the boxes on one side of them. */
final class Ports {
    /** The least distance between two of them. */
    static final int APART = 8;

    /** One end of an arrow at a box. */
    private static final class Port {
        final Arrow arrow;
        final boolean isStart;
        int y;

        Port(Arrow arrow, boolean isStart) {
            this.arrow = arrow;
            this.isStart = isStart;
        }
    }

    private final List<List<Port>> ports = new ArrayList<>();

    Ports(List<Arrow> arrows, int boxes) {
        for (int i = 0; i < boxes; i++) ports.add(new ArrayList<>());
        for (Arrow arrow : arrows) {
            ports.get(arrow.from()).add(new Port(arrow, true));
            ports.get(arrow.to()).add(new Port(arrow, false));
        }
    }

    int count(int box) {
        return ports.get(box).size();
    }

    /** The height at which an arrow leaves its box, or enters it. */
    @SuppressWarnings("ReferenceEquality") // two arrows may say the same
    int y(Arrow arrow, boolean isStart) {
        for (Port port : ports.get(isStart ? arrow.from() : arrow.to())) {
            if (port.arrow == arrow && port.isStart == isStart) return port.y;
        }
        throw new IllegalArgumentException("no end of " + arrow + " is on this side");
    }

    /** Puts the ends at a box beside the operations that they belong to, and as far apart as they need to be. */
    void spread(int box, Place place) {
        List<Port> ends = ports.get(box);
        for (Port port : ends) port.y = place.line(port.isStart ? port.arrow.fromLine() : port.arrow.toLine());
        ends.sort(Comparator.comparingInt((Port port) -> port.y).thenComparing(port -> port.isStart));
        int least = place.y() + APART;
        for (Port port : ends) {
            port.y = Math.max(port.y, least);
            least = port.y + APART;
        }
        int most = place.bottom() - APART;
        for (int i = ends.size() - 1; i >= 0; i--) {
            ends.get(i).y = Math.min(ends.get(i).y, most);
            most = ends.get(i).y - APART;
        }
    }
}

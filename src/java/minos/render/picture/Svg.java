package minos.render.picture;

import minos.render.picture.Picture.Line;
import minos.render.picture.Plan.Place;
import minos.render.picture.Plan.Route;

/** Draws a picture as SVG. Everything that comes from a history is text there, never markup. */
public final class Svg {
    private static final int CORNER = 7;
    private static final int HEAD_LENGTH = 9;

    private final Plan plan;
    private final StringBuilder out = new StringBuilder();

    private Svg(Plan plan) {
        this.plan = plan;
    }

    /** The picture as a file of its own, with its style. */
    public static String file(Picture picture) {
        return new Svg(new Plan(picture)).draw("<style>\n" + Ink.style() + "</style>\n", " font-family=\"monospace\"");
    }

    /** The picture inside a page that has {@link Ink#style()} in its own style. */
    public static String inline(Picture picture) {
        return new Svg(new Plan(picture)).draw("", "");
    }

    private String draw(String style, String font) {
        out.append("<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"minos\"")
                .append(font)
                .append(" role=\"group\" width=\"")
                .append(plan.width)
                .append("\" height=\"")
                .append(plan.height)
                .append("\" viewBox=\"0 0 ")
                .append(plan.width)
                .append(' ')
                .append(plan.height)
                .append("\">\n")
                .append(style);
        out.append("<rect class=\"paper\" width=\"")
                .append(plan.width)
                .append("\" height=\"")
                .append(plan.height)
                .append("\"/>\n");
        if (!plan.picture.caption().isEmpty()) text("caption", 12, 24, plan.picture.caption());
        lanes();
        plan.routes.forEach(this::arrow);
        plan.places.forEach(this::box);
        plan.picture.times().ifPresent(this::now);
        return out.append("</svg>\n").toString();
    }

    private void lanes() {
        for (int lane = 0; lane < plan.laneX.length; lane++) {
            int x = plan.laneX[lane] + plan.laneWidth[lane] / 2;
            out.append("<g class=\"lane\"><line x1=\"")
                    .append(x)
                    .append("\" x2=\"")
                    .append(x)
                    .append("\" y1=\"")
                    .append(plan.laneTop + Plan.LINE + 4)
                    .append("\" y2=\"")
                    .append(plan.height - 4)
                    .append("\"/>");
            text("", plan.laneX[lane], plan.laneTop + 13, plan.picture.lanes().get(lane));
            out.append("</g>\n");
        }
    }

    /** A line across all lanes. */
    private void now(Picture.Times times) {
        out.append("<g class=\"now\"><line x1=\"0\" x2=\"")
                .append(plan.width)
                .append("\" y1=\"")
                .append(plan.now)
                .append("\" y2=\"")
                .append(plan.now)
                .append("\"/>");
        text("", 12, plan.height - 8, times.what());
        out.append("</g>\n");
    }

    private void box(Place place) {
        Picture.Box box = place.box();
        out.append("<g class=\"box ")
                .append(box.look().style())
                .append(box.steps().isEmpty() ? "\" data-t=\"" : "\" data-fold=\"")
                .append(box.steps().isEmpty() ? Integer.toString(box.id()) : box.steps())
                .append("\" tabindex=\"0\" role=\"button\"><title>")
                .append(Text.escaped(box.hint()))
                .append("</title><rect x=\"")
                .append(place.x())
                .append("\" y=\"")
                .append(place.y())
                .append("\" width=\"")
                .append(place.width())
                .append("\" height=\"")
                .append(place.height())
                .append("\" rx=\"6\"/>");
        text("name", place.x() + 8, place.y() + 16, box.name());
        int note = place.right() - 8 - Text.width(box.note());
        if (!box.note().isEmpty()) text("note", note, place.y() + 16, box.note());
        for (int i = 0; i < box.lines().size(); i++) {
            Line line = box.lines().get(i);
            text(line.fault() ? "fault" : "", place.x() + 8, place.line(i) + 4, line.text());
        }
        out.append("</g>\n");
    }

    private void arrow(Route route) {
        Picture.Arrow arrow = route.arrow();
        out.append("<g class=\"edge ")
                .append(arrow.kind())
                .append(arrow.supports() ? " supports" : "")
                .append("\" data-steps=\"");
        arrow.steps().forEach(step -> out.append(step).append(' '));
        if (!arrow.steps().isEmpty()) out.setLength(out.length() - 1);
        out.append("\" tabindex=\"0\"><title>")
                .append(Text.escaped(arrow.reason()))
                .append("</title>");
        String path = path(route);
        out.append("<path class=\"hit\" d=\"")
                .append(path)
                .append("\"/><path d=\"")
                .append(path)
                .append("\"/>");
        head(route);
        text("", route.labelX(), route.labelY() + 4, arrow.label());
        out.append("</g>\n");
    }

    private void text(String style, int x, int y, String text) {
        out.append("<text");
        if (!style.isEmpty()) out.append(" class=\"").append(style).append('"');
        out.append(" x=\"")
                .append(x)
                .append("\" y=\"")
                .append(y)
                .append("\">")
                .append(Text.escaped(text))
                .append("</text>");
    }

    /** Through the corner points, with round corners, up to where the head begins. */
    private static String path(Route route) {
        int[] xs = route.xs().clone();
        int[] ys = route.ys().clone();
        int last = xs.length - 1;
        xs[last] -= Integer.signum(xs[last] - xs[last - 1]) * (HEAD_LENGTH - 2);
        ys[last] -= Integer.signum(ys[last] - ys[last - 1]) * (HEAD_LENGTH - 2);
        StringBuilder path = new StringBuilder("M" + xs[0] + ' ' + ys[0]);
        for (int i = 1; i < last; i++) {
            int inX = Integer.signum(xs[i] - xs[i - 1]) * CORNER;
            int inY = Integer.signum(ys[i] - ys[i - 1]) * CORNER;
            int outX = Integer.signum(xs[i + 1] - xs[i]) * CORNER;
            int outY = Integer.signum(ys[i + 1] - ys[i]) * CORNER;
            path.append('L')
                    .append(xs[i] - inX)
                    .append(' ')
                    .append(ys[i] - inY)
                    .append('Q')
                    .append(xs[i])
                    .append(' ')
                    .append(ys[i])
                    .append(' ')
                    .append(xs[i] + outX)
                    .append(' ')
                    .append(ys[i] + outY);
        }
        return path.append('L').append(xs[last]).append(' ').append(ys[last]).toString();
    }

    private void head(Route route) {
        int last = route.xs().length - 1;
        int x = route.xs()[last];
        int y = route.ys()[last];
        int dx = Integer.signum(x - route.xs()[last - 1]);
        int dy = Integer.signum(y - route.ys()[last - 1]);
        int baseX = x - dx * HEAD_LENGTH;
        int baseY = y - dy * HEAD_LENGTH;
        out.append("<polygon points=\"")
                .append(x)
                .append(',')
                .append(y)
                .append(' ')
                .append(baseX + dy * 4)
                .append(',')
                .append(baseY + dx * 4)
                .append(' ')
                .append(baseX - dy * 4)
                .append(',')
                .append(baseY - dx * 4)
                .append("\"/>");
    }
}

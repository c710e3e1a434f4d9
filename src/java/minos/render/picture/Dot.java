package minos.render.picture;

import minos.model.Edge;
import minos.render.picture.Picture.Arrow;
import minos.render.picture.Picture.Box;

/** A picture in the language of Graphviz. */
public final class Dot {
    private Dot() {}

    public static String file(Picture picture) {
        StringBuilder out = new StringBuilder("digraph counterexample {\n  rankdir=TB;\n");
        if (!picture.caption().isEmpty())
            out.append("  label=").append(quoted(picture.caption())).append(";\n");
        out.append("  node [shape=box, style=\"filled,rounded\", fontname=monospace, fontsize=11];\n");
        out.append("  edge [fontname=monospace, fontsize=10];\n");
        for (int i = 0; i < picture.boxes().size(); i++) {
            if (picture.boxes().get(i).lane() < 0) node(picture, i, "  ", out);
        }
        for (int lane = 0; lane < picture.lanes().size(); lane++) {
            out.append("  subgraph cluster_")
                    .append(lane)
                    .append(" {\n    style=dashed;\n    label=")
                    .append(quoted(picture.lanes().get(lane)))
                    .append(";\n");
            lane(picture, lane, out);
            out.append("  }\n");
        }
        for (Arrow arrow : picture.arrows()) edge(arrow, out);
        return out.append("}\n").toString();
    }

    /** The boxes of a session; edges that are not drawn keep them in their order. */
    private static void lane(Picture picture, int lane, StringBuilder out) {
        int last = -1;
        for (int i = 0; i < picture.boxes().size(); i++) {
            if (picture.boxes().get(i).lane() != lane) continue;
            node(picture, i, "    ", out);
            if (last >= 0 && !isDrawn(picture, last, i)) {
                out.append("    b").append(last).append(" -> b").append(i).append(" [style=invis];\n");
            }
            last = i;
        }
    }

    private static boolean isDrawn(Picture picture, int from, int to) {
        return picture.arrows().stream().anyMatch(arrow -> arrow.from() == from && arrow.to() == to);
    }

    private static void node(Picture picture, int index, String indent, StringBuilder out) {
        Box box = picture.boxes().get(index);
        StringBuilder label = new StringBuilder(escaped(box.name()));
        if (!box.note().isEmpty()) label.append("  ").append(escaped(box.note()));
        label.append("\\l");
        for (Picture.Line line : box.lines()) label.append(escaped(line.text())).append("\\l");
        out.append(indent)
                .append('b')
                .append(index)
                .append(" [label=\"")
                .append(label)
                .append("\", fillcolor=\"")
                .append(Ink.fill(box.look()))
                .append("\", tooltip=")
                .append(quoted(box.hint()))
                .append("];\n");
    }

    private static void edge(Arrow arrow, StringBuilder out) {
        String colour = Ink.onLight(arrow.kind());
        out.append("  b")
                .append(arrow.from())
                .append(" -> b")
                .append(arrow.to())
                .append(" [label=")
                .append(quoted(arrow.label()))
                .append(", color=\"")
                .append(colour)
                .append("\", fontcolor=\"")
                .append(colour)
                .append("\", ")
                .append(line(arrow.kind()))
                .append(", penwidth=")
                .append(arrow.supports() ? 1 : 2)
                .append(", tooltip=")
                .append(quoted(arrow.reason()))
                .append("];\n");
    }

    /** Graphviz knows few dashes: heads differ where these are the same. */
    private static String line(Edge.Kind kind) {
        return switch (kind) {
            case WR -> "style=solid";
            case SO -> "style=solid, arrowhead=vee";
            case WW -> "style=solid, arrowhead=normalnormal";
            case RW -> "style=dashed";
            case RT -> "style=dotted";
            case CO -> "style=dashed, arrowhead=empty";
            case CLAIMED -> "style=dotted, arrowhead=empty";
        };
    }

    private static String quoted(String text) {
        return '"' + escaped(text) + '"';
    }

    /** Inside quotes; a backslash would begin an escape, and Graphviz reads entities of HTML too. */
    private static String escaped(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> {
            switch (c) {
                case '"' -> out.append("\\\"");
                case '\\' -> out.append("\\\\");
                case '&' -> out.append("&amp;");
                case '\n' -> out.append("\\n");
                default -> out.appendCodePoint(Text.isHarmless(c) ? c : 0xFFFD);
            }
        });
        return out.toString();
    }
}

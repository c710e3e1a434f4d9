package minos.render.picture;

import minos.model.Edge;

/**
 * Colours and dashes. An edge can be told by its dashes and its label too, a box by its note: colour is never all there
 * is.
 */
public final class Ink {
    /** Jepsen's colours of operations. */
    static final String OK = "#6DB6FE";

    static final String INFO = "#FFAA26";
    static final String FAIL = "#FEB5DA";
    static final String INITIAL = "#D5D9E0";

    private Ink() {}

    static String fill(Picture.Look look) {
        return switch (look) {
            case OK -> OK;
            case INFO -> INFO;
            case FAIL -> FAIL;
            case INITIAL, FOLD -> INITIAL;
        };
    }

    /** The colour of an edge on light paper. */
    static String onLight(Edge.Kind kind) {
        return switch (kind) {
            case SO -> "#5B6472";
            case WR -> "#00794F";
            case WW -> "#1F5FBF";
            case RW -> "#C2410C";
            case RT -> "#7C3AED";
            case CO -> "#BE1861";
            case CLAIMED -> "#8A6100";
        };
    }

    /** The colour of an edge on dark paper. */
    static String onDark(Edge.Kind kind) {
        return switch (kind) {
            case SO -> "#A9B1BD";
            case WR -> "#4ADE9F";
            case WW -> "#7FB2FF";
            case RW -> "#FF9B63";
            case RT -> "#C4A6FF";
            case CO -> "#FF7FB5";
            case CLAIMED -> "#F2C94C";
        };
    }

    /** The dashes of an edge, different for each kind; empty for a line without gaps. */
    static String dashes(Edge.Kind kind) {
        return switch (kind) {
            case WR -> "";
            case SO -> "5 2";
            case WW -> "16 4";
            case RW -> "8 5";
            case RT -> "2 5";
            case CO -> "10 3 2 3";
            case CLAIMED -> "3 3";
        };
    }

    /** The style sheet of all pictures: light, and dark where the reader prefers that. */
    public static String style() {
        StringBuilder css = new StringBuilder(
                """
                .minos text{font:12px ui-monospace,"DejaVu Sans Mono",Menlo,Consolas,monospace;fill:#111827}
                .minos .paper{fill:#fff}
                .minos .caption{font-weight:bold}
                .minos .lane line{stroke:#C9CED6;stroke-dasharray:1 5}
                .minos .lane text{fill:#5B6472}
                .minos .now line{stroke:#B42318}
                .minos .now text{fill:#B42318}
                .minos .box rect{stroke:#1F2937}
                .minos .box .fault{font-weight:bold;text-decoration:underline}
                .minos .box .note{fill:#374151}
                .minos .box .name{font-weight:bold}
                .minos .initial rect,.minos .fold rect{stroke-dasharray:4 3}
                .minos .edge path{fill:none;stroke-width:2}
                .minos .edge .hit{stroke:transparent!important;stroke-dasharray:none!important;\
                stroke-width:14!important}
                .minos .edge text{paint-order:stroke;stroke:#fff;stroke-width:4px;stroke-linejoin:round}
                .minos .supports path{stroke-width:1}
                .minos .edge:hover path,.minos .edge.on path{stroke-width:4}
                .minos .edge:focus,.minos .box:focus{outline:none}
                .minos .edge:focus path{stroke-width:4}
                .minos .box:focus rect,.minos .box:hover rect{stroke-width:3}
                """);
        for (Picture.Look look : Picture.Look.values()) {
            css.append(".minos .")
                    .append(look.style())
                    .append(" rect{fill:")
                    .append(fill(look))
                    .append("}\n");
        }
        for (Edge.Kind kind : Edge.Kind.values()) {
            edge(css, kind, onLight(kind));
            if (!dashes(kind).isEmpty()) {
                css.append(".minos .")
                        .append(kind)
                        .append(" path{stroke-dasharray:")
                        .append(dashes(kind))
                        .append("}\n");
            }
        }
        css.append(
                """
                @media (prefers-color-scheme:dark){
                .minos text{fill:#E5E7EB}
                .minos .paper{fill:#14171C}
                .minos .edge text{stroke:#14171C}
                .minos .lane line{stroke:#4B5563}
                .minos .lane text{fill:#A9B1BD}
                .minos .now line{stroke:#FF9B8A}
                .minos .now text{fill:#FF9B8A}
                .minos .box text{fill:#111827}
                .minos .box rect{stroke:#E5E7EB}
                """);
        for (Edge.Kind kind : Edge.Kind.values()) edge(css, kind, onDark(kind));
        return css.append("}\n").toString();
    }

    private static void edge(StringBuilder css, Edge.Kind kind, String colour) {
        String of = ".minos ." + kind;
        css.append(of)
                .append(" path{stroke:")
                .append(colour)
                .append('}')
                .append(of)
                .append(" polygon,")
                .append(of)
                .append(" text{fill:")
                .append(colour)
                .append("}\n");
    }
}

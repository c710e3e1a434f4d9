package minos.render;

import java.util.List;

/** A small plot for a report, as markup. */
final class Plots {
    private static final int COLOURS = 12;

    private Plots() {}

    /** How long each phase took, as parts of one bar. */
    static String phases(List<Report.Phase> phases) {
        long total = Math.max(1, phases.stream().mapToLong(Report.Phase::millis).sum());
        Html html = new Html().raw("<div class=\"phases\" role=\"img\" aria-label=\"time by phase\">");
        for (int i = 0; i < phases.size(); i++) {
            html.raw("<span class=\"p" + i % COLOURS + "\" style=\"flex-grow:"
                    + phases.get(i).millis() * 1000 / total + "\"></span>");
        }
        html.raw("</div><ul class=\"legend\">");
        for (int i = 0; i < phases.size(); i++) {
            html.raw("<li><i class=\"p" + i % COLOURS + "\"></i>")
                    .text(phases.get(i).name())
                    .raw(": ")
                    .text(phases.get(i).millis() + " ms")
                    .raw("</li>");
        }
        return html.raw("</ul>").toString();
    }
}

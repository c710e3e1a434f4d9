package minos.render;

import java.util.List;
import minos.history.History;
import minos.model.Violation;

/** Small plots for a report, as markup. */
final class Plots {
    private static final int WIDTH = 640;
    private static final int HEIGHT = 100;
    private static final int TICKS = 16;
    private static final int BINS = 128;
    private static final int COLOURS = 12;

    private Plots() {}

    /**
     * Transactions from the first to the last, by how they ended; below them a tick for each witness that links to it.
     *
     * @param witnesses in the order of the report
     */
    static String timeline(History history, List<Violation> witnesses) {
        int transactions = history.transactions();
        int most = Math.max(1, (transactions + BINS - 1) / BINS); // in each bin but the last
        int bins = Math.max(1, (transactions + most - 1) / most);
        int[][] counts = new int[bins][3];
        for (int t = 0; t < transactions; t++)
            counts[t / most][history.status(t).ordinal()]++;
        StringBuilder svg = new StringBuilder("<svg class=\"plot\" viewBox=\"0 0 " + WIDTH + ' ' + (HEIGHT + TICKS)
                + "\" role=\"img\" aria-label=\"transactions over time, with the counterexamples marked\">");
        String[] looks = {"ok", "fail", "info"};
        double wide = (double) WIDTH * most / Math.max(1, transactions);
        for (int b = 0; b < bins; b++) {
            int below = 0;
            for (int s = 0; s < 3; s++) {
                int tall = (int) Math.ceil((double) counts[b][s] * HEIGHT / most);
                if (tall == 0) continue;
                below += tall;
                svg.append("<rect class=\"")
                        .append(looks[s])
                        .append("\" x=\"")
                        .append(decimal(b * wide))
                        .append("\" y=\"")
                        .append(Math.max(0, HEIGHT - below))
                        .append("\" width=\"")
                        .append(decimal(Math.max(1, Math.min(wide, WIDTH - b * wide) - 0.5)))
                        .append("\" height=\"")
                        .append(tall)
                        .append("\"/>");
            }
        }
        svg.append("<path class=\"axis\" d=\"M0 ")
                .append(HEIGHT)
                .append('h')
                .append(WIDTH)
                .append("\"/>");
        for (int i = 0; i < witnesses.size(); i++) {
            int at = Cast.of(history, witnesses.get(i)).transactions().keySet().stream()
                    .findFirst()
                    .orElse(0);
            svg.append("<a href=\"#w")
                    .append(i)
                    .append("\"><rect class=\"tick\" x=\"")
                    .append(decimal((at + 0.5) * WIDTH / Math.max(1, transactions) - 1.5))
                    .append("\" y=\"")
                    .append(HEIGHT + 2)
                    .append("\" width=\"3\" height=\"14\"><title>counterexample ")
                    .append(i + 1)
                    .append("</title></rect></a>");
        }
        return svg.append("</svg><div class=\"ends\"><span>T0</span><span>T")
                .append(Math.max(0, transactions - 1))
                .append("</span></div>")
                .toString();
    }

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

    private static String decimal(double number) {
        return Double.toString(Math.round(number * 10) / 10.0);
    }
}

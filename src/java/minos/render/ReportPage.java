package minos.render;

import static java.util.stream.Collectors.joining;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;
import minos.history.Statistics;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.render.picture.Ink;

/** The page of one history: levels, figures and plots in plain markup; the counterexamples as data and a script. */
final class ReportPage {
    private static final List<String> SCRIPTS = List.of("elements.js", "report.js", "timeline.js");

    private final Judged judged;
    private final List<Report.Phase> phases;
    private final Ladder ladder;
    private final List<Exhibit> exhibits;
    private final Surroundings around;

    ReportPage(Judged judged, List<Report.Phase> phases) {
        this.judged = judged;
        this.phases = phases;
        ladder = new Ladder(judged.verdicts());
        exhibits = Exhibit.of(judged.verdicts());
        around = Surroundings.whole(judged);
    }

    String render() throws IOException {
        List<String> scripts = new ArrayList<>();
        for (String name : SCRIPTS) scripts.add(resource(name));
        Html html = new Html();
        begin(html, judged.file(), hashes(scripts));
        html.raw("<header><h1>")
                .text(judged.file())
                .raw("</h1><p>")
                .text(about())
                .raw(verdict())
                .raw("</p>");
        lead(html);
        html.raw("</header>\n<main>\n<div class=\"top\">\n");
        levels(html);
        figures(html);
        plots(html);
        html.raw("</div>\n");
        html.raw("<section id=\"timeline\"><h2>Timeline</h2>\n")
                .raw("<noscript><p>A script draws all transactions over time.</p></noscript></section>\n");
        counterexamples(html);
        html.raw(
                """
                </main>
                <dialog id="dialog" aria-labelledby="dialog-title"></dialog>
                <div id="hint" role="tooltip" hidden></div>
                """);
        html.raw("<script type=\"application/json\" id=\"data\">")
                .raw(ReportData.of(judged.history(), exhibits, around))
                .raw("</script>\n<script type=\"application/json\" id=\"timeline-data\">")
                .raw(ReportData.inScript(Timeline.json(judged.history(), around, casts())))
                .raw("</script>\n");
        for (String script : scripts) html.raw("<script>").raw(script).raw("</script>\n");
        html.raw("</body>\n</html>\n");
        return html.toString();
    }

    /** Up to the beginning of the body. The page may load nothing, and run no script but its own. */
    static void begin(Html html, String title, String scripts) throws IOException {
        begin(html, title, scripts, "");
    }

    /** @param more what else the page may do */
    static void begin(Html html, String title, String scripts, String more) throws IOException {
        String policy = "default-src 'none'; style-src 'unsafe-inline'; script-src " + scripts
                + "; base-uri 'none'; form-action 'none'" + more;
        html.raw(
                        """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta http-equiv="Content-Security-Policy" content="%s">
                <meta name="viewport" content="width=device-width">
                <meta name="color-scheme" content="light dark">
                <title>"""
                                .formatted(policy))
                .text(title)
                .raw(" – Minos</title>\n<style>\n")
                .raw(Ink.style())
                .raw(resource("report.css"))
                .raw("</style>\n</head>\n<body>\n");
    }

    /** The transactions of each counterexample, in the order of the page. */
    private List<int[]> casts() {
        return exhibits.stream()
                .flatMap(e -> e.anomaly().witnesses().stream())
                .map(witness -> Cast.of(judged.history(), witness).transactions().keySet().stream()
                        .mapToInt(t -> t)
                        .toArray())
                .toList();
    }

    static String resource(String name) throws IOException {
        try (InputStream in = ReportPage.class.getResourceAsStream("/minos/report/" + name)) {
            if (in == null) throw new IOException("minos/report/" + name + " is not on the class path");
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    /** What a policy says to allow these scripts. */
    static String hashes(List<String> scripts) {
        return scripts.stream().map(script -> "'sha256-" + sha256(script) + "'").collect(joining(" "));
    }

    private static String sha256(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getEncoder().encodeToString(hash);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java knows SHA-256", e);
        }
    }

    private String about() {
        String about = judged.history().origin().about();
        return about.isEmpty() ? "" : about + ". ";
    }

    /** The first counterexample's cause: what most readers come for. */
    private void lead(Html html) {
        if (exhibits.isEmpty()) return;
        html.raw("<p class=\"lead\"><a href=\"#w0\">")
                .text(Cause.of(
                        judged.history(), exhibits.get(0).anomaly().witnesses().get(0)))
                .raw("</a></p>");
    }

    private String verdict() {
        StringJoiner parts = new StringJoiner("; ");
        part(parts, "strongest that hold", "holds", ladder.strongest());
        part(parts, "weakest violated", "violated", ladder.weakest());
        part(parts, "unknown", "unknown", ladder.unknown());
        return parts + " (" + VerdictText.order(ladder.usual()) + ")";
    }

    private static void part(StringJoiner parts, String what, String style, List<Level> levels) {
        if (levels.isEmpty()) return;
        parts.add(what + ": <b class=\"" + style + "\">" + Ladder.names(levels) + "</b>");
    }

    private void levels(Html html) {
        html.raw("<section><h2>Levels</h2>\n<ol class=\"ladder\" reversed>\n");
        List<Ladder.Rung> rungs = ladder.rungs();
        for (int i = rungs.size() - 1; i >= 0; i--) {
            Ladder.Rung rung = rungs.get(i);
            String answer = answer(rung.answer());
            html.raw("<li class=\"" + answer
                            + "\"><span class=\"mark\" aria-hidden=\"true\"></span><span class=\"level\">")
                    .text(rung.level())
                    .raw("</span> <span class=\"answer\">")
                    .text(rung.answer() == null ? "not asked" : answer)
                    .raw("</span>");
            String order = rung.order() == ladder.usual()
                    ? ""
                    : rung.order() == Order.REAL_TIME ? "real time" : VerdictText.order(rung.order());
            String note = order + (order.isEmpty() || rung.note().isEmpty() ? "" : "; ") + rung.note();
            if (!note.isEmpty()) html.raw(" <span class=\"note\">").text(note).raw("</span>");
            html.raw("</li>\n");
        }
        html.raw("</ol></section>\n");
    }

    private static String answer(Answer answer) {
        if (answer == null) return "open";
        return switch (answer) {
            case TRUE -> "holds";
            case FALSE -> "violated";
            case UNKNOWN -> "unknown";
        };
    }

    private void figures(Html html) {
        html.raw("<section><h2>History</h2>\n<table class=\"figures\">\n");
        for (String[] row : Figures.table(Statistics.of(judged.history()))) {
            html.raw("<tr><th scope=\"row\">")
                    .text(row[0])
                    .raw("</th><td>")
                    .text(row[1])
                    .raw("</td></tr>\n");
        }
        html.raw("</table></section>\n");
    }

    private void plots(Html html) {
        html.raw("<section><h2>Time spent</h2>\n").raw(Plots.phases(phases)).raw("</section>\n");
    }

    private void counterexamples(Html html) {
        html.raw("<section><h2>Counterexamples</h2>\n");
        if (exhibits.isEmpty()) {
            html.raw("<p>None: no level that was asked for is violated.</p></section>\n");
            return;
        }
        long most = exhibits.stream().mapToLong(e -> e.anomaly().count()).max().orElse(1);
        html.raw("<div id=\"filter\" role=\"group\" aria-label=\"show only\">\n");
        for (Exhibit exhibit : exhibits) {
            long share = Math.max(1, exhibit.anomaly().count() * 100 / Math.max(1, most));
            String bar = "<span class=\"bar\" style=\"width:" + share + "%\"></span>";
            html.raw("<button type=\"button\" aria-pressed=\"false\" data-type=\"")
                    .text(exhibit.type())
                    .raw("\" title=\"")
                    .text(exhibit.type().meaning())
                    .raw("\">" + bar + "<span>")
                    .text(exhibit.type())
                    .raw("</span><span class=\"count\">")
                    .text(exhibit.count())
                    .raw("</span></button>\n");
        }
        html.raw(
                """
                </div>
                <p id="shown" aria-live="polite"></p>
                <div id="witnesses"></div>
                <noscript><p>A script draws the counterexamples; 'minos check' tells them in words.</p></noscript>
                </section>
                """);
    }
}

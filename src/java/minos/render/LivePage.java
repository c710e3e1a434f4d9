package minos.render;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import minos.model.Verdict;
import minos.model.Verdict.Answer;

/**
 * The page that shows a history while it is judged: it asks again and again for {@linkplain #state where things stand}, and draws that.
 * Counterexamples are pages of their own, in frames of this one.
 */
public final class LivePage {
    private LivePage() {}

    /**
     * What happened in one second of the last minute.
     *
     * @param operations how many were judged
     * @param violations how many levels were found to be violated
     * @param behind     how many bytes were there that had not been taken in, at its end
     * @param sessions   how many transactions of each session committed, aborted, or ended without an outcome
     */
    public record Second(long operations, int violations, long behind, Map<String, int[]> sessions) {}

    /**
     * Where things stand.
     *
     * @param minute   the last seconds, the newest last
     * @param found    what each counterexample is about, in the order in which they were found
     * @param over     whether nothing more will come
     */
    public record State(
            String name,
            long transactions,
            long operations,
            long behind,
            List<Verdict> verdicts,
            List<Second> minute,
            List<String> found,
            boolean over) {}

    /** The page. It may ask its own server, show frames from there, and nothing else. */
    public static String html(String name) throws IOException {
        List<String> scripts = List.of(ReportPage.resource("elements.js"), ReportPage.resource("live.js"));
        Html html = new Html();
        ReportPage.begin(html, name, ReportPage.hashes(scripts), "; connect-src 'self'; frame-src 'self'");
        html.raw("<header><h1>")
                .text(name)
                .raw(
                        """
                </h1><p id="about" aria-live="polite">Nothing has been recorded yet.</p></header>
                <main>
                <div class="top">
                <section><h2>Levels</h2>
                <ol class="ladder" id="ladder" reversed></ol></section>
                <section><h2>The last minute</h2>
                <div id="minute"></div>
                <div id="sessions"></div>
                <table class="figures" id="figures"></table></section>
                </div>
                <section><h2>Counterexamples</h2>
                <p id="none">None so far.</p>
                <div id="found"></div></section>
                </main>
                <noscript><p>A script asks for what is new, and draws it.</p></noscript>
                """);
        for (String script : scripts) html.raw("<script>").raw(script).raw("</script>\n");
        return html.raw("</body>\n</html>\n").toString();
    }

    /** Where things stand, as the page asks for it. */
    public static String state(State state) {
        StringBuilder out = new StringBuilder();
        Json json = new Json(out);
        json.beginMap();
        number(json, "transactions", state.transactions);
        number(json, "operations", state.operations);
        number(json, "behind", state.behind);
        json.name("over");
        json.bool(state.over);
        json.name("levels");
        json.beginList();
        for (int i = state.verdicts.size() - 1; i >= 0; i--) level(json, state.verdicts.get(i));
        json.endList();
        json.name("minute");
        json.beginList();
        for (Second second : state.minute) {
            json.beginList();
            json.number(second.operations);
            json.number(second.violations);
            json.number(second.behind);
            json.beginMap();
            second.sessions.forEach((session, ended) -> {
                json.name(session);
                json.beginList();
                for (int count : ended) json.number(count);
                json.endList();
            });
            json.endMap();
            json.endList();
        }
        json.endList();
        json.name("found");
        json.beginList();
        for (String what : state.found) json.text(what);
        json.endList();
        json.endMap();
        return out.toString();
    }

    private static void number(Json json, String name, long number) {
        json.name(name);
        json.number(number);
    }

    private static void level(Json json, Verdict verdict) {
        json.beginMap();
        json.name("level");
        json.text(verdict.level().text());
        json.name("order");
        json.text(verdict.order().text());
        json.name("answer");
        json.text(
                switch (verdict.answer()) {
                    case TRUE -> "holds";
                    case FALSE -> "violated";
                    case UNKNOWN -> "unknown";
                });
        json.name("note");
        json.text(
                verdict.answer() == Answer.FALSE
                        ? verdict.anomalies().isEmpty()
                                ? ""
                                : verdict.anomalies().get(0).type().text()
                        : verdict.why().orElse(""));
        json.endMap();
    }
}

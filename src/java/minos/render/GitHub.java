package minos.render;

import java.util.List;
import java.util.stream.Collectors;
import minos.render.Suite.Case;
import minos.render.Suite.Finding;
import minos.render.Suite.Result;

/** Suites as GitHub shows them: a summary in Markdown for the page of a run, and annotations for the list of what went wrong. */
public final class GitHub {
    /** GitHub takes no more than 1 MiB for a step; what does not fit is in the other files. */
    private static final int MOST = 900_000;

    /** What Markdown, or GitHub's kind of it, might take for more than itself. */
    private static final String SPECIAL = "\\`*_[]<>|#~&$";

    private GitHub() {}

    /** A table of all cases, then each counterexample, folded in. */
    public static String summary(List<Suite> suites) {
        StringBuilder out =
                new StringBuilder("## Minos: ").append(headline(suites)).append("\n\n");
        out.append("| | history | level | verdict |\n|---|---|---|---|\n");
        int shown = 0;
        List<Suite> told = suites.stream()
                .filter(suite -> suite.count(Result.PASSED) < suite.cases().size())
                .toList();
        for (Suite suite : suites) {
            for (Case tested : suite.cases()) {
                if (out.length() > MOST / 2) break;
                row(suite, tested, out);
                shown++;
            }
        }
        long all = suites.stream().mapToLong(suite -> suite.cases().size()).sum();
        if (shown < all) out.append("\nand ").append(all - shown).append(" more\n");
        for (Suite suite : told) {
            for (Case tested : suite.cases()) if (!tested.text().isEmpty()) details(suite, tested, out);
        }
        return out.toString();
    }

    private static String headline(List<Suite> suites) {
        long failed = Suite.count(suites, Result.FAILED);
        long unknown = Suite.count(suites, Result.UNKNOWN);
        long passed = Suite.count(suites, Result.PASSED);
        long other = Suite.count(suites, Result.NOT_EXPECTED);
        StringBuilder out = new StringBuilder();
        if (failed > 0) out.append(failed).append(" violated, ");
        if (unknown > 0) out.append(unknown).append(" unknown, ");
        out.append(passed).append(passed == 1 ? " holds" : " hold");
        return out.append(other > 0 ? ", " + other + " not asked for" : "").toString();
    }

    private static void row(Suite suite, Case tested, StringBuilder out) {
        String sign =
                switch (tested.result()) {
                    case PASSED -> "✅";
                    case FAILED -> "❌";
                    case UNKNOWN -> "❔";
                    case NOT_EXPECTED -> "➖";
                };
        out.append("| ").append(sign).append(" | ").append(markdown(suite.name()));
        out.append(" | ").append(markdown(tested.name()));
        out.append(" | ").append(markdown(tested.summary())).append(" |\n");
    }

    private static void details(Suite suite, Case tested, StringBuilder out) {
        String causes = tested.findings().stream()
                .map(finding -> finding.type().text() + ": " + finding.cause())
                .map(Html::escaped)
                .collect(Collectors.joining("<br>"));
        String text = tested.text().lines().map(Printable::whole).collect(Collectors.joining("\n", "", "\n"));
        if (out.length() + causes.length() + text.length() > MOST) return;
        String fence = "`".repeat(Math.max(3, longestRun(text) + 1));
        out.append("\n<details><summary>")
                .append(Html.escaped(suite.name() + ": " + tested.name()))
                .append("<br>")
                .append(causes)
                .append("</summary>\n\n")
                .append(fence)
                .append("text\n")
                .append(text)
                .append(fence)
                .append("\n\n</details>\n");
    }

    /** Of how many backticks the longest row of them is. */
    private static int longestRun(String text) {
        int longest = 0;
        int run = 0;
        for (int i = 0; i < text.length(); i++) {
            run = text.charAt(i) == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        return longest;
    }

    /** Foreign text, to stand in a line of Markdown for itself. */
    private static String markdown(String text) {
        StringBuilder out = new StringBuilder(text.length() + 8);
        Printable.whole(text).codePoints().forEach(c -> {
            if (SPECIAL.indexOf(c) >= 0) out.append('\\');
            out.appendCodePoint(c);
        });
        return out.toString();
    }

    /** Workflow commands, a line each: an error for what is violated, a warning for what is unknown. */
    public static String annotations(List<Suite> suites) {
        StringBuilder out = new StringBuilder();
        for (Suite suite : suites) {
            for (Case tested : suite.cases()) {
                if (tested.result() == Result.FAILED) annotation("error", suite, tested, out);
                else if (tested.result() == Result.UNKNOWN) annotation("warning", suite, tested, out);
            }
        }
        return out.toString();
    }

    private static void annotation(String kind, Suite suite, Case tested, StringBuilder out) {
        String message = tested.findings().isEmpty()
                ? tested.summary()
                : tested.findings().stream().map(Finding::cause).collect(Collectors.joining("\n"));
        String title = tested.findings().isEmpty() ? tested.name() : tested.name() + " is " + tested.summary();
        out.append("::").append(kind).append(" file=").append(property(suite.name()));
        out.append(",title=").append(property(title));
        out.append("::").append(data(message)).append('\n');
    }

    private static String data(String text) {
        return text.lines()
                .map(Printable::whole)
                .collect(Collectors.joining("\n"))
                .replace("%", "%25")
                .replace("\n", "%0A");
    }

    private static String property(String text) {
        return data(text).replace(":", "%3A").replace(",", "%2C");
    }
}

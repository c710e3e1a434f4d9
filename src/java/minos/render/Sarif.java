package minos.render;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import minos.model.AnomalyType;
import minos.render.Suite.Case;
import minos.render.Suite.Finding;
import minos.render.Suite.Result;

/**
 * Suites as SARIF 2.1.0, the format in which tools of static analysis report: each type of anomaly is a rule, and each type that breaks a
 * level asked for a result, once for a history. What is unknown is no result, but a notification.
 */
public final class Sarif {
    private final StringBuilder text = new StringBuilder();
    private final Json out = new Json(text);
    private final List<AnomalyType> rules = new ArrayList<>();

    private Sarif() {}

    /** @param version of Minos */
    public static String of(List<Suite> suites, String version) {
        Sarif sarif = new Sarif();
        sarif.write(suites, version);
        return sarif.text.append('\n').toString();
    }

    private void write(List<Suite> suites, String version) {
        out.beginMap();
        put("$schema", "https://json.schemastore.org/sarif-2.1.0.json");
        put("version", "2.1.0");
        out.name("runs");
        out.beginList();
        out.beginMap();
        out.name("tool");
        out.beginMap();
        out.name("driver");
        out.beginMap();
        put("name", "Minos");
        put("version", version);
        rules(suites);
        out.endMap();
        out.endMap();
        notifications(suites);
        results(suites);
        out.endMap();
        out.endList();
        out.endMap();
    }

    private static boolean isResult(Case tested) {
        return tested.result() == Result.FAILED;
    }

    private void rules(List<Suite> suites) {
        Set<AnomalyType> found = EnumSet.noneOf(AnomalyType.class);
        for (Suite suite : suites) {
            for (Case tested : suite.cases()) {
                if (isResult(tested)) tested.findings().forEach(finding -> found.add(finding.type()));
            }
        }
        rules.addAll(found);
        out.name("rules");
        out.beginList();
        for (AnomalyType type : rules) {
            out.beginMap();
            put("id", type.text());
            message("shortDescription", type.meaning());
            out.endMap();
        }
        out.endList();
    }

    private void notifications(List<Suite> suites) {
        out.name("invocations");
        out.beginList();
        out.beginMap();
        out.name("executionSuccessful");
        out.bool(true);
        out.name("toolExecutionNotifications");
        out.beginList();
        for (Suite suite : suites) {
            for (Case tested : suite.cases()) {
                if (tested.result() != Result.UNKNOWN) continue;
                out.beginMap();
                put("level", "warning");
                message("message", tested.name() + ": " + tested.summary());
                location(suite);
                out.endMap();
            }
        }
        out.endList();
        out.endMap();
        out.endList();
    }

    private void results(List<Suite> suites) {
        out.name("results");
        out.beginList();
        for (Suite suite : suites) {
            Set<AnomalyType> told = EnumSet.noneOf(AnomalyType.class);
            for (Case tested : suite.cases()) {
                if (!isResult(tested)) continue;
                for (Finding finding : tested.findings()) if (told.add(finding.type())) result(suite, tested, finding);
            }
        }
        out.endList();
    }

    private void result(Suite suite, Case tested, Finding finding) {
        out.beginMap();
        put("ruleId", finding.type().text());
        out.name("ruleIndex");
        out.number(rules.indexOf(finding.type()));
        put("level", "error");
        message("message", tested.name() + " is violated: " + finding.cause());
        location(suite);
        out.endMap();
    }

    /** The file as a whole: that is what is wrong, and not one of its lines. */
    private void location(Suite suite) {
        out.name("locations");
        out.beginList();
        out.beginMap();
        out.name("physicalLocation");
        out.beginMap();
        out.name("artifactLocation");
        out.beginMap();
        put("uri", uri(suite.name()));
        out.endMap();
        out.name("region");
        out.beginMap();
        out.name("startLine");
        out.number(1);
        out.endMap();
        out.endMap();
        out.endMap();
        out.endList();
    }

    /** A path as a reference (RFC 3986): what is not plain in one is written as bytes. */
    private static String uri(String path) {
        StringBuilder uri = new StringBuilder(path.startsWith("/") ? "file://" : "");
        for (byte b : path.replace('\\', '/').getBytes(StandardCharsets.UTF_8)) {
            boolean plain =
                    b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || "/-._~".indexOf(b) >= 0;
            if (plain) uri.append((char) b);
            else uri.append(String.format("%%%02X", b));
        }
        return uri.toString();
    }

    private void message(String name, String text) {
        out.name(name);
        out.beginMap();
        put("text", text);
        out.endMap();
    }

    private void put(String name, String value) {
        out.name(name);
        out.text(value);
    }
}

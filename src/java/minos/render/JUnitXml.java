package minos.render;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import minos.render.Suite.Case;
import minos.render.Suite.Result;

/**
 * Suites as the XML that JUnit's runners write and every server for continuous integration reads. A violated level is a failure, with the
 * counterexample as its text; one that is unknown is an error; one that nobody asked for and that does not hold is skipped.
 */
public final class JUnitXml {
    private final StringBuilder out = new StringBuilder();

    private JUnitXml() {}

    /** The whole document. */
    public static String of(List<Suite> suites) {
        JUnitXml xml = new JUnitXml();
        xml.out.append("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"minos\"");
        xml.counts(suites, false);
        for (Suite suite : suites) xml.suite(suite);
        return xml.out.append("</testsuites>\n").toString();
    }

    private void counts(List<Suite> suites, boolean ofOne) {
        attribute("tests", suites.stream().mapToLong(s -> s.cases().size()).sum());
        attribute("failures", Suite.count(suites, Result.FAILED));
        attribute("errors", Suite.count(suites, Result.UNKNOWN));
        // Of all suites together the schema of Jenkins' plugin xunit (junit-10.xsd) has no such count, and refuses the
        // file.
        if (ofOne) attribute("skipped", Suite.count(suites, Result.NOT_EXPECTED));
        long millis = suites.stream().mapToLong(Suite::millis).sum();
        attribute("time", String.format(Locale.ROOT, "%.3f", millis / 1000.0));
        out.append(">\n");
    }

    private void suite(Suite suite) {
        out.append("  <testsuite");
        attribute("name", suite.name());
        counts(List.of(suite), true);
        for (Case tested : suite.cases()) {
            out.append("    <testcase");
            attribute("classname", suite.name());
            attribute("name", tested.name());
            attribute("time", "0");
            switch (tested.result()) {
                case PASSED -> out.append("/>\n");
                case FAILED -> end(tested, "failure", types(tested));
                case UNKNOWN -> end(tested, "error", "unknown");
                case NOT_EXPECTED -> {
                    out.append(">\n      <skipped");
                    attribute("message", tested.summary() + "; no level was asked for");
                    out.append("/>\n    </testcase>\n");
                }
            }
        }
        out.append("  </testsuite>\n");
    }

    private static String types(Case tested) {
        return tested.findings().stream().map(f -> f.type().text()).collect(Collectors.joining(", "));
    }

    private void end(Case tested, String how, String type) {
        out.append(">\n      <").append(how);
        attribute("type", type);
        attribute(
                "message",
                tested.findings().isEmpty()
                        ? tested.summary()
                        : tested.findings().get(0).cause());
        out.append('>');
        tested.text().lines().forEach(line -> out.append(Html.escaped(line)).append('\n'));
        out.append("</").append(how).append(">\n    </testcase>\n");
    }

    private void attribute(String name, Object value) {
        out.append(' ')
                .append(name)
                .append("=\"")
                .append(Html.escaped(value.toString()))
                .append('"');
    }
}

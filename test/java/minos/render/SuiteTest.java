package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import minos.history.History;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.render.Suite.Case;
import minos.render.Suite.Result;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.xml.sax.InputSource;

/** What servers for continuous integration are given. */
class SuiteTest {
    private static final String CAUSE =
            "T2 (session alice) saw half of T1 (session 0): it saw T1's y=2, but read x=1, which is older than T1's x=2";
    /** Nothing in it may be taken for more than a name. */
    private static final String HOSTILE = "a|b`c]]>\"'<i>&*_\u001b[31m\n::error::,x%";

    /** One level of each answer. */
    private static Judged mixed(String file) {
        Judged fractured = Samples.fractured();
        List<Verdict> verdicts = new ArrayList<>(fractured.verdicts());
        verdicts.add(Verdict.holds(Level.READ_COMMITTED, Order.SESSION));
        verdicts.add(Verdict.unknown(Level.CAUSAL, Order.SESSION, "time is up <after> 1 s"));
        return new Judged(file, fractured.history(), verdicts, 12, 3);
    }

    private static Document xml(List<Suite> suites) throws Exception {
        return DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new InputSource(new StringReader(JUnitXml.of(suites))));
    }

    private static Element only(Document document, String name) {
        assertEquals(1, document.getElementsByTagName(name).getLength(), name);
        return (Element) document.getElementsByTagName(name).item(0);
    }

    @Test
    void aLevelIsATest() throws Exception {
        Document document = xml(List.of(Suite.of(mixed("h.txt"), false)));
        Element suite = only(document, "testsuite");
        assertEquals("h.txt", suite.getAttribute("name"));
        assertEquals("3", suite.getAttribute("tests"));
        assertEquals("1", suite.getAttribute("failures"));
        assertEquals("1", suite.getAttribute("errors"));
        assertEquals("0", suite.getAttribute("skipped"));
        assertEquals("0.015", suite.getAttribute("time"));
        Element failure = only(document, "failure");
        assertEquals("fractured-read", failure.getAttribute("type"));
        assertEquals(CAUSE, failure.getAttribute("message"));
        assertEquals("read-atomic (session order)", ((Element) failure.getParentNode()).getAttribute("name"));
        Judged alone = Samples.fractured();
        String text = VerdictText.render(alone, minos.model.Layout.PLAIN, false);
        assertEquals(text.strip(), failure.getTextContent().strip());
        assertEquals("unknown: time is up <after> 1 s", only(document, "error").getAttribute("message"));
    }

    @Test
    void whatNobodyExpectsIsSkipped() throws Exception {
        Document document = xml(List.of(Suite.of(mixed("h.txt"), true)));
        Element suite = only(document, "testsuite");
        assertEquals("0", suite.getAttribute("failures"));
        assertEquals("0", suite.getAttribute("errors"));
        assertEquals("2", suite.getAttribute("skipped"));
        assertFalse(document.getDocumentElement().hasAttribute("skipped"), "no schema has that");
        assertEquals("", GitHub.annotations(List.of(Suite.of(mixed("h.txt"), true))));
        assertTrue(
                GitHub.summary(List.of(Suite.of(mixed("h.txt"), true))).contains("\n```text\n"),
                "it is told all the same");
        assertTrue(Sarif.of(List.of(Suite.of(mixed("h.txt"), true)), "1").contains("\"results\":[]"));
    }

    @Test
    void severalHistoriesAreCountedTogether() throws Exception {
        List<Suite> suites = List.of(
                Suite.of(mixed("a"), false), Suite.of(mixed("b"), false), Suite.unreadable("c", "c: cannot be read"));
        Element all = only(xml(suites), "testsuites");
        assertEquals("7", all.getAttribute("tests"));
        assertEquals("2", all.getAttribute("failures"));
        assertEquals("3", all.getAttribute("errors"));
        assertTrue(GitHub.summary(suites).startsWith("## Minos: 2 violated, 3 unknown, 2 hold\n"));
    }

    @Test
    void theSummaryFoldsCounterexamples() {
        String summary = GitHub.summary(List.of(Suite.of(mixed("h.txt"), false)));
        assertTrue(
                summary.startsWith(
                        """
                ## Minos: 1 violated, 1 unknown, 1 holds

                | | history | level | verdict |
                |---|---|---|---|
                | ❌ | h.txt | read-atomic (session order) | violated: fractured-read |
                """),
                summary);
        assertTrue(summary.contains("| ✅ | h.txt | read-committed (session order) | holds |\n"), summary);
        assertTrue(
                summary.contains("| ❔ | h.txt | causal (session order) | unknown: time is up \\<after\\> 1 s |\n"),
                summary);
        assertTrue(
                summary.contains("<details><summary>h.txt: read-atomic (session order)<br>fractured-read: T2 "),
                summary);
        assertEquals(1, summary.split("<details>", -1).length - 1);
    }

    @Test
    void annotationsNameTheFile() {
        assertEquals(
                "::error file=h.txt,title=read-atomic (session order) is violated%3A fractured-read::" + CAUSE + "\n"
                        + "::warning file=h.txt,title=causal (session order)::unknown: time is up <after> 1 s\n",
                GitHub.annotations(List.of(Suite.of(mixed("h.txt"), false))));
    }

    @Test
    void sarifHasARuleForEachType() {
        assertEquals(
                "{\"$schema\":\"https://json.schemastore.org/sarif-2.1.0.json\",\"version\":\"2.1.0\",\"runs\":[{"
                        + "\"tool\":{\"driver\":{\"name\":\"Minos\",\"version\":\"1.0\",\"rules\":[{\"id\":\"fractured-read\","
                        + "\"shortDescription\":{\"text\":\"a transaction seen in part\"}}]}},"
                        + "\"invocations\":[{\"executionSuccessful\":true,\"toolExecutionNotifications\":[{\"level\":\"warning\","
                        + "\"message\":{\"text\":\"causal (session order): unknown: time is up <after> 1 s\"},\"locations\":["
                        + "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"my%20h%C3%A4.txt\"},\"region\":{\"startLine\":1}}}]}]}],"
                        + "\"results\":[{\"ruleId\":\"fractured-read\",\"ruleIndex\":0,\"level\":\"error\",\"message\":{\"text\":"
                        + "\"read-atomic (session order) is violated: " + CAUSE + "\"},\"locations\":["
                        + "{\"physicalLocation\":{\"artifactLocation\":{\"uri\":\"my%20h%C3%A4.txt\"},\"region\":{\"startLine\":1}}}]}]}]}\n",
                Sarif.of(List.of(Suite.of(mixed("my hä.txt"), false)), "1.0"));
    }

    @Test
    void foreignTextStaysText() throws Exception {
        List<Suite> suites = List.of(Suite.of(mixed(HOSTILE), false));
        String name = HOSTILE.replace("\u001b", "\\u001b").replace("\n", "\\u000a");
        assertEquals(name, only(xml(suites), "testsuite").getAttribute("name"));
        String summary = GitHub.summary(suites);
        assertFalse(summary.substring(0, summary.indexOf("\n```text\n")).contains("<i>"));
        assertTrue(summary.contains("| a\\|b\\`c\\]\\]\\>\"'\\<i\\>\\&\\*\\_\\\\u001b\\[31m"), summary);
        for (String line : GitHub.annotations(suites).split("\n"))
            assertTrue(line.matches("::(error|warning) file=a.*"), line);
        assertFalse(Sarif.of(suites, "1").contains("\u001b"));
    }

    /** A history whose text has fences of its own cannot end the block early. */
    @Test
    void aFenceIsLongerThanAnyInTheText() {
        Case fenced = new Case("c", Result.FAILED, "violated", List.of(), "````\n<details>\n");
        String summary = GitHub.summary(List.of(new Suite("s", 0, List.of(fenced))));
        assertTrue(summary.contains("\n`````text\n````\n<details>\n`````\n\n</details>\n"), summary);
    }

    @Test
    void whatDoesNotFitIsLeftOut() {
        List<Suite> suites = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            Case failed = new Case("serializable", Result.FAILED, "violated", List.of(), "x".repeat(100) + "\n");
            suites.add(new Suite("history-" + i, 0, List.of(failed)));
        }
        String summary = GitHub.summary(suites);
        assertTrue(summary.length() < 1_000_000, summary.length() + " characters");
        assertTrue(summary.matches("(?s).*\nand [0-9]+ more\n.*"));
    }

    @Test
    void withoutAHistoryAllIsUnknown() throws Exception {
        History none = null;
        Judged judged =
                new Judged("h", none, List.of(Verdict.unknown(Level.CAUSAL, Order.SESSION, "time is up")), 1000, 0);
        assertEquals(
                "unknown: time is up",
                only(xml(List.of(Suite.of(judged, false))), "error").getAttribute("message"));
    }
}

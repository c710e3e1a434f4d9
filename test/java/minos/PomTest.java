package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.xpath.XPath;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;

/** What Maven Central asks of a POM; and whoever repeats its coordinates repeats them rightly. */
class PomTest {
    /** Coordinates as Leiningen writes them, and as Maven does. */
    private static final Pattern LEIN = Pattern.compile("([\\w.-]*)/?\\bminos +\"([^\"]+)\"");

    private static final Pattern MAVEN = Pattern.compile(
            "<groupId>([^<]+)</groupId>\\s*<artifactId>minos</artifactId>\\s*<version>([^<]+)</version>");

    @Test
    void saysWhatCentralAsksFor() throws Exception {
        for (String fact : List.of(
                "groupId",
                "artifactId",
                "version",
                "name",
                "description",
                "url",
                "licenses/license/name",
                "licenses/license/url",
                "developers/developer/name",
                "developers/developer/url",
                "scm/connection",
                "scm/developerConnection",
                "scm/url",
                "issueManagement/url")) {
            assertFalse(pom(fact).isBlank(), fact + " is missing");
        }
        assertTrue(pom("groupId").matches("[a-z]+(\\.[a-z][a-z0-9-]*)+"), "a groupId begins with a domain");
        assertTrue(pom("url").startsWith("https://"), pom("url"));
        assertEquals("Apache-2.0", pom("licenses/license/name"));
        assertTrue(Files.readString(Path.of("LICENSE")).contains("Apache License"));
    }

    @Test
    void whatBelongsToItIsOfTheSameGroupAndVersion() throws Exception {
        assertEquals(pom("groupId"), fact("bench/pom.xml", "groupId"));
        assertEquals(pom("version"), fact("bench/pom.xml", "version"));
        String project = Files.readString(Path.of("project.clj"));
        assertTrue(
                project.startsWith("(defproject " + pom("groupId") + "/minos \"" + pom("version") + "\"\n"), project);
        assertTrue(project.contains("\"" + pom("description") + "\""), project);
        assertTrue(project.contains(":url \"" + pom("url") + "\""), project);
    }

    @Test
    void theDocsNameItsCoordinates() throws Exception {
        String group = pom("groupId");
        String version = pom("version");
        List<String> named = new ArrayList<>();
        for (Path page : pages()) {
            String text = Files.readString(page);
            for (Pattern form : List.of(LEIN, MAVEN)) {
                Matcher repeated = form.matcher(text);
                while (repeated.find()) {
                    assertEquals(group + " " + version, repeated.group(1) + " " + repeated.group(2), page.toString());
                    named.add(page.toString());
                }
            }
        }
        assertTrue(named.contains("doc" + File.separator + "jepsen.md"), named.toString());
    }

    @Test
    void theChangelogHasTheVersionsBefore() throws Exception {
        String log = Files.readString(Path.of("CHANGELOG.md"));
        assertTrue(log.contains("\n## Unreleased\n"), "what comes next");
        assertTrue(Pattern.compile("^## \\d+\\.\\d+\\.\\d+ \\(\\d{4}-\\d\\d-\\d\\d\\)$", Pattern.MULTILINE)
                .matcher(log)
                .find());
    }

    private static List<Path> pages() throws Exception {
        try (Stream<Path> doc = Files.list(Path.of("doc"))) {
            return Stream.concat(Stream.of(Path.of("README.md")), doc)
                    .filter(page -> page.toString().endsWith(".md"))
                    .toList();
        }
    }

    private static String pom(String path) throws Exception {
        return fact("pom.xml", path);
    }

    private static String fact(String file, String path) throws Exception {
        Document document =
                DocumentBuilderFactory.newInstance().newDocumentBuilder().parse(new File(file));
        XPath xpath = XPathFactory.newInstance().newXPath();
        String fact = xpath.evaluate("/project/" + path, document);
        return fact.replace("${project.url}", xpath.evaluate("/project/url", document));
    }
}

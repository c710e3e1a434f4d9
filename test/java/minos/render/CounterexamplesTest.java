package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import minos.model.AnomalyType;
import minos.model.Layout;
import minos.render.picture.Dot;
import minos.render.picture.Picture;
import minos.render.picture.Svg;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.w3c.dom.Element;

/**
 * Each kind of violation in words, as DOT and as SVG, compared with the files in test/golden. After a change that is
 * meant, {@code mvn test -Dtest=CounterexamplesTest -Dminos.golden=write} writes them anew; then look at the
 * difference.
 */
class CounterexamplesTest {
    private static final Path GOLDEN = Path.of("test", "golden");

    static List<Counterexamples> all() {
        return Counterexamples.ALL;
    }

    @ParameterizedTest
    @MethodSource("all")
    void looksAsItShould(Counterexamples example) throws IOException {
        Judged judged = example.judged();
        List<String> history = List.of(example.lines());
        String text = VerdictText.render(judged, Layout.PLAIN, false);
        compare(example.name() + ".txt", String.join("\n", history) + "\n\n" + text);
        List<Picture> pictures = new Pictures(judged.history())
                .of(judged.verdicts().get(0).anomalies().get(0).witnesses().get(0));
        for (int i = 0; i < pictures.size(); i++) {
            String name = pictures.size() == 1 ? example.name() : example.name() + "-way-" + (i + 1);
            compare(name + ".dot", Dot.file(pictures.get(i)));
            compare(name + ".svg", Svg.file(pictures.get(i)));
        }
        assertTrue(!pictures.isEmpty(), "a picture");
    }

    @Test
    void everyTypeIsShown() {
        Set<AnomalyType> shown = Counterexamples.ALL.stream()
                .map(Counterexamples::type)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(AnomalyType.class)));
        assertEquals(EnumSet.allOf(AnomalyType.class), shown);
    }

    @Test
    void noFileIsLeftOver() throws IOException {
        Set<String> names =
                Counterexamples.ALL.stream().map(Counterexamples::name).collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(GOLDEN)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replaceFirst("(-way-[12])?\\.(txt|dot|svg)$", "");
                assertTrue(names.contains(name), "nothing makes " + file);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("svgFiles")
    void svgIsXml(Path file) throws Exception {
        Element root = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(file.toFile())
                .getDocumentElement();
        assertEquals("svg", root.getTagName());
        assertTrue(root.getElementsByTagName("text").getLength() > 0, "says something");
    }

    static List<Path> svgFiles() throws IOException {
        return golden(".svg");
    }

    private static List<Path> golden(String suffix) throws IOException {
        try (Stream<Path> files = Files.list(GOLDEN)) {
            return files.filter(file -> file.toString().endsWith(suffix))
                    .sorted()
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("dotFiles")
    void graphvizAcceptsDot(Path file) throws Exception {
        Process dot;
        try {
            dot = new ProcessBuilder("dot", "-Tplain", file.toString())
                    .redirectErrorStream(true)
                    .start();
        } catch (IOException e) {
            assumeTrue(false, "skipped: no Graphviz (dot) on the PATH");
            return;
        }
        dot.getOutputStream().close();
        List<String> lines = new String(dot.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        assertEquals(0, dot.waitFor(), lines.toString());
        Set<String> kinds = lines.stream().map(line -> line.split(" ")[0]).collect(Collectors.toSet());
        assertTrue(kinds.contains("node"), lines.toString());
        assertTrue(Set.of("graph", "node", "edge", "stop").containsAll(kinds), "no warning in " + lines);
    }

    static List<Path> dotFiles() throws IOException {
        return golden(".dot");
    }

    private static void compare(String name, String text) throws IOException {
        Path file = GOLDEN.resolve(name);
        if ("write".equals(System.getProperty("minos.golden"))) Files.writeString(file, text);
        assertTrue(Files.exists(file), file + " is missing; -Dminos.golden=write makes it");
        assertEquals(Files.readString(file), text, file.toString());
    }
}

package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import minos.model.AnomalyType;
import minos.render.picture.Dot;
import minos.render.picture.Picture;
import minos.render.picture.Svg;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
    void everyWeakPatternIsShown() {
        Set<AnomalyType> shown = Counterexamples.ALL.stream().map(Counterexamples::type)
                .collect(Collectors.toCollection(() -> EnumSet.noneOf(AnomalyType.class)));
        for (AnomalyType type : AnomalyType.values()) if (type.hasTap()) assertTrue(shown.contains(type), type.text());
    }

    @Test
    void noFileIsLeftOver() throws IOException {
        Set<String> names = Counterexamples.ALL.stream().map(Counterexamples::name)
                .collect(Collectors.toCollection(TreeSet::new));
        try (Stream<Path> files = Files.list(GOLDEN)) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replaceFirst("(-way-[12])?\\.(txt|dot|svg)$", "");
                assertTrue(names.contains(name), "nothing makes " + file);
            }
        }
    }

    private static void compare(String name, String text) throws IOException {
        Path file = GOLDEN.resolve(name);
        if ("write".equals(System.getProperty("minos.golden"))) Files.writeString(file, text);
        assertTrue(Files.exists(file), file + " is missing; -Dminos.golden=write makes it");
        assertEquals(Files.readString(file), text, file.toString());
    }
}

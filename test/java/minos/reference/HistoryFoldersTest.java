package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The histories in {@code test/histories}: each has the verdicts that its folder says. */
class HistoryFoldersTest {
    private static final Path FOLDER = Path.of("test", "histories");
    private static final String WITHOUT = "-without-";

    static List<Example> examples() throws IOException {
        List<Example> examples = new ArrayList<>();
        for (Path file : files()) {
            String folder = file.getParent().getFileName().toString();
            if (folder.equals("mixed")) continue; // MixedLevelsTest
            if (folder.equals("repeated")) continue; // SourcesAgreeTest
            History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
            examples.add(new Example(FOLDER.relativize(file).toString(), strongest(folder), history));
        }
        return examples;
    }

    private static List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files.filter(file -> file.toString().endsWith(".edn"))
                    .sorted()
                    .toList();
        }
    }

    private static Set<Level> strongest(String folder) {
        Set<Level> strongest = EnumSet.noneOf(Level.class);
        String[] parts = folder.split(WITHOUT);
        for (String name : parts[0].split("\\+"))
            strongest.add(Level.named(name).orElseThrow());
        if (strongest.stream().anyMatch(level -> level.implies(Level.ADYA_READ_COMMITTED)))
            strongest.addAll(EnumSet.range(Level.READ_YOUR_WRITES, Level.WRITES_FOLLOW_READS));
        strongest.add(Level.CUT_ISOLATION);
        if (parts.length > 1) strongest.remove(Level.named(parts[1]).orElseThrow());
        return strongest;
    }

    @ParameterizedTest
    @MethodSource("examples")
    void reference(Example example) {
        assertTrue(example.history().hasRealTime(), "strict serializability can be asked for");
        example.checkReference(false);
    }

    @ParameterizedTest
    @MethodSource("examples")
    void engine(Example example) {
        example.checkEngine(false);
    }

    @Test
    void theReadmeListsThemAll() throws IOException {
        Set<String> listed = new TreeSet<>();
        String folder = "";
        for (String line : Files.readAllLines(FOLDER.resolve("README.md"))) {
            Matcher row =
                    Pattern.compile("\\| (?:`(.*?)`)? ?\\| `(.*?\\.edn)` \\|.*").matcher(line);
            if (!row.matches()) continue;
            if (row.group(1) != null) folder = row.group(1);
            listed.add(folder + "/" + row.group(2));
        }
        Set<String> there = new TreeSet<>();
        for (Path file : files()) there.add(FOLDER.relativize(file).toString().replace('\\', '/'));
        assertEquals(there, listed);
    }
}

package grid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** The files of results: all runs, each written when it has ended, so that nothing gets lost; and a page. */
final class Results {
    private final Path folder;
    private final String name;
    private final Path table;
    private final List<String> facts;
    private final List<Row> rows = new ArrayList<>();
    private final Path phases;
    private final List<Profile> profiles = new ArrayList<>();

    private Results(Path folder, String name, List<String> facts) {
        this.folder = folder;
        this.name = name;
        this.facts = facts;
        table = folder.resolve(name + ".tsv");
        phases = folder.resolve(name + "-phases.tsv");
    }

    /** Begins new results, in place of older ones of that name. */
    static Results begin(Path folder, String name, List<String> facts) throws IOException {
        Results results = new Results(folder, name, facts);
        Files.createDirectories(folder);
        List<String> lines = new ArrayList<>();
        for (String fact : facts) lines.add("# " + fact);
        lines.add(Row.HEADER);
        Files.write(results.table, lines);
        Files.writeString(results.phases, Profile.HEADER + "\n");
        return results;
    }

    /** Results that were written before. */
    static Results read(Path folder, String name) throws IOException {
        List<String> facts = new ArrayList<>();
        List<Row> rows = new ArrayList<>();
        for (String line : Files.readAllLines(folder.resolve(name + ".tsv"))) {
            if (line.startsWith("# ")) facts.add(line.substring(2));
            else if (!line.equals(Row.HEADER)) rows.add(Row.parse(line));
        }
        Results results = new Results(folder, name, facts);
        results.rows.addAll(rows);
        if (Files.exists(results.phases)) {
            for (String line : Files.readAllLines(results.phases))
                if (!line.equals(Profile.HEADER)) results.profiles.add(Profile.parse(line));
        }
        return results;
    }

    void add(Row row) {
        rows.add(row);
        append(table, row.line());
    }

    void add(Profile profile) {
        profiles.add(profile);
        append(phases, profile.line());
    }

    private static void append(Path file, String line) {
        try {
            Files.writeString(file, line + "\n", StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes the page and its plots. */
    void render() throws IOException {
        Report report = new Report(name, facts, rows, profiles);
        Files.writeString(folder.resolve(name + ".md"), report.markdown());
        for (var plot : report.plots().entrySet()) Files.writeString(folder.resolve(plot.getKey()), plot.getValue());
    }

    /** What Minos got wrong, or did not answer. */
    List<String> faults() {
        return Measured.of(rows).stream()
                .filter(m -> m.tool.equals(Grid.MINOS) && (m.isWrong() || !m.isAnswered()))
                .map(m -> m.axis.text() + " " + m.x + " " + m.level + ": "
                        + m.verdict().text())
                .toList();
    }
}

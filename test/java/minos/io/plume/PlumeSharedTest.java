package minos.io.plume;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import minos.Histories;
import minos.Shared;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Recorded histories, as the reader sees them and as a few plain lines of Java do. */
class PlumeSharedTest {
    @ParameterizedTest
    @ValueSource(strings = {"crafted/text", "archives", "register", "snapshot"})
    void everyHistoryIsReadAsItIsWritten(String folder) throws IOException {
        for (Path file : Shared.files(folder, ".txt")) {
            History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
            assertEquals(plain(Files.readAllLines(file)), Histories.show(history), file.toString());

            ByteArrayOutputStream out = new ByteArrayOutputStream();
            assertEquals(List.of(), PlumeWriter.write(history, out));
            ByteSource again = ByteSource.stream("again", new ByteArrayInputStream(out.toByteArray()));
            assertSameOperations(history, PlumeReader.read(again, ReadOptions.DEFAULT));
        }
    }

    private static void assertSameOperations(History expected, History history) {
        assertEquals(expected.operations(), history.operations());
        for (int t = 0; t < expected.transactions(); t++) assertEquals(expected.begin(t), history.begin(t));
        for (int op = 0; op < expected.operations(); op++) {
            assertEquals(expected.isWrite(op), history.isWrite(op));
            assertEquals(expected.keyAtom(expected.key(op)), history.keyAtom(history.key(op)));
            assertEquals(value(expected, op), value(history, op));
        }
    }

    private static long value(History history, int op) {
        int version = history.version(op);
        return version == History.INITIAL ? -1 : history.valueAtom(version);
    }

    private static List<String> plain(List<String> lines) {
        Map<String, StringBuilder> transactions = new LinkedHashMap<>();
        for (String line : lines) {
            String[] parts = line.substring(2, line.length() - 1).split(",");
            boolean aborted = parts[3].equals("-1");
            transactions
                    .computeIfAbsent(
                            aborted ? "aborted in " + parts[2] : parts[3],
                            id -> new StringBuilder(parts[2] + (aborted ? "!" : ":")))
                    .append(' ')
                    .append(line, 0, 2)
                    .append(parts[0])
                    .append(',')
                    .append(parts[1])
                    .append(')');
        }
        return transactions.values().stream().map(StringBuilder::toString).toList();
    }
}

package minos.io.edn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import clojure.lang.ILookup;
import clojure.lang.Keyword;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.Histories;
import minos.Shared;
import minos.history.History;
import minos.history.Model;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Real and crafted list-append histories of others that are known to be well-formed. */
class EdnSharedTest {
    @ParameterizedTest
    @ValueSource(strings = {"crafted/edn", "archives", "list-append"})
    void everyEdnFileIsRead(String folder) throws IOException {
        List<Path> files = Shared.files(folder, ".edn");
        assertFalse(files.isEmpty());
        for (Path file : files) {
            History history = EdnReader.read(ByteSource.file(file), ReadOptions.DEFAULT);
            assertEquals(Model.LIST_APPEND, history.model(), file.toString());
            assertEquals(!file.toString().contains("crafted"), history.hasRealTime(), file.toString());
            assertNotNull(history.fields(history.transactions() - 1).get("index"), file.toString());
        }
    }

    @Test
    void recordedRunsAreWhatClojureReads() throws IOException {
        for (Path file : Shared.files("archives/mongodb", ".edn")) {
            List<Object> operations = ClojureEdn.readAll(Files.readString(file));
            History history = EdnReader.read(ByteSource.file(file), ReadOptions.DEFAULT);
            assertEquals(EdnRuns.expected(operations), Histories.show(history));
            int last = history.transactions() - 1;
            ILookup operation = (ILookup) operations.get(history.completion(last));
            assertEquals(
                    operation.valAt(Keyword.intern("time")).toString(),
                    history.fields(last).get("time"));
        }
    }
}

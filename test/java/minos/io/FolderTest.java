package minos.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPOutputStream;
import minos.history.History;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FolderTest {
    private static final String HISTORY = "{:type :ok, :process 0, :f :txn, :value [[:w 1 1]]}\n";

    @TempDir
    Path store;

    @Test
    void aTestInJepsensStore() throws IOException {
        Path test = Files.createDirectories(store.resolve("my-test/20241126T173459.426Z"));
        Files.writeString(test.resolve("jepsen.log"), "not one of Cobra's");
        Files.writeString(test.resolve("history.edn"), HISTORY);
        Path latest = Files.createSymbolicLink(store.resolve("my-test/latest"), test);
        History history = read(latest);
        assertEquals(1, history.transactions());
        assertEquals(
                "Jepsen test my-test of 2024-11-26 17:34:59 UTC",
                history.origin().about());
        assertEquals(latest.resolve("history.edn").toString(), history.origin().name());
        try (var files = Files.list(test)) {
            assertEquals(2, files.count(), "nothing was written");
        }
    }

    @Test
    void compressed() throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(store.resolve("history.edn.gz")))) {
            out.write(HISTORY.getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(1, read(store).transactions());
        assertEquals("", read(store).origin().about());
    }

    @Test
    void dbcopsFolder() throws IOException {
        HistoryFiles.write(
                read(Files.writeString(store.resolve("h.edn"), HISTORY)),
                store.resolve("history.bincode").toString(),
                Format.DBCOP);
        assertEquals(1, read(store).transactions());
    }

    @Test
    void otherFoldersAreRefused() throws IOException {
        isRefused();
        Files.writeString(store.resolve("jepsen.log"), "of a test that came to nothing");
        isRefused();
    }

    private void isRefused() {
        ReadException e = assertThrows(ReadException.class, () -> read(store));
        assertTrue(e.problem().startsWith("a directory without history.edn"), e.problem());
        e = assertThrows(
                ReadException.class,
                () -> HistoryFiles.read(store.toString(), ReadOptions.DEFAULT.withFormat(Format.PLUME)));
        assertEquals("a directory, not a file", e.problem());
    }

    private static History read(Path path) throws IOException {
        return HistoryFiles.read(path.toString(), ReadOptions.DEFAULT);
    }
}

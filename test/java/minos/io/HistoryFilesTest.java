package minos.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFilesTest {
    @TempDir
    Path folder;

    @Test
    void recognisesFormatsByTheirFirstBytes() throws IOException {
        assertEquals(2, read("\n  w(1,2,0,0)\nr(1,2,1,1)\n").transactions());
        assertEquals(
                Model.LIST_APPEND,
                read("; a comment\n{:type :ok, :process 0, :f :txn, :value [[:append 1 2]]}")
                        .model());
        assertEquals(
                1, read("[{:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}]").transactions());
        assertEquals(
                1,
                read("#jepsen.history.Op{:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}")
                        .transactions());
    }

    @Test
    void unzips() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write("w(1,2,0,0)\n".getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(
                1,
                HistoryFiles.read(source(bytes.toByteArray()), ReadOptions.DEFAULT)
                        .transactions());
    }

    @Test
    void saysWhatItIsNot() {
        assertEquals(
                "h:2:1: found 'hello', expected a history: EDN maps like {:type :ok, …}, lines like "
                        + "w(key,value,session,txn), or JSON of Jepsen's or dbcop's",
                complaint("\nhello"));
        assertEquals(
                "h:1:1: found byte 0x7f, expected a history: EDN maps like {:type :ok, …}, lines like "
                        + "w(key,value,session,txn), or JSON of Jepsen's or dbcop's",
                complaint("\177ELF"));
        assertEquals("h: empty: there is no history in it", complaint(" \n\n"));
    }

    @Test
    void formatsHaveNames() {
        assertEquals(List.of("edn", "plume", "polysi", "dbcop", "dbcop-json", "cobra"), Format.names());
        for (Format format : Format.named()) assertEquals(Optional.of(format), Format.named(format.toString()));
        assertEquals(Optional.empty(), Format.named("csv"));
        assertEquals(Optional.empty(), Format.named("jepsen"), "only recognised");
    }

    @Test
    void aNamedFormatIsTaken() {
        ReadException e = assertThrows(
                ReadException.class,
                () -> HistoryFiles.read(
                        source("{}".getBytes(StandardCharsets.UTF_8)), ReadOptions.DEFAULT.withFormat(Format.PLUME)));
        assertEquals("found '{', expected r or w", e.problem());
    }

    @Test
    void missingFilesAndFoldersAreSaidInWords() {
        assertEquals("no such file", problem(folder.resolve("none").toString()));
        assertEquals("no such file", problem("\0"));
        assertEquals(
                "a directory without history.edn, history.edn.gz, test.jepsen, history.bincode, history.json or Cobra's "
                        + "logs (*.log)",
                problem(folder.toString()));
    }

    private static String problem(String file) {
        return assertThrows(ReadException.class, () -> HistoryFiles.read(file, ReadOptions.DEFAULT))
                .problem();
    }

    @Test
    void writesWholeFilesOrNone() throws IOException {
        Path plain = folder.resolve("out.txt");
        HistoryFiles.write(Histories.of("0: w(1,2)"), plain.toString(), Format.PLUME);
        assertEquals("w(1,2,0,0)\n", Files.readString(plain));
        String compressed = folder.resolve("out.edn.gz").toString();
        HistoryFiles.write(Histories.of("0: append(1,2) @0-1"), compressed, Format.EDN);
        assertEquals(
                List.of("0: append(1,2) @0-1"), Histories.show(HistoryFiles.read(compressed, ReadOptions.DEFAULT)));
        assertThrows(
                WriteException.class,
                () -> HistoryFiles.write(Histories.of("0: append(1,2)"), plain.toString(), Format.PLUME));
        assertEquals("w(1,2,0,0)\n", Files.readString(plain), "the file that was there before");
        try (Stream<Path> files = Files.list(folder)) {
            assertEquals(2, files.count(), "nothing unfinished is left behind");
        }
    }

    @Test
    void aLinkStaysALink() throws IOException {
        Path target = Files.createFile(folder.resolve("target.txt"));
        Path link = Files.createSymbolicLink(folder.resolve("link.txt"), target);
        HistoryFiles.write(Histories.of("0: w(1,2)"), link.toString(), Format.PLUME);
        assertTrue(Files.isSymbolicLink(link));
        assertEquals("w(1,2,0,0)\n", Files.readString(target));
    }

    @Test
    void fileNamesTellFormats() {
        assertEquals(Optional.of(Format.EDN), Format.ofFile("a.b/history.edn"));
        assertEquals(Optional.of(Format.PLUME), Format.ofFile("h.txt.gz"));
        assertEquals(Optional.of(Format.PLUME), Format.ofFile("h.plume"));
        assertEquals(Optional.of(Format.DBCOP_JSON), Format.ofFile("h.json.gz"));
        assertEquals(Optional.of(Format.DBCOP), Format.ofFile("h.bincode"));
        assertEquals(Optional.empty(), Format.ofFile("h.yaml"));
        assertEquals(Optional.empty(), Format.ofFile("edn"));
    }

    private static String complaint(String text) {
        return assertThrows(ReadException.class, () -> read(text)).getMessage();
    }

    private static History read(String text) throws IOException {
        return HistoryFiles.read(source(text.getBytes(StandardCharsets.UTF_8)), ReadOptions.DEFAULT);
    }

    private static ByteSource source(byte[] bytes) {
        return ByteSource.stream("h", new ByteArrayInputStream(bytes));
    }
}

package minos.io;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.GZIPOutputStream;
import minos.history.History;
import minos.history.Model;
import org.junit.jupiter.api.Test;

class HistoryFilesTest {
    @Test
    void recognisesFormatsByTheirFirstBytes() throws IOException {
        assertEquals(2, read("\n  w(1,2,0,0)\nr(1,2,1,1)\n").transactions());
        assertEquals(Model.LIST_APPEND, read("; a comment\n{:type :ok, :process 0, :f :txn, :value [[:append 1 2]]}").model());
        assertEquals(1, read("[{:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}]").transactions());
        assertEquals(1, read("#jepsen.history.Op{:type :ok, :process 0, :f :txn, :value [[:w 1 2]]}").transactions());
    }

    @Test
    void unzips() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream zip = new GZIPOutputStream(bytes)) {
            zip.write("w(1,2,0,0)\n".getBytes(StandardCharsets.UTF_8));
        }
        assertEquals(1, HistoryFiles.read(source(bytes.toByteArray()), null, ReadOptions.DEFAULT).transactions());
    }

    @Test
    void saysWhatItIsNot() {
        assertEquals("h:2:1: found 'hello', expected a history: EDN maps like {:type :ok, …}, or lines like "
                + "w(key,value,session,txn)", complaint("\nhello"));
        assertEquals("h:1:1: found byte 0x7f, expected a history: EDN maps like {:type :ok, …}, or lines like "
                + "w(key,value,session,txn)", complaint("\177ELF"));
        assertEquals("h: empty: there is no history in it", complaint(" \n\n"));
    }

    private static String complaint(String text) {
        return assertThrows(ReadException.class, () -> read(text)).getMessage();
    }

    private static History read(String text) throws IOException {
        return HistoryFiles.read(source(text.getBytes(StandardCharsets.UTF_8)), "auto", ReadOptions.DEFAULT);
    }

    private static ByteSource source(byte[] bytes) {
        return ByteSource.stream("h", new ByteArrayInputStream(bytes));
    }
}

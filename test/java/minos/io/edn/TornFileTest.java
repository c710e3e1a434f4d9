package minos.io.edn;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.history.History;
import minos.history.Status;
import minos.io.HistoryFiles;
import minos.io.ReadException;
import minos.io.ReadOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files whose writer was killed while it wrote. */
class TornFileTest {
    private static final List<String> NOTE =
            List.of("the file breaks off inside its last operation, which is left out");
    private static final String BEFORE =
            """
            {:index 0, :type :invoke, :process 0, :f :txn, :value [[:w 1 2]]}
            {:index 1, :type :ok, :process 0, :f :txn, :value [[:w 1 2]]}
            {:index 2, :type :invoke, :process 1, :f :txn, :value [[:r 1 nil]]}
            """;

    @TempDir
    Path folder;

    private History read(String text) throws IOException {
        return HistoryFiles.read(
                Files.writeString(folder.resolve("h.edn"), text).toString(), ReadOptions.DEFAULT);
    }

    @Test
    void whereverTheLastLineBreaksOff() throws Exception {
        for (String last : List.of(
                "{:index 3, :type :ok, :process 1, :f :txn, :value [[:r 1 2]], :error \"40001: a \\\\ b\"}",
                "{:process 1, :type :ok, :f :txn, :error {:via [{:x \\a}], :m #{1 ##Inf}}, :value [[:r 1 2]], :t #inst \"2026\"}")) {
            for (int length = 1; length < last.length(); length++) {
                String torn = last.substring(0, length);
                History history = read(BEFORE + torn);
                assertEquals(NOTE, history.origin().notes(), torn);
                assertEquals(2, history.transactions(), torn);
                assertEquals(Status.INDETERMINATE, history.status(1), torn);
            }
            History whole = read(BEFORE + last);
            assertEquals(List.of(), whole.origin().notes());
            assertEquals(Status.COMMITTED, whole.status(1));
        }
    }

    @Test
    void aLargeFile() throws Exception {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60_000; i++) { // more than one block
            text.append("{:type :ok, :process ")
                    .append(i % 7)
                    .append(", :f :txn, :value [[:w 1 ")
                    .append(i)
                    .append("]]}\n");
        }
        History history = read(text + "{:type :ok, :process 1, :f :t");
        assertEquals(60_000, history.transactions());
        assertEquals(NOTE, history.origin().notes());
    }

    /** What is wrong in another way is no torn line. */
    @Test
    void otherFaultsAreRefused() {
        for (String text : List.of(
                BEFORE + "{:type :nonsense, :process 1, :f :txn, :value [[:r 1 2]]}",
                BEFORE + "{:type :ok, :process 1, :f :txn, :value [[:r 1 2]}",
                BEFORE + "{:type :ok, :process 1, :f :txn, :value [[:r 1 2]]\n",
                BEFORE + "{:type :ok, :process 1\n" + BEFORE,
                BEFORE + "]",
                "[" + BEFORE + "{:type :ok, :process 1, :f :txn",
                "{:type :ok, :process 1, :f :txn")) {
            assertThrows(ReadException.class, () -> read(text), text);
        }
    }
}

package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import minos.collect.Target.Isolation;
import minos.generate.Application;
import minos.generate.Interleavings;
import minos.generate.Scans;
import minos.history.Model;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Interleavings that are made to happen, and rows that are read by predicates, on H2. */
class InterleavingsTest {
    private static final String H2 = "jdbc:h2:mem:interleavings;LOCK_TIMEOUT=300;OPTIMIZE_REUSE_RESULTS=FALSE";

    @TempDir
    Path folder;

    private Recorded run(Application application, Isolation isolation, int sessions, int transactions)
            throws Exception {
        return Recorded.of(
                Recorded.target(H2, isolation), application, sessions, transactions, folder.resolve("history.edn"));
    }

    @Test
    void shortInterleavingsShowWhatALevelLetsPass() throws Exception {
        Recorded dirty = run(new Interleavings(), Isolation.READ_UNCOMMITTED, 6, 60);
        dirty.violates(Level.ADYA_READ_COMMITTED);
        Recorded committed = run(new Interleavings(), Isolation.READ_COMMITTED, 6, 60);
        committed.holds(Level.ADYA_READ_COMMITTED);
        committed.violates(Level.PARALLEL_SNAPSHOT_ISOLATION);
        Recorded snapshot = run(new Interleavings(), Isolation.SNAPSHOT, 6, 60);
        snapshot.holds(Level.SNAPSHOT_ISOLATION);
        snapshot.violates(Level.SERIALIZABLE);
    }

    /** What was undone is an attempt that was aborted, of the same process, before the transaction: the file reads so at each moment. */
    @Test
    void whatWentBackToASavepointWasAborted() throws Exception {
        Recorded recorded = run(new Interleavings(), Isolation.SNAPSHOT, 3, 100);
        List<String> lines = Files.readAllLines(recorded.file());
        List<Integer> undone = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            assertTrue(lines.get(i).startsWith("{:index " + i + ","), lines.get(i));
            if (lines.get(i).contains("undone: back to a savepoint")) undone.add(i);
        }
        assertTrue(undone.size() > 5, undone.toString());
        for (int fail : undone) {
            String invoke = lines.get(fail - 1);
            assertTrue(lines.get(fail).contains(":type :fail") && invoke.contains(":type :invoke"), invoke);
            assertEquals(
                    invoke.replaceAll(".*:process", ""), lines.get(fail).replaceAll(".*:process|, :error .*(?=})", ""));
            assertTrue(lines.get(fail + 1).contains(":type :invoke")
                    || lines.get(fail + 1).contains("undone"));
        }
    }

    @Test
    void rowsAreReadByPredicates() throws Exception {
        Recorded alone = run(new Scans(1), Isolation.READ_COMMITTED, 1, 300);
        String text = Files.readString(alone.file());
        for (String part : List.of("[:rp [:between ", "[:rp [:mod 4 ", "[:rp :true {", "[:insert -1 ", "[:delete ")) {
            assertTrue(text.contains(part), part);
        }
        assertEquals(
                Model.CLOSED_PREDICATE,
                HistoryFiles.read(alone.file().toString(), ReadOptions.DEFAULT).model());
        alone.holds(Level.SERIALIZABLE);
        // Not more: that a row was inserted and deleted since is no conflict for H2, and is one by keys.
        Recorded snapshot = run(new Scans(1), Isolation.SNAPSHOT, 4, 60);
        snapshot.holds(Level.PREFIX);
    }
}

package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.BiFunction;
import minos.generate.Database.Version;
import minos.util.IntList;
import org.junit.jupiter.api.Test;

/** A simulated database keeps no more versions than somebody may still read. */
class DatabaseTest {
    private static final int KEY = 7;
    private static final int SESSIONS = 3;

    private static final List<BiFunction<Integer, SplittableRandom, Database>> FORGETFUL = List.of(
            Database.ReadCommitted::new,
            Database.Causal::new,
            Database.SnapshotIsolation::new,
            Database.Serializable::new);

    private static Database filled(BiFunction<Integer, SplittableRandom, Database> level, int commits) {
        Database database = level.apply(SESSIONS, new SplittableRandom(1));
        for (int i = 0; i < commits; i++) commit(database, i % SESSIONS, i + 1);
        return database;
    }

    private static void commit(Database database, int session, long value) {
        assertTrue(database.commit(database.begin(session), Map.of(KEY, new long[] {value})));
    }

    private static int kept(Database database) {
        int versions = 0;
        Version version = database.latest.get(KEY);
        while (version != null) {
            versions++;
            version = version.previous() == version ? null : version.previous();
        }
        return versions;
    }

    private static IntList keys() {
        IntList keys = new IntList();
        keys.add(KEY);
        return keys;
    }

    @Test
    void versionsThatNobodyReadsAreLetGoOf() {
        for (BiFunction<Integer, SplittableRandom, Database> level : FORGETFUL) {
            Database database = filled(level, 1_000);
            assertEquals(1_000, kept(database));
            database.letGo(keys(), 1_000);
            assertTrue(kept(database) < 100, database.getClass() + " keeps " + kept(database));
        }
    }

    @Test
    void anOpenTransactionFindsItsSnapshot() {
        Database database = filled(Database.SnapshotIsolation::new, 10);
        Database.View open = database.begin(0);
        for (int i = 10; i < 50; i++) commit(database, 1, i + 1);
        database.letGo(keys(), 10);
        assertEquals(41, kept(database));
        assertEquals(10, open.read(KEY).values()[0]);
    }

    @Test
    void aKeyThatNobodyUsesIsForgotten() {
        Database database = filled(Database.Serializable::new, 3);
        database.forget(KEY);
        assertNull(database.begin(0).read(KEY));
    }
}

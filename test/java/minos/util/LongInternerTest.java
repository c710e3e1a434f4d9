package minos.util;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class LongInternerTest {
    @Test
    void agreesWithAMapWhateverTheItemsAre() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            long bound = 1L << random.nextInt(1, 63);
            long origin = random.nextBoolean() ? 0 : random.nextLong();
            LongInterner interner = new LongInterner();
            Map<Long, Integer> expected = new HashMap<>();
            for (int i = 0; i < 2000; i++) {
                // Dense from zero on, dense elsewhere, or far apart, one after another.
                long item = origin + (i % 500 < 100 ? i : random.nextLong(bound));
                assertEquals(expected.getOrDefault(item, -1), interner.find(item), "seed " + seed);
                assertEquals(idOf(expected, item), interner.intern(item), "seed " + seed);
                assertEquals(item, interner.get(interner.find(item)), "seed " + seed);
            }
            assertEquals(expected.size(), interner.size());
            assertEquals(expected.size(), interner.toArray().length);
        }
    }

    private static int idOf(Map<Long, Integer> ids, long item) {
        ids.putIfAbsent(item, ids.size());
        return ids.get(item);
    }
}

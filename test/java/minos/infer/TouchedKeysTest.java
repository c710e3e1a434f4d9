package minos.infer;

import static minos.util.Sentinel.NONE;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Random histories of tests have few keys; here are many, with transactions short and long, as a table and as an array. */
class TouchedKeysTest {
    private static final int KEYS = 1_000;

    @Test
    void eachKeyHasOneSlotAndNoneSeesAnEarlierTransaction() {
        Random random = new Random(1);
        TouchedKeys touched = new TouchedKeys(KEYS);
        for (int t = 0; t < 2_000; t++) {
            int operations = random.nextInt(10) == 0 ? 1 + random.nextInt(3 * KEYS) : 1 + random.nextInt(40);
            touched.enter(t, operations);
            Map<Integer, Integer> slotOf = new HashMap<>();
            Map<Integer, Integer> lastOwn = new HashMap<>();
            Set<Integer> slots = new HashSet<>();
            for (int op = 0; op < operations; op++) {
                int key = random.nextBoolean() ? random.nextInt(KEYS) : random.nextInt(KEYS / 64) * 64;
                int slot = touched.slot(key);
                Integer known = slotOf.putIfAbsent(key, slot);
                if (known == null) {
                    assertTrue(slots.add(slot), "two keys in one slot");
                    assertEquals(NONE, touched.firstExternal[slot]);
                } else {
                    assertEquals(known, slot);
                }
                assertEquals(lastOwn.getOrDefault(key, NONE), touched.lastOwn[slot]);
                lastOwn.put(key, op);
                touched.lastOwn[slot] = op;
                touched.firstExternal[slot] = op;
            }
        }
    }
}

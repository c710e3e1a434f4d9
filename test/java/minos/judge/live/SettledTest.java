package minos.judge.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import minos.history.Atoms;
import minos.history.GrowingHistory;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Status;
import minos.util.IntList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The settled order while its writers change places, and what sessions know of it, against what is found anew each time. */
class SettledTest {
    private static final int NOBODY = Recorded.NOBODY;

    @Test
    void writersChangePlacesAndTheOrderStaysSerial() {
        int made = changePlaces(0, 10_000);
        assertTrue(made > 1_000, made + " changed places");
    }

    @Test
    @Tag("slow")
    void manyMore() {
        long first = Long.getLong("minos.seed", 10_000);
        changePlaces(first, 100_000);
        ask(first, 40_000);
    }

    private static int changePlaces(long first, int count) {
        int made = 0;
        for (long seed = first; seed < first + count; seed++) {
            Random random = new Random(seed);
            Trial trial = new Trial(random, 4 + random.nextInt(20));
            for (int t = 0; t < trial.history.transactions(); t++) trial.settled.add(t);
            for (int i = 0; i < 10; i++) {
                trial.makeLater(random);
                trial.isSerial();
            }
            while (trial.settled.size() > 0) {
                trial.settled.takeBack();
                trial.isSerial();
            }
            made += trial.made;
        }
        return made;
    }

    /** Of two writers that follow each other, of which each uses the key once. */
    @Test
    void writersChangePlacesWhereTheyCan() {
        int made = 0;
        int refused = 0;
        for (int seed = 0; seed < 20_000; seed++) {
            Random random = new Random(seed);
            Trial trial = new Trial(random, 4 + random.nextInt(20));
            for (int t = 0; t < trial.history.transactions(); t++) trial.settled.add(t);
            int key = random.nextInt(trial.history.keys());
            List<Integer> versions = trial.versions(key);
            if (versions.size() < 2) continue;
            int version = random.nextInt(versions.size() - 1);
            int one = trial.recorded.writer(versions.get(version));
            int other = trial.recorded.writer(versions.get(version + 1));
            if (trial.uses(one, key) != 1 || trial.uses(other, key) != 1) continue;
            boolean expected = trial.mayChangePlaces(key, versions, version);
            assertEquals(
                    expected,
                    trial.settled.makeLater(
                            key,
                            versions.get(version),
                            versions.get(version + 1),
                            trial.recorded::writer,
                            trial::comesFirst),
                    "seed " + seed);
            if (expected) made++;
            else refused++;
        }
        assertTrue(made > 1_000 && refused > 1_000, made + " changed places, " + refused + " could not");
    }

    @Test
    void whatSessionsKnowIsWhatCameBeforeThem() {
        int later = ask(0, 3_000);
        assertTrue(later > 5_000, later + " times somebody knew of a later writer");
    }

    private static int ask(long first, int count) {
        int later = 0;
        for (long seed = first; seed < first + count; seed++) {
            Random random = new Random(seed);
            later += new Trial(random, 4 + random.nextInt(20)).asks(random, random.nextBoolean());
        }
        return later;
    }

    private static final class Trial {
        private final GrowingHistory history;
        private final Recorded recorded;
        private final Settled settled;
        /** Those that were settled at some time. */
        private final BitSet once = new BitSet();

        /** Who is that far behind another comes after it. */
        private final int apart;

        private int made;

        /** Transactions one after another, each of which reads what is there. */
        Trial(Random random, int transactions) {
            int keys = 1 + random.nextInt(5);
            int sessions = 1 + random.nextInt(5);
            apart = 3 + random.nextInt(20);
            HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
            builder.model(Model.RW_REGISTER);
            history = new GrowingHistory(
                    builder,
                    to -> {
                        Map<Integer, Integer> state = new HashMap<>();
                        for (int t = 0, value = 1; t < transactions; t++) {
                            to.begin(to.session(random.nextInt(sessions)), Status.COMMITTED, 2 * t, 2 * t + 1, -1);
                            for (int i = 1 + random.nextInt(3); i > 0; i--) {
                                int key = random.nextInt(keys);
                                if (random.nextInt(3) > 0) to.write(key, state.merge(key, value++, (old, now) -> now));
                                else if (state.containsKey(key)) to.read(key, state.get(key));
                                else to.readInitial(key);
                            }
                            to.end();
                        }
                        return to.transactions();
                    },
                    InitialValues.EXPLICIT);
            history.open();
            recorded = new Recorded(history, false);
            recorded.take(true);
            settled = new Settled(history, false);
            settled.grow();
        }

        private static boolean contains(int[] order, int transaction) {
            return Arrays.stream(order).anyMatch(t -> t == transaction);
        }

        private boolean comesFirst(int one, int other) {
            return history.session(one) == history.session(other) || one + apart < other;
        }

        /** The versions of a key in the order in which the settled transactions wrote them. */
        private List<Integer> versions(int key) {
            List<Integer> versions = new ArrayList<>();
            for (int t : settled.order()) {
                for (int op = history.begin(t); op < history.end(t); op++) {
                    if (history.isWrite(op) && history.key(op) == key) versions.add(history.version(op));
                }
            }
            return versions;
        }

        /** Asks for a version of some key to be a later one than another that replaced it; the key, or -1 if there are no two. */
        int makeLater(Random random) {
            int key = random.nextInt(history.keys());
            List<Integer> versions = versions(key);
            if (versions.size() < 2) return -1;
            int than = versions.size() - 1 - Math.min(random.nextInt(3), versions.size() - 2);
            int version = Math.max(0, than - 1 - (random.nextInt(3) == 0 ? random.nextInt(6) : 0));
            boolean done = settled.makeLater(
                    key, versions.get(version), versions.get(than), recorded::writer, this::comesFirst);
            List<Integer> now = versions(key);
            Set<Integer> passed = new HashSet<>();
            for (int i = 0; i < settled.passed().size(); i++)
                passed.add(settled.passed().get(i));
            if (done) {
                made++;
                assertTrue(now.indexOf(versions.get(version)) > now.indexOf(versions.get(than)));
                Set<Integer> between = new HashSet<>();
                for (int v : versions.subList(version, than + 1)) between.add(recorded.writer(v));
                assertEquals(between, passed);
            }
            versions.removeIf(v -> passed.contains(recorded.writer(v)));
            now.removeIf(v -> passed.contains(recorded.writer(v)));
            assertEquals(versions, now, "only those that are told have changed places");
            return key;
        }

        /** Whoever is settled is so once, at its place, behind those that it must follow, and reads what is there. */
        void isSerial() {
            int[] order = settled.order();
            for (int t = 0; t < history.transactions(); t++) {
                assertEquals(contains(order, t), settled.has(t));
            }
            Map<Integer, Integer> state = new HashMap<>();
            for (int p = 0; p < order.length; p++) {
                assertEquals(p, settled.place(order[p]));
                for (int before = 0; before < p; before++) {
                    if (comesFirst(order[p], order[before])) assertTrue(order[before] < order[p], "moved past another");
                }
                for (int op = history.begin(order[p]); op < history.end(order[p]); op++) {
                    int key = history.key(op);
                    if (history.isWrite(op)) state.put(key, history.version(op));
                    else assertEquals(history.version(op), state.getOrDefault(key, -1));
                }
            }
            state.forEach((key, version) -> assertEquals(version, settled.version(key)));
        }

        /**
         * Whether the writer of a version may come behind that of the next one: either the other is moved before it, if nobody has read from that, or
         * it is moved behind the other, the last one, and those that read from that, if nobody has read from it. What else is between is
         * moved along or stays, which is impossible only if the one must come before the other by a way in between.
         */
        boolean mayChangePlaces(int key, List<Integer> versions, int version) {
            int one = recorded.writer(versions.get(version));
            int other = recorded.writer(versions.get(version + 1));
            IntList readers = readers(versions.get(version + 1));
            if (readers.isEmpty()) return !isReached(one, other, other, key);
            if (version + 2 < versions.size() || !readers(versions.get(version)).isEmpty()) return false;
            for (int i = 0; i < readers.size(); i++) if (isReached(one, readers.get(i), one, key)) return false;
            return !isReached(one, other, one, key);
        }

        int uses(int transaction, int key) {
            int count = 0;
            for (int op = history.begin(transaction); op < history.end(transaction); op++) {
                if (history.key(op) == key) count++;
            }
            return count;
        }

        /** Others that read a version. */
        private IntList readers(int version) {
            IntList readers = new IntList();
            for (int t = 0; t < history.transactions(); t++) {
                for (int op = history.begin(t); op < history.end(t) && t != recorded.writer(version); op++) {
                    if (!history.isWrite(op) && history.version(op) == version) readers.add(t);
                }
            }
            return readers;
        }

        /** Whether there is a way of dependencies between two transactions, those of one of them by a key left aside. */
        private boolean isReached(int from, int to, int moved, int key) {
            BitSet reached = new BitSet();
            reached.set(from);
            for (int t = from + 1; t <= to; t++) {
                for (int by = reached.nextSetBit(0); by >= 0 && by < t; by = reached.nextSetBit(by + 1)) {
                    boolean apart = by == moved || t == moved;
                    if (comesFirst(by, t) || meet(by, t, apart ? key : -1)) reached.set(t);
                }
            }
            return reached.get(to);
        }

        /** Whether two transactions use a key, but not that one, which one of them writes. */
        private boolean meet(int one, int two, int apart) {
            for (int a = history.begin(one); a < history.end(one); a++) {
                for (int b = history.begin(two); b < history.end(two); b++) {
                    boolean same = history.key(a) == history.key(b) && history.key(a) != apart;
                    if (same && (history.isWrite(a) || history.isWrite(b))) return true;
                }
            }
            return false;
        }

        /** Settles, takes back and changes places at will, as {@link Track} does, and asks in between. */
        int asks(Random random, boolean causal) {
            int found = 0;
            Pasts pasts = new Pasts(recorded, settled, causal);
            for (int i = 0; i < 200; i++) {
                switch (random.nextInt(6)) {
                    case 0 -> settleSome(random, pasts);
                    case 1 -> {
                        if (settled.size() > 0) pasts.moved(settled.takeBack());
                    }
                    case 2 -> {
                        int key = makeLater(random);
                        if (key >= 0) pasts.reordered(key, settled.passed());
                    }
                    case 3 -> pasts.begin(unsettled());
                    default -> found += asks(random, pasts, causal);
                }
            }
            return found;
        }

        private void settleSome(Random random, Pasts pasts) {
            IntList unsettled = unsettled();
            for (int i = 0; i < Math.min(unsettled.size(), 1 + random.nextInt(4)); i++) {
                settled.add(unsettled.get(i));
                once.set(unsettled.get(i));
                pasts.moved(unsettled.get(i));
            }
            pasts.begin(unsettled());
        }

        private IntList unsettled() {
            IntList unsettled = new IntList();
            for (int t = 0; t < history.transactions(); t++) if (!settled.has(t)) unsettled.add(t);
            return unsettled;
        }

        private int asks(Random random, Pasts pasts, boolean causal) {
            int t = random.nextInt(history.transactions());
            int key = random.nextInt(history.keys());
            int source = settled.size() == 0 ? NOBODY : settled.order()[random.nextInt(settled.size())];
            if (settled.has(t) || source != NOBODY && !recorded.writes(source, key)) return 0;
            Set<Integer> later = new HashSet<>();
            BitSet known = before(t, causal);
            for (int other = known.nextSetBit(0); other >= 0; other = known.nextSetBit(other + 1)) {
                boolean isLater = !settled.has(other) || settled.place(other) > settled.place(source);
                if (other != source && recorded.writes(other, key) && isLater) later.add(other);
            }
            int told = pasts.later(t, key, source);
            if (!later.isEmpty()) assertNotEquals(NOBODY, told);
            // What its session did later and was settled already may count.
            for (int next = once.nextSetBit(t); next >= 0; next = once.nextSetBit(next + 1)) {
                if (history.session(next) == history.session(t)) return 0;
            }
            if (later.isEmpty()) assertEquals(NOBODY, told);
            else assertTrue(later.contains(told), told + " is not among " + later);
            for (int other : later) {
                if (settled.has(told)) assertTrue(settled.has(other) && settled.place(other) <= settled.place(told));
            }
            return later.isEmpty() ? 0 : 1;
        }

        /** Who comes before a transaction in session order, or in its closure with reads. */
        private BitSet before(int transaction, boolean causal) {
            BitSet before = new BitSet();
            IntList left = new IntList();
            left.add(transaction);
            while (!left.isEmpty()) {
                int t = left.pop();
                List<Integer> direct = new ArrayList<>(List.of(recorded.previous(t)));
                for (int op = history.begin(t); causal && op < history.end(t); op++) {
                    if (!history.isWrite(op)) direct.add(recorded.writer(history.version(op)));
                }
                for (int other : direct) {
                    if (other == NOBODY || other == transaction || before.get(other)) continue;
                    before.set(other);
                    left.add(other);
                }
            }
            return before;
        }
    }
}

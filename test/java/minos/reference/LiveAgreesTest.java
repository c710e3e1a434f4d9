package minos.reference;

import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import minos.history.Atoms;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.judge.live.LiveJudge;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Judging a history while it grows, cut into random batches, says at the end of each what judging that much of it from scratch says; and
 * it says so as soon as something is violated, for good.
 */
class LiveAgreesTest {
    /** So little may be spent on the whole that all is left to windows. */
    private static final long WINDOWS_ALONE = -1_000_000_000;

    private static final int NO_EXCERPTS = 1 << 30;

    private static final Set<Level> WITH_SNAPSHOTS =
            EnumSet.of(Level.PREFIX, Level.SNAPSHOT_ISOLATION, Level.MIXED, Level.CUT_ISOLATION);

    private long held;
    private long undecided;
    private long found;
    private long missed;
    private long forgotten;
    /** Violations that came when something was forgotten. */
    private long late;

    @Test
    void onRandomHistories() {
        Trials.run(2_000, this::disagreement);
        // Most of what holds is known without a look at the whole: there is something in the windows.
        assertTrue(held > 2 * undecided, held + " held by windows alone, " + undecided + " were left undecided");
        assertTrue(found > 1_000, found + " found in excerpts, " + missed + " were not");
    }

    @Test
    @Tag("slow")
    void onManyRandomHistories() {
        Trials.run(100_000, this::disagreement);
    }

    @Test
    void whereValuesRepeat() {
        Trials.run(200, this::repeatedDisagreement);
    }

    @Test
    @Tag("slow")
    void whereValuesRepeatManyTimes() {
        Trials.run(100_000, this::repeatedDisagreement);
    }

    /** Whoever appended without being read may come before others whose appends an excerpt leaves out. */
    @Test
    void excerptsBeginWhereAReadTookItsListFrom() {
        agrees(
                txn(0, append(1, 1), append(0, 2)),
                txn(3, append(0, 3), append(0, 4), append(0, 5)),
                txn(3, append(1, 6)),
                txn(2, read(0, 2, 3, 4, 5), append(0, 7)),
                txn(3, append(1, 8), read(0, 2, 3, 4, 5, 7), append(0, 9)),
                txn(3, append(1, 10), read(0, 2, 3, 4, 5, 7, 9), read(1, 1, 6, 10)));
        agrees(
                timed(3, Status.COMMITTED, 0, 2, 0, append(0, 1), append(1, 2)),
                timed(0, Status.COMMITTED, 1, 3, 1, read(1), read(0), append(1, 3), append(0, 4)),
                timed(0, Status.COMMITTED, 4, 5, 1, read(1, 2), append(0, 5), append(0, 6), read(0, 1, 5, 6)),
                timed(3, Status.COMMITTED, 6, 7, 0, read(1, 2, 3), append(0, 7)));
    }

    /** Only who committed tells in which order elements stand. */
    @Test
    void excerptsTakeNoOrderFromAbortedReads() {
        agrees(
                timed(1, Status.COMMITTED, 0, 2, 0, append(2, 4)),
                timed(1, Status.COMMITTED, 3, 4, 0, read(0, 3), read(2, 2, 4), read(1, 1)),
                timed(0, Status.COMMITTED, 6, 7, 0, read(2), read(1, 1), append(2, 2)),
                timed(0, Status.ABORTED, 10, 11, 1, read(0, 3), read(1, 1), read(2, 2, 4)));
    }

    /** Who waits for what it read is in no excerpt, even if it appended what others have read, who wait as well. */
    @Test
    void excerptsLeaveOutWhoWaits() {
        agrees(
                txn(2, read(2), read(1, 1, 2, 3), read(0), append(1, 4)),
                txn(2, read(1, 1, 2, 3, 4), read(0, 5), append(2, 6)),
                txn(1, read(1), read(0), append(1, 3)),
                txn(0, read(1), read(2), append(1, 1)));
    }

    /** An append that was lost when all was judged is not: somebody waited who has read it. */
    @Test
    void lostAppendsTurnUp() {
        agrees(
                txn(3, read(1, 3, 5, 6, 7)),
                txn(2, append(1, 3)),
                new Draft.Txn(0, Status.ABORTED, -1, Integer.MAX_VALUE, List.of()),
                new Draft.Txn(0, Status.ABORTED, -1, Integer.MAX_VALUE, List.of()),
                txn(2, append(1, 5), read(1, 5), append(1, 6)),
                txn(0, append(1, 7)));
    }

    private void agrees(Draft.Txn... txns) {
        assertNull(disagreement(new Draft(true, List.of(txns))));
    }

    private static Draft.Txn txn(int session, Draft.Op... ops) {
        return new Draft.Txn(session, Status.COMMITTED, -1, Integer.MAX_VALUE, List.of(ops));
    }

    private static Draft.Txn timed(int session, Status status, int from, int to, int group, Draft.Op... ops) {
        return new Draft.Txn(session, status, from, to, List.of(ops)).in(group);
    }

    private static Draft.Op append(int key, int value) {
        return new Draft.Op(true, key, List.of(value));
    }

    private static Draft.Op read(int key, Integer... values) {
        return new Draft.Op(false, key, List.of(values));
    }

    /** What is forgotten changes no verdict, however little is kept. */
    @Test
    void whereMostIsForgotten() {
        Trials.run(3_000, draft -> forgetfulDisagreement(draft, draft.toString().hashCode()));
        assertTrue(forgotten > 150, forgotten + " transactions were forgotten");
    }

    /** Of a hundred thousand histories each, those whose answer forgetting once changed. */
    @Test
    void whatWasForgottenTooEarly() {
        for (long seed : List.of(70006706L, 70015612L, 70029910L, 70031947L, 70041541L, 70058540L)) {
            assertNull(fencedDisagreement(fenced(seed)), "seed " + seed);
        }
        for (long seed : List.of(70023338L, 70032821L, 70047645L, 70059730L, 70074339L, 70076962L)) {
            Draft draft = RandomHistories.draft(seed);
            assertNull(forgetfulDisagreement(draft, draft.toString().hashCode()), "seed " + seed);
        }
    }

    @Test
    @Tag("slow")
    void whereMostIsForgottenManyTimes() {
        Trials.run(
                100_000, draft -> forgetfulDisagreement(draft, draft.toString().hashCode()));
    }

    /** Nor does it behind fences, whatever the transactions between them read; it may take until the end to know. */
    @Test
    void whereMostIsForgottenBehindFences() {
        Trials.run(1_500, LiveAgreesTest::fenced, this::fencedDisagreement);
        assertTrue(forgotten > 1_000, forgotten + " transactions were forgotten");
        assertTrue(late > 30 && held > 300, "after that " + late + " were violated, and " + held + " were not");
    }

    /** Where there is no room in real time for what came before all else, a read from nowhere is told at once all the same. */
    @Test
    void whatIsForgottenLeavesNoRoom() {
        assertNull(fencedDisagreement(new Draft(
                false,
                List.of(
                        fence(3, 0, 4, null, 1),
                        fence(2, 3, 6, 1, 2),
                        fence(1, 2, 7, 3, 4),
                        fence(0, 1, 10, 2, 3),
                        fence(0, 12, 14, 4, 10),
                        fence(3, 15, 23, 10, 14),
                        new Draft.Txn(3, Status.COMMITTED, 25, 31, List.of()),
                        new Draft.Txn(0, Status.COMMITTED, 24, 32, List.of()),
                        new Draft.Txn(1, Status.COMMITTED, 30, 34, List.of(read(2, 12)))))));
    }

    private static Draft.Txn fence(int session, int from, int to, Integer before, int value) {
        List<Draft.Op> ops = new ArrayList<>();
        if (before != null) ops.add(read(FENCE, before));
        ops.add(append(FENCE, value));
        return new Draft.Txn(session, Status.COMMITTED, from, to, ops);
    }

    /** Who comes late without a fence may read what was forgotten. */
    @Test
    void whoeverBeginsWithoutAFenceIsTold() {
        List<Draft.Txn> txns = new ArrayList<>();
        for (int i = 0; i < 12; i++) {
            List<Draft.Op> fence = List.of(
                    new Draft.Op(false, FENCE, i == 0 ? List.of() : List.of(i)),
                    new Draft.Op(true, FENCE, List.of(i + 1)));
            txns.add(new Draft.Txn(i % 3, Status.COMMITTED, 2 * i, 2 * i + 1, fence));
        }
        for (int session : List.of(2, 3)) {
            List<Draft.Txn> all = new ArrayList<>(txns);
            all.add(new Draft.Txn(session, Status.COMMITTED, 24, 25, List.of(append(0, 1))));
            Requirement asked = new Requirement(Level.SERIALIZABLE, Order.SESSION);
            Live live = new Live(false, List.of(asked), 1_000_000, NO_EXCERPTS);
            live.judge.forget(Optional.of("" + FENCE), 1);
            Stream stream = new Stream(new Draft(false, all), new Random(0));
            for (int i = 0; i < 24; i++) {
                stream.advance(1);
                live.take(stream);
                live.judge.judge(Deadline.NEVER, false);
            }
            assertTrue(live.growing.forgotten() > 0);
            stream.advance(2);
            live.take(stream);
            if (session == 2) live.judge.judge(Deadline.NEVER, false);
            else assertThrows(MalformedHistory.class, () -> live.judge.judge(Deadline.NEVER, false));
        }
    }

    /** A session that ended without an outcome does not hold back what others do since. */
    @Test
    void whatHasNoOutcomeKeepsNoFences() {
        List<Draft.Txn> txns = new ArrayList<>(List.of(
                fence(0, 0, 1, null, 1),
                fence(1, 2, 3, 1, 2),
                new Draft.Txn(0, Status.COMMITTED, 4, 5, List.of(append(0, 1000))),
                new Draft.Txn(
                        0,
                        Status.INDETERMINATE,
                        6,
                        Integer.MAX_VALUE,
                        List.of(new Draft.Op(false, 1, null), append(0, 1001)))));
        int position = 8;
        for (int i = 2; i < 200; i++) {
            txns.add(fence(1 + i % 2, position, position + 1, i, i + 1));
            txns.add(new Draft.Txn(
                    1 + i % 2,
                    Status.COMMITTED,
                    position + 2,
                    position + 3,
                    List.of(read(0, i == 2 ? 1000 : 2000 + i - 1), append(0, 2000 + i))));
            position += 4;
        }
        Live live =
                new Live(false, List.of(new Requirement(Level.SERIALIZABLE, Order.SESSION)), 1_000_000, NO_EXCERPTS);
        live.judge.forget(Optional.of("" + FENCE), 1);
        Stream stream = new Stream(new Draft(false, txns), new Random(0));
        int most = 0;
        while (!stream.isOver()) {
            stream.advance(4);
            live.take(stream);
            live.judge.judge(Deadline.NEVER, false);
            most = Math.max(most, live.growing.transactions());
        }
        assertSame(Answer.TRUE, live.judge.verdicts().get(0).answer());
        assertTrue(most < 40, most + " transactions were kept at a time");
    }

    /** So may who goes on after all that it did was forgotten, as it left no outcome. */
    @Test
    void whoeverGoesOnWithoutAFenceIsTold() {
        List<Draft.Txn> txns = new ArrayList<>(List.of(
                fence(0, 0, 1, null, 1),
                fence(1, 2, 3, 1, 2),
                new Draft.Txn(0, Status.COMMITTED, 4, 5, List.of(append(0, 50))),
                fence(0, 6, 7, 2, 3),
                new Draft.Txn(0, Status.INDETERMINATE, 8, Integer.MAX_VALUE, List.of(append(1, 60))),
                new Draft.Txn(1, Status.COMMITTED, 10, 11, List.of(read(1, 60), append(1, 61)))));
        for (int i = 3; i < 17; i++) txns.add(fence(1, 6 + 2 * i, 7 + 2 * i, i, i + 1));
        for (boolean fenced : List.of(true, false)) {
            List<Draft.Txn> all = new ArrayList<>(txns);
            if (fenced) all.add(fence(0, 40, 41, 17, 18));
            all.add(new Draft.Txn(0, Status.COMMITTED, 42, 43, List.of(read(0))));
            Live live = new Live(
                    false, List.of(new Requirement(Level.SERIALIZABLE, Order.SESSION)), 1_000_000, NO_EXCERPTS);
            live.judge.forget(Optional.of("" + FENCE), 1);
            Stream stream = new Stream(new Draft(false, all), new Random(0));
            for (int i = 0; i < 40; i++) {
                stream.advance(1);
                live.take(stream);
                live.judge.judge(Deadline.NEVER, false);
            }
            assertTrue(live.growing.forgotten() > 4, live.growing.forgotten() + " were forgotten");
            stream.advance(4);
            live.take(stream);
            if (!fenced) {
                assertThrows(MalformedHistory.class, () -> live.judge.judge(Deadline.NEVER, false));
                continue;
            }
            live.judge.judge(Deadline.NEVER, false);
            assertSame(Answer.FALSE, live.judge.verdicts().get(0).answer());
        }
    }

    @Test
    @Tag("slow")
    void whereMostIsForgottenBehindFencesManyTimes() {
        Trials.run(100_000, LiveAgreesTest::fenced, this::fencedDisagreement);
    }

    /** One level alone, on histories that are long enough for much to be settled: nothing is known by what else was asked. */
    @Test
    void eachLevelAlone() {
        Trials.run(1_500, seed -> database(seed, false), this::aloneDisagreement);
        assertTrue(found > 200, found + " were violated");
    }

    @Test
    @Tag("slow")
    void eachLevelAloneManyTimes() {
        Trials.run(100_000, seed -> database(seed, false), this::aloneDisagreement);
    }

    /**
     * Two reads of old versions of a key, judged at the same time as one of them waited, that want its writers in opposite orders: what the
     * one was explained by is not what was settled when the other was. Whatever the batches are.
     */
    @Test
    void whatExplainsAReadIsNotChangedForAnother() {
        Requirement causal = new Requirement(Level.CAUSAL, Order.SESSION);
        Draft draft = new Draft(
                false,
                List.of(
                        txn(2, append(1, 2), append(2, 3)),
                        txn(1, append(0, 10)),
                        txn(3),
                        txn(1, append(1, 11)),
                        txn(0, append(2, 12), append(0, 13), append(1, 14)),
                        txn(3, read(1, 11), read(2, 3)),
                        txn(1, read(0, 13), read(1, 15)),
                        txn(2, read(0, 10), read(2, 12)),
                        txn(0, append(1, 15))));
        for (int batches = 0; batches < 100; batches++) {
            assertNull(disagreement(draft, new Random(batches), causal, judge -> {}), "batches " + batches);
        }
        assertNull(aloneDisagreement(database(70023384, false)));
        assertNull(disagreement(database(71158558, false), new Random(71158558), causal, judge -> {}));
    }

    private String aloneDisagreement(Draft draft) {
        Random random = new Random(draft.toString().hashCode());
        List<Order> orders = List.copyOf(draft.orders());
        List<Level> levels = List.of(
                Level.READ_COMMITTED,
                Level.READ_ATOMIC,
                Level.CAUSAL,
                Level.CAUSAL,
                Level.CAUSAL,
                Level.PREFIX,
                Level.PARALLEL_SNAPSHOT_ISOLATION,
                Level.SNAPSHOT_ISOLATION,
                Level.SERIALIZABLE);
        Requirement asked =
                new Requirement(levels.get(random.nextInt(levels.size())), orders.get(random.nextInt(orders.size())));
        return disagreement(draft, random, asked, judge -> {});
    }

    private static final int FENCE = 9;

    /** Sessions that begin with a fence and have others now and then, on few keys, of which most is read as it should be. */
    private static Draft fenced(long seed) {
        return database(seed, true);
    }

    private static Draft database(long seed, boolean fences) {
        Random random = new Random(seed);
        boolean timed = random.nextBoolean();
        int keys = 1 + random.nextInt(3);
        int most = 8 + random.nextInt(25);
        double stale = random.nextInt(4) * 0.03;
        double early = random.nextInt(4) * 0.1;
        List<List<Integer>> versions = new ArrayList<>(); // by key: the values that it had
        List<Integer> passing = new ArrayList<>(); // values of key 0 that its own transaction replaced
        for (int key = 0; key <= FENCE; key++) versions.add(new ArrayList<>());
        int[] session = new int[1 + random.nextInt(4)]; // by client
        int[] begun = new int[session.length]; // when what is open was invoked; -1 if nothing is
        int[][] before = new int[session.length][]; // how many values each key had then
        Draft.Txn[] committed = new Draft.Txn[session.length]; // who has not heard of it yet
        boolean[] fresh = new boolean[session.length];
        int sessions = 0;
        for (int client = 0; client < session.length; client++) session[client] = sessions++;
        Arrays.fill(begun, -1);
        Arrays.fill(fresh, true);
        List<Draft.Txn> txns = new ArrayList<>();
        int now = 0;
        for (int value = 1; txns.size() < most; ) {
            int client = random.nextInt(session.length);
            if (begun[client] < 0) {
                begun[client] = now++;
                before[client] = versions.stream().mapToInt(List::size).toArray();
                continue;
            }
            if (committed[client] != null) {
                Draft.Txn txn = committed[client];
                committed[client] = null;
                boolean ends = txn.status() != Status.INDETERMINATE;
                int from = timed ? begun[client] : -1;
                int to = timed && ends ? now : Integer.MAX_VALUE;
                txns.add(new Draft.Txn(session[client], txn.status(), from, to, txn.ops()));
                now++;
                begun[client] = -1;
                fresh[client] = !ends && random.nextBoolean();
                if (fresh[client]) session[client] = sessions++;
                continue;
            }
            boolean snapshot = random.nextDouble() < early;
            boolean isFence = fences && (fresh[client] || random.nextInt(3) == 0);
            int fate = random.nextInt(20);
            Status status = isFence || fate > 2 ? Status.COMMITTED : fate == 0 ? Status.ABORTED : Status.INDETERMINATE;
            boolean happens = status == Status.COMMITTED || status == Status.INDETERMINATE && random.nextBoolean();
            List<Draft.Op> ops = new ArrayList<>();
            Map<Integer, Integer> own = new HashMap<>();
            for (int i = isFence ? 2 : 1 + random.nextInt(3); i > 0; i--) {
                int key = isFence ? FENCE : random.nextInt(keys);
                if (isFence ? i == 1 : random.nextBoolean()) {
                    Integer replaced = own.put(key, value);
                    if (replaced != null && key == 0) passing.add(replaced);
                    ops.add(new Draft.Op(true, key, List.of(value++)));
                } else if (status != Status.COMMITTED) {
                    ops.add(new Draft.Op(false, key, null));
                } else {
                    List<Integer> all = versions.get(key);
                    int known = snapshot && !isFence ? before[client][key] : all.size();
                    if (!isFence && random.nextDouble() < stale) known = random.nextInt(all.size() + 1);
                    Integer read = own.getOrDefault(key, known == 0 ? null : all.get(known - 1));
                    if (key == 0 && !passing.isEmpty() && random.nextDouble() < stale / 4)
                        read = passing.get(random.nextInt(passing.size()));
                    ops.add(new Draft.Op(false, key, read == null ? List.of() : List.of(read)));
                }
            }
            if (happens) own.forEach((key, written) -> versions.get(key).add(written));
            committed[client] = new Draft.Txn(session[client], status, -1, Integer.MAX_VALUE, List.copyOf(ops));
        }
        return new Draft(false, txns);
    }

    private String fencedDisagreement(Draft draft) {
        try {
            return forgetfulDisagreement(draft, draft.toString().hashCode(), Order.SESSION, Optional.of("" + FENCE));
        } catch (MalformedHistory e) {
            return null; // a smaller one, without some fence
        }
    }

    private String forgetfulDisagreement(Draft draft, long seed) {
        if (draft.lists || !draft.orders().contains(Order.REAL_TIME)) return null;
        List<Draft.Txn> plain = draft.txns.stream()
                .map(t -> new Draft.Txn(t.session(), t.status(), t.invocation(), t.completion(), t.ops()))
                .toList();
        return forgetfulDisagreement(new Draft(false, plain), seed, Order.REAL_TIME, Optional.empty());
    }

    private String forgetfulDisagreement(Draft draft, long seed, Order order, Optional<String> fence) {
        if (Stream.repeats(draft.txns)) return null;
        Random random = new Random(seed);
        List<Level> levels = List.of(
                Level.CAUSAL,
                Level.PREFIX,
                Level.PARALLEL_SNAPSHOT_ISOLATION,
                Level.SNAPSHOT_ISOLATION,
                Level.SERIALIZABLE);
        Requirement asked = new Requirement(levels.get(random.nextInt(levels.size())), order);
        return disagreement(draft, random, asked, judge -> judge.forget(fence, 1));
    }

    private String disagreement(Draft draft, Random random, Requirement each, Consumer<LiveJudge> prepared) {
        Stream stream = new Stream(draft, random);
        List<Requirement> asked = List.of(each);
        Live live = new Live(false, asked, 1_000_000, NO_EXCERPTS);
        prepared.accept(live.judge);
        Answer before = Answer.UNKNOWN;
        while (!stream.isOver()) {
            stream.advance(1 + random.nextInt(3));
            live.take(stream);
            live.judge.judge(Deadline.NEVER, false);
            Draft prefix = stream.judged();
            if (prefix.txns.isEmpty()) continue;
            Answer now = last(before, answers(prefix, asked).get(asked.get(0)));
            if (now == Answer.FALSE && before != Answer.FALSE) {
                found++;
                if (live.growing.forgotten() > 0) late++;
            }
            before = now;
            Answer said = live.judge.verdicts().get(0).answer();
            // Where nothing is said of invocations, who read what is forgotten waits for it to be written.
            boolean waits = !stream.timed && live.growing.forgotten() > 0 && before == Answer.FALSE;
            if (said != before && !waits) return disagreement(live, asked, before, prefix);
        }
        before = last(before, answers(stream.all(), asked).get(each));
        live.judge.judge(Deadline.NEVER, true);
        if (live.judge.verdicts().get(0).answer() != before) return disagreement(live, asked, before, stream.all());
        forgotten += live.growing.forgotten();
        if (before != Answer.FALSE && live.growing.forgotten() > 0) held++;
        return null;
    }

    private static String disagreement(Live live, List<Requirement> asked, Answer expected, Draft prefix) {
        return asked + " is " + expected + ", with " + live.growing.forgotten()
                + " transactions forgotten the live judge says "
                + live.judge.verdicts().get(0) + "\nafter:\n" + prefix;
    }

    private String repeatedDisagreement(Draft unique) {
        return disagreement(
                SourcesAgreeTest.merged(unique, 1 + unique.toString().length() % 3));
    }

    private String disagreement(Draft draft) {
        long seed = draft.toString().hashCode();
        Random random = new Random(seed);
        Stream stream = new Stream(draft, random);
        List<Requirement> asked = requirements(draft, random);
        Live exact = new Live(draft.lists, asked, 1_000_000, NO_EXCERPTS);
        Live windows = new Live(draft.lists, asked, WINDOWS_ALONE, NO_EXCERPTS);
        Live excerpts = new Live(draft.lists, asked, WINDOWS_ALONE, 1);
        Map<Requirement, Answer> expected = new HashMap<>();
        while (!stream.isOver()) {
            stream.advance(1 + random.nextInt(8));
            exact.take(stream);
            windows.take(stream);
            excerpts.take(stream);
            exact.judge.judge(Deadline.NEVER, false);
            windows.judge.judge(Deadline.NEVER, false);
            excerpts.judge.judge(Deadline.NEVER, false);
            Draft prefix = stream.judged();
            Map<Requirement, Answer> now = answers(prefix, asked);
            if (!stream.timed && stream.hasRepeats()) expected.clear(); // it is left for the end
            else now.forEach((each, answer) -> expected.merge(each, answer, LiveAgreesTest::last));
            String complaint = compare(exact, expected, prefix);
            if (complaint == null) complaint = contradiction(windows, now, prefix);
            if (complaint == null) complaint = overstatement(excerpts, expected);
            if (complaint != null) return complaint + "\nafter:\n" + prefix;
        }
        Map<Requirement, Answer> whole = answers(stream.all(), asked);
        for (Requirement each : asked) {
            if (expected.get(each) == Answer.FALSE && whole.get(each) != Answer.FALSE && !stream.hasReadAhead())
                return each + " was violated, and is not in the end";
            expected.merge(each, whole.get(each), LiveAgreesTest::last);
        }
        exact.judge.judge(Deadline.NEVER, true);
        windows.judge.judge(Deadline.NEVER, true);
        String complaint = compare(exact, expected, stream.all());
        if (complaint == null) complaint = compare(windows, whole, stream.all());
        return complaint == null ? null : "at the end: " + complaint;
    }

    /** What is violated stays so. */
    private static Answer last(Answer before, Answer now) {
        return before == Answer.FALSE ? before : now;
    }

    /** All levels, in an order that is up to chance; and some of them also in another. */
    private static List<Requirement> requirements(Draft draft, Random random) {
        List<Order> orders = List.copyOf(draft.orders());
        Order order = orders.get(random.nextInt(orders.size()));
        Set<Requirement> asked = new LinkedHashSet<>();
        for (Level level : Reference.askable(draft.build(), order)) asked.add(new Requirement(level, order));
        for (Level level : List.of(Level.CAUSAL, Level.SERIALIZABLE)) {
            asked.add(new Requirement(level, orders.get(random.nextInt(orders.size()))));
        }
        return List.copyOf(asked);
    }

    private static Map<Requirement, Answer> answers(Draft draft, List<Requirement> asked) {
        Map<Requirement, Answer> answers = new LinkedHashMap<>();
        Judge.judge(
                draft.build(),
                asked,
                Options.DEFAULT.withThreads(1),
                verdict -> answers.put(new Requirement(verdict.level(), verdict.order()), verdict.answer()));
        return answers;
    }

    private static String compare(Live live, Map<Requirement, Answer> expected, Draft prefix) {
        for (Verdict verdict : live.judge.verdicts()) {
            Requirement requirement = new Requirement(verdict.level(), verdict.order());
            if (prefix.txns.isEmpty()) continue;
            if (verdict.answer() != expected.getOrDefault(requirement, Answer.UNKNOWN))
                return requirement + " is " + expected.get(requirement) + ", the live judge says " + verdict;
            String refused = refusal(live, requirement, verdict);
            if (refused != null) return requirement + " has a commit order that is refused: " + refused;
        }
        return null;
    }

    /** Of a judge that leaves things undecided. */
    private String contradiction(Live live, Map<Requirement, Answer> expected, Draft prefix) {
        for (Verdict verdict : live.judge.verdicts()) {
            Requirement requirement = new Requirement(verdict.level(), verdict.order());
            if (prefix.txns.isEmpty()) continue;
            if (verdict.answer() == Answer.FALSE) return requirement + " was not judged, but is violated";
            if (verdict.answer() == Answer.TRUE && expected.get(requirement) != Answer.TRUE)
                return requirement + " is " + expected.get(requirement) + ", windows say " + verdict;
            if (expected.get(requirement) == Answer.TRUE) {
                if (verdict.answer() == Answer.TRUE) held++;
                else undecided++;
            }
            String refused = refusal(live, requirement, verdict);
            if (refused != null) return requirement + " has a commit order that is refused: " + refused;
        }
        return null;
    }

    /** Of a judge that looks at excerpts: what it finds violated is. */
    private String overstatement(Live live, Map<Requirement, Answer> expected) {
        for (Verdict verdict : live.judge.verdicts()) {
            Requirement requirement = new Requirement(verdict.level(), verdict.order());
            if (expected.get(requirement) == Answer.FALSE && verdict.answer() == Answer.FALSE) found++;
            if (expected.get(requirement) == Answer.FALSE && verdict.answer() != Answer.FALSE) missed++;
            if (verdict.answer() == Answer.FALSE && expected.get(requirement) != Answer.FALSE)
                return requirement + " is " + expected.get(requirement) + ", an excerpt says " + verdict;
        }
        return null;
    }

    /** Why the commit order of a judge that says that a level holds does not show it; null if it does, or there is none. */
    private static String refusal(Live live, Requirement asked, Verdict verdict) {
        if (verdict.answer() != Answer.TRUE || WITH_SNAPSHOTS.contains(asked.level()) || live.hasWaiting) return null;
        int[] commits = live.judge.commits(asked).orElse(null);
        if (commits == null) return null;
        try {
            Verifier.verify(live.last, new Certificate(asked.level(), asked.order(), commits, Optional.empty()));
            return null;
        } catch (Refused e) {
            return e.getMessage();
        }
    }

    /** A live judge, and what it is fed. */
    private static final class Live implements GrowingHistory.Feed {
        final LiveJudge judge;
        final GrowingHistory growing;
        private final boolean lists;
        private final HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        private List<Draft.Txn> ended = List.of();
        private List<Draft.Txn> open = List.of();
        private int taken;
        boolean hasWaiting;
        /** What was judged last. */
        History last;

        Live(boolean lists, List<Requirement> asked, long credit, int excerpt) {
            this.lists = lists;
            builder.model(lists ? Model.LIST_APPEND : Model.RW_REGISTER);
            growing = new GrowingHistory(builder, this, InitialValues.EXPLICIT);
            judge = new LiveJudge(
                    growing,
                    asked,
                    Options.DEFAULT.withThreads(1),
                    UnaryOperator.identity(),
                    Live::whole,
                    credit,
                    excerpt);
        }

        private static List<Verdict> whole(History history, List<Requirement> asked) {
            List<Verdict> verdicts = new ArrayList<>();
            Judge.judge(history, asked, Options.DEFAULT.withThreads(1).withCertificate(true), verdicts::add);
            return verdicts;
        }

        void take(Stream stream) {
            ended = List.copyOf(stream.ended);
            open = stream.open();
            hasWaiting = !stream.timed;
        }

        @Override
        public int add(HistoryBuilder to) {
            while (taken < ended.size()) new Draft(lists, List.of(ended.get(taken++))).addTo(to);
            int count = to.transactions();
            new Draft(lists, open).addTo(to);
            last = to.build(Origin.MEMORY, InitialValues.EXPLICIT);
            return count;
        }
    }

    /** A history as its recording comes in. */
    private static final class Stream {
        private final Draft draft;
        private final Random random;
        final boolean timed;
        /** Those that have ended, in the order in which they did. */
        final List<Draft.Txn> ended = new ArrayList<>();
        /** By the place in the draft: those that have begun and not ended. */
        private final Map<Integer, Draft.Txn> running = new LinkedHashMap<>();

        /** Those that ended without an outcome: when that was known. */
        private final IdentityHashMap<Draft.Txn, Integer> givenUp = new IdentityHashMap<>();

        private int now;
        private int end;

        Stream(Draft draft, Random random) {
            this.draft = draft;
            this.random = random;
            timed = draft.orders().contains(Order.REAL_TIME);
            for (Draft.Txn txn : draft.txns) {
                end = Math.max(end, txn.invocation() + 1);
                if (txn.completion() < Integer.MAX_VALUE) end = Math.max(end, txn.completion() + 1);
            }
            if (!timed) end = draft.txns.size();
        }

        boolean isOver() {
            return now >= end;
        }

        void advance(int steps) {
            for (int i = 0; i < steps && now < end; i++, now++) {
                if (timed) step();
                else ended.add(draft.txns.get(now));
            }
            for (int t : List.copyOf(running.keySet())) { // it may be known that nobody will ever know
                if (running.get(t).status() == Status.INDETERMINATE && random.nextBoolean()) giveUp(t);
            }
        }

        private void giveUp(int t) {
            Draft.Txn txn = running.remove(t);
            givenUp.put(txn, now);
            ended.add(txn);
        }

        private void step() {
            for (int t = 0; t < draft.txns.size(); t++) {
                Draft.Txn txn = draft.txns.get(t);
                if (txn.invocation() == now) {
                    // Whoever goes on has nothing open.
                    for (int other : List.copyOf(running.keySet())) {
                        if (running.get(other).session() == txn.session()) giveUp(other);
                    }
                    running.put(t, txn);
                }
                if (txn.completion() == now) ended.add(running.remove(t));
            }
        }

        /** What is known of those that have not ended: not what they read. */
        List<Draft.Txn> open() {
            return running.values().stream().map(Stream::unfinished).toList();
        }

        private static Draft.Txn unfinished(Draft.Txn txn) {
            List<Draft.Op> ops = txn.ops().stream()
                    .map(op -> op.write() ? op : new Draft.Op(false, op.key(), null))
                    .toList();
            return new Draft.Txn(txn.session(), Status.INDETERMINATE, txn.invocation(), Integer.MAX_VALUE, ops);
        }

        /** All that was recorded in the end. */
        Draft all() {
            List<Draft.Txn> all = new ArrayList<>(ended);
            all.addAll(open());
            return new Draft(draft.lists, all);
        }

        /** What can be judged of what has been recorded: without real time, what has its sources, and all before it in its session. */
        Draft judged() {
            Draft judged = all();
            if (timed) return judged;
            Set<Draft.Txn> waiting = Collections.newSetFromMap(new IdentityHashMap<>());
            int before;
            do {
                before = waiting.size();
                for (int t = 0; t < ended.size(); t++) {
                    Draft.Txn txn = ended.get(t);
                    boolean follows = ended.subList(0, t).stream()
                            .anyMatch(other -> waiting.contains(other) && other.session() == txn.session());
                    if (txn.status() != Status.ABORTED && (follows || lacksSource(txn, judged))) waiting.add(txn);
                }
                judged.txns.removeIf(waiting::contains);
            } while (waiting.size() > before);
            return judged;
        }

        private static boolean lacksSource(Draft.Txn txn, Draft among) {
            if (txn.status() == Status.ABORTED) return false;
            for (Draft.Op op : txn.ops()) {
                if (op.write() || op.result() == null) continue;
                for (int value : op.result()) if (!isWritten(op.key(), value, among.txns)) return true;
            }
            return false;
        }

        private static boolean isWritten(int key, int value, List<Draft.Txn> by) {
            return by.stream()
                    .filter(txn -> txn.status() != Status.ABORTED)
                    .flatMap(txn -> txn.ops().stream())
                    .anyMatch(op -> op.write() && op.key() == key && op.result().contains(value));
        }

        /** Whether a value was written twice by now. */
        boolean hasRepeats() {
            return repeats(ended);
        }

        private static boolean repeats(List<Draft.Txn> txns) {
            Set<List<Object>> written = new HashSet<>();
            return txns.stream()
                    .filter(txn -> txn.status() != Status.ABORTED)
                    .flatMap(txn -> txn.ops().stream())
                    .anyMatch(op ->
                            op.write() && (op.result().isEmpty() || !written.add(List.of(op.key(), op.result()))));
        }

        /** Whether something was read that somebody was about to write later on, so that it may explain the read in the end. */
        boolean hasReadAhead() {
            for (Draft.Txn txn : draft.txns) {
                if (txn.status() == Status.ABORTED) continue;
                int known = givenUp.getOrDefault(txn, txn.completion());
                for (Draft.Op op : txn.ops()) {
                    if (op.write() || op.result() == null) continue;
                    for (Draft.Txn other : draft.txns) {
                        if (other.invocation() >= known && other.ops().stream().anyMatch(w -> explains(w, op)))
                            return true;
                    }
                }
            }
            return false;
        }

        private boolean explains(Draft.Op write, Draft.Op read) {
            if (!write.write() || write.key() != read.key()) return false;
            return draft.lists
                    ? read.result().containsAll(write.result())
                    : read.result().equals(write.result());
        }
    }
}

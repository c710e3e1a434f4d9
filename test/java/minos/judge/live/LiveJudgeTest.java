package minos.judge.live;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import minos.generate.Gadget;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Simulated databases, judged while they are at work. */
class LiveJudgeTest {
    private static final Options ALONE = Options.DEFAULT.withThreads(1);

    private static final int NO_EXCERPTS = 1 << 30;

    private long whole;

    record Case(Level level, Workload.Kind kind, Gadget gadget) {}

    static Stream<Case> cases() {
        List<Case> cases = new ArrayList<>();
        for (Level level : Simulation.LEVELS) {
            for (Workload.Kind kind : List.of(Workload.Kind.GENERAL, Workload.Kind.APPEND)) {
                cases.add(new Case(level, kind, null));
                cases.add(new Case(
                        level,
                        kind,
                        Gadget.all().get(cases.size() % Gadget.all().size())));
            }
        }
        return cases.stream();
    }

    private static History simulated(Case simulated, int transactions, long seed) {
        Workload workload = new Workload(simulated.kind, 4, 0.5, Workload.Keys.uniform(30))
                .with(new Workload.Shares(0.2, 0.2, 0.3));
        return new Simulation(workload, simulated.level, 6, transactions / 6, 0.02, simulated.gadget, seed).run();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void eachBatchIsJudgedAsItIsFromScratch(Case simulated) {
        eachBatchIsJudgedAsItIsFromScratch(simulated, 300, 1);
    }

    @Test
    @Tag("slow")
    void eachBatchOfManyIsJudgedAsItIsFromScratch() {
        long first = Long.getLong("minos.seed", 0);
        List<Case> cases = cases().toList();
        for (long seed = first; seed < first + 5_000; seed++) {
            Case simulated = cases.get((int) Math.floorMod(seed, (long) cases.size()));
            eachBatchIsJudgedAsItIsFromScratch(simulated, 30 + (int) Math.floorMod(seed * 7, 170L), seed);
        }
    }

    private void eachBatchIsJudgedAsItIsFromScratch(Case simulated, int transactions, long seed) {
        History history = simulated(simulated, transactions, seed);
        Order order = Order.values()[(int) Math.floorMod(simulated.hashCode() + seed, (long) Order.values().length)];
        List<Requirement> asked = Judge.askable(history, order).stream()
                .map(level -> new Requirement(level, order))
                .toList();
        Random random = new Random(seed);
        Replay replay = new Replay(history);
        LiveJudge judge = new LiveJudge(replay.growing(), asked, ALONE, UnaryOperator.identity(), this::whole);
        while (!replay.isOver()) {
            replay.advance(1 + random.nextInt(40));
            judge.judge(Deadline.NEVER, false);
            List<Answer> expected = new ArrayList<>();
            Judge.judge(replay.prefix(), asked, ALONE, verdict -> expected.add(verdict.answer()));
            assertEquals(
                    expected,
                    judge.verdicts().stream().map(Verdict::answer).toList(),
                    simulated + " " + order + " " + seed);
        }
    }

    private static boolean holds(History history, Requirement asked) {
        List<Verdict> verdicts = new ArrayList<>();
        Judge.judge(history, List.of(asked), ALONE, verdicts::add);
        return verdicts.get(0).answer() == Answer.TRUE;
    }

    private List<Verdict> whole(History history, List<Requirement> asked) {
        whole += history.operations();
        List<Verdict> verdicts = new ArrayList<>();
        Judge.judge(history, asked, ALONE.withCertificate(true), verdicts::add);
        return verdicts;
    }

    /** What a database of a level does is explained batch by batch: nobody looks at the beginning again. */
    @ParameterizedTest
    @MethodSource("levels")
    void whatHoldsIsKnownFromWindows(Level level) {
        History history = simulated(new Case(level, Workload.Kind.GENERAL, null), 6_000, 2);
        Replay replay = new Replay(history);
        Requirement asked = new Requirement(level, Order.SESSION);
        LiveJudge judge = new LiveJudge(
                replay.growing(),
                List.of(asked),
                ALONE,
                UnaryOperator.identity(),
                this::whole,
                Integer.MIN_VALUE,
                NO_EXCERPTS);
        while (!replay.isOver()) {
            replay.advance(100);
            judge.judge(Deadline.NEVER, false);
            assertEquals(Answer.TRUE, judge.verdicts().get(0).answer());
        }
        assertEquals(0, whole);
    }

    static List<Level> levels() {
        return Simulation.LEVELS;
    }

    /** Whatever happens, judging from the beginning takes at most a constant times what was recorded. */
    @Test
    void whatIsNeverFoundInWindowsCostsInProportion() {
        History history = simulated(new Case(Level.SERIALIZABLE, Workload.Kind.GENERAL, null), 3_000, 3);
        Replay replay = new Replay(history);
        Requirement asked = new Requirement(Level.CUT_ISOLATION, Order.SESSION); // which no window shows
        LiveJudge judge = new LiveJudge(
                replay.growing(), List.of(asked), ALONE, UnaryOperator.identity(), this::whole, 0, NO_EXCERPTS);
        int undecided = 0;
        while (!replay.isOver()) {
            replay.advance(10);
            judge.judge(Deadline.NEVER, false);
            if (judge.verdicts().get(0).answer() == Answer.UNKNOWN) undecided++;
        }
        assertTrue(whole > history.operations() && whole < 12L * history.operations(), whole + " judged");
        assertTrue(undecided > 0);
        judge.judge(Deadline.NEVER, true);
        assertEquals(Answer.TRUE, judge.verdicts().get(0).answer());
    }

    /** However long all went well, and however little may be spent on the whole: what goes wrong is seen at once. */
    @ParameterizedTest
    @MethodSource("kinds")
    void whatIsViolatedLateIsFoundAtOnce(Workload.Kind kind) {
        History good = simulated(new Case(Level.SERIALIZABLE, kind, null), 6_000, 4);
        History history = Replay.one(good, simulated(new Case(Level.READ_COMMITTED, kind, null), 600, 5));
        Replay replay = new Replay(history);
        Requirement asked = new Requirement(Level.SERIALIZABLE, Order.REAL_TIME);
        LiveJudge judge = new LiveJudge(
                replay.growing(), List.of(asked), ALONE, UnaryOperator.identity(), this::whole, Integer.MIN_VALUE, 50);
        int first = 0;
        while (judge.verdicts().get(0).answer() != Answer.FALSE) {
            replay.advance(10);
            judge.judge(Deadline.NEVER, false);
            boolean violated = !holds(replay.prefix(), asked);
            if (violated && first == 0) first = replay.ended();
            assertTrue(violated || judge.verdicts().get(0).answer() != Answer.FALSE);
        }
        assertTrue(first > 6_000 && replay.ended() < first + 200, first + " and " + replay.ended());
        assertTrue(whole < 2_000, whole + " judged");
    }

    static List<Workload.Kind> kinds() {
        return List.of(Workload.Kind.GENERAL, Workload.Kind.APPEND);
    }

    /** Of a long history little is kept, and what is said of it is the same. */
    @Test
    void whatIsDeadIsForgotten() {
        Workload workload = new Workload(Workload.Kind.GENERAL, 4, 0.5, Workload.Keys.uniform(1_000));
        History good = new Simulation(workload, Level.STRICT_SERIALIZABLE, 6, 2_000, 0, null, 7).run();
        History bad = new Simulation(workload, Level.SERIALIZABLE, 6, 100, 0, null, 8).run();
        forgets(Replay.one(good, bad), Order.REAL_TIME, Optional.empty(), 12_000);
    }

    /** So it is where sessions read and write one key now and then. */
    @Test
    void whatIsDeadIsForgottenBehindFences() {
        Workload workload = new Workload(Workload.Kind.MINI, 2, 0.5, Workload.Keys.uniform(30));
        History good = new Simulation(workload, Level.SERIALIZABLE, 6, 2_000, 0, null, 9).run();
        History bad = new Simulation(workload, Level.READ_COMMITTED, 6, 100, 0, null, 10).run();
        forgets(Replay.fenced(Replay.one(good, bad), 10), Order.SESSION, Optional.of("999"), 13_000);
    }

    private static void forgets(History history, Order order, Optional<String> fence, int least) {
        Requirement asked = new Requirement(Level.SERIALIZABLE, order);
        Replay replay = new Replay(history);
        GrowingHistory growing = replay.growing();
        LiveJudge judge =
                new LiveJudge(growing, List.of(asked), ALONE, UnaryOperator.identity(), (part, requirements) -> {
                    List<Verdict> verdicts = new ArrayList<>();
                    Judge.judge(part, requirements, ALONE.withCertificate(true), verdicts::add);
                    return verdicts;
                });
        judge.forget(fence, 100);
        int most = 0;
        boolean violated = false;
        while (!replay.isOver() && !violated) {
            replay.advance(10);
            judge.judge(Deadline.NEVER, false);
            most = Math.max(most, growing.transactions());
            violated = judge.verdicts().get(0).answer() == Answer.FALSE;
            if (violated || replay.ended() % 500 == 0) assertEquals(!violated, holds(replay.prefix(), asked));
        }
        assertEquals(violated, !holds(replay.prefix(), asked));
        assertTrue(growing.forgotten() >= least - 4_000, growing.forgotten() + " forgotten of " + replay.ended());
        assertTrue(most < 6_000, most + " kept");
    }
}

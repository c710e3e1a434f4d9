package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import minos.Histories;
import minos.history.History;
import minos.infer.Assumptions;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Assumption;
import minos.model.Certificate;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Where values repeat, the engine says of each level and form what trying every reading says. */
class SourcesAgreeTest {
    @Test
    void onRandomHistories() {
        Trials.run(10_000, SourcesAgreeTest::disagreement);
    }

    @Test
    @Tag("slow")
    void onManyRandomHistories() {
        Trials.run(200_000, SourcesAgreeTest::disagreement);
    }

    /** Nor does any serial order, which may be found before each read is looked at by itself. */
    @Test
    void noSourceExplainsWhatMissesAnOwnWrite() {
        History history = Histories.of("0: w(0,4)", "1: w(0,4)", "2: r(0,4)", "3: w(1,8) r(1,nil)");
        for (Level level : List.of(Level.ADYA_READ_COMMITTED, Level.SERIALIZABLE)) {
            assertEquals(
                    Answer.FALSE,
                    Judge.check(history, List.of(level), Options.DEFAULT).get(0).answer(),
                    level.toString());
        }
    }

    /** That nobody appended what is read of one key does not make a cycle of what another answer explains. */
    @Test
    void whatAnotherAnswerExplainsIsNotTold() {
        History history = Histories.of("1: append(1,3) append(1,4)", "2: append(1,3)", "3: r(0,[1 2]) r(1,[3 3 4])");
        Verdict verdict = Judge.check(history, List.of(Level.ADYA_READ_COMMITTED), Options.DEFAULT.withAll(true))
                .get(0);
        assertEquals(
                List.of(AnomalyType.THIN_AIR_READ),
                verdict.anomalies().stream().map(Anomaly::type).toList());
    }

    /** T1's list ends with its own 1, or with T2's; so it was taken from T2 or from T0, and without T0 it says nothing. */
    @Test
    void aPartHasWhatAListMayHaveBeenTakenFrom() {
        History history = Histories.of(
                "0: append(0,2)", "2: append(0,1) r(0,[2 1]) r(1,[2]) append(1,2)", "1: append(1,2) append(0,1)");
        Options options = Options.DEFAULT.with(Order.NONE);
        List<Verdict> verdicts =
                Judge.check(history, List.of(Level.READ_ATOMIC, Level.PARALLEL_SNAPSHOT_ISOLATION), options);
        assertEquals(Answer.TRUE, verdicts.get(0).answer(), verdicts.toString());
        assertEquals(Answer.FALSE, verdicts.get(1).answer(), verdicts.toString());
        for (Violation witness : verdicts.get(1).anomalies().get(0).witnesses()) {
            Level told = ((Violation.Unorderable) witness).level();
            assertEquals(Level.PARALLEL_SNAPSHOT_ISOLATION, told, witness.toString());
        }
    }

    /** The strongest level that each of those written by hand satisfies in the order of sessions, and the next, which it does not. */
    @Test
    void writtenByHand() throws IOException {
        assertBetween("each-source-is-too-old-or-too-new.edn", Level.READ_ATOMIC, Level.CAUSAL);
        assertBetween("either-append-comes-first.edn", Level.ADYA_READ_COMMITTED, Level.READ_COMMITTED);
        assertBetween("back-to-the-first-value.edn", Level.SERIALIZABLE, Level.STRICT_SERIALIZABLE);
    }

    /** The two elements may both be what T2 appended: then T1 read twice from it, and what T0 did not find of its own is no matter. */
    @Test
    void cutsOfLists() {
        History history = Histories.of(
                "1: r(0,nil) append(0,1) r(0,[1 1])",
                "0: r(0,[1 1]) r(0,[1])",
                "2: r(0,[1 1]) append(0,1) append(0,1)");
        Verdict verdict = Judge.check(history, List.of(Level.CUT_ISOLATION), Options.DEFAULT)
                .get(0);
        assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
    }

    /** That 4 comes before 5 is the longest list of one without an outcome; T3's shows it, too, though its 5 stands twice. */
    @Test
    void anOrderIsShownByWhoeverTakesPart() {
        assertNull(disagreement(RandomHistories.draft(74_033_312)));
    }

    /** Behind the list of its key, too, an indeterminate transaction sees another's appends in the order in which they were made. */
    @Test
    void whatIsSeenBehindAListKeepsTheOrderOfItsAppends() {
        assertNull(disagreement(RandomHistories.draft(119_028_067)));
    }

    /** T1 committed, as its append was read, and saw that twice; that another value was appended twice is no matter. */
    @Test
    void whatIsSeenTooOftenIsADuplicateWhoeverSeesIt() {
        History history =
                Histories.of("0: r(0,[1])", "1? append(0,1) append(1,2) r(0,[1 1]) append(1,1)", "2: append(1,2)");
        Verdict verdict = Judge.check(history, List.of(Level.READ_UNCOMMITTED), Options.DEFAULT)
                .get(0);
        assertEquals(Answer.FALSE, verdict.answer(), verdict.toString());
        assertNull(disagreement(RandomHistories.draft(117_001_016)));
    }

    /** T4 reads the 3 that T1 may have written, but after an own 2: so it read from nobody, and T1 may not have happened. */
    @Test
    void whoMissesItsOwnWriteShowsNothingOfOthers() {
        assertNull(disagreement(RandomHistories.draft(74_185_680)));
        String[] unique = {"0? w(0,3) r(1,1) r(1,nil)", "1: w(1,1)", "2: w(0,2) r(0,3)"};
        assertEquals(Answer.TRUE, cuts(unique));
        unique[2] = "2: r(0,3)";
        assertEquals(Answer.FALSE, cuts(unique));
    }

    /** Nor does a commit order need those others. */
    @Test
    void whoMissesItsOwnWriteNeedsNobodyInACommitOrder() throws Refused {
        History history = Histories.of("0? w(0,3)", "1: w(0,2) r(0,3)", "2: r(0,2)");
        Verdict verdict = Judge.check(history, List.of(Level.READ_UNCOMMITTED), Options.DEFAULT.withCertificate(true))
                .get(0);
        assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
        Certificate certificate = verdict.certificate().orElseThrow();
        assertEquals(
                List.of(1, 2),
                Arrays.stream(certificate.commits()).boxed().sorted().toList());
        Verifier.verify(history, certificate);
    }

    /** Whoever reads a key once reads it from one other, even a list that nobody can have appended. */
    @Test
    void aListThatNoAppendsExplainIsOneCut() {
        History history = Histories.of(
                "0: r(0,[2 3 1 2 3 1 2 3 1 2 3 1 2 3 3]) append(0,2)",
                "0: append(0,3) append(0,1) append(0,2) append(0,3)",
                "1: append(0,1)",
                "1: append(0,3) append(0,1) append(0,2)",
                "1: append(0,1)");
        Verdict verdict = Judge.check(history, List.of(Level.CUT_ISOLATION), Options.DEFAULT)
                .get(0);
        assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
    }

    /**
     * Where a value stands too often it is any of its appends, and those of one transaction are in no order there: so T1's 2 may be the first, and
     * T2's the other.
     */
    @Test
    void whatStandsTooOftenIsInNoOrder() {
        History history = Histories.of(
                "1: append(1,1) r(1,[2 1])",
                "2: append(1,2) r(1,[2]) r(1,[2])",
                "0: append(1,1) r(1,[2 1 2 1 3 1]) append(1,2)");
        Verdict verdict = Judge.check(history, List.of(Level.CUT_ISOLATION), Options.DEFAULT)
                .get(0);
        assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
    }

    /** Appends that are read in another order than they were made: as where nothing repeats, each is still who appended it. */
    @Test
    void cutsOfListsInNoOrder() {
        String[] reversed = {"0: append(0,1) append(0,2)", "1: r(0,[2]) r(0,[2 1])", "2: append(0,5)", "3: append(0,5)"
        };
        assertEquals(Answer.TRUE, cuts(reversed));
        String[] others = {
            "0: append(0,1) append(0,2)", "1: r(0,[2 1]) r(0,[2 1 3])", "2: append(0,3)", "3: append(0,5)"
        };
        assertEquals(Answer.FALSE, cuts(others));
        others[2] = "2: append(0,3) append(0,5)"; // which nobody reads
        assertEquals(Answer.FALSE, cuts(others));
    }

    private static Answer cuts(String... lines) {
        return Judge.check(Histories.of(lines), List.of(Level.CUT_ISOLATION), Options.DEFAULT)
                .get(0)
                .answer();
    }

    /** However easily the rest is put in order. */
    @Test
    void whoDoesNotSeeItsOwnWriteIsWrong() {
        History history = Histories.of("0: w(0,4)", "0: w(0,4)", "0: r(0,4)", "1: w(1,8) r(1,nil)");
        for (Level level : List.of(Level.ADYA_READ_COMMITTED, Level.SERIALIZABLE)) {
            Verdict verdict =
                    Judge.check(history, List.of(level), Options.DEFAULT).get(0);
            assertEquals(Answer.FALSE, verdict.answer(), verdict.toString());
        }
    }

    private static void assertBetween(String file, Level holds, Level violated) throws IOException {
        Path path = Path.of("test", "histories", "repeated", file);
        History history = HistoryFiles.read(path.toString(), ReadOptions.DEFAULT);
        for (Verdict verdict : Judge.check(history, Reference.askable(history, Order.SESSION), Options.DEFAULT)) {
            if (holds.implies(verdict.level())) assertEquals(Answer.TRUE, verdict.answer(), file + " " + verdict);
            if (verdict.level().implies(violated)) assertEquals(Answer.FALSE, verdict.answer(), file + " " + verdict);
        }
    }

    /** Where each transaction has its own level. */
    @Test
    void inAMix() {
        int[] answers = new int[2];
        Trials.run(4_000, draft -> mixedDisagreement(draft, answers));
        for (int count : answers) assertTrue(count > 1_000, Arrays.toString(answers));
    }

    @Test
    @Tag("slow")
    void inManyMixes() {
        Trials.run(100_000, draft -> mixedDisagreement(draft, new int[2]));
    }

    /** Where something is taken for granted about version orders, as in each reading by itself. */
    @Test
    void withAssumptions() {
        int[] lost = new int[1];
        Trials.run(60, unique -> {
            Draft draft = merged(
                    VersionNumbersTest.numbered(unique), 1 + unique.toString().length() % 3);
            for (Assumption assumption : Assumption.values()) {
                Options options = Options.DEFAULT.withThreads(1).with(Assumptions.NONE.with(assumption));
                for (Order order : draft.orders()) {
                    String complaint = disagreement(draft, options.with(order), DatabaseOrder.GUESS, lost);
                    if (complaint != null) return "assuming " + assumption + " in form " + order + " " + complaint;
                }
            }
            return null;
        });
        assertTrue(lost[0] > 10, lost[0] + " levels were lost to assumptions");
    }

    /** Whether the database's own order explains it, as in each reading by itself. */
    @Test
    void claims() {
        int[] lost = new int[1];
        Trials.run(300, unique -> {
            Draft claimed = unique.toString().length() % 2 == 0
                    ? VersionNumbersTest.numbered(unique)
                    : ClaimsTest.stamped(unique);
            Draft draft = merged(claimed, 1 + unique.toString().length() % 3);
            if (!draft.build().hasStamps() && !draft.build().hasNumbers()) return null;
            for (Order order : draft.orders()) {
                Options options = Options.DEFAULT.withThreads(1).with(order);
                String complaint = disagreement(draft, options, DatabaseOrder.CLAIM, lost);
                if (complaint != null) return "in form " + order + " " + complaint;
            }
            return null;
        });
        assertTrue(lost[0] > 20, lost[0] + " levels hold, though not as is claimed");
    }

    /**
     * What is said of a level otherwise than in some reading.
     *
     * @param lost counts levels that hold without what is asked besides
     */
    private static String disagreement(Draft draft, Options options, DatabaseOrder use, int[] lost) {
        History history = draft.build();
        Order order = options.order();
        List<Level> levels = Reference.askable(history, order).stream()
                .filter(level -> use != DatabaseOrder.CLAIM || Judge.isOfClaims(level))
                .toList();
        Map<Level, Answer> plain = Readings.judge(draft, order);
        Map<Level, Answer> expected = Readings.judge(draft, reading -> answers(reading, levels, options, use));
        if (expected == null || plain == null) return null;
        Map<Level, Answer> found = answers(history, levels, options, use);
        for (Level level : levels) {
            // A reading of which nothing can be said may be met before one of which something can.
            boolean open = found.get(level) == Answer.UNKNOWN && use == DatabaseOrder.CLAIM && history.hasStamps();
            if (!open && found.get(level) != expected.get(level))
                return level + " is " + expected.get(level) + ", the engine says " + found.get(level) + "\n" + draft;
            if (found.get(level) == Answer.FALSE && plain.get(level) == Answer.TRUE) lost[0]++;
        }
        return null;
    }

    private static Map<Level, Answer> answers(History history, List<Level> levels, Options options, DatabaseOrder use) {
        Map<Level, Answer> answers = new EnumMap<>(Level.class);
        List<Requirement> asked = levels.stream()
                .map(level -> new Requirement(level, options.order(), use))
                .toList();
        Judge.judge(history, asked, options, verdict -> answers.put(verdict.level(), verdict.answer()));
        return answers;
    }

    @Test
    void mergingNamesNeverTurnsTrueIntoFalse() {
        Trials.run(1_000, unique -> {
            for (int values = 1; values <= 3; values++) {
                String complaint = holdsOnlyIn(unique, merged(unique, values));
                if (complaint != null) return complaint;
            }
            return null;
        });
    }

    @Test
    void uniqueNamesNeverTurnFalseIntoTrue() {
        Trials.run(1_000, unique -> {
            if (unique.lists) return null; // a history of lists with unique names is tried above
            Draft draft = merged(unique, 1 + unique.toString().length() % 3);
            Draft named =
                    Readings.some(draft, new SplittableRandom(unique.toString().hashCode()));
            return holdsOnlyIn(named, draft);
        });
    }

    /** A level that holds with more names and is violated with fewer; null if there is none. */
    private static String holdsOnlyIn(Draft named, Draft merged) {
        History many = named.build();
        History few = merged.build();
        for (Order order : named.orders()) {
            Options options = Options.DEFAULT.with(order).withThreads(1);
            List<Level> levels = Reference.askable(many, order).stream()
                    .filter(Reference.askable(few, order)::contains)
                    .toList();
            List<Verdict> withMany = Judge.check(many, levels, options);
            List<Verdict> withFew = Judge.check(few, levels, options);
            for (int i = 0; i < levels.size(); i++) {
                // The others bear lists that contradict each other, or show what nobody appended: there, names are all
                // there is.
                if (many.isList() && !levels.get(i).implies(Level.ADYA_READ_COMMITTED)) continue;
                boolean lost = withMany.get(i).answer() == Answer.TRUE
                        && withFew.get(i).answer() != Answer.TRUE;
                if (lost) return levels.get(i) + " in form " + order + " is lost when names are merged:\n" + merged;
            }
        }
        return null;
    }

    private static String disagreement(Draft unique) {
        Draft draft = merged(unique, 1 + unique.toString().length() % 3);
        History history = draft.build();
        for (Order order : draft.orders()) {
            String complaint = disagreement(history, order, Readings.judge(draft, order));
            if (complaint != null) return "in form " + order + " " + complaint + "\n" + draft;
        }
        return null;
    }

    private static String mixedDisagreement(Draft unique, int[] answers) {
        Draft draft =
                merged(MixedLevelsTest.marked(unique), 1 + unique.toString().length() % 3);
        History history = draft.build();
        for (Order order : draft.orders()) {
            if (!history.hasIsolation()) continue;
            Map<Level, Answer> expected = Readings.judge(draft, reading -> {
                boolean holds = MixedLevels.hold(reading, order, t -> MixedLevelsTest.level(reading, t));
                return Map.of(Level.MIXED, holds ? Answer.TRUE : Answer.FALSE);
            });
            if (expected != null) answers[expected.get(Level.MIXED).ordinal()]++;
            String complaint = disagreement(history, order, expected);
            if (complaint != null) return "in form " + order + " " + complaint + "\n" + draft;
        }
        return null;
    }

    private static String disagreement(History history, Order order, Map<Level, Answer> expected) {
        if (expected == null) return null;
        List<Level> levels = Reference.askable(history, order).stream()
                .filter(expected::containsKey)
                .toList();
        Options options = Options.DEFAULT.with(order).withThreads(1).withCertificate(true);
        for (Verdict verdict : Judge.check(history, levels, options)) {
            Answer answer = expected.get(verdict.level());
            if (verdict.answer() != answer) {
                return verdict.level() + " is " + answer + ", the engine says " + verdict;
            }
            for (Anomaly anomaly : verdict.anomalies()) {
                for (Violation witness : anomaly.witnesses()) {
                    boolean told = !(witness instanceof Violation.Unorderable unorderable)
                            || expected.get(unorderable.level()) == Answer.FALSE
                            || !expected.containsKey(unorderable.level());
                    if (!told) return verdict.level() + " is not told of a level that is violated: " + witness;
                }
            }
            String refusal = refusal(history, verdict);
            if (refusal != null) return verdict.level() + ": " + refusal;
        }
        return null;
    }

    /** What is wrong with a certificate: it proves nothing, or does so without its sources, or with others; null if nothing is. */
    private static String refusal(History history, Verdict verdict) {
        if (verdict.answer() != Answer.TRUE || verdict.level() == Level.CUT_ISOLATION) return null;
        Certificate certificate = verdict.certificate().orElseThrow();
        try {
            Verifier.verify(history, certificate);
        } catch (Refused e) {
            return "the verifier says " + e.getMessage() + " of " + certificate.sources();
        }
        if (certificate.sources().isEmpty()) return null;
        boolean byValue = certificate.level().implies(Level.SERIALIZABLE) && !history.isList();
        if (isAccepted(history, certificate.with(List.of())) != byValue) return "the verifier needs no sources";
        Certificate.Source first = certificate.sources().get(0);
        Certificate.Source moved = new Certificate.Source(
                first.reader(), first.read(), first.place(), OptionalInt.of(first.reader()), first.read());
        List<Certificate.Source> tampered = new ArrayList<>(certificate.sources());
        tampered.set(0, moved);
        return isAccepted(history, certificate.with(tampered)) ? "the verifier takes a read for a source" : null;
    }

    private static boolean isAccepted(History history, Certificate certificate) {
        try {
            Verifier.verify(history, certificate);
            return true;
        } catch (Refused e) {
            return false;
        }
    }

    /** Of registers, one value in seven is none: a delete, and a read of what that leaves. */
    private static List<Integer> merged(List<Integer> result, int values, boolean lists) {
        if (!lists && !result.isEmpty() && result.get(0) % 7 == 0) return List.of();
        return result.stream().map(value -> value % values + 1).toList();
    }

    /** The same history with so many values a key. */
    static Draft merged(Draft draft, int values) {
        List<Draft.Txn> txns = new ArrayList<>();
        for (Draft.Txn txn : draft.txns) {
            List<Draft.Op> ops = new ArrayList<>();
            for (Draft.Op op : txn.ops()) {
                List<Integer> result = op.result() == null ? null : merged(op.result(), values, draft.lists);
                ops.add(new Draft.Op(op.write(), op.key(), result, op.number()));
            }
            txns.add(txn.with(ops));
        }
        return new Draft(draft.lists, txns);
    }
}

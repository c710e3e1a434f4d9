package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import minos.Histories;
import minos.history.History;
import minos.history.Status;
import minos.infer.AmbiguousHistory;
import minos.infer.Mix;
import minos.infer.Options;
import minos.infer.Relations;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.Edge;
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

/** Where each transaction has its own level, engine and brute force agree. */
class MixedLevelsTest {
    private static final List<Level> MIXABLE =
            Arrays.stream(Level.values()).filter(Level::isMixable).toList();

    @Test
    void onRandomHistories() {
        Trials.run(4_000, draft -> disagreement(marked(draft)));
    }

    @Test
    @Tag("slow")
    void onManyRandomHistories() {
        Trials.run(100_000, draft -> disagreement(marked(draft)));
    }

    /** T0 found all that T1 had appended, though in another order than T1 did; that it may at its level. */
    @Test
    void allOfAnothersAppendsInAnotherOrder() {
        History history = Histories.of(
                "1: append(2,1) %ser", "0: append(2,3) append(2,5) append(2,6) %rc", "1: r(2,[6 3 5 1]) %rc");
        Verdict verdict = verdict(history, Order.SESSION);
        assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
    }

    /** Of each two levels, a history that satisfies them, and would not if all were at the stronger one. */
    @Test
    void boundaries() throws IOException {
        int pairs = 0;
        for (Level weaker : MIXABLE) {
            for (Level stronger : MIXABLE) {
                if (weaker.ordinal() >= stronger.ordinal()) continue;
                String name = weaker.alias() + "-beside-" + stronger.alias() + ".edn";
                Path file = Path.of("test", "histories", "mixed", name);
                History history = HistoryFiles.read(file.toString(), ReadOptions.DEFAULT);
                assertEquals(Answer.TRUE, verdict(history, Order.SESSION).answer(), name);
                assertTrue(MixedLevels.hold(history, Order.SESSION, t -> level(history, t)), name);
                Verdict all =
                        Judge.check(history, List.of(stronger), Options.DEFAULT).get(0);
                assertEquals(Answer.FALSE, all.answer(), name + ", all at " + stronger);
                pairs++;
            }
        }
        assertEquals(21, pairs);
    }

    /** What rests on an append that a list lacks is no matter of the weakest levels, and is shown with that list. */
    @Test
    void aListThatLacksAnAppendIsShown() {
        History history = Histories.of(
                "0: append(1,1) append(2,3) %rc",
                "1: append(2,7) append(1,8) %ser",
                "0: append(1,4) append(2,5) %ser",
                "0: r(1,[1 8]) r(2,[3 5 7]) %ser");
        Verdict verdict = verdict(history, Order.NONE);
        assertEquals(Answer.FALSE, verdict.answer());
        Violation witness = verdict.anomalies().get(0).witnesses().get(0);
        assertTrue(violates(new Shown(history, witness).alone(), Order.NONE, witness), witness.toString());
    }

    /** Reads of what was aborted have no source, and differ from each other all the same. */
    @Test
    void readsOfAbortedWritesAreUnrepeatable() {
        for (String reads : List.of("r(0,8) r(0,2)", "r(0,8) r(0,3) r(0,3)")) {
            History history = Histories.of("1! w(0,2) %ra", "2! w(0,8) %pc", "3: w(0,3) %si", "0: " + reads + " %ra");
            Verdict verdict = verdict(history, Order.NONE);
            assertEquals(Answer.FALSE, verdict.answer());
            List<Violation> told = verdict.anomalies().stream()
                    .flatMap(anomaly -> anomaly.witnesses().stream())
                    .toList();
            int first = history.operations() - reads.split(" ").length;
            assertTrue(told.contains(new Violation.NonRepeatableRead(first, first + 1)), told.toString());
        }
    }

    /** Whether an append may be lost is said by the level of the next one that the list shows. */
    @Test
    void lostAppends() {
        String[] list = {"0: append(0,1) append(0,2) %ser", "1: append(0,4) %", "2: r(0,[1 4]) %ser"};
        for (String level : List.of("ra", "ser")) {
            History history = Histories.of(list[0], list[1] + level, list[2]);
            Verdict verdict = verdict(history, Order.SESSION);
            assertEquals(level.equals("ra") ? Answer.TRUE : Answer.FALSE, verdict.answer(), level);
            if (level.equals("ra")) assertEquals(null, refused(history, verdict));
        }
    }

    /** One that loses nothing appended behind some of what another did, and not behind all of it. */
    @Test
    void appendsBehindAPart() {
        History history = Histories.of(
                "0: append(0,1) append(0,2) append(0,3) %prefix",
                "1: append(0,8) append(0,9) %si", "2: r(0,[1 2 8 9]) %si");
        assertFalse(MixedLevels.hold(history, Order.SESSION, t -> level(history, t)));
        Verdict verdict = verdict(history, Order.SESSION);
        assertEquals(Answer.FALSE, verdict.answer());
        Violation witness = verdict.anomalies().get(0).witnesses().get(0);
        assertTrue(violates(new Shown(history, witness).alone(), Order.SESSION, witness), witness.toString());
    }

    /** The same, where the rest of what that one appended is not shown, as a third that may has lost it. */
    @Test
    void appendsBehindAPartThatAThirdHides() {
        History history = Histories.of(
                "1: append(1,11) append(1,12) %si",
                "2: r(1,nil) append(1,13) %prefix",
                "0: append(1,14) append(1,15) %pc",
                "2: append(1,16) r(1,[14 11 13 16]) %si");
        assertFalse(MixedLevels.hold(history, Order.SESSION, t -> level(history, t)));
        assertEquals(Answer.FALSE, verdict(history, Order.SESSION).answer());
    }

    /** One that loses nothing found an empty list, as its first append shows, though its last was lost later. */
    @Test
    void aFirstAppendShowsWhatWasThere() {
        History history = Histories.of(
                "2: append(0,1) append(0,2) append(0,3) %ser",
                "3: r(0,nil) append(0,6) %ser", "1: r(0,[1 2 9]) %ra", "0: append(0,9) %ra");
        assertFalse(MixedLevels.hold(history, Order.NONE, t -> level(history, t)));
        assertEquals(Answer.FALSE, verdict(history, Order.NONE).answer());
    }

    @Test
    void refusals() {
        assertRefused("T1 ran at psi, which has no commit order, and so cannot be mixed with other levels", "psi");
        assertRefused(
                "T1 ran at cut-isolation, which speaks of no commit order, and so cannot be mixed with levels that do",
                "cut-isolation");
        assertRefused(
                "T1 ran at sser, which all transactions keep or none: ask for serializable in the order real-time instead",
                "sser");
        assertRefused(
                "T1 ran at ryw, which is a promise to a session and not to one transaction, and so cannot be mixed",
                "ryw");
        assertRefused("T1 ran at fast, which is not a level of one transaction", "fast");
        History alone = Histories.of("0: w(x,1) %psi", "1: r(x,1) %psi");
        assertEquals(Answer.TRUE, verdict(alone, Order.SESSION).answer());
    }

    private static void assertRefused(String why, String level) {
        Verdict verdict = verdict(Histories.of("0: w(x,1) %ser", "1: r(x,1) %" + level), Order.SESSION);
        assertEquals(Optional.of(why), verdict.why());
    }

    /** A transaction that has nothing to do with the others makes a mix of their one level, and changes nothing. */
    @Test
    void oneLevelForAll() {
        Trials.run(800, draft -> {
            for (Order order : draft.orders()) {
                Map<Level, Answer> expected = Reference.judge(draft.build(), order);
                if (expected.get(Level.READ_UNCOMMITTED) == Answer.UNKNOWN) continue;
                for (Level level : MIXABLE) {
                    Level other = level == Level.SERIALIZABLE ? Level.READ_COMMITTED : Level.SERIALIZABLE;
                    Answer same =
                            verdict(at(draft, level, level).build(), order).answer();
                    Answer mixed =
                            verdict(at(draft, level, other).build(), order).answer();
                    if (same != expected.get(level) || mixed != same) {
                        return level + " in form " + order + " is " + expected.get(level) + ", for all " + same
                                + ", with a bystander at " + other + " " + mixed;
                    }
                }
            }
            return null;
        });
    }

    /** Both verdicts come often enough, with few and with strong levels. */
    @Test
    void histories() {
        int[] answers = new int[2];
        Trials.run(1_000, draft -> {
            Draft marked = marked(draft);
            if (new Observations(marked.build()).hasDuplicateWrites()) return null;
            answers[MixedLevels.hold(marked.build(), Order.SESSION, marked::level) ? 1 : 0]++;
            return null;
        });
        assertTrue(answers[0] > 200 && answers[1] > 200, Arrays.toString(answers));
    }

    static Draft marked(Draft draft) {
        if (draft.txns.stream().anyMatch(txn -> txn.isolation() != null)) return draft; // being shrunk
        Random random = new Random(draft.toString().hashCode());
        // Few levels at a time: each of the pairs comes alone often enough.
        List<Level> some = new ArrayList<>();
        for (int n = 2 + random.nextInt(2); n > 0; n--) some.add(MIXABLE.get(random.nextInt(MIXABLE.size())));
        for (int t = 0; t < draft.txns.size(); t++) {
            Level level = some.get(random.nextInt(some.size()));
            boolean silent = level == Level.ADYA_READ_COMMITTED && random.nextBoolean();
            if (!silent) draft.txns.set(t, draft.txns.get(t).at(random.nextBoolean() ? level.text() : level.alias()));
        }
        return draft;
    }

    /** All at one level, with a bystander at another. */
    private static Draft at(Draft draft, Level level, Level bystander) {
        Draft marked = new Draft(draft.lists, draft.txns);
        marked.txns.replaceAll(txn -> txn.at(level.text()));
        int end = 0;
        boolean timed = false;
        for (Draft.Txn txn : marked.txns) {
            timed |= txn.invocation() >= 0;
            end = Math.max(end, txn.invocation());
            if (txn.completion() != Integer.MAX_VALUE) end = Math.max(end, txn.completion());
        }
        List<Draft.Op> alone = List.of(new Draft.Op(true, 99, List.of(99)));
        int invoked = timed ? end + 1 : -1;
        int completed = timed ? end + 2 : Integer.MAX_VALUE;
        Draft.Txn last = new Draft.Txn(99, Status.COMMITTED, invoked, completed, alone).at(bystander.text());
        int place = marked.txns.size();
        while (place > 0 && marked.txns.get(place - 1).completion() == Integer.MAX_VALUE && timed) place--;
        marked.txns.add(place, last);
        return marked;
    }

    private static String disagreement(Draft draft) {
        History history = draft.build();
        try {
            Relations.of(history, Options.DEFAULT);
        } catch (AmbiguousHistory e) {
            return null;
        }
        for (Order order : draft.orders()) {
            if (!history.hasIsolation()) continue;
            boolean expected = MixedLevels.hold(history, order, draft::level);
            Verdict verdict = verdict(history, order);
            if (verdict.answer() != (expected ? Answer.TRUE : Answer.FALSE)) {
                return "in form " + order + " it is " + expected + ", the engine says " + verdict;
            }
            String complaint = expected ? refused(history, verdict) : null;
            if (complaint != null) return "in form " + order + " the certificate is refused: " + complaint;
            for (Anomaly anomaly : verdict.anomalies()) {
                for (Violation witness : anomaly.witnesses()) {
                    if (!violates(new Shown(history, witness).alone(), order, witness))
                        return "in form " + order + " this is no violation by itself: " + witness;
                    complaint = wrongDemand(history, witness);
                    if (complaint != null) return complaint + " in " + witness;
                }
            }
        }
        return null;
    }

    private static boolean violates(History shown, Order order, Violation witness) {
        if (witness.cycles().isEmpty() && witness.transactions().isEmpty()) return true; // of a single read
        return !MixedLevels.hold(shown, order, t -> level(shown, t));
    }

    /** Each edge that a level demands has the level of the transaction whose matter it is. */
    private static String wrongDemand(History history, Violation witness) {
        Deque<Edge> open = new ArrayDeque<>();
        witness.cycles().forEach(open::addAll);
        boolean all = new Mix(Relations.of(history, Options.DEFAULT)).only().isPresent();
        while (!open.isEmpty()) {
            Edge edge = open.pop();
            edge.because().forEach(open::push);
            int demander =
                    switch (edge.kind()) {
                        case RW -> edge.from();
                        case CO -> history.transactionOf(edge.shownBy().orElseThrow());
                        default -> edge.to();
                    };
            boolean demanded = edge.kind() == Edge.Kind.RW || edge.kind() == Edge.Kind.CO;
            if (edge.demandedBy().isEmpty()
                    ? demanded && !all
                    : edge.demandedBy().get() != level(history, demander))
                return "T" + demander + "'s level demands " + edge;
        }
        return null;
    }

    static Level level(History history, int t) {
        return history.isolation(t).map(name -> Level.named(name).orElseThrow()).orElse(Mix.UNMARKED);
    }

    private static Verdict verdict(History history, Order order) {
        Options options = Options.DEFAULT.with(order).withCertificate(true).withThreads(1);
        List<Verdict> told = new ArrayList<>();
        Judge.judge(history, List.of(new Requirement(Level.MIXED, order)), options, told::add);
        assertEquals(Level.MIXED, told.get(0).level());
        return told.get(0);
    }

    private static String refused(History history, Verdict verdict) {
        try {
            Verifier.verify(history, verdict.certificate().orElseThrow());
            return null;
        } catch (Refused e) {
            return e.getMessage() + " " + verdict.certificate();
        }
    }
}

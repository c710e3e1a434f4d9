package minos.reference;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
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
            if (order == Order.PER_KEY_REAL_TIME) continue; // unknown where values repeat
            Options options = Options.DEFAULT.with(order).withThreads(1);
            List<Level> levels = Judge.askable(many, order).stream()
                    .filter(Judge.askable(few, order)::contains)
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
            String complaint = disagreement(draft, history, order);
            if (complaint != null) return "in form " + order + " " + complaint + "\n" + draft;
        }
        return null;
    }

    private static String disagreement(Draft draft, History history, Order order) {
        if (order == Order.PER_KEY_REAL_TIME) return null; // unknown
        Map<Level, Answer> expected = Readings.judge(draft, order);
        if (expected == null) return null;
        List<Level> levels = Judge.askable(history, order).stream()
                .filter(expected::containsKey)
                .toList();
        Options options = Options.DEFAULT.with(order).withThreads(1).withCertificate(true);
        for (Verdict verdict : Judge.check(history, levels, options)) {
            Answer answer = expected.get(verdict.level());
            if (verdict.answer() != answer) {
                return verdict.level() + " is " + answer + ", the engine says " + verdict;
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
        boolean byValue = verdict.level().implies(Level.SERIALIZABLE) && !history.isList();
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
    private static Draft merged(Draft draft, int values) {
        List<Draft.Txn> txns = new ArrayList<>();
        for (Draft.Txn txn : draft.txns) {
            List<Draft.Op> ops = new ArrayList<>();
            for (Draft.Op op : txn.ops()) {
                List<Integer> result = op.result() == null ? null : merged(op.result(), values, draft.lists);
                ops.add(new Draft.Op(op.write(), op.key(), result));
            }
            txns.add(txn.with(ops));
        }
        return new Draft(draft.lists, txns);
    }
}

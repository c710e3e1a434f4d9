package minos.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.DatabaseOrder;
import minos.model.Layout;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;

/**
 * A judged history as continuous integration shows it: a suite of tests, each level a case of it. {@link JUnitXml}, {@link GitHub}
 * and {@link Sarif} write suites down.
 *
 * @param name   the file's name as the user gave it
 * @param millis how long it took to read and judge
 */
public record Suite(String name, long millis, List<Case> cases) {
    /** How a case ended; as the exit status says it. */
    public enum Result {
        PASSED,
        /** The level is violated. */
        FAILED,
        /** Whether it holds is not known. */
        UNKNOWN,
        /** It does not hold, or that is not known, and nobody said that it should. */
        NOT_EXPECTED
    }

    /**
     * A level, or something else that is to be as it is expected.
     *
     * @param name     of the level, with its order
     * @param summary  how it ended, in a phrase
     * @param findings what breaks it, each type once
     * @param text     the counterexamples as lines of text; may be empty
     */
    public record Case(String name, Result result, String summary, List<Finding> findings, String text) {
        /** One without a counterexample. */
        public Case(String name, Result result, String summary) {
            this(name, result, summary, List.of(), "");
        }
    }

    /** A type of anomaly that was found, and how the first of them came about, in a sentence. */
    record Finding(AnomalyType type, String cause) {}

    /**
     * The verdicts on a history.
     *
     * @param describes whether no level was named: then nothing is expected to hold
     */
    public static Suite of(Judged judged, boolean describes) {
        List<Level> weakest = new Ladder(judged.verdicts()).weakest();
        List<Case> cases = new ArrayList<>();
        for (Verdict verdict : judged.verdicts()) {
            boolean told = !describes || verdict.isClaim() || weakest.contains(verdict.level());
            cases.add(of(judged, verdict, describes, told));
        }
        return new Suite(judged.file(), judged.readMillis() + judged.checkMillis(), List.copyOf(cases));
    }

    /** A file that could not be read. */
    public static Suite unreadable(String file, String why) {
        return new Suite(file, 0, List.of(new Case("can be read", Result.UNKNOWN, why)));
    }

    private static Case of(Judged judged, Verdict verdict, boolean describes, boolean told) {
        String name = (verdict.isClaim() ? "the database's order at " : "")
                + verdict.level().text() + " (" + VerdictText.order(verdict.order())
                + (verdict.use() == DatabaseOrder.ASSUME ? ", and the database's, which is assumed)" : ")");
        if (verdict.answer() == Answer.TRUE)
            return new Case(name, Result.PASSED, verdict.isClaim() ? "explained" : "holds");
        Result result =
                describes ? Result.NOT_EXPECTED : verdict.answer() == Answer.FALSE ? Result.FAILED : Result.UNKNOWN;
        if (verdict.answer() == Answer.UNKNOWN)
            return new Case(name, result, "unknown: " + verdict.why().orElseThrow());
        String summary = (verdict.isClaim() ? "contradicted: " : "violated: ") + VerdictText.types(verdict);
        if (!told) return new Case(name, result, summary);
        Judged alone = new Judged(
                judged.file(),
                judged.history(),
                List.of(verdict),
                judged.witnesses(),
                judged.readMillis(),
                0,
                Optional.empty());
        List<Finding> findings = verdict.anomalies().stream()
                .map(anomaly -> new Finding(anomaly.type(), cause(judged, anomaly)))
                .toList();
        String text = VerdictText.render(alone, Layout.PLAIN, false).stripTrailing() + "\n";
        return new Case(name, result, summary, findings, text);
    }

    private static String cause(Judged judged, Anomaly anomaly) {
        return judged.witnesses() && !anomaly.witnesses().isEmpty()
                ? Cause.of(judged.history(), anomaly.witnesses().get(0))
                : anomaly.type().meaning();
    }

    /** How many of its cases ended so. */
    long count(Result result) {
        return cases.stream().filter(c -> c.result == result).count();
    }

    /** Of several suites. */
    static long count(List<Suite> suites, Result result) {
        return suites.stream().mapToLong(suite -> suite.count(result)).sum();
    }
}

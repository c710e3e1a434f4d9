package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.util.Deadline;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StrongJudgeTest {
    private static final String LOST_UPDATE =
            """
            0: w(x,1)
            1: r(x,1) w(x,2)
            2: r(x,1) w(x,3)
            """;
    private static final String LONG_FORK =
            """
            0: w(x,1)
            1: w(y,1)
            2: r(x,1) r(y,nil)
            3: r(x,nil) r(y,1)
            """;
    private static final String WRITE_SKEW =
            """
            0: r(x,nil) r(y,nil) w(x,1)
            1: r(x,nil) r(y,nil) w(y,1)
            """;

    @Test
    void lostUpdate() {
        Violation witness = violation(Level.PARALLEL_SNAPSHOT_ISOLATION, AnomalyType.LOST_UPDATE, LOST_UPDATE);
        assertEquals(List.of("1 rw 2", "2 rw 1"), show(witness.cycles().get(0)));
        assertEquals(
                Answer.TRUE, verdict(Level.PREFIX, Histories.of(LOST_UPDATE)).answer());
    }

    @Test
    void longFork() {
        Violation witness = violation(Level.SNAPSHOT_ISOLATION, AnomalyType.LONG_FORK, LONG_FORK);
        assertEquals(Set.of(0, 1, 2, 3), transactions(witness.cycles().get(0)));
        assertEquals(
                Answer.TRUE,
                verdict(Level.PARALLEL_SNAPSHOT_ISOLATION, Histories.of(LONG_FORK))
                        .answer());
    }

    @Test
    void longForkOfVersionsWhoseOrderFollows() {
        Violation witness = violation(
                Level.SNAPSHOT_ISOLATION,
                AnomalyType.LONG_FORK,
                """
                0: w(x,1) w(y,1)
                0: w(x,2)
                1: r(y,1) w(y,2)
                2: r(x,2) r(y,1)
                3: r(x,1) r(y,2)
                """);
        assertEquals(Set.of(1, 2, 3, 4), transactions(witness.cycles().get(0)));
    }

    /** With all types asked for, a shorter cycle through its readers does not hide it. */
    @Test
    void longForkBesideWhatElseItsReadersHavePartIn() {
        History history = Histories.of(
                "0: r(x,nil) r(y,nil) w(x,1)",
                "0: r(x,1) r(y,6) w(x,2)",
                "0: r(y,nil) w(y,4)",
                "0: r(x,1) w(x,3)",
                "2: r(y,4) r(x,3) w(x,5)",
                "1: r(x,5) r(y,4) w(y,6)");
        for (Level level : List.of(Level.PREFIX, Level.SNAPSHOT_ISOLATION)) {
            Options all = Options.DEFAULT.with(Order.NONE).withAll(true);
            assertTrue(
                    Judge.check(history, List.of(level), all).get(0).anomalies().stream()
                            .anyMatch(anomaly -> anomaly.type() == AnomalyType.LONG_FORK),
                    level.text());
        }
    }

    @Test
    void writeSkew() {
        Violation witness = violation(Level.SERIALIZABLE, AnomalyType.WRITE_SKEW, WRITE_SKEW);
        assertEquals(2, witness.cycles().get(0).size());
        assertEquals(
                Answer.TRUE,
                verdict(Level.SNAPSHOT_ISOLATION, Histories.of(WRITE_SKEW)).answer());
    }

    /** T4 read the initial version, which both T1 and T3 overwrote, one directly; and overwrote what each of them had read. */
    @Test
    void writeSkewsWithATransactionInCommonDoNotHideEachOther() {
        Options options = Options.DEFAULT
                .with(Order.NONE)
                .withAll(true)
                .withMaxWitnesses(4)
                .withThreads(1);
        Verdict verdict = Judge.check(
                        Histories.of(
                                """
                0: w(2,1)
                2: r(2,nil) r(0,nil) w(1,2)
                1: r(1,nil) r(2,1)
                0: r(0,nil) r(1,2) w(1,4)
                1: r(1,nil) w(0,5)
                2: r(0,5) r(1,2)
                """),
                        List.of(Level.SERIALIZABLE),
                        options)
                .get(0);
        Anomaly skews = verdict.anomalies().get(0);
        assertEquals(AnomalyType.WRITE_SKEW, skews.type());
        assertEquals(
                Set.of(Set.of("1 rw 4", "4 rw 1"), Set.of("3 rw 4", "4 rw 3")),
                skews.witnesses().stream()
                        .map(skew -> Set.copyOf(show(skew.cycles().get(0))))
                        .collect(Collectors.toSet()));
    }

    @Test
    void realTimeViolation() {
        String stale = "0: w(x,1) @0-1\n1: r(x,nil) @2-3";
        Violation witness = violation(Level.STRICT_SERIALIZABLE, AnomalyType.REAL_TIME_VIOLATION, stale);
        assertEquals(
                Set.of("0 rt 1", "1 rw 0"), new TreeSet<>(show(witness.cycles().get(0))));
        assertEquals(
                Answer.TRUE, verdict(Level.SERIALIZABLE, Histories.of(stale)).answer());
    }

    @Test
    void realTimeIsNotBlamedForWhatSessionsShow() {
        violation(
                Level.STRICT_SERIALIZABLE,
                AnomalyType.LOST_UPDATE,
                """
                0: w(x,1) @0-1
                1: r(x,1) w(x,2) @2-4
                2: r(x,1) w(x,3) @3-5
                """);
    }

    @Test
    void appendThatIsLost() {
        violation(
                Level.PARALLEL_SNAPSHOT_ISOLATION,
                AnomalyType.G_SINGLE,
                """
                0: append(x,1)
                1: append(x,2)
                0: r(x,[2])
                """);
    }

    @Test
    void appendThatIsMissingAmongOthersOfItsTransaction() {
        Violation witness = violation(
                Level.PARALLEL_SNAPSHOT_ISOLATION,
                AnomalyType.UNORDERABLE,
                """
                0: append(x,1) append(x,2) append(x,3)
                1: append(x,4)
                1: r(x,[1 3 4])
                """);
        assertEquals(List.of("0 ww 0"), show(witness.cycles().get(0)));
        assertEquals(List.of(0, 2), witness.transactions());
    }

    /** The later ones are all there, in their order: only of the first can it be said that it is missing. */
    @Test
    void firstAppendThatIsMissingAmongOthersOfItsTransaction() {
        History history = Histories.of(
                """
                0: append(x,1) append(x,2) append(x,3)
                1: append(x,4) r(x,[2 3 4])
                """);
        Violation witness = verdict(Level.PARALLEL_SNAPSHOT_ISOLATION, history)
                .anomalies()
                .get(0)
                .witnesses()
                .get(0);
        assertEquals(List.of("0 wr 1", "1 rw 0"), show(witness.cycles().get(0)));
        assertEquals(
                history.begin(0), witness.cycles().get(0).get(1).toOperation().getAsInt());
    }

    @Test
    void countsLostUpdates() {
        History history = Histories.of(
                """
                0: w(x,1)
                1: r(x,1) w(x,2)
                2: r(x,1) w(x,3)
                3: r(x,1) w(x,4)
                4: r(y,nil) w(y,1)
                5: r(y,nil) w(y,2)
                """);
        Anomaly lost =
                verdict(Level.PARALLEL_SNAPSHOT_ISOLATION, history).anomalies().get(0);
        assertEquals(AnomalyType.LOST_UPDATE, lost.type());
        assertEquals(4, lost.count());
        assertTrue(lost.exact());
        assertEquals(1, lost.witnesses().size());
    }

    @Test
    void allTypesWithCounts() {
        History history = Histories.of(
                """
                0: r(x,nil) r(y,nil) w(x,1)
                1: r(x,nil) r(y,nil) w(y,1)
                2: r(a,nil) r(b,nil) w(a,1)
                3: r(a,nil) r(b,nil) w(b,1)
                4: r(z,nil) w(z,1)
                5: r(z,nil) w(z,2)
                """);
        Options all = Options.DEFAULT.withAll(true).withMaxWitnesses(10).withThreads(1);
        List<Anomaly> anomalies =
                Judge.check(history, List.of(Level.SERIALIZABLE), all).get(0).anomalies();
        assertEquals(
                List.of("lost-update 1", "write-skew 2"),
                anomalies.stream().map(a -> a.type() + " " + a.count()).toList());
        assertEquals(2, anomalies.get(1).witnesses().size());
    }

    @Test
    void linearizableIsAboutSingleObjects() {
        assertEquals(
                "linearizable is about operations on single objects, and T0 uses several keys",
                verdict(Level.LINEARIZABLE, Histories.of("0: w(x,1) w(y,1) @0-1"))
                        .why()
                        .orElseThrow());
        History fine = Histories.of(Model.LWT, "0: w(x,1) @0-2", "1: r(x,1) w(x,2) @1-3", "0: r(x,2) @4-5");
        assertEquals(Answer.TRUE, verdict(Level.LINEARIZABLE, fine).answer());
        History stale = Histories.of(Model.LWT, "0: w(x,1) @0-2", "1: r(x,1) w(x,2) @1-3", "0: r(x,1) @4-5");
        assertEquals(Answer.FALSE, verdict(Level.LINEARIZABLE, stale).answer());
    }

    @ParameterizedTest
    @EnumSource(names = {"PREFIX", "PARALLEL_SNAPSHOT_ISOLATION", "SNAPSHOT_ISOLATION", "SERIALIZABLE"})
    void certificatesProve(Level level) throws Refused {
        History history = Histories.of(manyValid(300));
        Verdict verdict = verdict(level, history);
        Verifier.verify(history, verdict.certificate().orElseThrow());
    }

    @Test
    void violationsAmongManyTransactionsAreFound() {
        String many = manyValid(2000);
        Violation lost = violation(Level.SNAPSHOT_ISOLATION, AnomalyType.LOST_UPDATE, many + hidden(LOST_UPDATE));
        assertEquals(Set.of(2001, 2002), transactions(lost.cycles().get(0)));
        Violation fork = violation(Level.SNAPSHOT_ISOLATION, AnomalyType.LONG_FORK, many + hidden(LONG_FORK));
        assertEquals(Set.of(2000, 2001, 2002, 2003), transactions(fork.cycles().get(0)));
        Violation skew = violation(Level.SERIALIZABLE, AnomalyType.WRITE_SKEW, many + hidden(WRITE_SKEW));
        assertEquals(Set.of(2000, 2001), transactions(skew.cycles().get(0)));
    }

    @Test
    void timeRunsOut() {
        Options options = Options.DEFAULT.withThreads(1).with(Deadline.after(Duration.ZERO));
        Verdict verdict =
                new Judge(Relations.of(Histories.of(""), Options.DEFAULT), options).verdict(Level.SERIALIZABLE);
        assertEquals(Answer.TRUE, verdict.answer(), "nothing to order takes no time");
        History history = Histories.of(manyValid(300));
        verdict = new Judge(Relations.of(history, Options.DEFAULT), options).verdict(Level.SERIALIZABLE);
        assertEquals(Answer.UNKNOWN, verdict.answer());
        assertTrue(verdict.why().orElseThrow().startsWith("stopped after the time limit"), verdict.toString());
    }

    /** Ten sessions that read and write keys one after another, blind writes among them. */
    private static String manyValid(int transactions) {
        StringBuilder lines = new StringBuilder();
        int[] last = new int[20];
        for (int t = 0; t < transactions; t++) {
            int key = t * 7 % 20;
            int other = (key + 1 + t % 3) % 20;
            lines.append(t % 10).append(": ");
            if (t % 4 > 0) lines.append(read(key, last[key]));
            lines.append(read(other, last[other]));
            lines.append("w(k").append(key).append(',').append(t + 1).append(")\n");
            last[key] = t + 1;
        }
        return lines.toString();
    }

    private static String read(int key, int value) {
        return "r(k" + key + "," + (value == 0 ? "nil" : value) + ") ";
    }

    /** In sessions of its own. */
    private static String hidden(String lines) {
        return lines.replaceAll("(?m)^", "s");
    }

    private static Violation violation(Level level, AnomalyType type, String lines) {
        Verdict verdict = verdict(level, Histories.of(lines));
        assertEquals(Answer.FALSE, verdict.answer());
        assertEquals(
                List.of(type),
                verdict.anomalies().stream().map(anomaly -> anomaly.type()).toList());
        Violation witness = verdict.anomalies().get(0).witnesses().get(0);
        for (int i = 0; i < witness.cycles().get(0).size(); i++) {
            assertEquals(
                    witness.cycles().get(0).get(i).to(),
                    witness.cycles()
                            .get(0)
                            .get((i + 1) % witness.cycles().get(0).size())
                            .from());
        }
        return witness;
    }

    private static Verdict verdict(Level level, History history) {
        Options options = Options.DEFAULT.withCertificate(true).withThreads(1);
        return Judge.check(history, List.of(level), options).get(0);
    }

    private static Set<Integer> transactions(List<Edge> cycle) {
        Set<Integer> transactions = new TreeSet<>();
        for (Edge edge : cycle) transactions.add(edge.from());
        return transactions;
    }

    private static List<String> show(List<Edge> cycle) {
        List<String> shown = new ArrayList<>();
        for (Edge edge : cycle) shown.add(edge.from() + " " + edge.kind() + " " + edge.to());
        return shown;
    }
}

package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.infer.Options;
import minos.infer.Relations;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Test;

/** Histories that list one session after another: the order of the file says nothing, and thousands of orders of versions are asked for. */
class BySessionTest {
    private static final List<Level> LEVELS =
            List.of(Level.PREFIX, Level.PARALLEL_SNAPSHOT_ISOLATION, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE);

    private static final int SESSIONS = 40;
    private static final int TRANSACTIONS = 4_000;
    private static final int KEYS = 400;

    /** What is shown and what proves it, too. */
    @Test
    void severalThreadsFindWhatOneDoes() throws Refused {
        for (int late = 0; late < 3; late++) {
            History history = history(new Random(late), late);
            List<Verdict> alone = verdicts(history, 1);
            for (Verdict verdict : alone) {
                assertEquals(late == 0 ? Answer.TRUE : Answer.FALSE, verdict.answer(), verdict.toString());
                if (late == 0) Verifier.verify(history, verdict.certificate().orElseThrow());
            }
            for (int threads = 2; threads <= 3; threads++) {
                List<Verdict> together = verdicts(history, threads);
                for (int i = 0; i < alone.size(); i++) {
                    assertEquals(alone.get(i).answer(), together.get(i).answer());
                    assertEquals(
                            alone.get(i).anomalies().toString(),
                            together.get(i).anomalies().toString());
                    assertEquals(certificate(alone.get(i)), certificate(together.get(i)));
                }
            }
        }
    }

    /** There is enough to settle for several threads to take part in it. */
    @Test
    void manyOrdersOfVersionsAreAskedFor() {
        Problem problem = Problem.of(Relations.of(history(new Random(0), 0), Options.DEFAULT), Order.SESSION, 1);
        PointGraph graph = new PointGraph(problem, Rules.SERIAL);
        int[] order = PointOrder.near(1, graph, Deadline.NEVER).nodes;
        long contradictions = new OrderReplay(graph).run(order, (slot, version) -> {}, Deadline.NEVER);
        assertTrue(contradictions > 500, contradictions + " contradictions");
    }

    private static String certificate(Verdict verdict) {
        return verdict.certificate()
                .map(found -> Arrays.toString(found.commits())
                        + found.snapshots().map(Arrays::toString).orElse(""))
                .orElse("");
    }

    private static List<Verdict> verdicts(History history, int threads) {
        Options options = Options.DEFAULT.withThreads(threads).withCertificate(true);
        return Judge.check(history, LEVELS, options);
    }

    /** @param late how many reads are of a version that their session has seen overwritten */
    private static History history(Random random, int late) {
        List<List<int[]>> sessions = new ArrayList<>(); // by operation: transaction, key, value, 1 if written
        for (int s = 0; s < SESSIONS; s++) sessions.add(new ArrayList<>());
        List<Map<Integer, Integer>> overwritten = new ArrayList<>();
        for (int s = 0; s < SESSIONS; s++) overwritten.add(new HashMap<>());
        int[] current = new int[KEYS];
        int values = 0;
        for (int t = 0; t < TRANSACTIONS; t++) {
            int s = random.nextInt(SESSIONS);
            Map<Integer, Integer> own = new LinkedHashMap<>();
            for (int i = 0; i < 8; i++) {
                int key = random.nextInt(KEYS);
                Integer old = overwritten.get(s).get(key);
                boolean isLate = late > 0 && t > TRANSACTIONS / 2 && old != null && !own.containsKey(key);
                if (isLate) late--;
                int seen = isLate ? old : own.getOrDefault(key, current[key]);
                boolean writes = !isLate && random.nextBoolean();
                if (writes) own.put(key, seen = ++values);
                sessions.get(s).add(new int[] {t, key, seen, writes ? 1 : 0});
            }
            own.forEach((key, value) -> {
                if (current[key] != 0) overwritten.get(s).put(key, current[key]);
                current[key] = value;
            });
        }
        return bySession(sessions);
    }

    private static History bySession(List<List<int[]>> sessions) {
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(Model.RW_REGISTER);
        for (int s = 0; s < sessions.size(); s++) {
            int last = -1;
            for (int[] op : sessions.get(s)) {
                if (op[0] != last) {
                    if (last >= 0) builder.end();
                    builder.begin(builder.session(s), Status.COMMITTED, -1, -1, -1);
                }
                last = op[0];
                if (op[3] == 1) builder.write(op[1], op[2]);
                else if (op[2] == 0) builder.readInitial(op[1]);
                else builder.read(op[1], op[2]);
            }
            if (last >= 0) builder.end();
        }
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }
}

package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;
import minos.verify.Refused;
import minos.verify.Verifier;
import org.junit.jupiter.api.Test;

class ParallelCheckTest {
    /** How many versions back a stale read goes. */
    private static final int DEPTH = 4;

    private static final int KEYS = 30;

    /**
     * Registers of which a few transactions read old versions, in no order: snapshot isolation is gone, and what is left is a search of
     * its own, which learns from each way that goes against a read. The fewer orders of versions such a way takes, the sooner it ends.
     */
    @Test
    void learnsFromShortWays() throws Refused {
        History history = stale(new Random(5), 1_500, 20);
        AtomicLong looks = new AtomicLong();
        Options options = Options.DEFAULT
                .with(Order.NONE)
                .withThreads(1)
                .withCertificate(true)
                .with(Deadline.after(Duration.ofNanos(12_000), looks::getAndIncrement));
        Verdict verdict = Judge.check(history, List.of(Level.PARALLEL_SNAPSHOT_ISOLATION), options)
                .get(0);
        assertEquals(Answer.TRUE, verdict.answer(), verdict.toString());
        Verifier.verify(history, verdict.certificate().orElseThrow());
    }

    private static History stale(Random random, int transactions, int stale) {
        Set<Integer> bugs = new HashSet<>();
        while (bugs.size() < stale) bugs.add(random.nextInt(transactions));
        List<List<Integer>> versions = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) versions.add(new ArrayList<>(Collections.nCopies(DEPTH + 1, 0)));
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(Model.RW_REGISTER);
        int[] written = new int[KEYS];
        for (int t = 0; t < transactions; t++) {
            Map<Integer, Integer> own = new LinkedHashMap<>();
            builder.begin(builder.session(t), Status.COMMITTED, -1, -1, -1);
            for (int i = random.nextInt(4); i >= 0; i--) {
                int key = random.nextInt(KEYS);
                List<Integer> known = versions.get(key);
                int seen = own.getOrDefault(key, known.get(known.size() - (bugs.contains(t) ? DEPTH + 1 : 1)));
                if (random.nextBoolean()) {
                    own.put(key, ++written[key]);
                    builder.write(key, written[key]);
                } else if (seen == 0) {
                    builder.readInitial(key);
                } else {
                    builder.read(key, seen);
                }
            }
            builder.end();
            own.forEach((key, value) -> versions.get(key).add(value));
        }
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }
}

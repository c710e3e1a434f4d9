package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.zip.GZIPOutputStream;
import minos.Histories;
import minos.Judgement;
import minos.Minos;
import minos.history.History;
import minos.history.Model;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The whole of Minos in one run, which a single number decides: a workload on a simulated database of a known level, with lost
 * answers, with or without an anomaly; its history in some format, compressed, and damaged once; the reader, the judge, the verifier,
 * the texts. The verdict must be the right one: with a certificate that the verifier accepts where the level holds, and with a witness,
 * and a small history that is still violated, where it does not.
 */
class WholeSimulationTest {
    @Test
    void someSeeds() throws IOException {
        for (int seed = 0; seed < 60; seed++) run(seed);
    }

    @Test
    @Tag("slow")
    void aThousandSeeds() throws IOException {
        for (int seed = 1000; seed < 2000; seed++) run(seed);
    }

    private static void run(int seed) throws IOException {
        SplittableRandom random = new SplittableRandom(seed);
        Level level = Simulation.LEVELS.get(random.nextInt(Simulation.LEVELS.size()));
        Workload.Kind kind = Workload.Kind.values()[random.nextInt(Workload.Kind.values().length)];
        Gadget gadget = random.nextBoolean() ? null : gadget(kind, random);
        Workload workload = new Workload(kind, 1 + random.nextInt(6), 0.5, Workload.Keys.uniform(2 + random.nextInt(7)))
                .with(new Workload.Shares(0.1, 0.1, 0.3));
        Level promised = gadget == null ? level : Level.STRICT_SERIALIZABLE;
        double lost = gadget == null ? 0.1 * random.nextInt(3) : 0;
        Simulation simulation = new Simulation(
                workload, promised, 2 + random.nextInt(5), 5 + random.nextInt(20), lost, gadget, random.nextLong());
        String what = "seed " + seed + ": " + simulation;
        History made = simulation.run();
        Format format = format(made, random);
        byte[] bytes = packed(made, format);
        History read = read(bytes, format);
        damage(bytes, format, Histories.show(read), random, what);
        if (gadget == null) holds(read, format == Format.EDN || !needsTime(level) ? level : Level.SERIALIZABLE, what);
        else violated(read, gadget, what);
    }

    private static boolean needsTime(Level level) {
        return level == Level.STRICT_SERIALIZABLE || level == Level.LINEARIZABLE;
    }

    private static Gadget gadget(Workload.Kind kind, SplittableRandom random) {
        List<Gadget> fitting = new ArrayList<>();
        for (Gadget gadget : Gadget.all()) if (gadget.fits(Workload.of(kind).model())) fitting.add(gadget);
        return fitting.get(random.nextInt(fitting.size()));
    }

    private static Format format(History history, SplittableRandom random) {
        if (history.model() != Model.RW_REGISTER) return Format.EDN;
        return List.of(Format.EDN, Format.PLUME, Format.DBCOP, Format.DBCOP_JSON)
                .get(random.nextInt(4));
    }

    private static byte[] packed(History history, Format format) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream zip = new GZIPOutputStream(out)) {
            HistoryFiles.write(history, zip, format);
        }
        return out.toByteArray();
    }

    private static History read(byte[] bytes, Format format) throws IOException {
        return HistoryFiles.read(
                new ByteArrayInputStream(bytes),
                "h",
                ReadOptions.DEFAULT.withThreads(1).withFormat(format));
    }

    /** One bit is flipped: that is told, or changes nothing. */
    private static void damage(byte[] bytes, Format format, List<String> whole, SplittableRandom random, String what)
            throws IOException {
        byte[] damaged = bytes.clone();
        int bit = random.nextInt(8 * bytes.length);
        damaged[bit / 8] ^= (byte) (1 << bit % 8);
        try {
            assertEquals(whole, Histories.show(read(damaged, format)), what + ", bit " + bit);
        } catch (ReadException e) {
            assertFalse(e.getMessage().isBlank(), what);
        }
    }

    private static void holds(History history, Level level, String what) {
        Judgement judgement = Minos.ask(level).certificates().threads(1).judge(history);
        Verdict verdict = judgement.verdict(level).orElseThrow();
        assertEquals(Answer.TRUE, verdict.answer(), () -> what + "\n" + judgement.explain());
        assertEquals(
                Optional.empty(), Minos.verify(history, verdict.certificate().orElseThrow()), what);
        render(judgement);
    }

    private static void violated(History history, Gadget gadget, String what) {
        Judgement judgement = Minos.ask().all(true).threads(1).judge(history);
        List<Verdict> violated = judgement.verdicts().stream()
                .filter(verdict -> verdict.answer() == Answer.FALSE)
                .toList();
        boolean offered = judgement.verdicts().stream()
                .anyMatch(verdict -> verdict.level().implies(gadget.type().level()));
        assertEquals(offered, !violated.isEmpty(), () -> what + "\n" + judgement.explain());
        render(judgement);
        if (violated.isEmpty()) return;
        Verdict weakest = violated.get(0);
        assertTrue(
                weakest.anomalies().stream()
                        .anyMatch(anomaly -> !anomaly.witnesses().isEmpty()),
                () -> what + "\n" + judgement.explain());
        History small = judgement.shrink(weakest.level()).orElseThrow().history();
        assertTrue(small.transactions() < history.transactions(), what);
        assertEquals(
                Answer.FALSE,
                Minos.ask(weakest.level()).judge(small).answer(),
                () -> what + "\n" + Histories.show(small));
    }

    private static void render(Judgement judgement) {
        assertFalse(judgement.explain().isBlank());
        assertFalse(judgement.toJson().isBlank());
        assertFalse(judgement.toEdn().isBlank());
    }
}

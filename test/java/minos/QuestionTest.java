package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import minos.history.History;
import minos.model.Layout;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class QuestionTest {
    private static final History LOST_UPDATE =
            Histories.of("0: r(x,nil) w(x,1) @0-2", "1: r(x,nil) w(x,2) @1-3", "2: r(x,2) @4-5");
    private static final History AMBIGUOUS = Histories.of("0: w(x,1)", "1: w(x,1)", "2: r(x,1)");

    private final List<String> heard = new ArrayList<>();
    private final Listener listener = new Listener() {
        @Override
        public void read(History history) {
            heard.add("read");
        }

        @Override
        public void verdict(Verdict verdict) {
            heard.add(verdict.level() + " " + verdict.answer());
        }
    };

    @Test
    void eachVerdictIsToldAsSoonAsItIsKnown() {
        Minos.ask(Level.CAUSAL, Level.SNAPSHOT_ISOLATION).listener(listener).judge(LOST_UPDATE);
        assertEquals(List.of("read", "causal TRUE", "snapshot-isolation FALSE"), heard);
    }

    @Test
    void anAmbiguousHistoryIsToldToo() {
        Judgement judgement =
                Minos.ask(Level.CAUSAL, Level.SERIALIZABLE).listener(listener).judge(AMBIGUOUS);
        assertEquals(Answer.TRUE, judgement.answer());
        assertEquals(List.of("read", "causal TRUE", "serializable TRUE"), heard);
    }

    @Test
    void withoutLevelsItDescribes() {
        Judgement judgement = Minos.ask().judge(LOST_UPDATE);
        assertEquals(15, judgement.verdicts().size());
        assertEquals(Optional.empty(), judgement.verdict(Level.LINEARIZABLE));
        assertTrue(judgement.explain().contains("strongest that hold (session order): prefix"), judgement.explain());
        assertEquals(
                "history: strongest that hold: prefix; weakest violated: parallel-snapshot-isolation\n",
                judgement.summary(Layout.PLAIN));
    }

    @Test
    void requirementsEachHaveTheirOrder() {
        Requirement plain = new Requirement(Level.SERIALIZABLE, Order.NONE);
        Requirement strict = new Requirement(Level.STRICT_SERIALIZABLE, Order.NONE);
        Judgement judgement = Minos.ask()
                .requirements(List.of(strict, plain, strict))
                .judge(Histories.of("0: w(x,1)", "0: r(x,nil)"));
        assertEquals(
                List.of(Order.REAL_TIME, Order.NONE),
                judgement.verdicts().stream().map(Verdict::order).toList());
        assertEquals(Answer.TRUE, judgement.verdict(plain).orElseThrow().answer());
        assertEquals(Answer.FALSE, judgement.verdict(strict).orElseThrow().answer());
        assertTrue(strict.implies(plain) && !plain.implies(strict));
        assertEquals(
                List.of(),
                Minos.ask().requirements(List.of()).judge(LOST_UPDATE).verdicts());
    }

    @Test
    void filesStreamsAndSources(@TempDir Path folder) throws IOException {
        String text = "w(1,1,0,0)\nr(1,1,1,1)\n";
        Path file = Files.writeString(folder.resolve("h.txt"), text);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        Question question = Minos.ask(Level.CAUSAL);
        assertEquals(file.toString(), question.judge(file).name());
        assertEquals(
                "a stream",
                question.judge(new ByteArrayInputStream(bytes), "a stream").name());
        assertEquals(2, Minos.read(file).transactions());
        assertEquals(2, Minos.read(new ByteArrayInputStream(bytes), "h").transactions());
        IOException e = assertThrows(
                IOException.class, () -> question.format("edn").judge(new ByteArrayInputStream(bytes), "a stream"));
        assertTrue(e.getMessage().startsWith("a stream:1:1: found "), e.getMessage());
        assertThrows(IllegalArgumentException.class, () -> question.format("xml"));
        assertThrows(IllegalArgumentException.class, () -> question.threads(0));
        assertThrows(IllegalArgumentException.class, () -> question.witnesses(0));
    }

    @Test
    void certificatesProveWhatHolds() {
        Judgement judgement = Minos.ask(Level.CAUSAL).certificates().judge(LOST_UPDATE);
        assertEquals(
                Optional.empty(),
                Minos.verify(
                        LOST_UPDATE, judgement.verdicts().get(0).certificate().orElseThrow()));
        assertTrue(Minos.verify(
                        AMBIGUOUS, judgement.verdicts().get(0).certificate().orElseThrow())
                .isPresent());
    }

    @Test
    void whatIsViolatedCanBeShrunk() {
        Judgement judgement = Minos.ask(Level.SNAPSHOT_ISOLATION, Level.CAUSAL).judge(LOST_UPDATE);
        Judgement.Shrunk shrunk = judgement.shrink(Level.SNAPSHOT_ISOLATION).orElseThrow();
        assertTrue(shrunk.minimal());
        assertEquals(2, shrunk.history().transactions());
        assertTrue(shrunk.judgement().orElseThrow().explain().contains("lost-update"));
        assertEquals(Optional.empty(), judgement.shrink(Level.CAUSAL));
    }

    @Test
    void renderings(@TempDir Path folder) throws IOException {
        Judgement judgement =
                Minos.ask(Level.SNAPSHOT_ISOLATION).judge(LOST_UPDATE).named("h");
        assertTrue(judgement.toJson().startsWith("{\"file\":\"h\",\"level\":\"snapshot-isolation\""));
        assertTrue(judgement.toEdn().startsWith("{:file \"h\" :level :snapshot-isolation "));
        judgement.report(folder.resolve("report"));
        assertTrue(Files.exists(folder.resolve("report/index.html")));
        assertTrue(judgement.phases().size() > 0);
    }

    @Test
    void aProfileTellsPhasesAndCounts() {
        Judgement judgement = Minos.ask(Level.SERIALIZABLE)
                .judge(Histories.of("0: w(x,1) w(a,1)", "1: w(x,2) w(b,1)", "2: r(b,1) r(x,1)", "3: r(a,1) r(x,2)"));
        assertEquals(Answer.FALSE, judgement.answer());
        assertTrue(judgement.phases().keySet().containsAll(List.of("serializable", "finding counterexamples")));
        assertTrue(judgement.counts().get("questions") > 0, "" + judgement.counts());
        assertEquals(1, judgement.counts().get("constraints"), "which of the two writes of x comes first");
        assertFalse(judgement.toJson().contains("\"profile\""));
        Judgement profiled = judgement.profiled();
        assertTrue(profiled.toJson().contains("{\"what\":\"questions\",\"count\":"));
        assertTrue(profiled.toEdn().contains("{:phase \"serializable\" :micros "));
        assertTrue(profiled.explain().lines().anyMatch(line -> line.matches("  finding counterexamples +[0-9.]+ ms")));
    }
}

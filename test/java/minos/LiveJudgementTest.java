package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import minos.history.Model;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

class LiveJudgementTest {
    private static List<Answer> answers(LiveJudgement live) {
        return live.verdicts().stream().map(Verdict::answer).toList();
    }

    @Test
    void aViolationIsFinalAndTold() {
        Recording recording = Minos.record(Model.RW_REGISTER);
        LiveJudgement live =
                Minos.ask(Level.READ_COMMITTED, Level.SNAPSHOT_ISOLATION).live(recording);
        assertEquals(List.of(), answers(live.update()));
        assertEquals(Answer.UNKNOWN, live.answer());
        Recording.Transaction alice = recording.begin("alice");
        Recording.Transaction bob = recording.begin("bob");
        alice.readInitial("x");
        bob.readInitial("x");
        alice.write("x", 1);
        alice.commit();
        bob.write("x", 2);
        assertEquals(List.of(Answer.TRUE, Answer.TRUE), answers(live.update()));
        bob.commit();
        assertEquals(List.of(Answer.TRUE, Answer.FALSE), answers(live.update()));
        Recording.Transaction carol = recording.begin("carol");
        carol.read("x", 2);
        carol.commit();
        assertEquals(List.of(Answer.TRUE, Answer.FALSE), answers(live.update()));
        assertEquals(List.of(Answer.TRUE, Answer.FALSE), answers(live.finish()));
        assertEquals(1, live.violations().size());
        Judgement violation = live.violations().get(0);
        assertEquals(2, violation.history().orElseThrow().transactions());
        assertEquals(
                AnomalyType.LOST_UPDATE,
                violation.verdicts().get(0).anomalies().get(0).type());
        assertTrue(violation.explain().contains("both read x=nil"), violation.explain());
        assertEquals(3, live.transactions());
        assertEquals(5, live.operations());
        assertEquals(3, live.history().transactions());
    }

    /** What has not ended may still commit; what it wrote may have been read. */
    @Test
    void whatIsOpenMayBeReadFrom() {
        Recording recording = Minos.record(Model.RW_REGISTER);
        LiveJudgement live = Minos.ask(Level.READ_COMMITTED).live(recording);
        Recording.Transaction writer = recording.begin(0);
        writer.write("x", 1);
        Recording.Transaction reader = recording.begin(1);
        reader.read("x", 1);
        reader.commit();
        assertEquals(Answer.TRUE, live.update().answer());
        writer.abort();
        assertEquals(Answer.FALSE, live.update().answer());
        assertEquals(
                AnomalyType.ABORTED_READ,
                live.violations().get(0).verdicts().get(0).anomalies().get(0).type());
    }

    /** Nobody had invoked a write of it, so it came from nowhere, whoever writes it later. */
    @Test
    void aValueFromNowhereIsFinal() {
        Recording recording = Minos.record(Model.RW_REGISTER);
        LiveJudgement live = Minos.ask(Level.READ_COMMITTED).live(recording);
        Recording.Transaction reader = recording.begin(1);
        reader.read("x", 1);
        reader.commit();
        assertEquals(Answer.FALSE, live.update().answer());
        Recording.Transaction writer = recording.begin(0);
        writer.write("x", 1);
        writer.commit();
        assertEquals(Answer.FALSE, live.finish().answer());
    }

    /** With no level named, all that such a history can be asked for. */
    @Test
    void allLevels() {
        Recording recording = Minos.record(Model.LIST_APPEND);
        LiveJudgement live = Minos.ask().live(recording);
        for (int i = 0; i < 50; i++) {
            Recording.Transaction transaction = recording.begin(i % 3);
            transaction.append("x", i);
            transaction.commit();
        }
        assertEquals(Answer.TRUE, live.update().answer());
        assertEquals(
                Minos.ask().judge(recording.history()).verdicts().stream()
                        .map(Verdict::level)
                        .toList(),
                live.verdicts().stream().map(Verdict::level).toList());
    }

    @Test
    void whileOthersRecord() throws InterruptedException {
        Recording recording = Minos.record(Model.RW_REGISTER);
        LiveJudgement live = Minos.ask(Level.STRICT_SERIALIZABLE).live(recording);
        int threads = 4;
        int[] database = {0};
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            int session = i;
            new Thread(() -> {
                        for (int n = 1; n <= 500; n++) {
                            Recording.Transaction transaction = recording.begin(session);
                            int value = n * threads + session;
                            transaction.write("x", value);
                            synchronized (database) {
                                database[0] = value;
                            }
                            transaction.commit();
                            Recording.Transaction reader = recording.begin(session);
                            synchronized (database) {
                                value = database[0];
                            }
                            reader.read("x", value);
                            reader.commit();
                        }
                        done.countDown();
                    })
                    .start();
        }
        while (done.getCount() > 0) assertEquals(false, live.update().answer() == Answer.FALSE);
        done.await();
        assertEquals(Answer.TRUE, live.finish().answer());
        assertEquals(threads * 1000, live.transactions());
    }
}

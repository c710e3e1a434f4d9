package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import minos.history.History;
import minos.history.Model;
import minos.model.Level;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

class RecordingTest {
    @Test
    void whatWasDoneInTheOrderOfTheCalls() {
        Recording recording = Minos.record(Model.RW_REGISTER);
        Recording.Transaction first = recording.begin(0);
        Recording.Transaction second = recording.begin(1);
        first.readInitial("x");
        first.write("x", 1);
        second.write("y", "one");
        second.abort();
        Recording.Transaction lost = recording.begin(1);
        lost.readUnknown("x");
        lost.write("x", 2L);
        lost.leave();
        first.commit();
        Recording.Transaction unfinished = recording.begin(0);
        unfinished.read("x", 1);
        assertEquals(
                List.of("1! w(y,one) @1-2", "0: r(x,nil) w(x,1) @0-4", "1? r(x,?) w(x,2) @3-", "0? r(x,1) @5-"),
                Histories.show(recording.history()));
        assertThrows(IllegalStateException.class, () -> recording.begin(0));
        assertThrows(IllegalStateException.class, () -> recording.begin(1));
        assertThrows(IllegalStateException.class, () -> first.write("x", 3));
        assertThrows(IllegalStateException.class, first::commit);
        assertThrows(NullPointerException.class, () -> unfinished.read("x", (Object) null));
        assertThrows(IllegalArgumentException.class, () -> unfinished.append("x", 1));
    }

    @Test
    void lists() {
        Recording recording = Minos.record(Model.LIST_APPEND);
        Recording.Transaction writer = recording.begin("a");
        writer.append("x", 1);
        writer.append("x", 2);
        writer.commit();
        Recording.Transaction reader = recording.begin("b");
        reader.read("x", List.of(1));
        reader.read("y", List.of());
        reader.commit();
        assertEquals(
                List.of("a: append(x,1) append(x,2) @0-1", "b: r(x,[1]) r(y,nil) @2-3"),
                Histories.show(recording.history()));
        assertEquals(
                Answer.FALSE,
                Minos.ask(Level.READ_COMMITTED).judge(recording.history()).answer());
    }

    @Test
    void manyThreads() throws InterruptedException {
        Recording recording = Minos.record(Model.RW_REGISTER);
        int threads = 8;
        CountDownLatch done = new CountDownLatch(threads);
        for (int i = 0; i < threads; i++) {
            int session = i;
            new Thread(() -> {
                        for (int n = 0; n < 1000; n++) {
                            Recording.Transaction transaction = recording.begin(session);
                            transaction.write(session, n);
                            transaction.commit();
                            recording.history();
                            n += 100;
                        }
                        done.countDown();
                    })
                    .start();
        }
        done.await();
        Recording.Transaction reader = recording.begin(threads);
        reader.read(0, 909);
        reader.commit();
        History history = recording.history();
        assertEquals(threads * 10 + 1, history.transactions());
        assertEquals(
                Answer.TRUE,
                Minos.ask()
                        .judge(history)
                        .verdict(Level.STRICT_SERIALIZABLE)
                        .orElseThrow()
                        .answer());
    }
}

package minos;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import minos.history.History;
import minos.infer.Options;
import minos.model.Requirement;
import minos.model.Verdict;

/** What only tests change of a question: who judges, and what time it is. */
public final class Questions {
    private Questions() {}

    /** Somebody who judges instead of Minos. */
    public interface Stub {
        void judge(History history, List<Requirement> requirements, Options options, Consumer<Verdict> told);
    }

    /** A clock that stands still unless it is told. */
    public static final class Clock implements LongSupplier {
        private final AtomicLong nanos = new AtomicLong();

        /** An hour passes. */
        public void pass() {
            nanos.addAndGet(3_600_000_000_000L);
        }

        @Override
        public long getAsLong() {
            return nanos.get();
        }
    }

    public static Question judgedBy(Stub stub, Question question) {
        return question.engine(stub::judge);
    }

    public static Question by(LongSupplier clock, Question question) {
        return question.clock(clock);
    }

    /** Work that looks at no deadline, nor at interrupts. */
    public static History forever() {
        while (true) {
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                // so what
            }
        }
    }
}

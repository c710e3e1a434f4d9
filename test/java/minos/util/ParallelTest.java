package minos.util;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ParallelTest {
    /** Whoever gets to a task first: the caller helps with what no thread has begun. */
    @Test
    void eachTaskIsRunOnceAndResultsAreInOrder() {
        for (int round = 0; round < 500; round++) {
            int size = 1 + round % 5;
            AtomicInteger runs = new AtomicInteger();
            List<Callable<Integer>> tasks = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                int result = i;
                tasks.add(() -> {
                    runs.incrementAndGet();
                    return result;
                });
            }
            assertEquals(IntStream.range(0, size).boxed().toList(), Parallel.run(tasks));
            assertEquals(size, runs.get());
        }
    }

    /** The caller goes through tasks in their order, and begins none after one that failed. */
    @Test
    void theFirstFailureIsThrown() {
        for (int round = 0; round < 200; round++) {
            List<Callable<Integer>> tasks = List.of(
                    () -> 1,
                    () -> {
                        throw new IllegalStateException("first");
                    },
                    () -> {
                        throw new IllegalStateException("second");
                    });
            Exception failure = assertThrows(IllegalStateException.class, () -> Parallel.run(tasks));
            assertEquals("first", failure.getMessage());
        }
    }
}

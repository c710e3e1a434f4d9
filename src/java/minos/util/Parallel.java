package minos.util;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Runs a handful of tasks at the same time: one on the caller's thread, the others on threads that wait a moment for more. What none of
 * these has begun when the caller is done is the caller's, too: on a busy machine a thread wakes up later than small work ends.
 */
public final class Parallel {
    private static final ThreadPoolExecutor THREADS = new ThreadPoolExecutor(
            0, Integer.MAX_VALUE, 1, TimeUnit.SECONDS, new SynchronousQueue<>(), Parallel::thread);

    private Parallel() {}

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "minos-worker");
        thread.setDaemon(true);
        return thread;
    }

    /** Work on the items from {@code from} to {@code to - 1}. */
    @FunctionalInterface
    public interface Range<T> {
        T run(int from, int to);
    }

    /** The results of {@code work} on each of the ranges between neighbouring {@code cuts}, in their order. */
    public static <T> List<T> ranges(int[] cuts, Range<T> work) {
        List<Callable<T>> tasks = new ArrayList<>();
        for (int i = 1; i < cuts.length; i++) {
            int from = cuts[i - 1];
            int to = cuts[i];
            tasks.add(() -> work.run(from, to));
        }
        return run(tasks);
    }

    /** The results of {@code tasks} in their order. The first failure interrupts the others and is thrown. */
    public static <T> List<T> run(List<? extends Callable<T>> tasks) {
        List<FutureTask<T>> futures = new ArrayList<>();
        for (Callable<T> task : tasks) futures.add(new FutureTask<>(task));
        CountDownLatch running = new CountDownLatch(tasks.size() - 1);
        for (FutureTask<T> future : futures.subList(1, futures.size())) {
            THREADS.execute(() -> {
                try {
                    future.run();
                } finally {
                    running.countDown();
                }
            });
        }
        List<T> results = new ArrayList<>();
        Throwable failure = null;
        for (int i = 0; i < futures.size() && failure == null; i++) {
            try {
                futures.get(i).run(); // unless another thread does or did
                results.add(futures.get(i).get());
            } catch (ExecutionException e) {
                failure = e.getCause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                failure = new CancellationException("interrupted");
            }
        }
        if (failure != null) stop(futures, running);
        if (failure instanceof RuntimeException e) throw e;
        if (failure instanceof Error e) throw e;
        if (failure != null) throw new IllegalStateException(failure);
        return results;
    }

    /** Interrupts the tasks, and returns when none is running any more. */
    private static void stop(List<? extends Future<?>> tasks, CountDownLatch running) {
        for (Future<?> task : tasks) task.cancel(true);
        try {
            running.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}

package minos.util;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs a handful of tasks at the same time, on threads that live no longer than the call. */
public final class Parallel {
    private Parallel() {
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
        List<Thread> threads = new ArrayList<>();
        for (Callable<T> task : tasks) futures.add(new FutureTask<>(task));
        for (FutureTask<T> future : futures.subList(1, futures.size())) {
            Thread thread = new Thread(future, "minos-worker");
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        futures.get(0).run();
        List<T> results = new ArrayList<>();
        Throwable failure = null;
        for (FutureTask<T> future : futures) {
            try {
                results.add(future.get());
            } catch (ExecutionException e) {
                if (failure == null) failure = e.getCause();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                if (failure == null) failure = new CancellationException("interrupted");
            }
            if (failure != null) threads.forEach(Thread::interrupt);
        }
        if (failure instanceof RuntimeException e) throw e;
        if (failure instanceof Error e) throw e;
        if (failure != null) throw new IllegalStateException(failure);
        return results;
    }
}

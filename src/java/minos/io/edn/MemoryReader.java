package minos.io.edn;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.Callable;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Origin;
import minos.io.ReadOptions;
import minos.util.Parallel;

/**
 * Reads Jepsen histories that are in memory, as a test has them when it ends: operations are {@link java.util.Map}s
 * with the fields that EDN has, transactions, micro-ops and lists are {@link List}s. They mean what they mean in a
 * {@linkplain EdnReader file}.
 *
 * <p>Most of the time goes into chasing pointers. So threads take turns: each takes some operations, flattens them, and
 * assembles them when all before them are assembled. Few operations are read by the caller alone, as a thread takes longer to wake up.
 */
public final class MemoryReader {
    /** What only the caller knows of the objects that it hands over. Called by several threads. */
    public interface Language {
        /** The one object that stands for a word: for {@code invoke} the keyword {@code :invoke}. */
        Object word(String name);

        /** A key or value that is no {@code Long}: the {@code Long} if it is such an integer, else how it prints. */
        Object plain(Object value);
    }

    /** More operations than these are worth a second thread. */
    private static final int ALONE = 4096;

    private final Iterator<?> ops;
    private final OpFlattener.Vocabulary vocabulary;
    private final ReadOptions options;
    private final OpAssembler assembler;

    // Guarded by this
    private int taken;
    private int assembled;
    private boolean failed;

    private MemoryReader(Iterator<?> ops, Language language, ReadOptions options) {
        this.ops = ops;
        this.vocabulary = new OpFlattener.Vocabulary(language);
        this.options = options;
        assembler = new OpAssembler(options.model().orElse(null), true, flattener()::transaction);
    }

    /**
     * Reads a history; a {@link MalformedEdn} says why it cannot. The places that {@code origin} is asked for are
     * those in {@code ops}, from 0 on. Without a single transaction the history is empty.
     */
    public static History read(Iterator<?> ops, Language language, ReadOptions options, Origin origin) {
        MemoryReader reader = new MemoryReader(ops, language, options);
        try {
            reader.run();
            return reader.assembler.finish(origin, options.initial().orElse(InitialValues.EXPLICIT));
        } catch (MalformedHistory e) {
            throw new MalformedEdn(reader.assembler.place(), e.getMessage());
        }
    }

    private void run() {
        Block first = new Block(flattener());
        for (take(first); taken < ALONE && ops.hasNext(); take(first)) {
            first.flatten();
            assembler.add(first.operations());
            leave(first);
        }
        int threads = ops.hasNext() ? options.threads() : 1;
        List<Callable<Void>> tasks = new ArrayList<>();
        tasks.add(() -> work(first));
        while (tasks.size() < threads) tasks.add(() -> work(new Block(flattener())));
        Parallel.run(tasks);
    }

    private OpFlattener flattener() {
        return new OpFlattener(vocabulary, OpAssembler.hasSingles(options.model()));
    }

    private Void work(Block block) {
        boolean done = false;
        try {
            for (; !block.isEmpty() || take(block); leave(block)) {
                block.flatten();
                if (!await(block)) return null;
                assembler.add(block.operations());
            }
            done = true;
            return null;
        } finally {
            if (!done) fail(); // nobody must wait for a thread that failed
        }
    }

    /** Fills the block with the next operations; false if there are none. */
    private synchronized boolean take(Block block) {
        options.deadline().check();
        if (failed) return false;
        block.take(ops, taken);
        taken += block.size();
        return !block.isEmpty();
    }

    /** Waits until all that comes before the block is assembled; false if that will never be. */
    private synchronized boolean await(Block block) {
        while (assembled < block.first() && !failed) {
            try {
                wait();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                options.deadline().check();
            }
        }
        return !failed;
    }

    private synchronized void leave(Block block) {
        assembled += block.size();
        block.clear();
        notifyAll();
    }

    private synchronized void fail() {
        failed = true;
        notifyAll();
    }

    /** Some of the operations, and what becomes of them when they are flattened. */
    private static final class Block {
        /** Long enough to be worth a turn, short enough that it is still in the cache when it is assembled. */
        private static final int SIZE = 256;

        private final Object[] ops = new Object[SIZE];
        private final OpFlattener flattener;
        private int first;
        private int size;

        Block(OpFlattener flattener) {
            this.flattener = flattener;
        }

        /** Takes the next operations; there are {@code before} before them. */
        void take(Iterator<?> next, int before) {
            first = before;
            while (size < SIZE && next.hasNext()) ops[size++] = next.next();
        }

        void flatten() {
            flattener.clear();
            for (int i = 0; i < size; i++) flattener.add(ops[i], first + i);
        }

        OpBuffer operations() {
            return flattener.buffer();
        }

        int first() {
            return first;
        }

        int size() {
            return size;
        }

        boolean isEmpty() {
            return size == 0;
        }

        void clear() {
            Arrays.fill(ops, 0, size, null);
            size = 0;
        }
    }
}

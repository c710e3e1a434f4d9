package minos.io;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import minos.util.Parallel;

/**
 * Parses a text in blocks, several at a time, and assembles their operations in the order of the text.
 *
 * <p>A block is cut where an operation seems to begin on a new line. That is a guess, as the newline may lie in a
 * string or in a form of many lines; but the first block begins where the text does, and when a block parses without
 * fault up to its very end, the next one does begin between two operations. So guesses are checked in order, before
 * operations are used; at the first that fails the pipeline stops, and whoever runs it parses the {@link #rest} in one
 * go.
 */
final class EdnPipeline {
    private final InputStream in;
    private final EdnBlock.Cutter cutter;
    private final OpAssembler assembler;
    private final ReadOptions options;
    private final boolean singles;
    private final int capacity;

    // Guarded by this
    private final TreeMap<Integer, EdnBlock> parsed = new TreeMap<>();
    private final ArrayDeque<EdnBlock> free = new ArrayDeque<>();
    private int cut;
    private int assembled;
    private boolean assembling;
    private boolean stopped;

    /** The parser's state behind the block that was assembled last. */
    private int reached = OpParser.START;
    /** The state in which blocks are supposed to begin: that of the first operation. */
    private int state = OpParser.START;

    private byte closer;

    /** @param singles as for {@link OpParser} */
    EdnPipeline(InputStream in, OpAssembler assembler, ReadOptions options, boolean singles) {
        this.in = in;
        this.cutter = new EdnBlock.Cutter(in);
        this.assembler = assembler;
        this.options = options;
        this.singles = singles;
        this.capacity = 2 * options.threads() + 1;
    }

    /** Assembles as many blocks as go together. */
    void run() throws IOException {
        for (EdnBlock first; state == OpParser.START && (first = take()) != null; ) {
            first.parse(state, closer);
            state = first.parser().state();
            closer = first.parser().closer();
            assemble(first);
        }
        List<Callable<Void>> tasks = new ArrayList<>();
        int threads = cutter.isOver() || stopped ? 1 : Math.max(1, options.threads());
        for (int i = 0; i < threads; i++) tasks.add(this::work);
        Parallel.run(tasks);
    }

    /** What is left to parse: nothing, if all went well. */
    InputStream rest() {
        List<InputStream> parts = new ArrayList<>();
        for (EdnBlock block : parsed.values()) parts.add(new ByteArrayInputStream(block.bytes, 0, block.length));
        parts.add(new ByteArrayInputStream(cutter.carry()));
        parts.add(in);
        return new SequenceInputStream(Collections.enumeration(parts));
    }

    /** Where the rest begins. */
    long offset() {
        return parsed.isEmpty() ? cutter.offset() : parsed.firstEntry().getValue().offset;
    }

    /** The parser's state where the rest begins. */
    int state() {
        return reached;
    }

    byte closer() {
        return closer;
    }

    private Void work() {
        boolean done = false;
        try {
            for (EdnBlock block; (block = take()) != null; ) {
                block.parse(state, closer);
                assemble(block);
            }
            done = true;
            return null;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            if (!done) stop(); // nobody must wait for a thread that failed
        }
    }

    /** Cuts the next block; null if there is none. */
    private synchronized EdnBlock take() throws IOException {
        try {
            while (cut - assembled >= capacity && !stopped) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        options.deadline().check();
        if (stopped || cutter.isOver()) return null;
        EdnBlock block = free.isEmpty() ? new EdnBlock(cut == 0, singles) : free.pop();
        cutter.next(block);
        cut++;
        return block;
    }

    /** Assembles the block and those that wait for it, unless it has to wait itself. */
    private void assemble(EdnBlock block) {
        synchronized (this) {
            parsed.put(block.number, block);
            if (assembling) return;
            assembling = true;
        }
        for (EdnBlock next; (next = next()) != null; free(next)) {
            assembler.add(next.operations);
            options.progress().advance(next.length);
        }
    }

    private synchronized EdnBlock next() {
        EdnBlock next = parsed.get(assembled);
        if (next != null && !stopped) {
            if (next.follows(reached)) return next;
            stop();
        }
        assembling = false;
        return null;
    }

    private synchronized void free(EdnBlock block) {
        reached = block.parser().state();
        parsed.remove(assembled++);
        if (block.number > 0) free.push(block); // the first one is small
        notifyAll();
    }

    private synchronized void stop() {
        stopped = true;
        notifyAll();
    }
}

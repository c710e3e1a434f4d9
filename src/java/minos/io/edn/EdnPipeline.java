package minos.io.edn;

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
import minos.io.ReadOptions;
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
    private final Cutter cutter;
    private final OpAssembler assembler;
    private final ReadOptions options;
    private final boolean singles;
    private final int capacity;

    // Guarded by this
    private final TreeMap<Integer, Block> parsed = new TreeMap<>();
    private final ArrayDeque<Block> free = new ArrayDeque<>();
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
        this.cutter = new Cutter(in);
        this.assembler = assembler;
        this.options = options;
        this.singles = singles;
        this.capacity = 2 * options.threads() + 1;
    }

    /** Assembles as many blocks as go together. */
    void run() throws IOException {
        for (Block first; state == OpParser.START && (first = take()) != null; ) {
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
        for (Block block : parsed.values()) parts.add(new ByteArrayInputStream(block.bytes, 0, block.length));
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
            for (Block block; (block = take()) != null; ) {
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
    private synchronized Block take() throws IOException {
        try {
            while (cut - assembled >= capacity && !stopped) wait();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        options.deadline().check();
        if (stopped || cutter.isOver()) return null;
        Block block = free.isEmpty() ? new Block(cut == 0, singles) : free.pop();
        cutter.next(block);
        cut++;
        return block;
    }

    /** Assembles the block and those that wait for it, unless it has to wait itself. */
    private void assemble(Block block) {
        synchronized (this) {
            parsed.put(block.number, block);
            if (assembling) return;
            assembling = true;
        }
        for (Block next; (next = next()) != null; free(next)) {
            assembler.add(next.operations);
            options.progress().advance(next.length);
        }
    }

    private synchronized Block next() {
        Block next = parsed.get(assembled);
        if (next != null && !stopped) {
            if (next.follows(reached)) return next;
            stop();
        }
        assembling = false;
        return null;
    }

    private synchronized void free(Block block) {
        reached = block.parser().state();
        parsed.remove(assembled++);
        if (block.number > 0) free.push(block); // the first one is small
        notifyAll();
    }

    private synchronized void stop() {
        stopped = true;
        notifyAll();
    }

    /** A block of the text that probably begins and ends between two operations, and the operations parsed from it. */
    private static final class Block {
        private static final int SIZE = 1 << 20;
        /** The size of the first block, and all that a small history costs. */
        private static final int SMALL = 1 << 16;

        /** One byte longer than any text in it, for {@link EdnScanner#reset}. */
        final byte[] bytes;

        int number;
        long offset;
        int length;

        final OpBuffer operations = new OpBuffer();
        private final EdnScanner scanner = new EdnScanner();
        private final OpParser parser;
        private int from;
        private boolean clean;

        Block(boolean first, boolean singles) {
            bytes = new byte[(first ? SMALL : SIZE) + 1];
            parser = new OpParser(scanner, operations, singles);
        }

        /** Parses the block, supposing that a parser would be in this state at its beginning. */
        void parse(int state, byte closer) {
            scanner.reset(bytes, length, offset);
            parser.state(state, closer);
            from = state;
            operations.clear();
            clean = false;
            try {
                while (parser.next()) {}
                clean = true;
            } catch (MalformedEdn e) {
                // A wrong guess, or a fault of the text: whoever parses it in one go will know.
            }
        }

        /** Whether, behind text that ends in this state, the block is all operations from its first byte to its last. */
        boolean follows(int state) {
            return clean && from == state;
        }

        /** Where the parser has got to. */
        OpParser parser() {
            return parser;
        }
    }

    /** Cuts a text into blocks. */
    private static final class Cutter {
        private final InputStream in;
        private byte[] carry = new byte[0];
        private long offset;
        private int number;
        private boolean over;

        Cutter(InputStream in) {
            this.in = in;
        }

        /** Whether there is no further block: at the end of the text, or where no line seems to end. */
        boolean isOver() {
            return over;
        }

        /** What was read but belongs to no block. */
        byte[] carry() {
            return carry;
        }

        /** Where the next block would begin. */
        long offset() {
            return offset;
        }

        void next(Block block) throws IOException {
            System.arraycopy(carry, 0, block.bytes, 0, carry.length);
            int wanted = block.bytes.length - 1 - carry.length;
            int n = in.readNBytes(block.bytes, carry.length, wanted);
            int length = carry.length + n;
            int cut = n < wanted ? length : cut(block.bytes, length);
            over = n < wanted || cut == 0 && length == Block.SIZE;
            carry = new byte[length - cut];
            System.arraycopy(block.bytes, cut, carry, 0, carry.length);
            block.number = number++;
            block.offset = offset;
            block.length = cut;
            offset += cut;
        }

        /** Behind the last newline that an operation seems to follow; 0 if there is none. */
        private static int cut(byte[] bytes, int length) {
            for (int i = length - 3; i >= 0; i--) {
                if (bytes[i] == '\n' && begins(bytes[i + 1] == ' ' ? bytes[i + 2] : bytes[i + 1])) return i + 1;
            }
            return 0;
        }

        private static boolean begins(byte b) {
            return b == '{' || b == '#';
        }
    }
}

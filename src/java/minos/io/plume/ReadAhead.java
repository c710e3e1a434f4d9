package minos.io.plume;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.util.concurrent.ArrayBlockingQueue;

/**
 * Reads a stream on a thread of its own, a few blocks ahead of the one who asks for them, so that unzipping and parsing go
 * on at the same time. Closing it closes the stream, once the thread is done with it.
 */
final class ReadAhead implements LineBlocks.Input, AutoCloseable {
    private static final int BLOCK = 1 << 16;
    private static final int BLOCKS = 8;

    /** Some bytes; none at the end. */
    private record Block(byte[] bytes, int length) {}

    private static final Block END = new Block(new byte[0], 0);

    private final InputStream in;
    private final ArrayBlockingQueue<Block> full = new ArrayBlockingQueue<>(BLOCKS + 1);
    private final ArrayBlockingQueue<byte[]> free = new ArrayBlockingQueue<>(BLOCKS);
    private final Thread thread = new Thread(this::readAll, "minos-read-ahead");
    private volatile Throwable failure;
    private Block current = END;
    private int taken;
    private boolean ended;

    ReadAhead(InputStream in) {
        this.in = in;
        for (int i = 0; i < BLOCKS; i++) free.add(new byte[BLOCK]);
        thread.setDaemon(true);
        thread.start();
    }

    private void readAll() {
        try {
            int n;
            do {
                byte[] block = free.take();
                n = in.readNBytes(block, 0, block.length);
                if (n > 0) full.put(new Block(block, n));
            } while (n > 0);
        } catch (InterruptedException e) {
            return; // nobody wants more
        } catch (Throwable e) {
            failure = e; // even if memory is at an end, somebody waits to hear of it
        }
        full.add(END); // there is always room for this one
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (taken == current.length && !ended) advance();
        if (ended) return -1;
        int n = Math.min(length, current.length - taken);
        System.arraycopy(current.bytes, taken, into, from, n);
        taken += n;
        return n;
    }

    private void advance() throws IOException {
        try {
            if (current.length > 0) free.put(current.bytes);
            current = full.take();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted");
        }
        taken = 0;
        ended = current.length == 0;
        if (failure instanceof IOException e && ended) throw e;
        if (failure instanceof RuntimeException e && ended) throw e;
        if (failure instanceof Error e && ended) throw e;
    }

    @Override
    public void close() throws IOException {
        thread.interrupt();
        in.close();
    }
}

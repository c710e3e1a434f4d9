package minos.collect;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes operations to a file while they happen, one a line, as Jepsen does. Sessions call it side by side: the order
 * of the file is the order in time. What is buffered goes to the file in whole lines, whenever {@link #flush} is
 * called: were the program killed, the file would still be a history, and lack no more than what came since.
 */
final class Recorder implements Closeable {
    private static final int FULL = 1 << 16;

    private final OutputStream out;
    private final long began = System.nanoTime();
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream(FULL * 2);
    private long index;
    private boolean closed;
    private IOException failure;

    Recorder(Path file) throws IOException {
        out = Files.newOutputStream(file);
    }

    /**
     * Records an operation, unless the recording is over.
     *
     * @param type  {@code :invoke}, {@code :ok}, {@code :fail} or {@code :info}
     * @param value as EDN
     * @param error as EDN; null for none
     */
    synchronized void record(String type, long process, String function, String value, String error) {
        if (closed) return;
        String line = "{:index " + index++ + ", :time " + (System.nanoTime() - began) + ", :type " + type
                + ", :process " + process + ", :f " + function + ", :value " + value
                + (error == null ? "" : ", :error " + error) + "}\n";
        lines.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        if (lines.size() >= FULL) write();
    }

    /** Hands what is buffered to the file. */
    synchronized void flush() throws IOException {
        write();
        if (failure != null) throw failure;
    }

    private void write() {
        try {
            if (!closed && failure == null) lines.writeTo(out);
        } catch (IOException e) {
            failure = e; // for whoever flushes: sessions could do nothing about it
        }
        lines.reset();
    }

    /** Ends the recording: what sessions report from now on is too late. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) return;
        try (out) {
            flush();
        } finally {
            closed = true;
        }
    }
}

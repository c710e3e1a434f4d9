package minos.collect;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.function.Supplier;
import minos.client.Client.Deletion;
import minos.client.Transaction.Kind;
import minos.client.Transaction.Op;

/**
 * Writes operations to a file while they happen, one a line, as EDN, as Jepsen does. Sessions call it side by side: the order
 * of the file is the order in time. What is buffered goes to the file in whole lines, whenever {@link #flush} is
 * called: were the program killed, the file would still be a history, and lack no more than what came since. So it is when
 * the disk is full.
 */
final class Recorder implements Closeable {
    private static final int FULL = 1 << 16;

    private final SeekableByteChannel out;
    private final long began = System.nanoTime();
    private final ByteArrayOutputStream lines = new ByteArrayOutputStream(FULL * 2);
    /** What comes from the first invocation on of which it is not known yet what it will do. */
    private final Deque<Invocation> held = new ArrayDeque<>();

    private long index;
    private boolean closed;
    /** Why the file could not take more; from then on nothing is written. */
    private IOException failure;

    /** Makes the file. One that is there is never written to: it is another run's, perhaps one that is still going on. */
    Recorder(Path file) throws IOException {
        out = Files.newByteChannel(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Records an operation, unless the recording is over.
     *
     * @param type  {@code :invoke}, {@code :ok}, {@code :fail} or {@code :info}
     * @param value as EDN
     * @param level the isolation level that it runs at; null if that is the connection's
     * @param error as EDN; null for none
     */
    void record(String type, long process, String function, String value, String level, String error) {
        record(type, Long.toString(process), function, value, level, error);
    }

    private synchronized void record(
            String type, String process, String function, String value, String level, String error) {
        if (closed) return;
        String rest = value + (level == null ? "" : ", :isolation :" + level)
                + (error == null ? "" : ", :error " + error) + "}\n";
        add(new Invocation(type, process, function, rest));
    }

    /**
     * An operation that has its place in the file.
     */
    final class Invocation {
        private final String type;
        private final String process;
        private final String function;
        private final long time = System.nanoTime() - began;
        /** Null while it is not known. */
        private String rest;

        private Supplier<String> soFar;
        /** Attempts of the same process that come before it. */
        private List<String> undone = List.of();

        private Invocation(String type, String process, String function, String rest) {
            this.type = type;
            this.process = process;
            this.function = function;
            this.rest = rest;
        }

        /**
         * Says what it does; to be called before anybody can see it, that is before the commit.
         *
         * @param undone what it did besides, and took back: each is an attempt of its own, which was aborted
         */
        void does(String value, String level, List<String> undone) {
            synchronized (Recorder.this) {
                if (closed || rest != null) return;
                rest = value + (level == null ? "" : ", :isolation :" + level) + "}\n";
                this.undone = undone;
                release();
            }
        }

        private void write() {
            for (String value : undone) {
                line(":invoke", value + "}\n");
                line(":fail", value + ", :error \"undone: back to a savepoint\"}\n");
            }
            line(type, rest);
        }

        private void line(String type, String rest) {
            String line = "{:index " + index++ + ", :time " + time + ", :type " + type + ", :process " + process
                    + ", :f " + function + ", :value " + rest;
            lines.writeBytes(line.getBytes(StandardCharsets.UTF_8));
        }
    }

    /**
     * Records the invocation of a transaction which decides while it runs what it does. Whatever is recorded after it stays in memory until that
     * is known: at each moment the file says of all that was read who may have written it.
     *
     * @param soFar what it has done so far, as EDN, for the end of the recording
     */
    synchronized Invocation invoke(long process, Supplier<String> soFar) {
        Invocation invocation = new Invocation(":invoke", Long.toString(process), ":txn", null);
        invocation.soFar = soFar;
        if (!closed) held.add(invocation);
        return invocation;
    }

    private void add(Invocation operation) {
        held.add(operation);
        release();
    }

    /** Buffers what need not wait any more. */
    private void release() {
        while (!held.isEmpty() && held.peek().rest != null) held.poll().write();
        if (lines.size() >= FULL) write();
    }

    /** Records what a nemesis does; error is null for none. */
    void disturbance(String function, String whom, String error) {
        record(
                ":info",
                ":nemesis",
                ":" + function,
                whom.isEmpty() ? "nil" : string(whom),
                null,
                error == null ? null : string(error));
    }

    /** Hands what is buffered to the file. */
    synchronized void flush() throws IOException {
        write();
        if (failure != null) throw new IOException(failure.getMessage(), failure);
    }

    private void write() {
        byte[] bytes = lines.toByteArray();
        lines.reset();
        if (closed || failure != null) return;
        ByteBuffer left = ByteBuffer.wrap(bytes);
        try {
            while (left.hasRemaining()) out.write(left);
        } catch (IOException e) {
            failure = e; // for whoever flushes: sessions could do nothing about it
            cut(bytes, left.position());
        }
    }

    /** Leaves whole lines in the file, when so many of the bytes went into it. */
    private void cut(byte[] bytes, int written) {
        int whole = written;
        while (whole > 0 && bytes[whole - 1] != '\n') whole--;
        try {
            out.truncate(out.position() - (written - whole));
        } catch (IOException e) {
            failure.addSuppressed(e); // a file that ends inside an operation is still told from a whole one
        }
    }

    /** Ends the recording: what sessions report from now on is too late. */
    @Override
    public synchronized void close() throws IOException {
        if (closed) return;
        try (out) {
            for (Invocation each : held) if (each.rest == null) each.rest = each.soFar.get() + "}\n";
            release();
            write();
        } finally {
            closed = true;
        }
    }

    /**
     * The micro-ops of a transaction.
     *
     * @param results what the reads returned; null where that is not known
     */
    static String transaction(List<Op> ops, List<?> results) {
        StringBuilder out = new StringBuilder(ops.size() * 12).append('[');
        int reads = 0;
        for (Op op : ops) {
            boolean mayTell = op.kind() == Kind.DELETE && results != null && reads < results.size();
            if (mayTell && results.get(reads) instanceof Deletion deletion) {
                reads++;
                if (deletion == Deletion.FOUND_NOTHING) continue;
            }
            if (out.length() > 1) out.append(' ');
            String function =
                    switch (op.kind()) {
                        case READ -> "[:r ";
                        case WRITE, DELETE -> "[:w ";
                        case APPEND -> "[:append ";
                    };
            out.append(function).append(op.key()).append(' ');
            if (!op.isRead()) out.append(value(op.kind() == Kind.DELETE ? null : op.value()));
            else out.append(results == null ? "nil" : value(results.get(reads++)));
            out.append(']');
        }
        return out.append(']').toString();
    }

    /** What was read or written. Whatever a client returns that nobody wrote stays visible, as a string. */
    static String value(Object value) {
        if (value == null) return "nil";
        if (value instanceof Long) return value.toString();
        if (!(value instanceof List<?> list)) return string(value.toString());
        StringBuilder out = new StringBuilder(list.size() * 5 + 2).append('[');
        for (Object element : list) {
            if (out.length() > 1) out.append(' ');
            out.append(value(element));
        }
        return out.append(']').toString();
    }

    /** A string. */
    static String string(String text) {
        StringBuilder out = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ' || Character.isSurrogate(c)) out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        return out.append('"').toString();
    }
}

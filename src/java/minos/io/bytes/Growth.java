package minos.io.bytes;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Bytes that somebody is still writing. */
public abstract class Growth implements Closeable {
    /** How much is taken at once at most, so that what came is judged before more is taken. */
    private static final int MOST = 1 << 22;

    /** What has come since the last call, maybe nothing. */
    public abstract byte[] read() throws IOException;

    /** Whether what was read last is not the continuation of what was read before: the file was cut short, or is another one. */
    public boolean beganAgain() {
        return false;
    }

    /** How many bytes have come that were not read. */
    public abstract long left() throws IOException;

    /** Whether nothing will come any more. */
    public boolean isOver() {
        return false;
    }

    /** Of a file. As long as there is none, nothing comes. A named pipe is a stream: it has no size, and opening it waits for its writer. */
    public static Growth of(Path file) {
        return isPipe(file) ? new OfStream(() -> Files.newInputStream(file)) : new OfFile(file);
    }

    private static boolean isPipe(Path file) {
        try {
            return Files.readAttributes(file, BasicFileAttributes.class).isOther();
        } catch (IOException e) {
            return false; // it may come, or whoever opens it says what is wrong
        }
    }

    /** Of a stream, which another thread waits for. */
    public static Growth of(InputStream in) {
        return new OfStream(() -> in);
    }

    private static final class OfFile extends Growth {
        private final Path file;
        private FileChannel channel;
        /** What tells the file from another one of its name; null where the file system cannot. */
        private Object key;

        private long position;
        private boolean again;

        OfFile(Path file) {
            this.file = file;
        }

        @Override
        public byte[] read() throws IOException {
            again = false;
            if (channel == null && !open()) return new byte[0];
            if (channel.size() < position) {
                position = 0;
                again = true;
            }
            byte[] more = next();
            if (more.length > 0 || !isReplaced()) return more;
            close();
            position = 0;
            again = open();
            return again ? next() : more;
        }

        private boolean open() throws IOException {
            try {
                key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
                channel = FileChannel.open(file, StandardOpenOption.READ);
                return true;
            } catch (NoSuchFileException e) {
                return false;
            }
        }

        /** Whether another file has this one's name by now. */
        private boolean isReplaced() throws IOException {
            try {
                return !Objects.equals(
                        Files.readAttributes(file, BasicFileAttributes.class).fileKey(), key);
            } catch (NoSuchFileException e) {
                return false; // the next one will come
            }
        }

        private byte[] next() throws IOException {
            int size = (int) Math.max(0, Math.min(MOST, channel.size() - position));
            ByteBuffer bytes = ByteBuffer.allocate(size);
            while (bytes.hasRemaining() && channel.read(bytes, position + bytes.position()) >= 0) {}
            position += bytes.position();
            return Arrays.copyOf(bytes.array(), bytes.position());
        }

        @Override
        public boolean beganAgain() {
            return again;
        }

        @Override
        public long left() throws IOException {
            return channel == null ? 0 : Math.max(0, channel.size() - position);
        }

        @Override
        public void close() throws IOException {
            if (channel != null) channel.close();
            channel = null;
        }
    }

    private static final class OfStream extends Growth {
        private final BlockingQueue<byte[]> come = new LinkedBlockingQueue<>(16);
        private volatile IOException failure;
        private volatile boolean ended;

        private interface Opening {
            InputStream open() throws IOException;
        }

        OfStream(Opening opening) {
            Thread reader = new Thread(() -> pump(opening), "minos-tail");
            reader.setDaemon(true);
            reader.start();
        }

        private void pump(Opening opening) {
            byte[] buffer = new byte[1 << 16];
            try {
                InputStream in = opening.open(); // left open, as standard input is: whoever waits for it waits on
                for (int n; (n = in.read(buffer)) >= 0; ) come.put(Arrays.copyOf(buffer, n));
            } catch (IOException e) {
                failure = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            ended = true;
        }

        @Override
        public byte[] read() throws IOException {
            byte[] more = come.poll();
            if (more != null) return more;
            if (failure != null) throw failure;
            return new byte[0];
        }

        @Override
        public long left() {
            return come.stream().mapToLong(bytes -> bytes.length).sum();
        }

        @Override
        public boolean isOver() {
            return ended && come.isEmpty();
        }

        @Override
        public void close() {} // whoever waits for a stream waits on
    }
}

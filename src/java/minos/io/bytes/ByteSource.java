package minos.io.bytes;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FileInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.ZipException;
import minos.io.ReadException;
import minos.io.ReadOptions;

/**
 * The text of a history, wherever it lies: in a file, or in a stream that can be read only once; plain, or compressed
 * by gzip (known by its first bytes). Offsets count the bytes of the text, after decompression.
 */
public final class ByteSource {
    private final String name;
    private final Path path;
    private final InputStream once;
    private boolean opened;
    /** The text, if its head was looked at and it cannot be opened again. */
    private BufferedInputStream ahead;
    /** Null if the text can be read again for its lines. */
    private final LineIndex lines;

    private int maxRatio = ReadOptions.MAX_RATIO;
    private String about = "";

    private ByteSource(String name, Path path, InputStream once, boolean repeatable) {
        this.name = name;
        this.path = path;
        this.once = once;
        this.lines = repeatable ? null : new LineIndex();
    }

    /** A file, which is read as often as needed; what is no regular file, such as a named pipe, only once. */
    public static ByteSource file(Path path) {
        boolean special = Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
        return new ByteSource(path.toString(), path, null, !special);
    }

    /** A stream such as standard input, which is read once. */
    public static ByteSource stream(String name, InputStream in) {
        return new ByteSource(name, null, in, false);
    }

    /** Refuses to unpack more than that many times the size of the compressed data, once there is much. */
    public void limitRatio(int maxRatio) {
        this.maxRatio = maxRatio;
    }

    /** What it may unpack to. */
    public Proportion proportion() {
        return new Proportion(name, maxRatio);
    }

    /** Says what is known of the recording besides its text. */
    public void about(String about) {
        this.about = about;
    }

    public String about() {
        return about;
    }

    /** What messages call it. */
    public String name() {
        return name;
    }

    /** Whether {@link #open} works more than once. */
    public boolean isRepeatable() {
        return lines == null;
    }

    /** The first bytes of the text, at most {@code count}; {@link #open} still begins with them. */
    public byte[] head(int count) throws IOException {
        if (isRepeatable()) {
            try (InputStream in = open()) {
                return in.readNBytes(count);
            }
        }
        BufferedInputStream in = ahead != null ? ahead : new BufferedInputStream(open(), 1 << 16);
        in.mark(count);
        byte[] head = in.readNBytes(count);
        in.reset();
        ahead = in;
        return head;
    }

    /** The text from its beginning. */
    public InputStream open() throws IOException {
        if (isRepeatable()) return text(openFile());
        InputStream in = ahead;
        ahead = null;
        if (in != null) return in;
        if (opened) throw new IOException(name + " was read before");
        opened = true;
        return text(once == null ? openFile() : once);
    }

    /** The text from an offset on; only if {@linkplain #isRepeatable repeatable}. */
    public InputStream open(long offset) throws IOException {
        InputStream in = open();
        try {
            in.skipNBytes(offset);
            return in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** The text as a file that can be read at any place, by several threads at once; null if it is no plain file. */
    public FileChannel channel() throws IOException {
        if (path == null || !Files.isRegularFile(path)) return null;
        FileChannel file;
        try {
            file = FileChannel.open(path);
        } catch (AccessDeniedException e) {
            throw new ReadException(name, "no permission to read it");
        }
        ByteBuffer magic = ByteBuffer.allocate(2);
        if (file.read(magic, 0) < 2 || magic.getShort(0) != 0x1f8b) return file;
        file.close();
        return null;
    }

    /** How many bytes there are to read; 0 if that is not known, as of a compressed file. */
    public long size() throws IOException {
        try (FileChannel file = channel()) {
            return file == null ? 0 : file.size();
        }
    }

    /** The line and the column of an offset. A file is read once more for it. */
    public ReadException.Place locate(long offset) throws IOException {
        if (lines != null) return lines.locate(offset);
        LineIndex index = new LineIndex();
        try (InputStream in = open()) {
            byte[] block = new byte[1 << 16];
            long at = 0;
            for (int n; at <= offset && (n = in.read(block)) > 0; at += n) index.scan(block, 0, n, at);
        }
        return index.locate(offset);
    }

    /** What to throw when something else than expected lies at an offset. */
    public ReadException error(long offset, String found, String expected) throws IOException {
        return new ReadException(name, locate(offset), found, expected);
    }

    private InputStream openFile() throws IOException {
        try {
            // The JDK's newer streams ask a pipe for its position, which it has not.
            return isRepeatable() ? Files.newInputStream(path) : new FileInputStream(path.toFile());
        } catch (NoSuchFileException e) {
            throw new ReadException(name, "no such file");
        } catch (AccessDeniedException e) {
            throw new ReadException(name, "no permission to read it");
        }
    }

    private InputStream text(InputStream raw) throws IOException {
        BufferedInputStream in = new BufferedInputStream(raw, 1 << 16);
        boolean gzip = false;
        try {
            in.mark(2);
            gzip = in.read() == 0x1f && in.read() == 0x8b;
            in.reset();
            if (!gzip) return new TextStream(this, in, false, lines);
            return new TextStream(this, new GzipStream(in, proportion()), true, lines);
        } catch (IOException e) {
            in.close();
            if (path != null && Files.isDirectory(path)) throw new ReadException(name, "a directory, not a file");
            throw gzip ? new ReadException(name, "begins like gzip data, but is not: " + TextStream.why(e)) : e;
        }
    }

    /** The bytes of the text as they pass: counts them, takes note of lines where asked, and says what a damaged file is. */
    private static final class TextStream extends FilterInputStream {
        private final ByteSource source;
        private final boolean gzip;
        private final LineIndex lines;
        private long offset;

        /** @param lines where to note the ends of lines; null for nowhere */
        TextStream(ByteSource source, InputStream in, boolean gzip, LineIndex lines) {
            super(in);
            this.source = source;
            this.gzip = gzip;
            this.lines = lines;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 255;
        }

        @Override
        public int read(byte[] buffer, int from, int length) throws IOException {
            int n;
            try {
                n = in.read(buffer, from, length);
            } catch (EOFException | ZipException e) {
                if (!gzip) throw e;
                throw new ReadException(source.name(), "damaged after " + offset + " bytes of text: " + why(e));
            }
            if (n > 0) {
                if (lines != null) lines.scan(buffer, from, from + n, offset);
                offset += n;
            }
            return n;
        }

        static String why(IOException e) {
            return e instanceof EOFException ? "the gzip data end too early" : e.getMessage();
        }

        @Override
        public long skip(long count) throws IOException {
            long n = lines == null ? in.skip(count) : read(new byte[(int) Math.min(count, 1 << 16)]);
            if (lines == null) offset += n;
            return Math.max(n, 0);
        }

        @Override
        public boolean markSupported() {
            return false;
        }
    }

    /**
     * Where the lines of a text end, for a text that cannot be read again to count them: the length of each line in base
     * 128, so one or two bytes a line.
     */
    private static final class LineIndex {
        private byte[] lengths = new byte[1024];
        private int size;
        private long lineStart;

        /** Takes note of the next bytes of the text, which begin at {@code offset}. */
        synchronized void scan(byte[] bytes, int from, int to, long offset) {
            for (int i = from; i < to; i++) {
                if (bytes[i] == '\n') {
                    long next = offset + (i - from) + 1;
                    add(next - lineStart);
                    lineStart = next;
                }
            }
        }

        private void add(long length) {
            if (size + 10 > lengths.length) lengths = Arrays.copyOf(lengths, lengths.length * 2);
            for (; length > 127; length >>>= 7) lengths[size++] = (byte) (length | 128);
            lengths[size++] = (byte) length;
        }

        synchronized ReadException.Place locate(long offset) {
            long line = 1;
            long start = 0;
            for (int i = 0; i < size; ) {
                long length = 0;
                int shift = 0;
                for (; lengths[i] < 0; shift += 7) length |= (lengths[i++] & 127L) << shift;
                length |= (long) lengths[i++] << shift;
                if (start + length > offset) break;
                start += length;
                line++;
            }
            return new ReadException.Place(line, offset - start + 1);
        }
    }
}

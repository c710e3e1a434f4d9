package minos.io.plume;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import minos.history.BulkBuilder;
import minos.history.BulkLane;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Origin;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.util.Parallel;

/**
 * Reads the text format of Plume: one operation a line, {@code r(key,value,session,transaction)} or {@code w(…)}, in unsigned
 * decimals of up to 64 bits. The lines of one transaction need not lie together. Transaction -1 marks operations that were
 * aborted; those of one session are taken for one transaction. There is no real time. A value of 0 that nobody wrote is the
 * initial one, unless {@link ReadOptions#initial} says otherwise.
 *
 * <p>A plain file is cut into as many stretches as there are threads; other sources are parsed while they are unzipped. The
 * text is never held.
 */
public final class PlumeReader {
    private static final int WORTH_A_THREAD = 1 << 20;

    private final ByteSource source;
    private final ReadOptions options;

    private PlumeReader(ByteSource source, ReadOptions options) {
        this.source = source;
        this.options = options;
    }

    /** Whether a text begins like one: with <code>r(</code> or <code>w(</code>. */
    public static boolean recognises(FileHead head) {
        int first = head.firstByte();
        if (first != 'r' && first != 'w') return false;
        byte[] bytes = head.bytes();
        int next = head.first() + 1;
        while (next < bytes.length && bytes[next] == ' ') next++;
        return next < bytes.length && bytes[next] == '(';
    }

    public static History read(ByteSource source, ReadOptions options) throws IOException {
        options.requireRegisters("Plume text", source.name());
        PlumeReader reader = new PlumeReader(source, options);
        try (FileChannel file = source.channel()) {
            return file == null ? reader.readStream() : reader.readFile(file);
        } catch (BulkBuilder.TwoSessions e) {
            ReadException.Place first = source.locate(e.firstPlace());
            throw new ReadException(
                    source.name(), source.locate(e.place()), e.getMessage() + " (line " + first.line() + ")");
        } catch (MalformedHistory e) {
            throw new ReadException(source.name(), e.getMessage());
        }
    }

    private History readFile(FileChannel file) throws IOException {
        long size = file.size();
        int lanes = (int) Math.max(1, Math.min(options.threads(), size / WORTH_A_THREAD));
        BulkBuilder builder = new BulkBuilder(lanes, size < LineBlocks.CAPACITY, expectedLines(file, size));
        options.progress().phase("read", size);
        List<Callable<Void>> tasks = new ArrayList<>();
        for (int i = 0; i < lanes; i++) {
            int lane = i;
            long begin = size / lanes * i;
            long end = i + 1 == lanes ? Long.MAX_VALUE : size / lanes * (i + 1);
            tasks.add(() -> {
                LineBlocks blocks = stretch(file, begin, end);
                feed(blocks, blocks.next(), builder.lane(lane));
                return null;
            });
        }
        try {
            Parallel.run(tasks);
        } catch (IllegalStateException e) {
            if (e.getCause() instanceof IOException cause) throw cause;
            throw e;
        }
        return build(builder);
    }

    private History readStream() throws IOException {
        options.progress().phase("read", 0);
        BulkBuilder builder;
        try (ReadAhead in = new ReadAhead(source.open())) {
            LineBlocks blocks = new LineBlocks(source, in, 0, Long.MAX_VALUE);
            boolean some = blocks.next();
            builder = new BulkBuilder(1, blocks.isLast(), 0);
            feed(blocks, some, builder.lane(0));
        }
        return build(builder);
    }

    private void feed(LineBlocks blocks, boolean some, BulkLane lane) throws IOException {
        PlumeParser parser = new PlumeParser(source, blocks, lane);
        for (; some; some = blocks.next()) {
            parser.parse();
            options.progress().advance(blocks.length());
            options.deadline().check();
        }
    }

    private History build(BulkBuilder builder) throws ReadException {
        if (builder.isEmpty())
            throw new ReadException(source.name(), "holds no operation, expected lines such as r(1,2,0,7)");
        InitialValues initial = options.initial().orElse(InitialValues.ZERO);
        options.progress().phase("index", builder.steps());
        return builder.build(Origin.named(source.name()), initial, () -> {
            options.deadline().check();
            options.progress().advance(1);
        });
    }

    /** The lines that begin between two places. */
    private LineBlocks stretch(FileChannel file, long begin, long end) throws IOException {
        long start = begin == 0 ? 0 : lineAfter(file, begin - 1);
        long[] position = {start};
        return new LineBlocks(
                source,
                (into, from, length) -> {
                    int n = file.read(ByteBuffer.wrap(into, from, length), position[0]);
                    position[0] += Math.max(n, 0);
                    return n;
                },
                start,
                end);
    }

    private static long lineAfter(FileChannel file, long position) throws IOException {
        ByteBuffer some = ByteBuffer.allocate(256);
        for (long at = position; file.read(some.clear(), at) > 0; at += some.position()) {
            for (int i = 0; i < some.position(); i++) if (some.get(i) == '\n') return at + i + 1;
        }
        return file.size();
    }

    /** How many lines the file has, going by a few samples: the numbers in it grow from its beginning to its end. */
    private static long expectedLines(FileChannel file, long size) throws IOException {
        int samples = 16;
        ByteBuffer sample = ByteBuffer.allocate(4096);
        long bytes = 0;
        long lines = 0;
        for (int s = 0; s < samples; s++) {
            file.read(sample.clear(), size / samples * s);
            bytes += sample.position();
            for (int i = 0; i < sample.position(); i++) if (sample.get(i) == '\n') lines++;
        }
        double share = bytes == 0 ? 0 : (double) lines / bytes;
        return (long) (size * share * 1.03) + 1;
    }
}

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import minos.history.History;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;

/**
 * How far reading a file is from what it takes at least: to look at each byte once, as {@code wc -l} does, and once for each
 * operation into a table of all versions, where a hash function leads. Processor time, so that other work on the machine counts
 * little; all on one thread, and the best of several rounds, compiled. See README.md.
 */
public final class ReadFloor {
    private static final int ROUNDS = 10;
    private static final long MULTIPLIER = 0x9E3779B97F4A7C15L;
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private ReadFloor() {}

    public static void main(String[] words) throws Exception {
        if (words.length == 0) {
            System.err.println("usage: bench/read-floor FILE…");
            System.exit(64);
        }
        for (String file : words) measure(file);
    }

    private static void measure(String file) throws Exception {
        ReadOptions alone = ReadOptions.DEFAULT.withThreads(1);
        History history = HistoryFiles.read(file, alone);
        int operations = history.operations();
        long looked = looks(history);
        int versions = history.versions();
        history = null; // it need not stay in the caches
        double lines = Double.MAX_VALUE;
        double table = Double.MAX_VALUE;
        double read = Double.MAX_VALUE;
        long[] slots = new long[Integer.highestOneBit(Math.max(1, versions)) << 2];
        for (int round = 0; round < ROUNDS; round++) {
            lines = Math.min(lines, millis(() -> lines(Path.of(file))));
            table = Math.min(table, millis(() -> accesses(slots, looked)));
            read = Math.min(read, millis(() -> HistoryFiles.read(file, alone).operations()));
        }
        System.out.printf(
                "%s: %,d operations, %,d keys and values looked up, %,d versions%n"
                        + "  lines %.0f ms, table %.0f ms, together %.0f ms; Minos %.0f ms: the floor is %.0f %% of it%n",
                Path.of(file).getFileName(),
                operations,
                looked,
                versions,
                lines,
                table,
                lines + table,
                read,
                100 * (lines + table) / read);
    }

    /** One for each operation; for each element of a list that was read. */
    private static long looks(History history) {
        long looks = history.operations();
        if (!history.isList()) return looks;
        for (int op = 0; op < history.operations(); op++) {
            if (!history.isWrite(op) && history.version(op) >= 0) looks += Math.max(0, history.length(op) - 1);
        }
        return looks;
    }

    private static double millis(Callable<? extends Number> work) throws Exception {
        long cpu = SYSTEM.getProcessCpuTime();
        if (work.call().longValue() == 0) throw new IllegalStateException("nothing was done");
        return (SYSTEM.getProcessCpuTime() - cpu) / 1e6;
    }

    private static long lines(Path file) throws IOException {
        byte[] bytes = new byte[1 << 16];
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        long lines = 0;
        try (FileChannel in = FileChannel.open(file)) {
            for (int size; (size = in.read(buffer.clear())) > 0; ) {
                for (int i = 0; i < size; i++) lines += bytes[i] == '\n' ? 1 : 0;
            }
        }
        return lines;
    }

    private static long accesses(long[] slots, long count) {
        long seen = 1;
        int shift = Long.SIZE - Integer.numberOfTrailingZeros(slots.length);
        for (long i = 1; i <= count; i++) seen += slots[(int) (i * MULTIPLIER >>> shift)]++;
        return seen;
    }
}

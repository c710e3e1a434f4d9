import clojure.lang.EdnReader;
import clojure.lang.IPersistentMap;
import clojure.lang.Keyword;
import clojure.lang.PersistentHashMap;
import com.sun.management.OperatingSystemMXBean;
import java.io.BufferedOutputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PushbackReader;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import minos.history.History;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;

/**
 * Reads one EDN history with clojure.edn and with Minos, in turn, and prints both times and their ratio.
 * Minos builds its history; clojure.edn only reads the operations, each of which is dropped at once.
 */
public final class ReadEdn {
    private static final int ROUNDS = 5;
    private static final IPersistentMap OPTIONS = PersistentHashMap.create(Keyword.intern("eof"), null);
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

    private ReadEdn() {}

    private interface Reading {
        long read(Path file, int threads) throws IOException;
    }

    /** Wall-clock and processor time, in milliseconds. */
    private record Time(double wall, double cpu) {
        static Time of(Reading reading, Path file, int threads) throws IOException {
            long cpu = SYSTEM.getProcessCpuTime();
            long wall = System.nanoTime();
            if (reading.read(file, threads) == 0) throw new IllegalStateException("nothing read");
            return new Time((System.nanoTime() - wall) / 1e6, (SYSTEM.getProcessCpuTime() - cpu) / 1e6);
        }

        Time min(Time other) {
            return new Time(Math.min(wall, other.wall), Math.min(cpu, other.cpu));
        }
    }

    public static void main(String[] args) throws IOException {
        boolean given = args.length > 0;
        Path file = given ? Path.of(args[0]) : generate(50_000_000);
        try {
            compare(file);
        } finally {
            if (!given) Files.delete(file);
        }
    }

    private static void compare(Path file) throws IOException {
        int cores = Runtime.getRuntime().availableProcessors();
        double megabytes = Files.size(file) / 1e6;
        System.out.printf(
                "%.1f MB, %d cores, Java %s%n",
                megabytes, cores, Runtime.version().feature());
        System.out.println(
                "round  clojure.edn        Minos, 1 thread    Minos, all cores   (ms, in brackets of processor time)");
        Time clojure = new Time(1e9, 1e9);
        Time one = clojure;
        Time all = clojure;
        for (int round = 1; round <= ROUNDS; round++) {
            Time a = Time.of(ReadEdn::clojure, file, 1);
            Time b = Time.of(ReadEdn::minos, file, 1);
            Time c = Time.of(ReadEdn::minos, file, cores);
            clojure = clojure.min(a);
            one = one.min(b);
            all = all.min(c);
            System.out.printf(
                    "%5d  %6.0f (%6.0f)    %6.0f (%6.0f)    %6.0f (%6.0f)%n",
                    round, a.wall, a.cpu, b.wall, b.cpu, c.wall, c.cpu);
        }
        System.out.printf(
                "best   %.0f MB/s            %.0f MB/s           %.0f MB/s%n",
                1e3 * megabytes / clojure.wall, 1e3 * megabytes / one.wall, 1e3 * megabytes / all.wall);
        System.out.printf(
                "Minos takes %.1f %% of clojure.edn's time with one thread (%.1f %% of its processor time),%n"
                        + "%.1f %% with all cores.%n",
                100 * one.wall / clojure.wall, 100 * one.cpu / clojure.cpu, 100 * all.wall / clojure.wall);
    }

    private static long clojure(Path file, int threads) throws IOException {
        try (BufferedReader text = Files.newBufferedReader(file);
                PushbackReader in = new PushbackReader(text)) {
            long operations = 0;
            while (EdnReader.read(in, OPTIONS) != null) operations++;
            return operations;
        }
    }

    private static long minos(Path file, int threads) throws IOException {
        History history = minos.io.edn.EdnReader.read(ByteSource.file(file), ReadOptions.DEFAULT.withThreads(threads));
        return history.transactions();
    }

    /**
     * A list-append history as Jepsen records it: 20 processes, transactions of 1 to 4 micro-ops on 10 keys at a time, each of
     * which is replaced after 128 appends.
     */
    private static Path generate(long bytes) throws IOException {
        Path file = Files.createTempFile("minos", ".edn");
        Random random = new Random(1);
        int[] keys = new int[10];
        int[] appended = new int[keys.length];
        StringBuilder[] lists = new StringBuilder[keys.length];
        int fresh = 0;
        for (int i = 0; i < keys.length; i++) {
            keys[i] = fresh++;
            lists[i] = new StringBuilder();
        }
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            long written = 0;
            for (long index = 0; written < bytes; index += 2) {
                StringBuilder invoked = new StringBuilder();
                StringBuilder done = new StringBuilder();
                for (int i = random.nextInt(4); i >= 0; i--) {
                    int k = random.nextInt(keys.length);
                    if (random.nextBoolean()) {
                        String append = "[:append " + keys[k] + " " + ++appended[k] + "]";
                        invoked.append(append);
                        done.append(append);
                        lists[k].append(appended[k] > 1 ? " " : "").append(appended[k]);
                    } else {
                        invoked.append("[:r ").append(keys[k]).append(" nil]");
                        done.append("[:r ")
                                .append(keys[k])
                                .append(" [")
                                .append(lists[k])
                                .append("]]");
                    }
                    if (appended[k] == 128) {
                        keys[k] = fresh++;
                        appended[k] = 0;
                        lists[k].setLength(0);
                    }
                    invoked.append(i > 0 ? " " : "");
                    done.append(i > 0 ? " " : "");
                }
                int process = random.nextInt(20);
                byte[] lines =
                        (line("invoke", invoked, process, index) + line("ok", done, process, index + 1)).getBytes();
                out.write(lines);
                written += lines.length;
            }
        }
        return file;
    }

    private static String line(String type, StringBuilder value, int process, long index) {
        return "{:type :" + type + ", :f :txn, :value [" + value + "], :time " + (4_783_582_962L + index * 50_000)
                + ", :process " + process + ", :index " + index + "}\n";
    }
}

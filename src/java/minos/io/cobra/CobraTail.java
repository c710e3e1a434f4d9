package minos.io.cobra;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Map;
import java.util.TreeMap;
import minos.history.GrowingHistory;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Origin;
import minos.io.ReadOptions;
import minos.io.Tail;
import minos.io.bytes.ByteSource;
import minos.io.bytes.Growth;

/**
 * The logs of Cobra that clients are still writing, one for each session, in a folder. Whole transactions are taken in as they come, each
 * once the writes that it read from have come, as what a read says of its write is compared with it. A log that is cut short or replaced
 * begins a new history.
 */
public final class CobraTail implements Tail {
    private final Path folder;
    private final ReadOptions options;
    private final Map<Path, Log> logs = new TreeMap<>();
    private CobraReader reader;
    private GrowingHistory history;

    /** Where the log of a session stands. */
    private static final class Log {
        final Growth growth;
        final int session;
        /** What has been read and is no whole transaction yet. */
        byte[] rest = {};
        /** Where that begins. */
        long offset;
        /** Transactions that wait for the writes that they read from. */
        final Deque<Integer> waiting = new ArrayDeque<>();

        Log(Growth growth, int session) {
            this.growth = growth;
            this.session = session;
        }
    }

    public CobraTail(Path folder, ReadOptions options) {
        this.folder = folder;
        this.options = options;
        begin();
    }

    private void begin() {
        reader = new CobraReader(options);
        Origin origin = Origin.named(folder.toString());
        history = new GrowingHistory(
                reader.builder(),
                new GrowingHistory.Feed() {
                    @Override
                    public int add(HistoryBuilder builder) {
                        return builder.transactions();
                    }

                    @Override
                    public Origin origin() {
                        return origin;
                    }
                },
                InitialValues.EXPLICIT);
    }

    @Override
    public GrowingHistory history() {
        return history;
    }

    @Override
    public boolean read() throws IOException {
        options.requireRegisters("Cobra's format", folder.toString());
        boolean more = false;
        for (Path file : CobraReader.logs(folder)) {
            Log log = logs.get(file);
            if (log == null)
                logs.put(
                        file,
                        log = new Log(
                                Growth.of(file),
                                reader.session(file.getFileName().toString())));
            byte[] come = log.growth.read();
            if (log.growth.beganAgain()) {
                close();
                logs.clear();
                begin();
                return true; // all that is there comes with the next look
            }
            if (come.length == 0) continue;
            int before = log.rest.length;
            log.rest = Arrays.copyOf(log.rest, before + come.length);
            System.arraycopy(come, 0, log.rest, before, come.length);
            take(file, log, reader.log().wholeTransactions(log.rest));
            more = true;
        }
        while (settle(false)) {}
        return more;
    }

    /** Takes in what stands in the first so many bytes of the rest. */
    private void take(Path file, Log log, int end) throws IOException {
        if (end == 0) return;
        String name = log.offset == 0 ? file.toString() : file + ", from byte " + log.offset + " on";
        int first = reader.log().status.size();
        int writes = reader.log().write.size();
        reader.log().add(ByteSource.stream(name, new ByteArrayInputStream(log.rest, 0, end)), log.session);
        reader.know(writes);
        for (int t = first; t < reader.log().status.size(); t++) log.waiting.add(t);
        log.rest = Arrays.copyOfRange(log.rest, end, log.rest.length);
        log.offset += end;
    }

    /** Hands on those that wait no more; whether there were any. */
    private boolean settle(boolean all) {
        boolean any = false;
        for (Log log : logs.values()) {
            while (!log.waiting.isEmpty() && (all || reader.hasSources(log.waiting.peek()))) {
                reader.add(log.waiting.remove());
                any = true;
            }
        }
        return any;
    }

    @Override
    public long behind() throws IOException {
        long behind = 0;
        for (Log log : logs.values()) behind += log.rest.length + log.growth.left();
        return behind;
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public void finish() throws IOException {
        for (Map.Entry<Path, Log> log : logs.entrySet())
            take(log.getKey(), log.getValue(), reader.log().wholeRecords(log.getValue().rest));
        settle(true);
    }

    @Override
    public void close() throws IOException {
        for (Log log : logs.values()) log.growth.close();
    }
}

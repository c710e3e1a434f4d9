package minos.io.cobra;

import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import minos.history.Status;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.BinaryInput;
import minos.io.bytes.ByteSource;
import minos.util.IntList;
import minos.util.LongInterner;
import minos.util.LongList;

/**
 * Cobra's logs, one for each session: records that begin with a letter, followed by numbers of 64 bits, greatest byte
 * first.
 * <pre>
 * log    = (start record* commit)*
 * start  = 'S' transaction [time]
 * commit = 'C' transaction [time]
 * record = 'W' write key value                 write is an id that no other write has
 *        | 'R' transaction write key value     the transaction and the write that were read from
 * </pre>
 * The times are there or not, in all logs alike; those of different machines cannot be compared, so they are skipped.
 * This class gathers what the logs say; {@link CobraReader} makes a history of it.
 */
final class CobraLog {
    /** In place of a transaction and of a write: what was there before all transactions, or nothing at all. */
    static final long INITIAL = 0xbebeebeeL;

    static final long NOTHING = 0xdeadbeefL;
    /** In place of a write: flags that Cobra's verifier sets from outside. */
    private static final long FLAG_ON = 0x23332333L;

    private static final long FLAG_OFF = 0x66666666L;

    /** A start with its time, and the letter of the next record. */
    private static final int HEAD = 18;

    /** By operation: its kind, then four words; for a write, the transaction is its own. */
    final BitSet isWrite = new BitSet();

    final LongList writer = new LongList();
    final LongList write = new LongList();
    final LongList key = new LongList();
    final LongList value = new LongList();

    /** By transaction. */
    final LongInterner transactions = new LongInterner();

    final IntList session = new IntList();
    final IntList begin = new IntList();
    final List<Status> status = new ArrayList<>();

    private final ReadOptions options;
    /** Whether there are times; null as long as that is not known. */
    private Boolean times;

    private BinaryInput in;
    private boolean isOpen;
    private long current;

    CobraLog(ReadOptions options) {
        this.options = options;
    }

    /** Takes in the log of a session. */
    void add(ByteSource source, int session) throws IOException {
        if (times == null) times = hasTimes(source);
        try (BinaryInput input = new BinaryInput(source, ByteOrder.BIG_ENDIAN, options)) {
            in = input;
            isOpen = false;
            while (!in.isAtEnd()) record(session);
        }
    }

    /** How many of some bytes, which begin with a transaction, are whole transactions. */
    int wholeTransactions(byte[] bytes) {
        return whole(bytes, true);
    }

    /** How many of them are whole records. */
    int wholeRecords(byte[] bytes) {
        return whole(bytes, false);
    }

    private int whole(byte[] bytes, boolean transactions) {
        if (transactions && times == null && bytes.length < HEAD) return 0;
        boolean timed = times != null ? times : bytes.length > 9 && !isRecord(bytes[9]);
        int time = timed ? Long.BYTES : 0;
        int whole = 0;
        for (int at = 0; at < bytes.length; ) {
            int numbers =
                    switch (bytes[at]) {
                        case 'W' -> 3 * Long.BYTES;
                        case 'R' -> 4 * Long.BYTES;
                        case 'S', 'C', 'A' -> Long.BYTES + time;
                        default -> -1;
                    };
            if (numbers < 0) return bytes.length; // whoever reads it says what is wrong
            boolean ends = bytes[at] == 'C' || bytes[at] == 'A';
            at += 1 + numbers;
            if (at <= bytes.length && (ends || !transactions)) whole = at;
        }
        return whole;
    }

    /** Looks at what follows the first start: another record, or a time. */
    private static Boolean hasTimes(ByteSource source) throws IOException {
        byte[] head = source.head(HEAD);
        if (head.length < 10 || isRecord(head[9])) return head.length == 0 ? null : false;
        return head.length == HEAD && isRecord(head[17]);
    }

    private static boolean isRecord(byte b) {
        return b == 'W' || b == 'R' || b == 'C' || b == 'A';
    }

    private void record(int session) throws IOException {
        long at = in.offset();
        int letter = in.nextByte("a record");
        switch (letter) {
            case 'S' -> start(session, at);
            case 'C', 'A' -> end(letter == 'C' ? Status.COMMITTED : Status.ABORTED, at);
            case 'W' -> {
                requireOpen(at, "a write");
                isWrite.set(write.size());
                writer.add(current);
                rest();
            }
            case 'R' -> {
                requireOpen(at, "a read");
                read();
            }
            default -> throw in.wrong(at, String.format("byte 0x%02x", letter), "S, C, W or R, which begin a record");
        }
    }

    private void start(int session, long at) throws IOException {
        if (isOpen) throw in.wrong(at, "the start of a transaction inside another", "its commit before");
        current = in.nextLong("the id of a transaction");
        if (current == INITIAL || current == NOTHING) {
            throw in.wrong(at + 1, "a reserved id", "the id of a transaction");
        }
        skipTime();
        if (transactions.intern(current) < status.size()) {
            throw in.wrong(
                    at + 1,
                    "transaction " + Long.toUnsignedString(current) + " once more",
                    "each transaction in one place");
        }
        this.session.add(session);
        begin.add(write.size());
        status.add(Status.INDETERMINATE); // until its end is seen
        isOpen = true;
    }

    private void end(Status outcome, long at) throws IOException {
        requireOpen(at, "the end of a transaction");
        long id = in.nextLong("the id of a transaction");
        if (id != current) {
            throw in.wrong(
                    at + 1,
                    "the end of transaction " + Long.toUnsignedString(id),
                    "that of " + Long.toUnsignedString(current));
        }
        skipTime();
        status.set(status.size() - 1, outcome);
        isOpen = false;
    }

    private void read() throws IOException {
        long from = in.nextLong("the transaction that was read from");
        boolean initially = from == INITIAL || from == NOTHING;
        writer.add(initially ? INITIAL : from);
        rest();
        long id = write.last();
        if (!initially || id == INITIAL || id == NOTHING) return;
        boolean flag = id == FLAG_ON || id == FLAG_OFF;
        if (!flag) {
            throw in.wrong(
                    in.offset() - 24,
                    "write " + Long.toUnsignedString(id) + " of the initial transaction",
                    "the mark of an initial value");
        }
        writer.pop();
        write.pop();
        key.pop();
        value.pop();
    }

    private void rest() throws IOException {
        write.add(in.nextLong("the id of a write"));
        key.add(in.nextLong("a key"));
        value.add(in.nextLong("a value"));
    }

    private void skipTime() throws IOException {
        if (times) in.nextLong("a time");
    }

    private void requireOpen(long at, String found) throws ReadException {
        if (!isOpen) throw in.wrong(at, found + " outside of a transaction", "S, which starts one");
    }
}

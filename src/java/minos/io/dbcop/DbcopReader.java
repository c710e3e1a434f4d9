package minos.io.dbcop;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.io.ReadOptions;
import minos.io.bytes.BinaryInput;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.util.LongList;

/**
 * Reads the histories of dbcop as it first wrote them: a Rust structure in bincode, that is, numbers of 64 bits,
 * least byte first, and a length before each text and each sequence.
 * <pre>
 * history     = id nodes variables transactions events   numbers, of the workload; not needed
 *               info start end                           texts; not needed
 *               count session*
 * session     = count transaction*
 * transaction = count event* success
 * event       = write key value success                  write and success are bytes, 0 or 1
 * </pre>
 * A transaction without success is aborted. Of an event without success, a read is left out; a write counts as that
 * of an aborted transaction. The sessions are called 0, 1, 2 … in their order. A value of 0 that nobody wrote is the
 * initial one, unless {@link ReadOptions#initial} says otherwise.
 */
public final class DbcopReader {
    /** Where the five numbers end and the length of the first text stands. */
    private static final int FIRST_TEXT = 40;

    private static final int LONGEST_TEXT = 1 << 20;

    private final BinaryInput in;
    private final HistoryBuilder builder = new HistoryBuilder(new Atoms(true));
    private final LongList failedWrites = new LongList();
    /** Of the current transaction, three words each: 1 for a write and 0 for a read, key, value. */
    private final LongList events = new LongList();

    private DbcopReader(BinaryInput in) {
        this.in = in;
        builder.model(Model.RW_REGISTER);
    }

    /** Whether a file begins like one: with five numbers and the length of a text, which is not absurd. */
    public static boolean recognises(FileHead head) {
        if (!head.hasZero() || head.bytes()[0] == 'S' || head.bytes().length < FIRST_TEXT + Long.BYTES) return false;
        long length =
                ByteBuffer.wrap(head.bytes()).order(ByteOrder.LITTLE_ENDIAN).getLong(FIRST_TEXT);
        return length >= 0 && length < LONGEST_TEXT;
    }

    public static History read(ByteSource source, ReadOptions options) throws IOException {
        options.requireRegisters("dbcop's format", source.name());
        options.progress().phase("read", source.size());
        try (BinaryInput in = new BinaryInput(source, ByteOrder.LITTLE_ENDIAN, options)) {
            DbcopReader reader = new DbcopReader(in);
            reader.history();
            return reader.builder.build(
                    Origin.named(source.name()), options.initial().orElse(InitialValues.ZERO));
        }
    }

    private void history() throws IOException {
        for (String number : new String[] {
            "the id",
            "the number of nodes",
            "the number of variables",
            "the number of transactions",
            "the number of events"
        }) {
            in.nextLong(number);
        }
        in.skipText("the info");
        in.skipText("the start time");
        in.skipText("the end time");
        long sessions = in.nextLong("the number of sessions");
        for (long s = 0; s != sessions; s++) {
            long transactions = in.nextLong("the number of transactions of a session");
            for (long t = 0; t != transactions; t++) transaction(s);
        }
        if (!in.isAtEnd()) throw in.wrong(in.offset(), "more bytes", "the end of the file after the last session");
    }

    private void transaction(long session) throws IOException {
        events.clear();
        failedWrites.clear();
        long count = in.nextLong("the number of events of a transaction");
        for (long e = 0; e != count; e++) event();
        boolean committed = in.nextBoolean("whether the transaction succeeded");
        begin(session, committed ? Status.COMMITTED : Status.ABORTED);
        for (int i = 0; i < events.size(); i += 3) {
            if (events.get(i) == 1) builder.write(events.get(i + 1), events.get(i + 2));
            else builder.read(events.get(i + 1), events.get(i + 2));
        }
        builder.end();
        if (failedWrites.isEmpty()) return;
        begin(session, Status.ABORTED);
        for (int i = 0; i < failedWrites.size(); i += 2) builder.write(failedWrites.get(i), failedWrites.get(i + 1));
        builder.end();
    }

    private void begin(long session, Status status) {
        builder.begin(builder.session(session), status, -1, Integer.MAX_VALUE, -1);
    }

    private void event() throws IOException {
        boolean write = in.nextBoolean("whether the event is a write");
        long key = builder.atoms().of(in.nextLong("a key"));
        long value = builder.atoms().of(in.nextLong("a value"));
        if (in.nextBoolean("whether the event succeeded")) {
            events.add(write ? 1 : 0);
            events.add(key);
            events.add(value);
        } else if (write) {
            failedWrites.add(key);
            failedWrites.add(value);
        }
    }
}

package minos.io.edn;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import minos.history.GrowingHistory;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Origin;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.Tail;
import minos.io.bytes.ByteSource;
import minos.io.bytes.Growth;

/**
 * Jepsen's operations in EDN that are still being written, to a file or a stream. Whole lines are taken in as they come; an operation
 * that goes on in the next line, or breaks off, waits for its rest. A file that was cut short or replaced goes on with what is there
 * then, or begins a new history, if operations count from the beginning again.
 */
public final class EdnTail implements Tail {
    /** No operation is that long; what waits for its end must not wait forever. */
    private static final int MOST = 1 << 26;
    /** An operation of so many bytes that goes on and on is not looked at again with each of its lines. */
    private static final int LONG = 1 << 16;

    private final Growth growth;
    private final ReadOptions options;
    private final Origin origin;
    private final boolean places;
    private OpAssembler assembler;
    private GrowingHistory history;
    private int state = OpParser.START;
    private byte closer;
    /** What has been read and not taken in, and room for more. */
    private byte[] rest = new byte[1 << 12];

    private int length;
    /** How much of it are whole lines. */
    private int lines;
    /** How much of that is the beginning of an operation, for all that is known. */
    private int tried;
    /** Whether it may be a new history where the one before was. */
    private boolean mayBeNew;
    /** Where that begins. */
    private long offset;
    /** Whether it is the beginning of an operation. */
    private boolean torn;

    /** Of a file, which need not be there yet. */
    public static EdnTail of(Path file, ReadOptions options) {
        ByteSource source = ByteSource.file(file);
        Origin origin = new EdnReader.FileOrigin(source, text -> text);
        return new EdnTail(Growth.of(file), options, origin, true);
    }

    /** Of anything that grows. */
    public static EdnTail of(String name, Growth growth, ReadOptions options) {
        return new EdnTail(growth, options, Origin.named(name), false);
    }

    private EdnTail(Growth growth, ReadOptions options, Origin origin, boolean places) {
        this.growth = growth;
        this.options = options;
        this.origin = origin;
        this.places = places;
        begin();
    }

    private void begin() {
        assembler = new OpAssembler(options.model().orElse(null), places, null, true);
        history = assembler.grown(() -> origin, options.initial().orElse(InitialValues.EXPLICIT));
        state = OpParser.START;
    }

    @Override
    public GrowingHistory history() {
        return history;
    }

    @Override
    public boolean read() throws IOException {
        byte[] more = growth.read();
        if (growth.beganAgain()) {
            length = 0; // whatever was torn, its rest is gone
            lines = 0;
            tried = 0;
            offset = 0;
            state = OpParser.START;
            mayBeNew = true;
        }
        if (more.length == 0 && lines == tried) return false;
        append(more);
        // While more comes, a long beginning is looked at again once it has grown by a quarter: all in all that is
        // linear.
        if (more.length == 0 || lines - tried > (tried < LONG ? 0 : tried / 4)) take(lines);
        return true;
    }

    private void append(byte[] more) throws ReadException {
        if (length > MOST) throw new ReadException(origin.name(), "an operation of more than " + MOST + " bytes");
        if (rest.length < length + more.length)
            rest = Arrays.copyOf(rest, Math.max(length + more.length, length + length / 2));
        System.arraycopy(more, 0, rest, length, more.length);
        int from = length;
        length += more.length;
        int end = length;
        while (end > from && rest[end - 1] != '\n') end--;
        if (end > from) lines = end;
    }

    /** Takes in the operations among the first so many bytes of the rest. */
    private void take(int end) throws IOException {
        EdnScanner scanner = new EdnScanner(new ByteArrayInputStream(rest, 0, end), offset, end);
        OpBuffer operation = new OpBuffer();
        OpParser parser = new OpParser(scanner, operation, OpAssembler.hasSingles(options.model()));
        parser.state(state, closer);
        long taken = offset;
        torn = false;
        try {
            while (isNext(parser, end)) {
                try {
                    assembler.add(operation);
                } catch (OpAssembler.OutOfOrder e) {
                    if (!mayBeNew) throw e;
                    begin();
                    assembler.add(operation);
                }
                mayBeNew = false;
                operation.clearForNext();
                taken = scanner.offset();
                state = parser.state();
                closer = parser.closer();
            }
        } catch (MalformedEdn e) {
            throw told(e);
        } catch (MalformedHistory e) {
            throw new ReadException(origin.name(), "at byte " + parser.place() + ": " + e.getMessage());
        }
        int done = torn ? (int) (taken - offset) : end; // if nothing is torn, nothing but blanks is left
        System.arraycopy(rest, done, rest, 0, length - done);
        offset += done;
        length -= done;
        lines -= Math.min(done, lines);
        tried = lines;
    }

    /** The parser's next operation; one that is not complete is none yet. */
    private boolean isNext(OpParser parser, int end) {
        try {
            return parser.next();
        } catch (MalformedEdn e) {
            int from = (int) (Math.max(parser.place(), offset) - offset);
            boolean begun = parser.state() == OpParser.OPEN || parser.state() == OpParser.VECTOR;
            if (begun && from < end && !EdnScanner.isWhole(Arrays.copyOfRange(rest, from, end))) {
                torn = true;
                return false;
            }
            throw e;
        }
    }

    @Override
    public long behind() throws IOException {
        return length + growth.left();
    }

    @Override
    public boolean isOver() {
        return growth.isOver();
    }

    @Override
    public void finish() throws IOException {
        take(length);
        if (torn) assembler.torn();
        try {
            assembler.end();
        } catch (MalformedEdn e) {
            throw told(e);
        }
    }

    private ReadException told(MalformedEdn e) {
        return new ReadException(origin.name(), "at byte " + e.place() + ": " + e.getMessage());
    }

    @Override
    public void close() throws IOException {
        growth.close();
    }
}

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
    private static final int MOST = 1 << 28;

    private final Growth growth;
    private final ReadOptions options;
    private final Origin origin;
    private final boolean places;
    private OpAssembler assembler;
    private GrowingHistory history;
    private int state = OpParser.START;
    private byte closer;
    /** What has been read and not taken in. */
    private byte[] rest = {};
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
        boolean again = growth.beganAgain();
        if (again) {
            rest = new byte[0]; // whatever was torn, its rest is gone
            offset = 0;
            state = OpParser.START;
        }
        if (more.length == 0) return false;
        if (rest.length > MOST) throw new ReadException(origin.name(), "an operation of more than " + MOST + " bytes");
        byte[] all = Arrays.copyOf(rest, rest.length + more.length);
        System.arraycopy(more, 0, all, rest.length, more.length);
        int end = all.length;
        while (end > 0 && all[end - 1] != '\n') end--;
        rest = all;
        take(end, again);
        return true;
    }

    /** Takes in the operations among the first so many bytes of the rest. */
    private void take(int end, boolean again) throws IOException {
        EdnScanner scanner = new EdnScanner(new ByteArrayInputStream(rest, 0, end), offset, end);
        OpBuffer operation = new OpBuffer();
        OpParser parser = new OpParser(scanner, operation, OpAssembler.hasSingles(options.model()));
        parser.state(state, closer);
        boolean mayBeNew = again;
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
        if (!torn) taken = offset + end; // nothing but blanks is left
        rest = Arrays.copyOfRange(rest, (int) (taken - offset), rest.length);
        offset = taken;
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
        return rest.length + growth.left();
    }

    @Override
    public boolean isOver() {
        return growth.isOver();
    }

    @Override
    public void finish() throws IOException {
        take(rest.length, false);
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

package minos.io.jepsen;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import minos.history.GrowingHistory;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.Tail;
import minos.io.bytes.ByteSource;
import minos.io.edn.GrowingOps;
import minos.io.edn.MalformedEdn;

/**
 * The binary file of a Jepsen test that is still running. Jepsen writes operations in pieces of 16,384, and an index that has all pieces so
 * far when one is complete; so that many are taken in at once, and the last ones when the test is over.
 */
public final class JepsenTail implements Tail {
    private final Path file;
    private final ReadOptions options;
    private Values.Names names;
    private GrowingOps operations;
    private Object key;
    /** How many pieces have been taken in. */
    private int pieces;

    private long size;
    /** How large the file was when it could not be understood. */
    private long failedAt = -1;

    public JepsenTail(Path file, ReadOptions options) {
        this.file = file;
        this.options = options;
        begin();
    }

    private void begin() {
        names = new Values.Names();
        operations =
                new GrowingOps(new JepsenFile.Language(names), options, new JepsenFile.Stored(ByteSource.file(file)));
        pieces = 0;
        size = 0;
    }

    @Override
    public GrowingHistory history() {
        return operations.history();
    }

    @Override
    public boolean read() throws IOException {
        long before;
        try {
            BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
            boolean another = !Objects.equals(attributes.fileKey(), key) || attributes.size() < size;
            if (key != null && another) begin();
            key = attributes.fileKey();
            before = size;
            size = attributes.size();
        } catch (NoSuchFileException e) {
            return false;
        }
        if (size <= before || size < JepsenFile.LEAST) return false;
        ByteSource source = ByteSource.file(file);
        try (FileChannel channel = source.channel()) {
            JepsenFile now = new JepsenFile(source, channel, options, names);
            int found = now.add(pieces, operations);
            boolean more = found > pieces;
            pieces = found;
            return more;
        } catch (MalformedEdn e) {
            throw told(e);
        } catch (ReadException e) {
            if (failedAt == size) throw e; // and it was not just being written
            failedAt = size;
            size = before;
            return false;
        }
    }

    @Override
    public long behind() {
        return 0; // what is in the piece that Jepsen is at is not there for others
    }

    @Override
    public boolean isOver() {
        return false;
    }

    @Override
    public void finish() throws ReadException {
        try {
            operations.end();
        } catch (MalformedEdn e) {
            throw told(e);
        }
    }

    private ReadException told(MalformedEdn e) {
        return new ReadException(file.toString(), "operation " + e.place() + ": " + e.getMessage());
    }

    @Override
    public void close() {}
}

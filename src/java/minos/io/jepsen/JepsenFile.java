package minos.io.jepsen;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.zip.CRC32;
import minos.history.History;
import minos.history.Origin;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.io.bytes.Proportion;
import minos.io.edn.EdnText;
import minos.io.edn.EdnTokens;
import minos.io.edn.GrowingOps;
import minos.io.edn.MalformedEdn;
import minos.io.edn.MemoryReader;

/**
 * The binary file of a Jepsen test, {@code test.jepsen}: reads the operations of the history in it. Numbers have their
 * greatest byte first.
 * <pre>
 * file    = "JEPSEN" version:32 index-offset:64 block*
 * block   = length:64 checksum:32 type:16 (112 unused bits) data
 * type 1  = root:32 (id:32 offset:64)*      the index: where the blocks are, and which is the test
 * type 2  = value                           in {@linkplain Fressian Fressian}
 * type 3  = rest:32 map                     a map, which goes on in another block
 * type 4  = value*
 * type 5  = count:64 (index:64 id:32)*      a vector, in pieces
 * </pre>
 * The checksum is the CRC-32 of the data and then of the header, in which it counts as 0. Every block that leads to the history, or is
 * part of it, is checked before it is used. The test's {@code :history} is a vector; what it consists of is decoded one piece
 * after another.
 */
public final class JepsenFile {
    static final byte[] MAGIC = {'J', 'E', 'P', 'S', 'E', 'N'};
    private static final int HEADER = 28;
    /** A file that is shorter has no index yet. */
    static final int LEAST = 18 + HEADER;

    private static final int VERSION = 6;
    private static final int NEWEST = 1;
    private static final int MAX_BLOCK = 1 << 30;

    private final ByteSource source;
    private final FileChannel file;
    private final ReadOptions options;
    private final Map<Integer, Long> offsets = new HashMap<>();
    private final Values.Names names;

    /** @param names the words of the operations; whoever reads a file again has them be the same */
    JepsenFile(ByteSource source, FileChannel file, ReadOptions options, Values.Names names) {
        this.source = source;
        this.file = file;
        this.options = options;
        this.names = names;
    }

    public static boolean recognises(FileHead head) {
        return head.startsWith(MAGIC);
    }

    public static History read(ByteSource source, ReadOptions options) throws IOException {
        try (FileChannel file = source.channel()) {
            if (file == null) {
                throw new ReadException(source.name(), "a Jepsen test in its binary form, which must be a plain file");
            }
            options.progress().phase("read", file.size());
            return new JepsenFile(source, file, options, new Values.Names()).read();
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private History read() throws IOException {
        History history;
        try {
            history = MemoryReader.read(new Operations(history()), new Language(names), options, new Stored(source));
        } catch (Fressian.Malformed e) {
            throw broken(e.getMessage());
        } catch (MalformedEdn e) {
            throw new ReadException(source.name(), "operation " + e.place() + ": " + e.getMessage());
        }
        if (history.transactions() == 0) throw broken("no transaction among its operations");
        return history;
    }

    /**
     * Adds the operations of a test that may still be running, but for those that were there before.
     *
     * @param before how many pieces of the history have been added
     * @return how many there are
     */
    int add(int before, GrowingOps operations) throws IOException {
        try {
            int history = find();
            if (!offsets.containsKey(history)) return before; // none is complete
            Block block = named(history);
            if (block.type == 2) {
                if (isNil(block)) return before; // as Jepsen begins it, until a piece is complete
                if (before == 0) operations.add(new Operations(history)); // as it once wrote it, in the end
                return 1;
            }
            if (block.type != 5 || block.data.remaining() % 12 != 8)
                throw broken("a history in a block of type " + block.type);
            block.data.getLong();
            int count = 0;
            for (; block.data.hasRemaining(); count++) {
                block.data.getLong();
                int piece = block.data.getInt();
                if (count >= before) operations.add(new Operations(piece));
            }
            return count;
        } catch (Fressian.Malformed e) {
            throw broken(e.getMessage());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private boolean isNil(Block block) {
        Fressian values = new Fressian(block.data.duplicate(), names);
        return values.next() == null && !values.hasNext();
    }

    /** Where the history is from. */
    record Stored(ByteSource source) implements Origin {
        @Override
        public String name() {
            return source.name();
        }

        @Override
        public String about() {
            return source.about();
        }

        @Override
        public Map<String, String> fields(long place) {
            return Map.of();
        }
    }

    /** Values as operations consist of them. */
    record Language(Values.Names names) implements MemoryReader.Language {
        @Override
        public Object word(String name) {
            return names.keyword(name);
        }

        @Override
        public Object plain(Object value) {
            if (value instanceof String text) return EdnTokens.quote(text);
            try {
                return EdnText.canonical(Values.print(value));
            } catch (MalformedEdn e) {
                throw new Fressian.Malformed("a value that EDN cannot hold: " + e.getMessage());
            }
        }
    }

    /** A block's type and data. */
    private record Block(int type, ByteBuffer data) {}

    /** Finds the block of the history. */
    private int history() throws IOException {
        int found = find();
        if (found < 0) throw broken("no history");
        return found;
    }

    /** The same; -1 if there is none, as the test has only begun. */
    private int find() throws IOException {
        ByteBuffer start = bytes(VERSION, Integer.BYTES + Long.BYTES);
        int version = start.getInt();
        if (version < 0 || version > NEWEST) throw broken("version " + version + ", which is not known");
        long at = start.getLong();
        if (at == 0) return -1;
        Block index = block(at);
        if (index.type != 1 || index.data.remaining() % 12 != 4) throw broken("no index of its blocks");
        int root = index.data.getInt();
        while (index.data.hasRemaining()) offsets.put(index.data.getInt(), index.data.getLong());
        for (int hops = 0; root != 0 && hops < 100; hops++) {
            Block map = named(root);
            boolean partial = map.type == 3 && map.data.remaining() >= 4;
            if (!partial && map.type != 2) throw broken("a test in a block of type " + map.type);
            root = partial ? map.data.getInt() : 0;
            Object test = new Fressian(map.data, names).next();
            if (!(test instanceof Values.Fields fields)) throw broken("a test that is no map");
            if (fields.get(names.keyword("history")) instanceof Values.Tagged reference
                    && reference.tag.equals("block-ref")
                    && reference.items.size() == 1
                    && reference.items.get(0) instanceof Long id) {
                return (int) Math.max(0, Math.min(id, Integer.MAX_VALUE));
            }
        }
        return -1;
    }

    private ReadException broken(String found) {
        return new ReadException(source.name(), "a Jepsen test in its binary form, but found " + found);
    }

    private Block named(int id) throws IOException {
        Long offset = offsets.get(id);
        if (offset == null) throw broken("no block " + id);
        return block(offset);
    }

    private Block block(long offset) throws IOException {
        options.check();
        ByteBuffer header = bytes(offset, HEADER);
        long length = header.getLong(0) - HEADER;
        if (length < 0 || length > MAX_BLOCK) throw broken("a block of " + length + " bytes at byte " + offset);
        ByteBuffer data = bytes(offset + HEADER, length);
        short type = header.getShort(12);
        CRC32 checksum = new CRC32();
        checksum.update(data.duplicate());
        checksum.update(ByteBuffer.allocate(HEADER)
                .putLong(0, header.getLong(0))
                .putShort(12, type)
                .array());
        if ((int) checksum.getValue() != header.getInt(8)) {
            throw broken("a damaged block at byte " + offset + ": its checksum is wrong");
        }
        return new Block(type, data);
    }

    private ByteBuffer bytes(long offset, long length) throws IOException {
        if (offset < 0 || offset > file.size() - length) {
            throw broken("a block beyond the end of the file, at byte " + offset);
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) length);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, offset + bytes.position()) < 0) throw broken("its end too early");
        }
        return bytes.flip();
    }

    /** The history's operations. */
    private final class Operations implements Iterator<Object> {
        private final Deque<Integer> waiting = new ArrayDeque<>();
        private final Set<Integer> seen = new HashSet<>();
        private final Proportion proportion = source.proportion();
        private final long size;
        private final Object index = names.keyword("index");
        private final Object process = names.keyword("process");
        private Fressian values;
        private Iterator<?> items = Collections.emptyIterator();
        private long unfolded;
        private long count;
        /** How many there should be; -1 if nobody says. */
        private long expected = -1;
        /** The greatest index so far. */
        private long last = -1;

        Operations(int history) throws IOException {
            size = file.size();
            waiting.push(history);
        }

        @Override
        public boolean hasNext() {
            try {
                while (!items.hasNext()) {
                    if (values != null && values.hasNext()) decode();
                    else if (waiting.isEmpty()) return end();
                    else open(waiting.pop());
                }
                return true;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public Object next() {
            if (!hasNext()) throw new NoSuchElementException();
            count++;
            if (!(items.next() instanceof Values.Fields operation) || operation.get(process) == null) {
                throw new UncheckedIOException(broken("an operation that is none"));
            }
            if (operation.get(index) instanceof Long number && number >= 0) {
                if (number < last) throw new UncheckedIOException(broken(":index " + number + " after :index " + last));
                last = number;
            }
            return operation;
        }

        private boolean end() throws IOException {
            if (count == expected || expected < 0) return false;
            throw broken(count + " operations in a history of " + expected);
        }

        /** Decodes the next value of a piece: an operation, or some in a list. */
        private void decode() throws IOException {
            long before = values.unfolded();
            Object value = values.next();
            unfolded = Math.min(unfolded + values.unfolded() - before, Long.MAX_VALUE / 4);
            proportion.check(size, unfolded);
            items = value instanceof List<?> list
                    ? list.iterator()
                    : Collections.singleton(value).iterator();
        }

        private void open(int id) throws IOException {
            if (!seen.add(id)) throw broken("block " + id + " more than once");
            Block block = named(id);
            options.progress().advance(block.data.remaining());
            values = null;
            if (block.type == 2 || block.type == 4) {
                values = new Fressian(block.data, names);
            } else if (block.type == 5 && block.data.remaining() % 12 == 8) {
                long size = block.data.getLong();
                if (seen.size() == 1) expected = size;
                Deque<Integer> pieces = new ArrayDeque<>();
                while (block.data.hasRemaining()) {
                    block.data.getLong();
                    pieces.push(block.data.getInt());
                }
                for (int piece : pieces) waiting.push(piece);
            } else {
                throw broken("a history in a block of type " + block.type);
            }
        }
    }
}

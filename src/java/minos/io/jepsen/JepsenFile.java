package minos.io.jepsen;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import minos.history.History;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.io.edn.EdnReader;

/**
 * The binary file of a Jepsen test, {@code test.jepsen}: reads the history in it as EDN, an operation a line. Numbers
 * have their greatest byte first.
 * <pre>
 * file    = "JEPSEN" version:32 index-offset:64 block*
 * block   = length:64 checksum:32 type:16 (112 unused bits) data
 * type 1  = root:32 (id:32 offset:64)*      the index: where the blocks are, and which is the test
 * type 2  = value                           in {@linkplain Fressian Fressian}
 * type 3  = rest:32 map                     a map, which goes on in another block
 * type 4  = value*
 * type 5  = count:64 (index:64 id:32)*      a vector, in pieces
 * </pre>
 * The test's {@code :history} is a vector; what it consists of is decoded one piece after another.
 */
public final class JepsenFile {
    static final byte[] MAGIC = {'J', 'E', 'P', 'S', 'E', 'N'};
    private static final int HEADER = 28;
    private static final int INDEX_OFFSET = 10;
    private static final int MAX_BLOCK = 1 << 30;

    private final ByteSource source;
    private final FileChannel file;
    private final Map<Integer, Long> offsets = new HashMap<>();

    private JepsenFile(ByteSource source, FileChannel file) {
        this.source = source;
        this.file = file;
    }

    public static boolean recognises(FileHead head) {
        return head.startsWith(MAGIC);
    }

    public static History read(ByteSource source, ReadOptions options) throws IOException {
        try (FileChannel file = source.channel()) {
            if (file == null) {
                throw new ReadException(source.name(), "a Jepsen test in its binary form, which must be a plain file");
            }
            JepsenFile test = new JepsenFile(source, file);
            ByteSource text = ByteSource.stream(source.name(), test.new Operations(test.history()));
            text.about(source.about());
            return EdnReader.read(text, options);
        }
    }

    /** A block's type and data. */
    private record Block(int type, ByteBuffer data) {}

    private int history() throws IOException {
        ByteBuffer start = bytes(INDEX_OFFSET, Long.BYTES);
        Block index = block(start.getLong());
        if (index.type != 1 || index.data.remaining() < 4) throw broken("no index of its blocks");
        int root = index.data.getInt();
        while (index.data.remaining() >= 12) offsets.put(index.data.getInt(), index.data.getLong());
        for (int hops = 0; root != 0 && hops < 100; hops++) {
            Block map = named(root);
            boolean partial = map.type == 3 && map.data.remaining() >= 4;
            if (!partial && map.type != 2) throw broken("a test in a block of type " + map.type);
            root = partial ? map.data.getInt() : 0;
            Fressian values = new Fressian(map.data);
            for (long left = decode(values::map); left > 1; left -= 2) {
                boolean found = decode(values::next).equals(":history");
                String value = decode(values::next);
                if (found && value.matches("#block-ref \\[[0-9]{1,9}]")) {
                    return Integer.parseInt(value.replaceAll("[^0-9]", ""));
                }
            }
        }
        throw broken("no history");
    }

    private interface Decoding<T> {
        T get();
    }

    private <T> T decode(Decoding<T> decoding) throws ReadException {
        try {
            return decoding.get();
        } catch (Fressian.Malformed e) {
            throw broken(e.getMessage());
        }
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
        ByteBuffer header = bytes(offset, HEADER);
        long length = header.getLong() - HEADER;
        if (length < 0 || length > MAX_BLOCK) throw broken("a block of " + length + " bytes at byte " + offset);
        return new Block(header.getShort(12), bytes(offset + HEADER, length));
    }

    private ByteBuffer bytes(long offset, long length) throws IOException {
        if (offset < 0 || offset > file.size() - length) {
            throw broken("a block beyond the end of the file, at byte " + offset);
        }
        ByteBuffer bytes = ByteBuffer.allocate((int) length);
        while (bytes.hasRemaining() && file.read(bytes, offset + bytes.position()) > 0) {
            // until all is there
        }
        return bytes.flip();
    }

    /** The history's operations as EDN, a line each. */
    private final class Operations extends InputStream {
        private final Deque<Integer> waiting = new ArrayDeque<>();
        private Fressian values;
        private byte[] line = new byte[0];
        private int at;
        private int blocks;

        Operations(int history) {
            waiting.push(history);
        }

        /** Whether there is more; makes it available. */
        private boolean advance() throws IOException {
            while (values == null || !values.hasNext()) {
                values = null;
                if (waiting.isEmpty()) return false;
                open(named(waiting.pop()));
            }
            line = (decode(values::next) + "\n").getBytes(UTF_8);
            at = 0;
            return true;
        }

        private void open(Block block) throws IOException {
            if (++blocks > 2 * offsets.size() + 1) throw broken("blocks that lead to one another");
            if (block.type == 2 || block.type == 4) {
                values = new Fressian(block.data);
            } else if (block.type == 5 && block.data.remaining() >= 8) {
                block.data.getLong();
                Deque<Integer> pieces = new ArrayDeque<>();
                while (block.data.remaining() >= 12) {
                    block.data.getLong();
                    pieces.push(block.data.getInt());
                }
                for (int piece : pieces) waiting.push(piece);
            } else {
                throw broken("a history in a block of type " + block.type);
            }
        }

        @Override
        public int read() throws IOException {
            if (at == line.length && !advance()) return -1;
            return line[at++] & 255;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (length == 0) return 0;
            if (at == line.length && !advance()) return -1;
            int n = Math.min(length, line.length - at);
            System.arraycopy(line, at, into, from, n);
            at += n;
            return n;
        }
    }
}

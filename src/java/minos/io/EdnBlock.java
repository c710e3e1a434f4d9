package minos.io;

import java.io.IOException;
import java.io.InputStream;

/** A block of the text that probably begins and ends between two operations, and the operations parsed from it. */
final class EdnBlock {
    private static final int SIZE = 1 << 20;
    /** The size of the first block, and all that a small history costs. */
    private static final int SMALL = 1 << 16;

    /** One byte longer than any text in it, for {@link EdnScanner#reset}. */
    final byte[] bytes;

    int number;
    long offset;
    int length;

    final OpBuffer operations = new OpBuffer();
    private final EdnScanner scanner = new EdnScanner();
    private final OpParser parser;
    private int from;
    private boolean clean;

    EdnBlock(boolean first, boolean singles) {
        bytes = new byte[(first ? SMALL : SIZE) + 1];
        parser = new OpParser(scanner, operations, singles);
    }

    /** Parses the block, supposing that a parser would be in this state at its beginning. */
    void parse(int state, byte closer) {
        scanner.reset(bytes, length, offset);
        parser.state(state, closer);
        from = state;
        operations.clear();
        clean = false;
        try {
            while (parser.next()) {}
            clean = true;
        } catch (EdnError e) {
            // A wrong guess, or a fault of the text: whoever parses it in one go will know.
        }
    }

    /** Whether, behind text that ends in this state, the block is all operations from its first byte to its last. */
    boolean follows(int state) {
        return clean && from == state;
    }

    /** Where the parser has got to. */
    OpParser parser() {
        return parser;
    }

    /** Cuts a text into blocks. */
    static final class Cutter {
        private final InputStream in;
        private byte[] carry = new byte[0];
        private long offset;
        private int number;
        private boolean over;

        Cutter(InputStream in) {
            this.in = in;
        }

        /** Whether there is no further block: at the end of the text, or where no line seems to end. */
        boolean isOver() {
            return over;
        }

        /** What was read but belongs to no block. */
        byte[] carry() {
            return carry;
        }

        /** Where the next block would begin. */
        long offset() {
            return offset;
        }

        void next(EdnBlock block) throws IOException {
            System.arraycopy(carry, 0, block.bytes, 0, carry.length);
            int wanted = block.bytes.length - 1 - carry.length;
            int n = in.readNBytes(block.bytes, carry.length, wanted);
            int length = carry.length + n;
            int cut = n < wanted ? length : cut(block.bytes, length);
            over = n < wanted || cut == 0 && length == SIZE;
            carry = new byte[length - cut];
            System.arraycopy(block.bytes, cut, carry, 0, carry.length);
            block.number = number++;
            block.offset = offset;
            block.length = cut;
            offset += cut;
        }

        /** Behind the last newline that an operation seems to follow; 0 if there is none. */
        private static int cut(byte[] bytes, int length) {
            for (int i = length - 3; i >= 0; i--) {
                if (bytes[i] == '\n' && begins(bytes[i + 1] == ' ' ? bytes[i + 2] : bytes[i + 1])) return i + 1;
            }
            return 0;
        }

        private static boolean begins(byte b) {
            return b == '{' || b == '#';
        }
    }
}

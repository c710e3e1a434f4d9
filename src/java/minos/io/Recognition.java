package minos.io;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Tells the format of a file by how it begins. */
final class Recognition {
    private static final int HEAD = 1 << 12;
    /** The byte order mark, with which some editors begin a text. */
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    /** Where dbcop's five numbers end and the length of its first text stands. */
    private static final int DBCOP_TEXT = 40;

    private static final int DBCOP_LONGEST_TEXT = 1 << 20;

    private final ByteSource source;
    private final byte[] head;

    private Recognition(ByteSource source, byte[] head) {
        this.source = source;
        this.head = head;
    }

    /** The name of the format. */
    static String of(ByteSource source) throws IOException {
        Recognition recognition = new Recognition(source, source.head(HEAD));
        String binary = recognition.binary();
        return binary != null ? binary : recognition.text();
    }

    /** No text has a zero byte. */
    private String binary() {
        if (startsWith(JepsenFile.MAGIC)) return "jepsen";
        boolean zero = false;
        for (int i = 0; i < Math.min(head.length, DBCOP_TEXT) && !zero; i++) zero = head[i] == 0;
        if (!zero) return null;
        if (head[0] == 'S' && head.length >= 18) return "cobra";
        if (head.length < DBCOP_TEXT + Long.BYTES) return null;
        long length = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN).getLong(DBCOP_TEXT);
        return length >= 0 && length < DBCOP_LONGEST_TEXT ? "dbcop" : null;
    }

    private boolean startsWith(byte[] magic) {
        return head.length >= magic.length && Arrays.equals(head, 0, magic.length, magic, 0, magic.length);
    }

    /**
     * The text format begins with {@code r(} or {@code w(}; EDN with a map, a collection of maps, a tag or a comment;
     * JSON with an object, whose names are strings, or with an array of arrays.
     */
    private String text() throws IOException {
        int first = skipBlanks(Arrays.mismatch(head, MARK) == MARK.length ? MARK.length : 0);
        if (first == head.length) {
            if (head.length < HEAD) throw new ReadException(source.name(), "empty: there is no history in it");
            return "edn"; // blank so far; its reader skips any amount
        }
        if ("{[(#;".indexOf(head[first]) >= 0) return isJson(first) ? "dbcop-json" : "edn";
        int next = first + 1;
        while (next < head.length && head[next] == ' ') next++;
        boolean operation = head[first] == 'r' || head[first] == 'w';
        if (operation && next < head.length && head[next] == '(') return "plume";
        throw source.error(
                first,
                Found.token(head, first, head.length),
                "a history: EDN maps like {:type :ok, …}, lines like w(key,value,session,txn), or dbcop's JSON");
    }

    private boolean isJson(int first) {
        int next = skipBlanks(first + 1);
        if (next >= head.length) return false;
        return head[first] == '{' ? head[next] == '"' : head[first] == '[' && head[next] == '[';
    }

    private int skipBlanks(int from) {
        int at = from;
        while (at < head.length && (head[at] <= ' ' && head[at] >= 0 || head[at] == ',')) at++;
        return at;
    }
}

package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import minos.util.IntList;

/** Gives each distinct text the next dense int; looks texts up by their bytes, so that a known one costs no object. */
final class TextTable {
    private byte[] bytes = new byte[256];
    /** By id, and one more: where its bytes begin. */
    private final IntList begin = new IntList();

    private int[] table = new int[64];

    TextTable() {
        clear();
    }

    /** Forgets all texts. */
    void clear() {
        Arrays.fill(table, -1);
        begin.clear();
        begin.add(0);
    }

    int size() {
        return begin.size() - 1;
    }

    int intern(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        return intern(utf8, 0, utf8.length);
    }

    int intern(byte[] text, int from, int to) {
        int mask = table.length - 1;
        int slot = hash(text, from, to) & mask;
        for (int id; (id = table[slot]) >= 0; slot = (slot + 1) & mask) {
            if (Arrays.equals(bytes, begin.get(id), begin.get(id + 1), text, from, to)) return id;
        }
        int size = begin.last();
        int length = to - from;
        if (size + length > bytes.length) bytes = Arrays.copyOf(bytes, Math.max(size + length, bytes.length * 2));
        System.arraycopy(text, from, bytes, size, length);
        begin.add(size + length);
        table[slot] = size() - 1;
        if (size() * 2 > table.length) rehash();
        return size() - 1;
    }

    String text(int id) {
        return new String(bytes, begin.get(id), begin.get(id + 1) - begin.get(id), UTF_8);
    }

    private static int hash(byte[] text, int from, int to) {
        int hash = 0;
        for (int i = from; i < to; i++) hash = hash * 31 + text[i];
        return hash ^ hash >>> 15;
    }

    private void rehash() {
        table = new int[table.length * 2];
        Arrays.fill(table, -1);
        int mask = table.length - 1;
        for (int id = 0; id < size(); id++) {
            int slot = hash(bytes, begin.get(id), begin.get(id + 1)) & mask;
            while (table[slot] >= 0) slot = (slot + 1) & mask;
            table[slot] = id;
        }
    }
}

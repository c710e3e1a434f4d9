package minos.history;

import java.util.Arrays;
import minos.util.Mix;

/** Gives each pair of a key and a value the next dense int. Open addressing over an int table. */
final class VersionTable {
    private int[] table = new int[128];
    private int[] keys = new int[64];
    private long[] atoms = new long[64];
    private int size;

    VersionTable() {
        Arrays.fill(table, -1);
    }

    int intern(int key, long atom) {
        int mask = table.length - 1;
        int slot = hash(key, atom) & mask;
        for (int id; (id = table[slot]) >= 0; slot = (slot + 1) & mask) {
            if (atoms[id] == atom && keys[id] == key) return id;
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            atoms = Arrays.copyOf(atoms, size * 2);
        }
        keys[size] = key;
        atoms[size] = atom;
        table[slot] = size++;
        if (size * 2L > table.length) rehash();
        return size - 1;
    }

    long atom(int version) {
        return atoms[version];
    }

    int size() {
        return size;
    }

    int[] keys() {
        return Arrays.copyOf(keys, size);
    }

    long[] atoms() {
        return Arrays.copyOf(atoms, size);
    }

    private static int hash(int key, long atom) {
        return Mix.hash(atom + key * 0xC2B2AE3D27D4EB4FL);
    }

    private void rehash() {
        table = new int[table.length * 2];
        Arrays.fill(table, -1);
        int mask = table.length - 1;
        for (int id = 0; id < size; id++) {
            int slot = hash(keys[id], atoms[id]) & mask;
            while (table[slot] >= 0) slot = (slot + 1) & mask;
            table[slot] = id;
        }
    }
}

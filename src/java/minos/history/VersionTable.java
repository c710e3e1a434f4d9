package minos.history;

import java.util.Arrays;
import minos.util.Primitives;

/**
 * Gives each pair of a key and a value the next dense int. Open addressing over an int table; a byte of each slot's hash lies
 * apart, so that nearly all of the pairs that are new are found to be so without a look at those that are known.
 */
final class VersionTable {
    private static final int SMALLEST = 128;

    /** By slot: 0 if it is free, otherwise what {@link #tag} says of its pair. */
    private byte[] tags = new byte[SMALLEST];

    private int[] table = new int[SMALLEST];
    private int[] keys = new int[64];
    private long[] atoms = new long[64];
    private int size;

    int intern(int key, long atom) {
        int mask = table.length - 1;
        int hash = hash(key, atom);
        byte tag = tag(hash);
        int slot = hash & mask;
        for (byte known; (known = tags[slot]) != 0; slot = (slot + 1) & mask) {
            if (known != tag) continue;
            int id = table[slot];
            if (atoms[id] == atom && keys[id] == key) return id;
        }
        if (size == keys.length) {
            keys = Arrays.copyOf(keys, size * 2);
            atoms = Arrays.copyOf(atoms, size * 2);
        }
        keys[size] = key;
        atoms[size] = atom;
        tags[slot] = tag;
        table[slot] = size++;
        if (size * 2L > table.length) rehash();
        return size - 1;
    }

    long atom(int version) {
        return atoms[version];
    }

    int key(int version) {
        return keys[version];
    }

    int size() {
        return size;
    }

    /** What the versions are, without what it takes to find them. */
    History.Versions names() {
        int[] key = Arrays.copyOf(keys, size);
        long[] atom = Arrays.copyOf(atoms, size);
        return History.Versions.of(key, atom);
    }

    private static int hash(int key, long atom) {
        return Primitives.hash(atom + key * 0xC2B2AE3D27D4EB4FL);
    }

    /** Bits of the hash that say nothing of the slot, and one more, so that it is not 0. */
    private static byte tag(int hash) {
        return (byte) (hash >>> 24 | 1);
    }

    private void rehash() {
        table = new int[table.length * 2];
        tags = new byte[table.length];
        int mask = table.length - 1;
        for (int id = 0; id < size; id++) {
            int hash = hash(keys[id], atoms[id]);
            int slot = hash & mask;
            while (tags[slot] != 0) slot = (slot + 1) & mask;
            tags[slot] = tag(hash);
            table[slot] = id;
        }
    }
}

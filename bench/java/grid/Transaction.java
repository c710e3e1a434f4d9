package grid;

import java.util.Arrays;

/** What one transaction does. */
final class Transaction {
    final int session;
    int length;
    int[] key = new int[8];
    boolean[] isWrite = new boolean[8];
    /** What was written or read, 0 being the initial value; of a list that was read, how many elements. */
    int[] value = new int[8];

    Transaction(int session) {
        this.session = session;
    }

    Transaction read(int key, int value) {
        return add(key, false, value);
    }

    Transaction write(int key, int value) {
        return add(key, true, value);
    }

    private Transaction add(int k, boolean write, int v) {
        if (length == key.length) {
            key = Arrays.copyOf(key, 2 * length);
            isWrite = Arrays.copyOf(isWrite, 2 * length);
            value = Arrays.copyOf(value, 2 * length);
        }
        key[length] = k;
        isWrite[length] = write;
        value[length++] = v;
        return this;
    }

    /** The last write of a key so far, or -1. */
    int ownWrite(int k) {
        for (int i = length - 1; i >= 0; i--) if (isWrite[i] && key[i] == k) return i;
        return -1;
    }
}

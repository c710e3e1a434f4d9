package minos.history;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import minos.util.IntList;
import minos.util.LongInterner;

/**
 * Reads of whole sets, as reads of their elements. A set is a register for each element, absent at first and present from its add
 * on; so a read of the set reads all of them, those included that are added only later. Which those are is known when the
 * history is complete: until then a read is one operation, and what it found is kept here. Elements that were found come first.
 */
final class SetReads {
    static final String PRESENT = "present";
    static final String ABSENT = "absent";

    private record Read(int operation, Optional<Long> set, int[] members) {}

    private final List<Read> reads = new ArrayList<>();
    /** By the name of a set, if it has one: the keys of its elements. */
    private final Map<Optional<Long>, IntList> members = new HashMap<>();

    private static final IntList NONE = new IntList();

    boolean isEmpty() {
        return members.isEmpty() && reads.isEmpty();
    }

    /** The key of an element. */
    int member(Optional<Long> set, long element, LongInterner keys, Atoms atoms) {
        long name = set.map(of -> atoms.ofText("[" + atoms.text(of) + " " + atoms.text(element) + "]"))
                .orElse(element);
        int before = keys.size();
        int key = keys.intern(name);
        if (key == before) members.computeIfAbsent(set, s -> new IntList()).add(key);
        return key;
    }

    void read(int operation, Optional<Long> set, int[] found) {
        reads.add(new Read(operation, set, found));
    }

    /** Leaves out an operation and all after it. */
    void forget(int operation) {
        while (!reads.isEmpty() && reads.get(reads.size() - 1).operation >= operation) reads.remove(reads.size() - 1);
    }

    /** Puts the reads of elements where those of sets are. */
    void expand(History.Parts parts) {
        if (reads.isEmpty()) return;
        long operations = (long) parts.opKey.length - reads.size();
        for (Read read : reads) operations += size(read.set);
        if (operations > Integer.MAX_VALUE - 8) {
            throw new MalformedHistory(
                    "reads of whole sets that are " + operations + " reads of elements, more than fit in a history");
        }
        int[] present = present(parts);
        int[] opKey = new int[(int) operations];
        int[] opVersion = new int[(int) operations];
        int[] begin = new int[parts.begin.length];
        int size = 0;
        int next = 0;
        for (int t = 0; t < parts.session.length; t++) {
            begin[t] = size;
            for (int op = parts.begin[t]; op < parts.begin[t + 1]; op++) {
                if (next == reads.size() || reads.get(next).operation != op) {
                    opKey[size] = parts.opKey[op];
                    opVersion[size++] = parts.opVersion[op];
                    continue;
                }
                Read read = reads.get(next++);
                IntList keys = members.getOrDefault(read.set, NONE);
                int[] found = read.members;
                Arrays.sort(found);
                // All at once: what was found counts for what was not, where levels look at the order of reads.
                for (int m = 0; m < found.length; m++) {
                    if (m > 0 && found[m] == found[m - 1]) continue;
                    opKey[size] = found[m] << 1;
                    opVersion[size++] = present[found[m]];
                }
                for (int i = 0, m = 0; i < keys.size(); i++) {
                    while (m < found.length && found[m] < keys.get(i)) m++;
                    if (m < found.length && found[m] == keys.get(i)) continue;
                    opKey[size] = keys.get(i) << 1;
                    opVersion[size++] = History.INITIAL;
                }
            }
        }
        begin[parts.session.length] = size;
        parts.begin = begin;
        parts.opKey = opKey;
        parts.opVersion = opVersion;
    }

    private int size(Optional<Long> set) {
        return members.getOrDefault(set, NONE).size();
    }

    /** By key: the version that it has once it is present. */
    private static int[] present(History.Parts parts) {
        int[] present = new int[parts.keyAtom.length];
        for (int v = 0; v < parts.versions.size(); v++) present[parts.versions.key(v)] = v;
        return present;
    }
}

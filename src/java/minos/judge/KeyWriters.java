package minos.judge;

import java.util.Arrays;
import minos.history.History;
import minos.infer.Relations;

/**
 * For each key its writers, grouped by chain and within a group by position: finds the last writer of a key in a chain
 * before a given position. A search begins where the last one in that group ended, as clocks grow with time.
 */
final class KeyWriters {
    private final int[] keyBegin;
    private final int[] groupChain;
    private final int[] groupBegin;
    private final int[] position;
    private final int[] hint;
    private final int[] chainBegin;
    private final int[] chainTransaction;

    KeyWriters(BaseGraph graph, Chains chains) {
        Relations relations = graph.relations();
        History history = relations.history();
        chainBegin = new int[chains.count() + 1];
        for (int t = 0; t < graph.transactions(); t++) if (relations.participates(t)) chainBegin[chains.chain(t) + 1]++;
        for (int c = 0; c < chains.count(); c++) chainBegin[c + 1] += chainBegin[c];
        chainTransaction = new int[chainBegin[chains.count()]];
        for (int t = 0; t < graph.transactions(); t++) {
            if (relations.participates(t)) chainTransaction[chainBegin[chains.chain(t)] + chains.position(t)] = t;
        }
        int keys = history.keys();
        int[] lastChain = new int[keys];
        int[] lastWriter = new int[keys];
        keyBegin = new int[keys + 1];
        int[] entryBegin = new int[keys + 1];
        for (int t : chainTransaction) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                int key = history.key(op);
                if (lastWriter[key] == t + 1) continue;
                lastWriter[key] = t + 1;
                entryBegin[key + 1]++;
                if (lastChain[key] != chains.chain(t) + 1) {
                    lastChain[key] = chains.chain(t) + 1;
                    keyBegin[key + 1]++;
                }
            }
        }
        for (int k = 0; k < keys; k++) {
            keyBegin[k + 1] += keyBegin[k];
            entryBegin[k + 1] += entryBegin[k];
        }
        groupChain = new int[keyBegin[keys]];
        groupBegin = new int[groupChain.length + 1];
        position = new int[entryBegin[keys]];
        int[] nextGroup = keyBegin.clone();
        int[] nextEntry = entryBegin.clone();
        Arrays.fill(lastWriter, 0);
        for (int t : chainTransaction) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                int key = history.key(op);
                if (lastWriter[key] == t + 1) continue;
                lastWriter[key] = t + 1;
                int group = nextGroup[key];
                if (group == keyBegin[key] || groupChain[group - 1] != chains.chain(t)) {
                    groupChain[group] = chains.chain(t);
                    groupBegin[group] = nextEntry[key];
                    nextGroup[key]++;
                }
                position[nextEntry[key]++] = chains.position(t);
            }
        }
        groupBegin[groupChain.length] = position.length;
        hint = Arrays.copyOf(groupBegin, groupChain.length);
    }

    /** The key's first group of a chain that is not below {@code chain}. */
    int firstGroup(int key, int chain) {
        int low = keyBegin[key];
        int high = keyBegin[key + 1];
        if (low == high || groupChain[low] >= chain) return low;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (groupChain[middle] < chain) low = middle + 1;
            else high = middle;
        }
        return low;
    }

    int endOfGroups(int key) {
        return keyBegin[key + 1];
    }

    int chain(int group) {
        return groupChain[group];
    }

    /** The last position in the group below {@code bound}, or -1. Only one thread may ask for a group. */
    int lastBelow(int group, int bound) {
        int begin = groupBegin[group];
        int end = groupBegin[group + 1];
        int low = begin;
        int high = end;
        int near = hint[group];
        int step = 1;
        if (position[near] < bound) { // gallop forward: position[low] < bound stays true
            low = near;
            while (low + step < end && position[low + step] < bound) {
                low += step;
                step <<= 1;
            }
            high = Math.min(end, low + step);
        } else { // gallop backward: position[high] >= bound stays true
            high = near;
            while (high - step >= begin && position[high - step] >= bound) {
                high -= step;
                step <<= 1;
            }
            low = Math.max(begin, high - step);
            if (high == begin || position[low] >= bound) return -1;
        }
        while (high - low > 1) {
            int middle = (low + high) >>> 1;
            if (position[middle] < bound) low = middle;
            else high = middle;
        }
        hint[group] = low;
        return position[low];
    }

    /** How many transactions a chain has. */
    int length(int chain) {
        return chainBegin[chain + 1] - chainBegin[chain];
    }

    /** The transaction at a position of a chain. */
    int transaction(int chain, int position) {
        return chainTransaction[chainBegin[chain] + position];
    }
}

package minos.judge.strong;

import java.util.Arrays;
import minos.util.IntList;

/**
 * Runs of versions of one key that are known to follow each other immediately. Where no update may be lost, a
 * transaction that reads a version and writes the key writes the next version; and the elements of a list, as far as
 * reads show them, are the first versions of their key. No version can come between two of a chain, so what is open
 * is only how whole chains of a key follow each other: one question for each two chains, not for each two versions.
 *
 * <p>Where updates may be lost (prefix consistency), each version is a chain of its own. Where transactions have levels of their
 * own, it is the level of the one that writes the next version that says whether it may lose what it replaces; an append counts as
 * an update of what it appends to.
 */
final class VersionChains {
    private static final int NONE = -1;

    private final Problem problem;
    private final Rules rules;
    /** By slot: the version that follows immediately, or -1. */
    final int[] next;
    /** By version: the slot before it, or -1. */
    private final int[] previous;
    /** By slot: the first slot of its chain. */
    final int[] head;
    /** By slot that is a head: the last of its chain. */
    final int[] tail;
    /** By key, and one more: where its chains begin in {@link #heads}, without that of the initial version. */
    final int[] headBegin;

    final int[] heads;
    /** Two reads of one version by transactions that both wrote the key; -1 if there are none. */
    final int lostUpdateFirst;

    final int lostUpdateSecond;

    VersionChains(Problem problem, Rules rules) {
        this.problem = problem;
        this.rules = rules;
        next = new int[problem.slots()];
        previous = new int[problem.versions()];
        Arrays.fill(next, NONE);
        Arrays.fill(previous, NONE);
        long lost = -1;
        if (rules.keepsUpdates()) {
            if (problem.isList()) observed();
            lost = updates();
        }
        lostUpdateFirst = lost < 0 ? NONE : (int) (lost >>> 32);
        lostUpdateSecond = lost < 0 ? NONE : (int) lost;
        head = new int[problem.slots()];
        tail = new int[problem.slots()];
        Arrays.fill(head, NONE);
        Arrays.fill(tail, NONE);
        headBegin = new int[problem.keys + 1];
        for (int v = 0; v < previous.length; v++) if (previous[v] == NONE) headBegin[problem.versionKey[v] + 1]++;
        for (int k = 0; k < problem.keys; k++) headBegin[k + 1] += headBegin[k];
        heads = new int[headBegin[problem.keys]];
        int[] place = headBegin.clone();
        for (int slot = 0; slot < problem.slots(); slot++) {
            if (!problem.isInitial(slot)) {
                if (previous[slot] != NONE) continue;
                heads[place[problem.versionKey[slot]]++] = slot;
            }
            int last = slot;
            for (int s = slot; s != NONE; s = next[s]) {
                head[s] = slot;
                last = s;
            }
            tail[slot] = last;
        }
    }

    /** How many pairs of chains of one key there are: what is open before anything else is known. */
    long pairs() {
        long pairs = 0;
        for (int key = 0; key < problem.keys; key++) {
            long count = (long) headBegin[key + 1] - headBegin[key];
            pairs += count * (count - 1) / 2;
        }
        return pairs;
    }

    /**
     * What reads show of a list are the first versions of its key, as far as a transaction's last append is shown. Where each transaction has
     * its own level, one that loses nothing follows what stands before it.
     */
    private void observed() {
        int[] observed = observedLengths(problem);
        for (int key = 0; key < problem.keys; key++) {
            int last = problem.versions() + key;
            boolean gap = false;
            for (int e = problem.elementBegin[key]; e < problem.elementBegin[key + 1]; e++) {
                if (problem.elementPlace[e] >= observed[key]) break;
                int version = problem.elementVersion[e];
                gap |= rules == Rules.MIXED && problem.isBehindGap(e);
                boolean ends = problem.elementLast[e];
                // Where others may lose the rest of what a transaction appended, its first append shows what it found.
                boolean tells = rules == Rules.MIXED && problem.elementNumber[e] == 0 && isBehindWhole(key, e) || ends;
                boolean open = previous[version] == NONE && next[last] == NONE && last != version;
                if (tells && open && !gap && keepsUpdates(problem.versionWriter[version])) {
                    next[last] = version;
                    previous[version] = last;
                }
                if (!ends) continue;
                gap = false;
                last = version;
            }
        }
    }

    /** Whether an element is the first, or stands behind all that a transaction appended. */
    private boolean isBehindWhole(int key, int e) {
        return e == problem.elementBegin[key] || problem.isWhole(e - 1);
    }

    private boolean keepsUpdates(int t) {
        return rules.of(problem, t).keepsUpdates();
    }

    /** By key: how many elements the longest read shows. */
    static int[] observedLengths(Problem problem) {
        int[] observed = new int[problem.keys];
        for (int r = 0; r < problem.readKey.length; r++) {
            observed[problem.readKey[r]] = Math.max(observed[problem.readKey[r]], problem.readLength[r]);
        }
        return observed;
    }

    /** Links what transactions read to what they wrote; the reads of a lost update, or -1. */
    private long updates() {
        int[] updatedBy = new int[problem.slots()]; // the read, plus one
        int[] lastVersion = new int[problem.keys]; // plus one
        long lost = -1;
        for (int t = 0; t < problem.size(); t++) {
            if (!keepsUpdates(t)) continue;
            for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++)
                lastVersion[problem.versionKey[v]] = v + 1;
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT) continue;
                int written = lastVersion[problem.readKey[r]] - 1;
                if (written < problem.writeBegin[t]) continue; // by an earlier one
                if (updatedBy[slot] != 0 && lost < 0) lost = (long) (updatedBy[slot] - 1) << 32 | r;
                updatedBy[slot] = r + 1;
                if (next[slot] != NONE || previous[written] != NONE) continue;
                next[slot] = written;
                previous[written] = slot;
            }
        }
        return lost;
    }

    /** The slot right before a version, or -1. */
    int previous(int version) {
        return previous[version];
    }

    /** Whether the key has a chain that may come after that of {@code slot}. */
    boolean hasOthers(int slot) {
        int key = problem.key(slot);
        int others = headBegin[key + 1] - headBegin[key];
        return others > 1 || others == 1 && heads[headBegin[key]] != head[slot];
    }

    /** Whether the chain begins with the initial version, which comes before all others. */
    boolean isFirst(int head) {
        return problem.isInitial(head);
    }

    /** All transactions that wrote the versions of a chain. */
    void members(int head, IntList into) {
        for (int s = head; s != NONE; s = next[s]) if (!problem.isInitial(s)) into.add(problem.versionWriter[s]);
    }
}

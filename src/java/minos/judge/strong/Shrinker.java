package minos.judge.strong;

import java.util.Arrays;
import java.util.BitSet;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Makes a part of a refuted problem as small as it gets: no transaction can be left out without the rest becoming
 * orderable. Begins with what the refutation speaks of, follows the refutations of smaller and smaller parts, and in
 * the end leaves out what it can, in halves, quarters and so on (delta debugging). If the time runs out, the part
 * found so far has to do.
 */
final class Shrinker {
    private final Problem problem;
    private final Rules rules;
    private final Deadline deadline;

    Shrinker(Problem problem, Rules rules, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.deadline = deadline;
    }

    /** The transactions of a minimal part that cannot be ordered, beginning with {@code core}. */
    int[] shrink(int[] core) {
        int[] part = all();
        try {
            int[] smaller = core;
            for (int round = 0; round < 2 && !refutes(smaller); round++) smaller = withReasons(smaller);
            if (refutes(smaller)) part = smaller;
            part = follow(part);
            for (int length = (part.length + 1) / 2; length >= 1; length = length == 1 ? 0 : (length + 1) / 2) {
                part = leaveOut(part, length);
            }
        } catch (Deadline.Expired e) {
            return part;
        }
        return part;
    }

    private int[] all() {
        int[] all = new int[problem.size()];
        for (int t = 0; t < all.length; t++) all[t] = t;
        return all;
    }

    private boolean refutes(int[] part) {
        return part.length < problem.size() && !Engine.run(problem.part(part), rules, deadline).holds();
    }

    /** As long as a part's own refutation speaks of fewer transactions, and these are enough, goes on with them. */
    private int[] follow(int[] part) {
        while (true) {
            int[] core = Engine.run(problem.part(part), rules, deadline).core();
            for (int i = 0; i < core.length; i++) core[i] = part[core[i]];
            if (core.length == part.length || !refutes(core)) return part;
            part = core;
        }
    }

    private int[] leaveOut(int[] part, int length) {
        for (int from = part.length - 1; from >= 0; from -= length) {
            int low = Math.max(0, from - length + 1);
            int[] rest = new int[part.length - (from - low + 1)];
            System.arraycopy(part, 0, rest, 0, low);
            System.arraycopy(part, from + 1, rest, low, part.length - from - 1);
            if (rest.length > 0 && refutes(rest)) part = rest;
        }
        return part;
    }

    /**
     * Adds what shows how versions follow each other: all of the chains that the transactions read or write, and for
     * lists the longest read of each of their keys.
     */
    private int[] withReasons(int[] part) {
        BitSet chosen = new BitSet();
        for (int t : part) chosen.set(t);
        Chains chains = new Chains(problem, rules);
        BitSet done = new BitSet();
        int[] longest = problem.isList() ? longestReaders() : null;
        IntList members = new IntList();
        for (int t : part) {
            for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
                if (longest != null && longest[problem.versionKey[v]] >= 0) chosen.set(longest[problem.versionKey[v]]);
                add(chains, v, done, members);
                add(chains, problem.versions() + problem.versionKey[v], done, members);
            }
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                if (longest != null && longest[problem.readKey[r]] >= 0) chosen.set(longest[problem.readKey[r]]);
                if (problem.readSlot[r] != Problem.LEFT_OUT) add(chains, problem.readSlot[r], done, members);
            }
        }
        for (int i = 0; i < members.size(); i++) chosen.set(members.get(i));
        return chosen.stream().toArray();
    }

    private static void add(Chains chains, int slot, BitSet done, IntList members) {
        int head = chains.head[slot];
        if (head < 0 || done.get(head)) return;
        done.set(head);
        chains.members(head, members);
    }

    private int[] longestReaders() {
        int[] reader = new int[problem.keys];
        int[] length = new int[problem.keys];
        Arrays.fill(reader, -1);
        for (int t = 0; t < problem.size(); t++) {
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int key = problem.readKey[r];
                if (problem.readLength[r] <= length[key]) continue;
                length[key] = problem.readLength[r];
                reader[key] = t;
            }
        }
        return reader;
    }
}

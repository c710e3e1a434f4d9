package minos.judge.strong;

import java.util.BitSet;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Makes a part of a refuted problem as small as it gets: no transaction can be left out without the rest becoming
 * orderable. Begins with what the refutation speaks of, follows the refutations of smaller and smaller parts, and in
 * the end leaves out what it can, in halves, quarters and so on (delta debugging). If the time runs out, the part
 * found so far has to do.
 */
final class CoreMinimizer {
    private final Problem problem;
    private final Rules rules;
    private final Deadline deadline;

    CoreMinimizer(Problem problem, Rules rules, Deadline deadline) {
        this.problem = problem;
        this.rules = rules;
        this.deadline = deadline;
    }

    /**
     * A part that cannot be ordered.
     *
     * @param members  its transactions, in ascending order
     * @param isMinimal whether no transaction can be left out; false if the time ran out
     */
    record Minimal(int[] members, boolean isMinimal) {}

    /**
     * Some of the transactions. Parts of a part are made from it and not from the whole, so that they cost ever less.
     *
     * @param members what its transactions are in the whole problem, in ascending order
     * @param core    those (of the part) that its refutation speaks of; null if it can be ordered
     */
    private record Part(Problem problem, int[] members, int[] core) {
        boolean isRefuted() {
            return core != null;
        }

        int size() {
            return members.length;
        }
    }

    /**
     * The transactions of a minimal part that cannot be ordered.
     *
     * @param cycle one to begin with; null if none is known
     * @param core  those that a refutation speaks of, in ascending order
     */
    Minimal minimize(KnownCycle cycle, int[] core) {
        Part part = new Part(problem, all(), core);
        try {
            Part smaller = part(part, cycle == null ? core : withSources(cycle.transactions()));
            if (cycle != null && !smaller.isRefuted()) smaller = part(part, core);
            for (int round = 0; round < 2 && !smaller.isRefuted(); round++) {
                smaller = part(part, withReasons(smaller.members));
            }
            part = smaller.isRefuted() ? smaller : part(part, part.members);
            part = follow(part);
            for (int length = (part.size() + 1) / 2; length >= 1; length = length == 1 ? 0 : (length + 1) / 2) {
                part = leaveOut(part, length);
            }
        } catch (Deadline.Expired e) {
            return new Minimal(part.members, false);
        }
        return new Minimal(part.members, true);
    }

    private int[] all() {
        int[] all = new int[problem.size()];
        for (int t = 0; t < all.length; t++) all[t] = t;
        return all;
    }

    private Part part(Part of, int[] chosen) {
        int[] members = new int[chosen.length];
        for (int i = 0; i < chosen.length; i++) members[i] = of.members[chosen[i]];
        Problem chosenProblem = chosen.length == of.size() ? of.problem : of.problem.part(chosen);
        return new Part(
                chosenProblem,
                members,
                OrderSearch.run(chosenProblem, rules, deadline).core());
    }

    /** As long as a part's own refutation speaks of fewer transactions, and these are enough, goes on with them. */
    private Part follow(Part first) {
        Part part = first;
        while (part.core.length < part.size()) {
            Part smaller = part(part, part.core);
            if (!smaller.isRefuted()) break;
            part = smaller;
        }
        return part;
    }

    private Part leaveOut(Part first, int length) {
        Part part = first;
        for (int from = part.size() - 1; from >= 0; from -= length) {
            int low = Math.max(0, from - length + 1);
            int[] rest = new int[part.size() - (from - low + 1)];
            for (int i = 0; i < rest.length; i++) rest[i] = i < low ? i : i + from - low + 1;
            if (rest.length == 0) continue;
            Part smaller = part(part, rest);
            if (smaller.isRefuted()) part = smaller;
        }
        return part;
    }

    /**
     * Adds what the dependencies of a cycle rest on: for a read that the next transaction overwrote, whom it was from;
     * for writes of one key that only a list shows in order, who read the longest.
     */
    private int[] withSources(int[] cycle) {
        BitSet chosen = new BitSet();
        for (int i = 0; i < cycle.length; i++) {
            int t = cycle[i];
            int after = cycle[(i + 1) % cycle.length];
            chosen.set(t);
            problem.demanding(t, after, chosen);
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT || problem.isInitial(slot)) continue;
                if (problem.written(after, problem.readKey[r]) >= 0) chosen.set(problem.versionWriter[slot]);
            }
            for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
                if (problem.written(after, problem.versionKey[v]) >= 0) chooseLongest(problem.versionKey[v], chosen);
            }
        }
        return chosen.stream().toArray();
    }

    /**
     * Adds what shows how versions follow each other: all of the chains that the transactions read or write, and for
     * lists the longest read of each of their keys.
     */
    private int[] withReasons(int[] part) {
        BitSet chosen = new BitSet();
        for (int t : part) chosen.set(t);
        VersionChains chains = problem.chains(rules);
        BitSet done = new BitSet();
        IntList members = new IntList();
        for (int t : part) {
            for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
                chooseLongest(problem.versionKey[v], chosen);
                add(chains, v, done, members);
                add(chains, problem.versions() + problem.versionKey[v], done, members);
            }
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                chooseLongest(problem.readKey[r], chosen);
                if (problem.readSlot[r] != Problem.LEFT_OUT) add(chains, problem.readSlot[r], done, members);
            }
        }
        for (int i = 0; i < members.size(); i++) chosen.set(members.get(i));
        return chosen.stream().toArray();
    }

    private static void add(VersionChains chains, int slot, BitSet done, IntList members) {
        int head = chains.head[slot];
        if (head < 0 || done.get(head)) return;
        done.set(head);
        chains.members(head, members);
    }

    /** Where keys are lists: chooses the transaction that read the longest list of a key. */
    private void chooseLongest(int key, BitSet chosen) {
        int reader = problem.longestReader(key);
        if (reader >= 0) chosen.set(reader);
    }
}

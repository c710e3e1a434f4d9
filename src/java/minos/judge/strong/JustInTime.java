package minos.judge.strong;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Guesses an order of the transactions where the history tells when they were invoked and completed: one that runs them one after another
 * and explains every read. A transaction commits when it completes, or when one that completes needs it, and not before: <i>just in
 * time</i> (Lowe, <i>Testing for linearizability</i>, 2017). What it needs, given what has committed:
 * <ul>
 * <li>those that it reads from;
 * <li>those that read a version which it replaces;
 * <li>those that write one of its keys and completed before a reader of its own version was invoked.
 * </ul>
 * All of that is forced but for one thing: where two write a key without having read it, the one that is needed first commits first. If
 * that was wrong, somebody is found later who reads what the second of the two replaced. Then what was done since the first of them committed
 * is undone, and the second is what the first needs from then on. What was learnt so is kept, and rejected if it
 * turns out to be what is in the way. Who cannot commit by any of this does so all the same: then the order is no proof, but a good beginning.
 *
 * <p>Linear as long as little has to be undone, and given up when too much has. The order is serial and keeps real time, and so it is one for all
 * levels and orders; whoever asks for it replays it.
 */
final class JustInTime {
    /** Something that cannot be repaired by another transaction. */
    private static final int NOBODY = -2;
    /** How many looks at a transaction there may be for each that there is. */
    private static final int EFFORT = 24;

    /** One in so many may commit although it cannot; more are a reason to give up. */
    private static final int FORCED = 64;
    /** How often something that was learnt may be taken back, or learnt again, without getting any further. */
    private static final int REVERSALS = 64;

    private final Problem problem;
    private final VersionChains chains;
    private final Csr readers;
    /** By slot: when the last of its readers was invoked. */
    private final int[] lastRead;
    /** By key: its versions, which ascend with the completions of their writers, and where among them there may be open ones. */
    private final Csr versions;

    private final int[] firstOpen;

    /** By key. */
    private final int[] current;
    /** By version: the slot that it replaced. */
    private final int[] replaced;
    /** By transaction: for whose completion it committed, or {@code NONE}. */
    private final int[] committedFor;

    private final IntList order = new IntList();

    /** Who needs whom; and the slot whose reader the other is, or {@code NONE}. */
    private final IntList waiting = new IntList();

    private final IntList replacing = new IntList();
    /** Whom the last of them cannot have, or {@link #NOBODY}. */
    private int unavailable;

    private final boolean[] isWaiting;
    /** By transaction: the last that it was learnt to need, as a place in the two lists. */
    private final int[] learnt;

    private final IntList needed = new IntList();
    private final IntList learntBefore = new IntList();
    private final BitSet rejected = new BitSet();
    /** How many have committed at most so far, and how often something may yet be learnt anew until there are more. */
    private int furthest;

    private int reversals = REVERSALS;

    private JustInTime(Problem problem, VersionChains chains) {
        this.problem = problem;
        this.chains = chains;
        lastRead = new int[problem.slots()];
        Arrays.fill(lastRead, NONE);
        readers = Csr.build(problem.slots(), bySlot -> {
            for (int t = 0; t < problem.size(); t++) {
                for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                    if (problem.readSlot[r] != Problem.LEFT_OUT) bySlot.add(problem.readSlot[r], t);
                }
            }
        });
        for (int slot = 0; slot < lastRead.length; slot++) {
            for (int i = readers.begin(slot); i < readers.end(slot); i++) {
                lastRead[slot] = Math.max(lastRead[slot], problem.invocation(readers.get(i)));
            }
        }
        versions = Csr.build(problem.keys, byKey -> {
            for (int v = 0; v < problem.versions(); v++) byKey.add(problem.versionKey[v], v);
        });
        firstOpen = new int[problem.keys];
        current = new int[problem.keys];
        for (int key = 0; key < problem.keys; key++) {
            firstOpen[key] = versions.begin(key);
            current[key] = problem.versions() + key;
        }
        replaced = new int[problem.versions()];
        committedFor = new int[problem.size()];
        Arrays.fill(committedFor, NONE);
        isWaiting = new boolean[problem.size()];
        learnt = new int[problem.size()];
        Arrays.fill(learnt, NONE);
    }

    /** The transactions in such an order, or one close to it; null if none was found. */
    static int[] order(Problem problem, VersionChains chains, Deadline deadline) {
        return new JustInTime(problem, chains).run(deadline);
    }

    private int[] run(Deadline deadline) {
        long effort = (long) EFFORT * problem.size() + 1_000;
        int forced = problem.size() / FORCED;
        for (int next = 0; next < problem.size(); ) {
            if (isCommitted(next)) {
                next++;
                continue;
            }
            if ((next & 0x3FF) == 0) deadline.check();
            push(next);
            while (!waiting.isEmpty()) {
                if (--effort < 0) return null;
                int t = waiting.last();
                replacing.set(waiting.size() - 1, NONE);
                int other = need(t);
                if (other == NONE) {
                    pop();
                    commit(t, next);
                } else if (other != NOBODY && !isWaiting[other] && problem.invocation(other) <= completion(next)) {
                    push(other);
                } else {
                    unavailable = other;
                    int back = turnBack();
                    if (back >= 0) {
                        next = back;
                    } else {
                        if (--forced < 0) return null;
                        commit(next, next);
                    }
                }
            }
        }
        return order.toArray();
    }

    private void push(int t) {
        waiting.add(t);
        replacing.add(NONE);
        isWaiting[t] = true;
    }

    private void pop() {
        isWaiting[waiting.pop()] = false;
        replacing.pop();
    }

    private boolean isCommitted(int t) {
        return committedFor[t] != NONE;
    }

    private int completion(int t) {
        return problem.completes(t) ? problem.completion(t) : Integer.MAX_VALUE;
    }

    /** Somebody who has to commit before a transaction can, {@link #NOBODY} if it cannot anyhow; {@code NONE} if it can. */
    private int need(int t) {
        for (int i = learnt[t]; i != NONE; i = learntBefore.get(i)) {
            int other = needed.get(i);
            if (!rejected.get(i) && !isCommitted(other)) return other;
        }
        for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
            int slot = problem.readSlot[r];
            if (slot == Problem.LEFT_OUT || slot == current[problem.readKey[r]]) continue;
            return problem.isInitial(slot) ? NOBODY : ifOpen(problem.versionWriter[slot]);
        }
        for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
            int other = need(t, v);
            if (other != NONE) return other;
        }
        return NONE;
    }

    /** The same for one of its writes. */
    private int need(int t, int version) {
        int key = problem.versionKey[version];
        int last = current[key];
        int next = chains.next[last];
        replacing.set(replacing.size() - 1, last);
        if (next >= 0 && next != version) return ifOpen(problem.versionWriter[next]);
        for (int i = readers.begin(last); i < readers.end(last); i++) {
            int reader = readers.get(i);
            if (reader != t && !isCommitted(reader)) return reader;
        }
        replacing.set(replacing.size() - 1, NONE);
        int place = firstOpen[key];
        while (place < versions.end(key) && isCommitted(problem.versionWriter[versions.get(place)])) place++;
        firstOpen[key] = place;
        for (; place < versions.end(key); place++) {
            int writer = problem.versionWriter[versions.get(place)];
            if (completion(writer) >= lastRead[version]) break;
            if (writer != t && !isCommitted(writer)) return writer;
        }
        return NONE;
    }

    private int ifOpen(int t) {
        return isCommitted(t) ? NOBODY : t;
    }

    private void commit(int t, int completing) {
        for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
            int key = problem.versionKey[v];
            replaced[v] = current[key];
            current[key] = v;
        }
        committedFor[t] = completing;
        order.add(t);
        if (order.size() > furthest) {
            furthest = order.size();
            reversals = REVERSALS;
        }
    }

    private void undo(int t) {
        for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
            int key = problem.versionKey[v];
            current[key] = replaced[v];
            firstOpen[key] = versions.begin(key);
        }
        committedFor[t] = NONE;
    }

    /**
     * After a transaction cannot commit: who replaces what somebody reads that cannot commit yet comes before what it replaces. If
     * nothing new is to be learnt so, something that was learnt before was wrong. Says with which completion to go on; negative if there is
     * nothing.
     */
    private int turnBack() {
        int next = waiting.get(0);
        int place = untried();
        if (place == NONE) place = again();
        boolean found = place != NONE;
        if (found && waitsByGuess(place)) {
            rejected.set(guess(place));
        } else if (found) {
            int first = problem.versionWriter[replacing.get(place)];
            learn(waiting.get(place), first);
            next = committedFor[first];
            while (isCommitted(first)) undo(order.pop());
        }
        while (!waiting.isEmpty()) pop();
        return found ? next : NONE;
    }

    /** Whether the one that waits at a place replaces what was written too early, and may come before that. */
    private boolean isTooLate(int place) {
        int slot = replacing.get(place);
        if (slot == NONE || problem.isInitial(slot)) return false;
        int later = problem.versionWriter[slot];
        int known = find(waiting.get(place), later);
        return (known == NONE || rejected.get(known)) && mayCommitBefore(waiting.get(place), later);
    }

    /** Whether one that has not committed may come before one that has: neither time nor who read what speaks against it. */
    private boolean mayCommitBefore(int t, int later) {
        if (completion(later) < problem.invocation(t)) return false;
        for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
            boolean isOverwritten = problem.written(later, problem.versionKey[v]) >= 0;
            if (isOverwritten && completion(later) < lastRead[v]) return false;
        }
        for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
            int slot = problem.readSlot[r];
            boolean isRead =
                    slot != Problem.LEFT_OUT && !problem.isInitial(slot) && problem.versionWriter[slot] == later;
            if (isRead) return false;
        }
        return true;
    }

    /** Whether the one that waits at a place does so for one that it was learnt to need. */
    private boolean waitsByGuess(int place) {
        int known = guess(place);
        return known != NONE && !rejected.get(known);
    }

    /** What was learnt, if anything, of the one that waits at a place and whom it waits for. */
    private int guess(int place) {
        int other = place + 1 == waiting.size() ? unavailable : waiting.get(place + 1);
        return other < 0 ? NONE : find(other, waiting.get(place));
    }

    /** Of those that wait, the last that is too late and of which nothing was learnt yet; or {@code NONE}. */
    private int untried() {
        for (int place = waiting.size() - 1; place >= 0; place--) {
            if (!isTooLate(place)) continue;
            int later = problem.versionWriter[replacing.get(place)];
            if (find(waiting.get(place), later) == NONE && find(later, waiting.get(place)) == NONE) return place;
        }
        return NONE;
    }

    /** Some place at which something can be learnt, or rejected, once more; or {@code NONE}. */
    private int again() {
        if (--reversals < 0) return NONE;
        int start = Math.floorMod(reversals * 0x9E3779B1, waiting.size());
        for (int i = 0; i < waiting.size(); i++) {
            int place = (start + i) % waiting.size();
            if (waitsByGuess(place) || isTooLate(place)) return place;
        }
        return NONE;
    }

    private void learn(int earlier, int later) {
        int contrary = find(later, earlier);
        if (contrary != NONE) rejected.set(contrary);
        int known = find(earlier, later);
        if (known != NONE) {
            rejected.clear(known);
            return;
        }
        needed.add(earlier);
        learntBefore.add(learnt[later]);
        learnt[later] = needed.size() - 1;
    }

    /** The place of what was learnt, and maybe rejected since; or {@code NONE}. */
    private int find(int earlier, int later) {
        int i = learnt[later];
        while (i != NONE && needed.get(i) != earlier) i = learntBefore.get(i);
        return i;
    }
}

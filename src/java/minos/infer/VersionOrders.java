package minos.infer;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import minos.history.History;
import minos.model.AnomalyType;
import minos.model.Violation;
import minos.util.IntList;

/**
 * The version orders that list reads show: neighbouring elements order their writers. What aborted transactions or nobody
 * appended is passed over, and so are neighbours of one transaction.
 */
final class VersionOrders {
    private final Relations relations;
    private final History history;
    private final Findings findings;
    /** The reads that contradict others. */
    private final BitSet wrong;

    private final IntList from = new IntList();
    private final IntList to = new IntList();
    /** By key: the read that shows more than the key's longest list, where there is one. */
    private final Map<Integer, Integer> extensions = new HashMap<>();
    /** The keys of which two contradicting reads are shown already. */
    private final BitSet shown = new BitSet();
    /** Further such reads of these keys, each with the other: they are shown after the first of each key. */
    private final IntList further = new IntList();

    VersionOrders(Relations relations, Findings findings, BitSet wrong) {
        this.relations = relations;
        this.wrong = wrong;
        this.history = relations.history();
        this.findings = findings;
    }

    /** Pairs of versions, each the next of its key after the other. */
    record Pairs(int[] from, int[] to) {
        /** These, and others after them. */
        Pairs and(Pairs others) {
            if (others.from.length == 0) return this;
            int[] allFrom = Arrays.copyOf(from, from.length + others.from.length);
            int[] allTo = Arrays.copyOf(to, allFrom.length);
            System.arraycopy(others.from, 0, allFrom, from.length, others.from.length);
            System.arraycopy(others.to, 0, allTo, to.length, others.to.length);
            return new Pairs(allFrom, allTo);
        }
    }

    /** Those of pairs of versions whose writers are two that take part. */
    static Pairs between(Relations relations, int[] earlier, int[] later) {
        IntList from = new IntList();
        IntList to = new IntList();
        for (int pair = 0; pair < earlier.length; pair++) {
            if (earlier[pair] < 0) continue; // the initial version comes first anyhow
            int writer = relations.writer()[earlier[pair]];
            int other = relations.writer()[later[pair]];
            if (writer < 0 || other < 0 || writer == other) continue;
            if (!relations.participates(writer) || !relations.participates(other)) continue;
            from.add(earlier[pair]);
            to.add(later[pair]);
        }
        return new Pairs(from.toArray(), to.toArray());
    }

    Pairs infer() {
        for (int op : history.deviants()) if (relations.participates(history.transactionOf(op))) deviant(op);
        for (int i = 0; i < further.size(); i += 2) tell(further.get(i), further.get(i + 1));
        for (int key = 0; key < history.keys(); key++) {
            int last = NONE;
            for (int i = 0; i < history.longest(key); i++) last = step(last, history.longest(key, i));
            Integer extension = extensions.get(key);
            if (extension == null) continue;
            for (int i = history.longest(key); i < history.length(extension); i++) {
                last = step(last, history.element(extension, i));
            }
        }
        return new Pairs(from.toArray(), to.toArray());
    }

    private int step(int last, int version) {
        int writer = relations.writer()[version];
        if (writer < 0 || !relations.participates(writer)) return last;
        if (last != NONE && relations.writer()[last] != writer) {
            from.add(last);
            to.add(version);
        }
        return version;
    }

    /** Compares a read that is no prefix of the longest list with that list, or with what another such read adds to it. */
    private void deviant(int op) {
        int key = history.key(op);
        Integer other = extensions.get(key);
        int known = other == null ? history.longest(key) : history.length(other);
        int common = Math.min(known, history.length(op));
        for (int i = 0; i < common; i++) {
            int expected = other == null ? history.longest(key, i) : history.element(other, i);
            if (history.element(op, i) != expected) {
                incompatible(op, other != null ? other : relations.readShowing(key, i));
                return;
            }
        }
        if (history.length(op) > known && !hasDuplicates(op)) extensions.put(key, op);
    }

    private boolean hasDuplicates(int op) {
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < history.length(op); i++) if (seen.put(history.element(op, i), i) != null) return true;
        return false;
    }

    private void incompatible(int op, int other) {
        wrong.set(op);
        int key = history.key(op);
        if (shown.get(key)) {
            further.add(op);
            further.add(other);
            return;
        }
        shown.set(key);
        tell(op, other);
    }

    private void tell(int op, int other) {
        findings.add(AnomalyType.INCOMPATIBLE_ORDER, () -> new Violation.IncompatibleOrder(other, op));
        findings.inexact(AnomalyType.INCOMPATIBLE_ORDER); // each is compared with one other read
    }
}

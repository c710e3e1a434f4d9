package minos.judge.strong;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import minos.graph.Csr;
import minos.graph.DisjointSets;
import minos.history.History;
import minos.history.Status;
import minos.infer.Mix;
import minos.infer.RealTimeOrder;
import minos.infer.Relations;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * What is to be ordered: transactions with their external reads and their last writes of each key, all numbered
 * densely, the order asked for, and what lists show. Made from a history without reads that violate read consistency, or
 * as a part of another problem.
 *
 * <p><b>Versions</b> are the last writes; <b>slots</b> are the versions and, after them, each key's initial version.
 *
 * <p>A part keeps a subset of the transactions. A read whose writer is left out constrains nothing; session order and
 * real time among the rest stay. So whatever orders the whole orders the part, and a part that cannot be ordered proves
 * the same of the whole.
 */
final class Problem {
    /** The slot of a read whose writer was left out. */
    static final int LEFT_OUT = -1;

    final History history;
    final Order order;
    /** By transaction: its id in the history. */
    final int[] id;

    final int keys;

    final int[] readBegin;
    final int[] readSlot;
    final int[] readKey;
    final int[] readOp;
    /** Lists only, else null: how many elements the read saw before its own. */
    final int[] readLength;

    final int[] writeBegin;
    final int[] versionKey;
    final int[] versionWriter;
    final int[] versionOp;

    /** Lists only, else null: by key, where its elements begin, in the order that reads show. */
    final int[] elementBegin;

    final int[] elementVersion;
    /** The element's place in the lists of the whole history. */
    final int[] elementPlace;
    /** Whether the element is the last that its transaction appended to the key. */
    final boolean[] elementLast;
    /** How many elements its transaction had appended to the key before. */
    final int[] elementNumber;

    /** Versions of which one is assumed to come before the other, and what each such pair rests on. */
    final int[] assumedEarlier;

    final int[] assumedLater;
    final int[] assumption;

    /** The levels of the transactions; null where all have one. */
    private Mix mix;

    /** Null if there are none. */
    private Demands demands;
    /** By transaction and one more: where what it is demanded to come before begins in the two arrays. */
    private int[] demandBegin;

    private int[] demandTo;
    private int[] demand;

    /** By transaction; null for the sessions of the history. */
    private int[] session;

    private int sessions;
    private Subproblems subproblems;
    /** Sets of transactions, by their ids, that were found to have an order by the rules of snapshot isolation. */
    private final List<BitSet> ordered = new ArrayList<>();

    private int[] longestReader;
    /** Those where updates may be lost, and those where they may not; each null until it is asked for. */
    private final VersionChains[] chains;

    /** What was guessed {@linkplain JustInTime just in time}: the same whatever order is asked for. */
    private static final class Guess {
        boolean isMade;
        /** Null if there is none. */
        int[] transactions;
    }

    private final Guess guess;

    private Problem(History history, Order order, int keys, Builder parts) {
        this.history = history;
        this.order = order;
        this.keys = keys;
        chains = new VersionChains[3];
        guess = new Guess();
        id = parts.id.toArray();
        readBegin = parts.readBegin.toArray();
        readSlot = parts.readSlot.toArray();
        readKey = parts.readKey.toArray();
        readOp = parts.readOp.toArray();
        readLength = history.isList() ? parts.readLength.toArray() : null;
        writeBegin = parts.writeBegin.toArray();
        versionKey = parts.versionKey.toArray();
        versionWriter = parts.versionWriter.toArray();
        versionOp = parts.versionOp.toArray();
        elementBegin = history.isList() ? parts.elementBegin.toArray() : null;
        elementVersion = parts.elementVersion.toArray();
        elementPlace = parts.elementPlace.toArray();
        elementLast = new boolean[elementVersion.length];
        elementNumber = parts.elementNumber.toArray();
        for (int e = 0; e < elementLast.length; e++) elementLast[e] = parts.elementLast.get(e) != 0;
        assumedEarlier = parts.assumedEarlier.toArray();
        assumedLater = parts.assumedLater.toArray();
        assumption = parts.assumption.toArray();
        for (int r = 0; r < readSlot.length; r++) {
            if (readSlot[r] == Builder.INITIAL) readSlot[r] = versions() + readKey[r];
        }
    }

    /** The same with another order. */
    private Problem(Problem other, Order order) {
        this.order = order;
        history = other.history;
        chains = other.chains;
        guess = other.guess;
        id = other.id;
        keys = other.keys;
        readBegin = other.readBegin;
        readSlot = other.readSlot;
        readKey = other.readKey;
        readOp = other.readOp;
        readLength = other.readLength;
        writeBegin = other.writeBegin;
        versionKey = other.versionKey;
        versionWriter = other.versionWriter;
        versionOp = other.versionOp;
        elementBegin = other.elementBegin;
        elementVersion = other.elementVersion;
        elementPlace = other.elementPlace;
        elementLast = other.elementLast;
        elementNumber = other.elementNumber;
        assumedEarlier = other.assumedEarlier;
        assumedLater = other.assumedLater;
        assumption = other.assumption;
        mix = other.mix;
        demands = other.demands;
        demandBegin = other.demandBegin;
        demandTo = other.demandTo;
        demand = other.demand;
    }

    static Problem of(Relations relations, Order order, int threads) {
        return of(relations, null, false, order, threads);
    }

    /**
     * The problem of a history.
     *
     * @param mix      the levels of the transactions; null where all have one
     * @param eachRead whether each of a transaction's reads of a key counts, as they may be from several; otherwise its first
     */
    static Problem of(Relations relations, Mix mix, boolean eachRead, Order order, int threads) {
        Problem problem = ProblemReader.read(relations, mix, eachRead, order, threads);
        problem.mix = mix;
        return problem;
    }

    /** The same with what weak levels demand. */
    Problem with(Demands demanded) {
        Problem problem = new Problem(this, order);
        problem.demand(demanded, IntStream.range(0, demanded.size()).toArray());
        return problem;
    }

    /** @param some of the demands: those among the transactions of this problem */
    private void demand(Demands demanded, int[] some) {
        demands = demanded;
        Csr.Entries byFrom = new Csr.Entries(some.length);
        for (int d : some) byFrom.add(find(demanded.from(d)), d);
        Csr rows = byFrom.byRow(size());
        demandBegin = new int[size() + 1];
        demandTo = new int[rows.size()];
        demand = new int[rows.size()];
        for (int t = 0; t < size(); t++) {
            demandBegin[t + 1] = rows.end(t);
            for (int i = rows.begin(t); i < rows.end(t); i++) {
                demand[i] = rows.get(i);
                demandTo[i] = find(demanded.to(rows.get(i)));
            }
        }
    }

    /** The number of a transaction of the history; negative if it is not part of this. */
    int find(int transaction) {
        return Arrays.binarySearch(id, transaction);
    }

    /**
     * Gives a part of this problem its levels, and those demands that are among its transactions. Where too much was in the way of a guess
     * at the whole, none is made at the part.
     */
    void inherit(int[] chosen, Problem part) {
        part.mix = mix;
        part.guess.isMade = guess.isMade && guess.transactions == null;
        if (demands == null) return;
        IntList kept = new IntList();
        for (int t : chosen) {
            for (int i = demandBegin[t]; i < demandBegin[t + 1]; i++) {
                boolean isThere = part.find(demands.to(demand[i])) >= 0 && part.find(demands.reader(demand[i])) >= 0;
                if (isThere) kept.add(demand[i]);
            }
        }
        part.demand(demands, kept.toArray());
    }

    /** The level of a transaction, where each has its own; otherwise none. */
    Optional<Level> level(int t) {
        return mix == null ? Optional.empty() : Optional.of(ownLevel(t));
    }

    /** Only where each has its own. */
    Level ownLevel(int t) {
        return mix.of(id[t]);
    }

    int demandBegin(int t) {
        return demands == null ? 0 : demandBegin[t];
    }

    int demandEnd(int t) {
        return demands == null ? 0 : demandBegin[t + 1];
    }

    int demandTo(int i) {
        return demandTo[i];
    }

    Edge demandEdge(int i) {
        return demands.edge(demand[i]);
    }

    /** Adds whose levels demand that one transaction comes before another. */
    void demanding(int from, int to, BitSet into) {
        for (int i = demandBegin(from); i < demandEnd(from); i++) {
            if (demandTo[i] == to) into.set(find(demands.reader(demand[i])));
        }
    }

    Problem with(Order other) {
        return new Problem(this, other);
    }

    /** The same with session order, where the sessions are others than those of the history; it has no parts. */
    Problem withSessions(int[] others, int count) {
        Problem problem = with(Order.SESSION);
        problem.session = others;
        problem.sessions = count;
        return problem;
    }

    /** The problem of some of the transactions, given in ascending order. */
    Problem part(int[] chosen) {
        if (subproblems == null) subproblems = new Subproblems(this);
        return subproblems.of(chosen);
    }

    /** Notes that a part can be ordered by the rules of snapshot isolation. */
    void ordered(Problem part) {
        ordered.add(part.ids());
    }

    /** Whether a part is within one that is known to have an order by these rules. */
    boolean isOrdered(Problem part) {
        if (ordered.isEmpty()) return false;
        BitSet ids = part.ids();
        for (BitSet known : ordered) {
            BitSet others = (BitSet) ids.clone();
            others.andNot(known);
            if (others.isEmpty()) return true;
        }
        return false;
    }

    private BitSet ids() {
        BitSet ids = new BitSet();
        for (int t : id) ids.set(t);
        return ids;
    }

    /**
     * Some of the transactions, given in ascending order, as parts that no cycle can lead through several of: they have no key and
     * no session in common, and real time leads between them in one direction alone. What is alone is left out.
     */
    List<int[]> components(int[] chosen) {
        int timed = order.isPartlyTimed() ? RealTimeOrder.groups(history, order) : 0;
        DisjointSets sets = new DisjointSets(keys + sessions() + size() + timed);
        for (int t : chosen) {
            int own = keys + sessions() + t;
            if (order != Order.NONE) sets.union(keys + session(t), own);
            for (int v = writeBegin[t]; v < writeBegin[t + 1]; v++) sets.union(versionKey[v], own);
            for (int r = readBegin[t]; r < readBegin[t + 1]; r++) sets.union(readKey[r], own);
            if (timed > 0) {
                RealTimeOrder.groups(
                        history, order, id[t], group -> sets.union(keys + sessions() + size() + group, own));
            }
        }
        Map<Integer, IntList> members = new LinkedHashMap<>();
        for (int t : chosen) {
            members.computeIfAbsent(sets.find(keys + sessions() + t), root -> new IntList())
                    .add(t);
        }
        List<int[]> parts = members.values().stream().map(IntList::toArray).toList();
        if (order == Order.REAL_TIME) parts = apartInTime(parts);
        return parts.stream().filter(part -> part.length > 1).toList();
    }

    /**
     * Some of the transactions, given in ascending order, as stretches of what happened at about the same time. Without times it is
     * taken for granted that all sessions began together.
     */
    List<int[]> stretches(int[] chosen, int length) {
        int[] ended = new int[sessions()];
        long[] ordered = new long[chosen.length];
        for (int i = 0; i < chosen.length; i++) {
            int t = chosen[i];
            long place = history.hasRealTime() ? t : ended[session(t)]++; // ids ascend with completions
            ordered[i] = place << 32 | t;
        }
        Arrays.sort(ordered);
        List<int[]> stretches = new ArrayList<>();
        for (int from = 0; from < ordered.length; from += length) {
            int[] stretch = new int[Math.min(length, ordered.length - from)];
            for (int i = 0; i < stretch.length; i++) stretch[i] = (int) ordered[from + i];
            Arrays.sort(stretch);
            stretches.add(stretch);
        }
        return stretches;
    }

    /**
     * Puts parts together until real time leads between them in one direction alone: to the ones that began last come those that
     * began after anything there had completed.
     */
    private List<int[]> apartInTime(List<int[]> parts) {
        List<int[]> latestFirst = new ArrayList<>(parts);
        latestFirst.sort(Comparator.comparingInt(this::lastInvocation).reversed());
        List<int[]> apart = new ArrayList<>();
        IntStream.Builder together = IntStream.builder();
        int firstCompletion = Integer.MAX_VALUE;
        for (int[] part : latestFirst) {
            if (lastInvocation(part) <= firstCompletion) {
                apart.add(together.build().sorted().toArray());
                together = IntStream.builder();
            }
            for (int t : part) {
                together.add(t);
                if (completes(t)) firstCompletion = Math.min(firstCompletion, completion(t));
            }
        }
        apart.add(together.build().sorted().toArray());
        Collections.reverse(apart);
        return apart;
    }

    private int lastInvocation(int[] part) {
        return Arrays.stream(part).map(this::invocation).max().getAsInt();
    }

    VersionChains chains(Rules rules) {
        int kind = rules == Rules.MIXED ? 2 : rules.keepsUpdates() ? 1 : 0;
        if (chains[kind] == null) chains[kind] = new VersionChains(this, rules);
        return chains[kind];
    }

    /** The transactions in an order that explains all reads, or nearly, found {@linkplain JustInTime just in time}; null if none was found. */
    int[] justInTime(VersionChains chains, Deadline deadline) {
        if (!guess.isMade) guess.transactions = JustInTime.order(this, chains, deadline);
        guess.isMade = true;
        return guess.transactions;
    }

    /** Whether nearly all reads are from transactions that stand before them: otherwise one session may be listed after another. */
    boolean isNearlyInOrder() {
        int backward = 0;
        for (int t = 0; t < size(); t++) {
            for (int r = readBegin[t]; r < readBegin[t + 1]; r++) {
                int slot = readSlot[r];
                if (slot != LEFT_OUT && !isInitial(slot) && versionWriter[slot] > t) backward++;
            }
        }
        return backward <= size() / 8;
    }

    int size() {
        return id.length;
    }

    int versions() {
        return versionKey.length;
    }

    int slots() {
        return versions() + keys;
    }

    boolean isInitial(int slot) {
        return slot >= versions();
    }

    int key(int slot) {
        return isInitial(slot) ? slot - versions() : versionKey[slot];
    }

    boolean isList() {
        return elementBegin != null;
    }

    /** Whether the element that stood before one was left out: its transaction may be one that lost something. */
    boolean isBehindGap(int e) {
        int before = e == elementBegin[versionKey[elementVersion[e]]] ? -1 : elementPlace[e - 1];
        return elementPlace[e] != before + 1;
    }

    /** Whether all that a transaction appended to a key stands there when an element of it does, its last append in whatever place. */
    boolean isWhole(int e) {
        int first = elementBegin[versionKey[elementVersion[e]]];
        for (int i = e; i >= first && elementVersion[i] == elementVersion[e]; i--) if (elementLast[i]) return true;
        return false;
    }

    int sessions() {
        return session == null ? history.sessions() : sessions;
    }

    int session(int t) {
        return session == null ? history.session(id[t]) : session[t];
    }

    int invocation(int t) {
        return history.invocation(id[t]);
    }

    int completion(int t) {
        return history.completion(id[t]);
    }

    /** Whether the transaction surely completed at its completion. */
    boolean completes(int t) {
        return history.status(id[t]) == Status.COMMITTED;
    }

    /** The version of {@code key} that {@code t} writes, or -1. */
    int written(int t, int key) {
        for (int v = writeBegin[t]; v < writeBegin[t + 1]; v++) if (versionKey[v] == key) return v;
        return -1;
    }

    /** Adds a transaction, those that it read from, and those whose levels demand that it comes before others. */
    void withSources(int t, BitSet into) {
        into.set(t);
        for (int i = demandBegin(t); i < demandEnd(t); i++) into.set(find(demands.reader(demand[i])));
        for (int r = readBegin[t]; r < readBegin[t + 1]; r++) source(r, into);
    }

    /** Adds the transaction that a read was from, if that is not the initial one and not left out. */
    void source(int read, BitSet into) {
        int slot = readSlot[read];
        if (slot != LEFT_OUT && !isInitial(slot)) into.set(versionWriter[slot]);
    }

    /** Where keys are lists, the transaction that read the longest list of a key; otherwise, or if nobody read it, {@code NONE}. */
    int longestReader(int key) {
        if (longestReader == null) longestReader = longestReaders();
        return longestReader[key];
    }

    private int[] longestReaders() {
        int[] reader = new int[keys];
        int[] length = new int[keys];
        Arrays.fill(reader, NONE);
        for (int t = 0; isList() && t < size(); t++) {
            for (int r = readBegin[t]; r < readBegin[t + 1]; r++) {
                if (readLength[r] <= length[readKey[r]]) continue;
                length[readKey[r]] = readLength[r];
                reader[readKey[r]] = t;
            }
        }
        return reader;
    }

    /** By read: its transaction. */
    int[] readers() {
        int[] readers = new int[readSlot.length];
        for (int t = 0; t < size(); t++) Arrays.fill(readers, readBegin[t], readBegin[t + 1], t);
        return readers;
    }

    /** The transaction of one read. */
    int reader(int read) {
        int t = Arrays.binarySearch(readBegin, read);
        if (t < 0) return -t - 2;
        while (readBegin[t + 1] == read) t++; // those before it read nothing
        return t;
    }

    /** The arrays of a problem under construction. */
    static final class Builder {
        /** The slot of a read of the initial version, until the number of versions is known. */
        static final int INITIAL = -3;

        final IntList id;
        final IntList readBegin;
        final IntList readSlot;
        final IntList readKey;
        final IntList readOp;
        final IntList readLength;
        final IntList writeBegin;
        final IntList versionKey;
        final IntList versionWriter;
        final IntList versionOp;
        final IntList elementBegin;
        final IntList elementVersion;
        final IntList elementPlace;
        final IntList elementLast;
        final IntList elementNumber;
        final IntList assumedEarlier = new IntList();
        final IntList assumedLater = new IntList();
        final IntList assumption = new IntList();

        /** @param lists whether keys hold lists */
        Builder(int transactions, int operations, boolean lists) {
            id = new IntList(transactions);
            readBegin = new IntList(transactions + 1);
            writeBegin = new IntList(transactions + 1);
            readSlot = new IntList(operations / 2);
            readKey = new IntList(operations / 2);
            readOp = new IntList(operations / 2);
            versionKey = new IntList(operations / 2);
            versionWriter = new IntList(operations / 2);
            versionOp = new IntList(operations / 2);
            int elements = lists ? operations / 2 : 0;
            readLength = new IntList(elements);
            elementBegin = new IntList();
            elementVersion = new IntList(elements);
            elementPlace = new IntList(elements);
            elementLast = new IntList(elements);
            elementNumber = new IntList(elements);
        }

        void begin(int transaction) {
            id.add(transaction);
            readBegin.add(readSlot.size());
            writeBegin.add(versionKey.size());
        }

        void end() {
            readBegin.add(readSlot.size());
            writeBegin.add(versionKey.size());
        }

        void write(int key, int op) {
            versionKey.add(key);
            versionWriter.add(id.size() - 1);
            versionOp.add(op);
        }

        void read(int key, int slot, int op) {
            readKey.add(key);
            readSlot.add(slot);
            readOp.add(op);
        }

        void element(int version, int place, boolean last, int number) {
            elementVersion.add(version);
            elementPlace.add(place);
            elementLast.add(last ? 1 : 0);
            elementNumber.add(number);
        }

        /** One version is assumed to come before another. */
        void assume(int earlier, int later, int by) {
            assumedEarlier.add(earlier);
            assumedLater.add(later);
            assumption.add(by);
        }

        Problem build(History history, Order order, int keys) {
            return new Problem(history, order, keys, this);
        }
    }
}

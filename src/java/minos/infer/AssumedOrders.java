package minos.infer;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntBinaryOperator;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import minos.graph.Csr;
import minos.graph.ShortestPath;
import minos.graph.StronglyConnectedComponents;
import minos.history.History;
import minos.history.Status;
import minos.model.AnomalyType;
import minos.model.Assumption;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.IntList;
import minos.util.LongList;

/**
 * The version orders that follow from {@link Assumptions}: pairs of versions of one key, of which one comes first,
 * each with the assumption it rests on. Lists show theirs; what the database says of its commits counts for what they do not show. Versions that nobody is known to have written take part, and so do initial ones.
 *
 * <p>An assumption that contradicts itself, those before it, or that initial versions come first, is a violation (Elle's
 * cyclic versions), and nothing further is taken from it. Linear but for real time, where a pair is made for each two
 * transactions on a key of which one follows the other with none between them.
 */
final class AssumedOrders {
    private final Relations relations;
    private final History history;
    private final Findings findings;
    private final Deadline deadline;
    private final IntList earlier = new IntList();
    private final IntList later = new IntList();
    private final IntList by = new IntList();
    /** By pair: the operation that left the earlier version, and the one that met the later. */
    private final IntList left = new IntList();

    private final IntList met = new IntList();
    /** By operation: whether the read or write is a transaction's first of its key, and whether its last. */
    private final boolean[] first;

    private final boolean[] last;

    AssumedOrders(Relations relations, Findings findings, Deadline deadline) {
        this.relations = relations;
        this.history = relations.history();
        this.findings = findings;
        this.deadline = deadline;
        first = new boolean[history.operations()];
        last = new boolean[history.operations()];
        findEnds();
    }

    /** Pairs of versions, and by number the {@link Assumption} that each rests on. */
    record Facts(int[] earlier, int[] later, int[] by) {
        static final Facts NONE = new Facts(new int[0], new int[0], new int[0]);

        /** The number of a pair. */
        Optional<Integer> find(int before, int after) {
            for (int pair = 0; pair < by.length; pair++) {
                if (earlier[pair] == before && later[pair] == after) return Optional.of(pair);
            }
            return Optional.empty();
        }

        /** Those that are, or are not, among some pairs. */
        Facts among(VersionOrders.Pairs pairs, boolean wanted) {
            if (by.length == 0) return this;
            Set<Long> known = new HashSet<>();
            for (int pair = 0; pair < pairs.from().length; pair++)
                known.add(both(pairs.from()[pair], pairs.to()[pair]));
            int[] kept = IntStream.range(0, by.length)
                    .filter(pair -> known.contains(both(earlier[pair], later[pair])) == wanted)
                    .toArray();
            return new Facts(chosen(earlier, kept), chosen(later, kept), chosen(by, kept));
        }

        private static int[] chosen(int[] all, int[] which) {
            return Arrays.stream(which).map(i -> all[i]).toArray();
        }

        private static long both(int before, int after) {
            return (long) before << 32 | after;
        }
    }

    /** @param shown what lists show themselves, beside which only the order of commits says anything; null of registers */
    Facts of(Assumptions assumptions, VersionOrders.Pairs shown) {
        List<Assumption> made = new ArrayList<>();
        for (Assumption assumption : Assumption.values()) {
            if (!assumptions.made().contains(assumption)) continue;
            if (shown != null && assumption != Assumption.TRANSACTION_ORDER) continue;
            deadline.check();
            int before = earlier.size();
            switch (assumption) {
                case WRITES_FOLLOW_READS -> writesFollowReads();
                case TRANSACTION_ORDER -> byCommit();
                case VERSION_NUMBERS -> byNumber();
                case SEQUENTIAL_KEYS -> bySession();
                case LINEARIZABLE_KEYS -> byTime();
            }
            made.add(assumption);
            if (!contradicts(made)) continue;
            made.remove(assumption);
            while (earlier.size() > before) {
                for (IntList part : List.of(earlier, later, by, left, met)) part.pop();
            }
        }
        if (shown == null) bridge();
        Facts facts = new Facts(earlier.toArray(), later.toArray(), by.toArray());
        return shown == null ? facts : facts.among(shown, false);
    }

    /**
     * Orders versions also where the way from one to the other leads past some that nobody wrote who takes part: an aborted
     * write that was read, say. Only orders of those who take part count later.
     */
    private void bridge() {
        int pairs = earlier.size();
        Csr passing = Csr.build(history.versions(), leaving -> {
            for (int pair = 0; pair < pairs; pair++) {
                if (isPassedOver(earlier.get(pair))) leaving.add(earlier.get(pair), pair);
            }
        });
        int[] reached = new int[history.versions()];
        Arrays.fill(reached, NONE);
        IntList way = new IntList();
        for (int pair = 0; pair < pairs; pair++) {
            if (earlier.get(pair) < 0 || isPassedOver(earlier.get(pair)) || !isPassedOver(later.get(pair))) continue;
            deadline.check();
            way.add(pair);
            while (!way.isEmpty()) {
                int version = later.get(way.pop());
                for (int i = passing.begin(version); i < passing.end(version); i++) {
                    int next = passing.get(i);
                    int to = later.get(next);
                    if (to < 0 || reached[to] == pair) continue;
                    reached[to] = pair;
                    if (isPassedOver(to)) way.add(next);
                    else add(left.get(pair), met.get(next), Assumption.values()[Math.max(by.get(pair), by.get(next))]);
                }
            }
        }
    }

    private boolean isPassedOver(int version) {
        if (version < 0) return false;
        int writer = relations.writer()[version];
        return writer < 0 || !relations.participates(writer);
    }

    /** The version that one operation left comes before the one that another met, unless they are the same. */
    private void add(int leaving, int meeting, Assumption assumption) {
        int before = history.version(leaving);
        int after = history.version(meeting);
        if (before == after || after == History.UNKNOWN) return;
        earlier.add(before);
        later.add(after);
        by.add(assumption.ordinal());
        left.add(leaving);
        met.add(meeting);
    }

    /** Whether a transaction surely committed, so that all that it met and left counts. */
    private boolean counts(int transaction) {
        return history.status(transaction) == Status.COMMITTED;
    }

    private void findEnds() {
        int[] seen = new int[history.keys()];
        for (int t = 0; t < history.transactions(); t++) {
            if (!counts(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                first[op] = seen[history.key(op)] != t + 1;
                seen[history.key(op)] = t + 1;
            }
            for (int op = history.end(t) - 1; op >= history.begin(t); op--) {
                if (!history.isWrite(op)) continue;
                last[op] = seen[history.key(op)] != -t - 1;
                seen[history.key(op)] = -t - 1;
            }
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (first[op] && seen[history.key(op)] != -t - 1) last[op] = true; // never written
            }
        }
    }

    private void writesFollowReads() {
        int[] read = new int[history.keys()];
        for (int t = 0; t < history.transactions(); t++) {
            if (!counts(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                if (first[op]) read[key] = history.isWrite(op) || history.version(op) < 0 ? NONE : op;
                if (last[op] && history.isWrite(op) && read[key] != NONE) {
                    add(read[key], op, Assumption.WRITES_FOLLOW_READS);
                }
            }
        }
    }

    /** The last writes of each key, along the database's order. */
    private void byCommit() {
        along(relations::participates, (t, write) -> history.committed(t), Assumption.TRANSACTION_ORDER);
    }

    /** The last writes of each key, along the database's numbers. */
    private void byNumber() {
        if (history.hasNumbers()) {
            along(
                    t -> history.status(t) != Status.ABORTED,
                    (t, write) -> history.number(write),
                    Assumption.VERSION_NUMBERS);
        }
    }

    /**
     * The last writes of each key, along what the database says of them. Of what it says of two alike nothing is taken:
     * of numbers, even if one of them may not have happened.
     *
     * @param whose the transactions that count
     * @param said by transaction and write, a place among all that it says, or {@code NONE}
     */
    private void along(IntPredicate whose, IntBinaryOperator said, Assumption assumption) {
        List<LongList> ranked = new ArrayList<>();
        for (int key = 0; key < history.keys(); key++) ranked.add(null);
        for (int t = 0; t < history.transactions(); t++) {
            if (!whose.test(t)) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op) || relations.isOverwritten(history.version(op))) continue;
                int place = said.applyAsInt(t, op);
                if (place == NONE) continue;
                int key = history.key(op);
                if (ranked.get(key) == null) ranked.set(key, new LongList());
                ranked.get(key).add((long) place << 32 | op);
            }
        }
        for (LongList ofKey : ranked) if (ofKey != null) along(ofKey.toArray(), assumption);
    }

    private void along(long[] ranked, Assumption assumption) {
        Arrays.sort(ranked);
        int before = NONE;
        for (int i = 0; i < ranked.length; i++) {
            boolean shared = i > 0 && ranked[i] >> 32 == ranked[i - 1] >> 32
                    || i + 1 < ranked.length && ranked[i] >> 32 == ranked[i + 1] >> 32;
            if (shared || !relations.participates(history.transactionOf((int) ranked[i]))) continue;
            if (before != NONE) add(before, (int) ranked[i], assumption);
            before = (int) ranked[i];
        }
    }

    /**
     * One transaction's way with a key: the operations that met it first, and that left it. Of an indeterminate one that takes part
     * only its write is sure, and when it was done is not, so that it comes before nobody.
     */
    private record Visit(int begins, int ends, boolean isOver) {}

    private void bySession() {
        for (List<Visit> visits : visits()) {
            Map<Integer, List<Visit>> before = new HashMap<>();
            for (Visit visit : visits) {
                int session = history.session(history.transactionOf(visit.ends));
                List<Visit> newest = before.computeIfAbsent(session, none -> new ArrayList<>(1));
                for (Visit other : newest) add(other.ends, visit.begins, Assumption.SEQUENTIAL_KEYS);
                if (visit.isOver) followedBy(visit, newest, other -> true);
            }
        }
    }

    private void byTime() {
        if (!history.hasRealTime()) return;
        for (List<Visit> byCompletion : visits()) {
            List<Visit> byInvocation = new ArrayList<>(byCompletion);
            byInvocation.sort((a, b) -> Integer.compare(invocation(a), invocation(b)));
            byCompletion.removeIf(visit -> !visit.isOver);
            List<Visit> newest = new ArrayList<>(); // completed, of which nothing that followed tells as much
            int completed = 0;
            for (Visit visit : byInvocation) {
                while (completed < byCompletion.size() && completion(byCompletion.get(completed)) < invocation(visit)) {
                    Visit done = byCompletion.get(completed++);
                    followedBy(done, newest, other -> completion(other) < invocation(done));
                }
                for (Visit other : newest) add(other.ends, visit.begins, Assumption.LINEARIZABLE_KEYS);
            }
            deadline.check();
        }
    }

    /**
     * Takes a visit up among those that later ones are compared with. One that it followed left what comes before what it met; if
     * that is what it left, too, or what another among them left, these tell all that follows, and the one is dropped. Nothing says
     * that what a visit met comes before what it left.
     */
    private void followedBy(Visit visit, List<Visit> newest, Predicate<Visit> followed) {
        int met = history.version(visit.begins);
        boolean stays = met == history.version(visit.ends);
        Visit writer = null;
        for (Visit other : newest) if (history.version(other.ends) == met) writer = other;
        if (stays || writer != null) {
            Visit kept = writer;
            newest.removeIf(other -> followed.test(other) && (stays || !other.equals(kept)));
        }
        newest.add(visit);
    }

    private int invocation(Visit visit) {
        return history.invocation(history.transactionOf(visit.ends));
    }

    private int completion(Visit visit) {
        return history.completion(history.transactionOf(visit.ends));
    }

    /** By key: who met it, in the order of completion, that of the ids. */
    private List<List<Visit>> visits() {
        List<List<Visit>> found = new ArrayList<>();
        for (int key = 0; key < history.keys(); key++) found.add(new ArrayList<>());
        int[] begins = new int[history.keys()];
        for (int op = 0; op < history.operations(); op++) {
            int key = history.key(op);
            // One that writes first meets what it leaves.
            if (first[op]) begins[key] = history.isWrite(op) ? NONE : op;
            if (history.version(op) == History.UNKNOWN) continue;
            if (last[op]) found.get(key).add(new Visit(begins[key] == NONE ? op : begins[key], op, true));
            else if (isUnsureWrite(op)) found.get(key).add(new Visit(op, op, false));
        }
        return found;
    }

    /** Whether an operation is the last write of its key by an indeterminate transaction that takes part. */
    private boolean isUnsureWrite(int op) {
        int t = history.transactionOf(op);
        return history.isWrite(op)
                && history.status(t) == Status.INDETERMINATE
                && relations.participates(t)
                && !relations.isOverwritten(history.version(op));
    }

    /** Whether the orders so far lead round, or back to an initial version; tells where. */
    private boolean contradicts(List<Assumption> made) {
        int versions = history.versions();
        Csr predecessors = Csr.build(versions + history.keys(), edges -> {
            for (int v = 0; v < versions; v++) edges.add(v, versions + history.versionKey(v));
            for (int i = 0; i < earlier.size(); i++) {
                edges.add(node(later.get(i), key(i)), node(earlier.get(i), key(i)));
            }
        });
        StronglyConnectedComponents components = StronglyConnectedComponents.of(predecessors, deadline);
        List<List<Integer>> members = new ArrayList<>();
        for (int c = 0; c < components.count(); c++) members.add(new ArrayList<>());
        for (int key = 0; key < history.keys(); key++) {
            if (components.isCyclic(versions + key)) {
                members.get(components.component(versions + key)).add(History.INITIAL);
            }
        }
        for (int v = 0; v < versions; v++) {
            if (components.isCyclic(v)) members.get(components.component(v)).add(v);
        }
        ShortestPath paths = new ShortestPath(predecessors, ShortestPath.Steps.EACH, components, deadline);
        for (List<Integer> cycle : members) {
            int key = history.versionKey(cycle.get(cycle.size() - 1));
            findings.add(
                    AnomalyType.CYCLIC_VERSIONS,
                    () -> new Violation.CyclicVersions(
                            key, cycle, List.copyOf(made), operations(key, Set.copyOf(cycle), paths)));
            findings.inexact(AnomalyType.CYCLIC_VERSIONS); // with more assumptions there might be more
        }
        return !members.isEmpty();
    }

    /** The operations that show a way from some versions of a key that lead to each other round to themselves. */
    private List<Integer> operations(int key, Set<Integer> versions, ShortestPath paths) {
        int first = 0;
        while (!versions.contains(earlier.get(first)) || !versions.contains(later.get(first)) || key(first) != key)
            first++;
        TreeSet<Integer> operations = new TreeSet<>(List.of(left.get(first), met.get(first)));
        int begin = node(later.get(first), key);
        int end = node(earlier.get(first), key);
        for (ShortestPath.Step step :
                paths.find(begin, end, ShortestPath.NO_LIMIT).steps()) {
            for (int pair = 0; pair < earlier.size(); pair++) {
                if (node(earlier.get(pair), key) != step.from() || node(later.get(pair), key) != step.to()) continue;
                operations.add(left.get(pair));
                operations.add(met.get(pair));
                break;
            }
        }
        return List.copyOf(operations);
    }

    private int key(int pair) {
        return history.key(left.get(pair));
    }

    private int node(int version, int key) {
        return version == History.INITIAL ? history.versions() + key : version;
    }
}

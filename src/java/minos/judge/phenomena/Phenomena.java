package minos.judge.phenomena;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import minos.graph.StronglyConnectedComponents;
import minos.history.History;
import minos.history.Status;
import minos.infer.AmbiguousHistory;
import minos.infer.Findings;
import minos.infer.Options;
import minos.infer.RealTimeOrder;
import minos.infer.Relations;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Order;
import minos.model.Violation;
import minos.util.Deadline;
import minos.util.IntList;

/** The phenomena that a history shows, of all kinds at once. */
public final class Phenomena {
    /** How many edges the search for one phenomenon in one component may look at. */
    private static final long BUDGET = 1_000_000;
    /** Instead of a transaction: more than one. */
    private static final int SEVERAL = -3;

    private final Relations relations;
    private final History history;
    private final Options options;
    private final Findings findings;

    private Phenomena(Relations relations, Options options) {
        this.relations = relations;
        this.history = relations.history();
        this.options = options;
        findings = new Findings(options.maxWitnesses());
    }

    /**
     * Reads and lists that are wrong by themselves, updates that were lost or made of what was aborted, and cycles.
     *
     * @param order        which order between transactions counts
     * @param keepsUpdates whether no update may be lost, so that an append that no list shows comes last
     * @return what was found; of a history whose reads cannot be tied to writes nothing
     */
    public static List<Anomaly> of(History history, Order order, boolean keepsUpdates, Options options) {
        Relations relations;
        try {
            relations = Relations.of(history, options);
        } catch (AmbiguousHistory e) {
            return List.of();
        }
        Phenomena phenomena = new Phenomena(relations, options);
        WrongReads.find(relations, phenomena.findings);
        if (history.isList()) phenomena.dirtyUpdates();
        phenomena.lostUpdates();
        phenomena.cycles(order, keepsUpdates);
        List<Anomaly> all = new ArrayList<>(relations.anomalies());
        all.removeIf(anomaly -> WrongReads.TYPES.contains(anomaly.type()));
        all.addAll(phenomena.findings.anomalies());
        return all;
    }

    /** Whether anything in a history depends on anything: ends with the first that does. True where that is not known. */
    public static boolean isConnected(History history, Order order, Options options) {
        if (order != Order.NONE && isOrdered(history, order) || dependsOnAnother(history)) return true;
        if (options.assumptions().isEmpty()) return false;
        try {
            boolean[] found = new boolean[1];
            new SerializationGraph(Relations.of(history, options), order, false)
                    .edges((from, to, kind, read, write, pair) -> found[0] |= pair != NONE);
            return found[0];
        } catch (AmbiguousHistory | Deadline.Expired e) {
            return true;
        }
    }

    /** Whether the order asked for is between any two transactions; time passes for aborted ones, too. */
    private static boolean isOrdered(History history, Order order) {
        boolean realTime = order == Order.REAL_TIME && history.hasRealTime();
        if (order.isPartlyTimed() && history.hasRealTime() && isOrderedInGroups(history, order)) return true;
        int[] last = new int[history.sessions()];
        int earliest = Integer.MAX_VALUE;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            if (realTime && history.invocation(t) > earliest || !realTime && last[history.session(t)]++ > 0)
                return true;
            if (realTime && history.status(t) == Status.COMMITTED) earliest = Math.min(earliest, history.completion(t));
        }
        return false;
    }

    private static boolean isOrderedInGroups(History history, Order order) {
        int[] earliest = new int[RealTimeOrder.groups(history, order)];
        Arrays.fill(earliest, Integer.MAX_VALUE);
        boolean[] found = new boolean[1];
        for (int t = 0; t < history.transactions() && !found[0]; t++) {
            if (history.status(t) == Status.ABORTED) continue;
            int invoked = history.invocation(t);
            int completed = history.status(t) == Status.COMMITTED ? history.completion(t) : Integer.MAX_VALUE;
            RealTimeOrder.groups(history, order, t, group -> {
                found[0] |= invoked > earliest[group];
                earliest[group] = Math.min(earliest[group], completed);
            });
        }
        return found[0];
    }

    private static int both(int writer, int t) {
        return writer == NONE || writer == t ? t : SEVERAL;
    }

    /** Whether a committed transaction read what another wrote, or an initial version that another replaced. */
    private static boolean dependsOnAnother(History history) {
        int[] writer = new int[history.versions() + history.keys()]; // behind the versions, who deleted a key
        int[] anyWriter = new int[history.keys()];
        int[] lastWriter = new int[history.keys()];
        int[] lastWritten = new int[history.keys()];
        boolean[] several = new boolean[history.keys()];
        Arrays.fill(writer, NONE);
        Arrays.fill(anyWriter, NONE);
        Arrays.fill(lastWriter, NONE);
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                int key = history.key(op);
                // What another write of the register replaced at once is nobody's to depend on.
                boolean replaces = !history.isList() && lastWriter[key] == t;
                if (replaces && writer[lastWritten[key]] == t) writer[lastWritten[key]] = NONE;
                boolean deletes = history.version(op) == History.INITIAL;
                lastWritten[key] = deletes ? history.versions() + key : history.version(op);
                writer[lastWritten[key]] = both(writer[lastWritten[key]], t);
                anyWriter[key] = both(anyWriter[key], t);
                lastWriter[key] = t;
            }
        }
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.COMMITTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (history.isWrite(op) || history.version(op) == History.UNKNOWN) continue;
                int other = history.version(op) == History.INITIAL
                        ? anyWriter[history.key(op)]
                        : writer[history.version(op)];
                if (other != NONE && other != t) return true;
                if (!history.isList() || history.length(op) == 0) continue;
                int first = writer[history.element(op, 0)];
                // Appends that no list shows come last, whoever read the list.
                if (first != NONE && (first != t || anyWriter[history.key(op)] != t || several[history.key(op)]))
                    return true;
            }
        }
        return false;
    }

    /** A cycle of each kind in each component, the shortest first; if the time runs out, those found by then. */
    private void cycles(Order order, boolean keepsUpdates) {
        List<ComponentCycles.Found> found = new ArrayList<>();
        boolean complete = true;
        try {
            SerializationGraph graph = new SerializationGraph(relations, order, keepsUpdates);
            for (ComponentCycles search : searches(graph)) search.find(found);
        } catch (Deadline.Expired e) {
            complete = false;
        }
        found.sort(Comparator.comparingInt(cycle -> cycle.edges().size()));
        for (ComponentCycles.Found cycle : found) {
            findings.add(new Violation.Cycle(cycle.type(), cycle.edges()));
            if (!complete) findings.inexact(cycle.type());
        }
    }

    /** One for each component of the graph. */
    private List<ComponentCycles> searches(SerializationGraph graph) {
        StronglyConnectedComponents components = graph.components(options.telling());
        List<ComponentCycles> searches = new ArrayList<>();
        for (int c = 0; c < components.count(); c++) {
            searches.add(new ComponentCycles(graph, BUDGET, options.telling()));
        }
        if (searches.isEmpty()) return searches;
        graph.edges((from, to, kind, read, write, pair) -> {
            if (!components.together(from, to)) return;
            searches.get(components.component(from)).add(from, to, kind, read, write, pair);
        });
        return searches;
    }

    /** Transactions that read one version of a key and wrote the key: a cycle of anti-dependencies through all of them. */
    private void lostUpdates() {
        int versions = history.versions();
        int[] head = new int[versions + history.keys() + history.deviants().length];
        Arrays.fill(head, NONE);
        Map<List<Integer>, Integer> deviants = new HashMap<>();
        IntList reads = new IntList();
        IntList next = new IntList();
        int[] read = new int[history.keys()];
        int[] seen = new int[history.keys()];
        List<Integer> several = new ArrayList<>();
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.COMMITTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                boolean first = seen[key] != t + 1;
                if (first) read[key] = isOfOneVersion(op) ? op : NONE;
                seen[key] = t + 1;
                if (!history.isWrite(op) || read[key] == NONE) continue;
                int version = history.version(read[key]);
                int slot = version == History.INITIAL ? versions + key : version;
                if (version != History.INITIAL && history.isList() && history.deviates(read[key])) {
                    int nextSlot = versions + history.keys() + deviants.size();
                    slot = deviants.computeIfAbsent(elements(read[key]), list -> nextSlot);
                }
                if (head[slot] != NONE && next.get(head[slot]) == NONE) several.add(slot);
                reads.add(read[key]);
                next.add(head[slot]);
                head[slot] = reads.size() - 1;
                read[key] = NONE;
            }
        }
        for (int slot : several) {
            findings.add(AnomalyType.LOST_UPDATE, () -> lostUpdate(slot, head, reads, next));
        }
    }

    /** Whether an operation is a read that saw one version, and nothing that its transaction is still to write. */
    private boolean isOfOneVersion(int op) {
        if (history.isWrite(op) || history.version(op) == History.UNKNOWN) return false;
        return history.version(op) == History.INITIAL || !showsOwn(op);
    }

    private List<Integer> elements(int read) {
        return IntStream.range(0, history.length(read))
                .mapToObj(i -> history.element(read, i))
                .toList();
    }

    /** Whether a read shows what its transaction is still to write. */
    private boolean showsOwn(int read) {
        int t = history.transactionOf(read);
        for (int op = read + 1; op < history.end(t); op++) {
            if (!history.isWrite(op) || history.key(op) != history.key(read)) continue;
            int version = history.version(op);
            if (version == history.version(read)) return true;
            if (!history.isList()) continue;
            int place = history.position(version);
            if (history.deviates(read) ? elements(read).contains(version) : place >= 0 && place < history.length(read))
                return true;
        }
        return false;
    }

    private Violation lostUpdate(int slot, int[] head, IntList reads, IntList next) {
        List<Integer> group = new ArrayList<>();
        for (int i = head[slot]; i != NONE; i = next.get(i)) group.add(0, reads.get(i));
        List<Edge> edges = new ArrayList<>();
        for (int i = 0; i < group.size(); i++) {
            int reader = group.get((i + group.size() - 1) % group.size());
            int updater = group.get(i);
            int t = history.transactionOf(updater);
            int key = history.key(updater);
            edges.add(Edge.rw(history.transactionOf(reader), t, key, reader, relations.lastWrite(t, key)));
        }
        return new Violation.Cycle(AnomalyType.LOST_UPDATE, edges);
    }

    /** In each key's longest list, and in those that contradict it, the first committed append after one that was aborted. */
    private void dirtyUpdates() {
        for (int key = 0; key < history.keys(); key++) {
            int of = key;
            dirtyUpdates(
                    history.longest(key),
                    place -> history.longest(of, place),
                    place -> relations.readShowing(of, place));
        }
        for (int read : history.deviants()) {
            if (!relations.participates(history.transactionOf(read))) continue;
            dirtyUpdates(history.length(read), place -> history.element(read, place), place -> read);
        }
    }

    private void dirtyUpdates(int length, IntUnaryOperator list, IntUnaryOperator readShowing) {
        int aborted = NONE;
        for (int place = 0; place < length; place++) {
            int version = list.applyAsInt(place);
            int writer = version < 0 ? NONE : relations.writer(version);
            if (writer < 0) continue;
            Status status = history.status(writer);
            if (status == Status.ABORTED) {
                if (aborted == NONE) aborted = version;
            } else if (status == Status.COMMITTED) {
                if (aborted != NONE) dirtyUpdate(aborted, version, readShowing.applyAsInt(place));
                aborted = NONE;
            }
        }
    }

    private void dirtyUpdate(int aborted, int update, int read) {
        findings.add(
                AnomalyType.DIRTY_UPDATE,
                () -> new Violation.DirtyUpdate(
                        relations.write(relations.writer(aborted), aborted),
                        relations.write(relations.writer(update), update),
                        read));
    }
}

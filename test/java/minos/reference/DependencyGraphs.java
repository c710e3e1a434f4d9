package minos.reference;

import java.util.ArrayList;
import java.util.List;
import minos.model.Level;

/**
 * The levels that are defined by dependency graphs: tries every version order, that is for each key every order of its
 * writers, and asks whether the graph of so, wr, ww and rw may have the cycles it has. A prefix of the choice that is
 * already forbidden is not completed, as more edges never mend a cycle.
 *
 * <p>No append is lost at these levels, so a list read must show the beginning of all appends to its key in version
 * order. The appends of an indeterminate transaction that takes part count as well: somebody saw it, so it committed.
 */
final class DependencyGraphs {
    private final Observations observations;
    private final Relation known;
    /** By key: the orders of its writers that the lists allow. */
    private final List<List<List<Integer>>> versionOrders = new ArrayList<>();

    DependencyGraphs(Observations observations, Relation so) {
        this.observations = observations;
        known = so.union(observations.writeRead());
        for (int key = 0; key < observations.keys(); key++) {
            List<List<Integer>> orders = new ArrayList<>();
            for (List<Integer> order : permutations(observations.writers(key))) {
                if (listsFit(key, order) && versionsFit(order) && allowedAlone(key, order)) orders.add(order);
            }
            versionOrders.add(orders);
        }
    }

    /** Whether some version order gives a graph that the level allows. */
    boolean exists(Level level) {
        int n = observations.size();
        return exists(level, 0, new Relation(n), new Relation(n));
    }

    private boolean exists(Level level, int key, Relation ww, Relation rw) {
        if (!allowed(level, known.union(ww), rw)) return false;
        if (key == observations.keys()) return true;
        for (List<Integer> order : versionOrders.get(key)) {
            if (exists(level, key + 1, ww.union(writeWrite(order)), rw.union(readWrite(key, order)))) return true;
        }
        return false;
    }

    private boolean allowed(Level level, Relation dependencies, Relation rw) {
        return switch (level) {
            case UPDATE_ATOMIC ->
                dependencies.isAcyclic() && dependencies.then(rw).isIrreflexive();
            case PARALLEL_SNAPSHOT_ISOLATION -> {
                Relation path = dependencies.closure();
                yield path.union(path.then(rw)).isIrreflexive();
            }
            case SNAPSHOT_ISOLATION -> dependencies.union(dependencies.then(rw)).isAcyclic();
            case UPDATE_SERIALIZABLE -> {
                Relation path = dependencies.union(ofUpdates(rw)).closure();
                yield path.union(path.then(rw)).isIrreflexive();
            }
            case SERIALIZABLE -> dependencies.union(rw).isAcyclic();
            default -> throw new IllegalArgumentException(level.text());
        };
    }

    /** The anti-dependencies of those that write something. */
    private Relation ofUpdates(Relation rw) {
        Relation found = new Relation(observations.size());
        for (int t = 0; t < observations.size(); t++) {
            boolean writes = false;
            for (int key = 0; key < observations.keys(); key++) writes |= observations.writesTo(t, key);
            for (int other = 0; writes && other < observations.size(); other++) {
                if (rw.has(t, other)) found.add(t, other);
            }
        }
        return found;
    }

    /** What the weakest of these levels forbids already because of one key need not be combined with other keys. */
    private boolean allowedAlone(int key, List<Integer> order) {
        return allowed(Level.UPDATE_ATOMIC, known.union(writeWrite(order)), readWrite(key, order));
    }

    private Relation writeWrite(List<Integer> order) {
        Relation ww = new Relation(observations.size());
        for (int i = 0; i < order.size(); i++) {
            for (int j = i + 1; j < order.size(); j++) ww.add(order.get(i), order.get(j));
        }
        return ww;
    }

    /** From a reader to all that overwrite what it read, itself excepted. */
    private Relation readWrite(int key, List<Integer> order) {
        Relation rw = new Relation(observations.size());
        for (Observations.Read read : observations.reads()) {
            if (read.key() != key) continue;
            for (int later = order.indexOf(read.source()) + 1; later < order.size(); later++) {
                if (order.get(later) != read.reader()) rw.add(read.reader(), order.get(later));
            }
        }
        return rw;
    }

    private boolean listsFit(int key, List<Integer> order) {
        for (Observations.Read read : observations.reads()) {
            if (read.key() == key && read.list() != null && !observations.isPrefix(read, order)) return false;
        }
        return true;
    }

    /** Whether nobody is known to come before one that stands before it. */
    private boolean versionsFit(List<Integer> order) {
        Relation known = observations.versionOrder();
        for (int i = 0; i < order.size(); i++) {
            for (int j = i + 1; j < order.size(); j++) if (known.has(order.get(j), order.get(i))) return false;
        }
        return true;
    }

    private static List<List<Integer>> permutations(List<Integer> elements) {
        if (elements.isEmpty()) return List.of(List.of());
        List<List<Integer>> all = new ArrayList<>();
        for (Integer first : elements) {
            List<Integer> rest = new ArrayList<>(elements);
            rest.remove(first);
            for (List<Integer> tail : permutations(rest)) {
                List<Integer> order = new ArrayList<>(List.of(first));
                order.addAll(tail);
                all.add(order);
            }
        }
        return all;
    }
}

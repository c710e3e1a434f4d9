package minos.reference;

/** A binary relation over a handful of transactions: for each one the set of those after it, as bits. */
final class Relation {
    private final int[] after;

    Relation(int size) {
        after = new int[size];
    }

    private Relation(int[] after) {
        this.after = after;
    }

    int size() {
        return after.length;
    }

    void add(int from, int to) {
        after[from] |= 1 << to;
    }

    boolean has(int from, int to) {
        return (after[from] >> to & 1) != 0;
    }

    Relation union(Relation other) {
        int[] both = after.clone();
        for (int i = 0; i < both.length; i++) both[i] |= other.after[i];
        return new Relation(both);
    }

    /** The composition: from a to c when this has (a, b) and {@code next} has (b, c). */
    Relation then(Relation next) {
        int[] composed = new int[after.length];
        for (int a = 0; a < composed.length; a++) {
            for (int b = 0; b < composed.length; b++) if (has(a, b)) composed[a] |= next.after[b];
        }
        return new Relation(composed);
    }

    /** The transitive closure. */
    Relation closure() {
        int[] reach = after.clone();
        for (int via = 0; via < reach.length; via++) {
            for (int from = 0; from < reach.length; from++) {
                if ((reach[from] >> via & 1) != 0) reach[from] |= reach[via];
            }
        }
        return new Relation(reach);
    }

    boolean isIrreflexive() {
        for (int i = 0; i < after.length; i++) if (has(i, i)) return false;
        return true;
    }

    boolean isAcyclic() {
        return closure().isIrreflexive();
    }

    /** Whether all that comes before {@code element} is among {@code chosen}, a set of bits. */
    boolean nothingMissingBefore(int element, int chosen) {
        for (int i = 0; i < after.length; i++) {
            if (has(i, element) && (chosen >> i & 1) == 0) return false;
        }
        return true;
    }
}

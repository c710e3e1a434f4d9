package minos.judge.strong;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The clauses of a search, each watched at two literals: only when one of these becomes false is the clause looked at.
 * Learned clauses that are of little use are dropped again.
 */
final class ClauseBase {
    private final Answers answers;
    private Clause[][] watches = new Clause[0][];
    private int[] count = new int[0];
    private final List<Clause> learned = new ArrayList<>();
    private float step = 1;
    private int limit = 4000;

    ClauseBase(Answers answers) {
        this.answers = answers;
    }

    void grow(int questions) {
        if (questions * 2 <= count.length) return;
        int capacity = Math.max(questions * 2, count.length * 2);
        watches = Arrays.copyOf(watches, capacity);
        count = Arrays.copyOf(count, capacity);
    }

    /** Adds a clause that is never dropped. */
    void add(Clause clause) {
        watch(clause.literals[0], clause);
        watch(clause.literals[1], clause);
    }

    void learn(Clause clause) {
        add(clause);
        bump(clause);
        learned.add(clause);
    }

    private void watch(int literal, Clause clause) {
        Clause[] watching = watches[literal];
        if (watching == null) watches[literal] = watching = new Clause[4];
        if (count[literal] == watching.length) {
            watches[literal] = watching = Arrays.copyOf(watching, watching.length * 2);
        }
        watching[count[literal]++] = clause;
    }

    /** Gives the answers that follow now that a literal is false; a clause that is false, or null. */
    Clause propagate(int falsified) {
        Clause[] watching = watches[falsified];
        if (watching == null) return null;
        int kept = 0;
        int length = count[falsified];
        Clause conflict = null;
        for (int i = 0; i < length; i++) {
            Clause clause = watching[i];
            if (conflict != null) {
                watching[kept++] = clause;
                continue;
            }
            if (clause.dropped) continue;
            int[] literals = clause.literals;
            if (literals[0] == falsified) {
                literals[0] = literals[1];
                literals[1] = falsified;
            }
            if (answers.isTrue(literals[0]) || !rewatch(clause)) {
                watching[kept++] = clause;
                if (answers.isFalse(literals[0])) conflict = clause;
                else if (!answers.isTrue(literals[0])) answers.follow(literals[0], clause);
            }
        }
        Arrays.fill(watching, kept, length, null);
        count[falsified] = kept;
        return conflict;
    }

    /** Watches a literal that is not false instead of the second; false if there is none. */
    private boolean rewatch(Clause clause) {
        int[] literals = clause.literals;
        for (int k = 2; k < literals.length; k++) {
            if (answers.isFalse(literals[k])) continue;
            int found = literals[k];
            literals[k] = literals[1];
            literals[1] = found;
            watch(found, clause);
            return true;
        }
        return false;
    }

    /** The clause was of use. */
    void bump(Clause clause) {
        clause.activity += step;
        if (clause.activity < 1e20f) return;
        for (Clause other : learned) other.activity *= 1e-20f;
        step *= 1e-20f;
    }

    void decay() {
        step *= 1.001f;
    }

    /**
     * Drops the less active half of the learned clauses if there are many. Only where nothing is tried: certain answers
     * do not rest on clauses of several literals.
     */
    void forget() {
        if (learned.size() <= limit) return;
        learned.sort(Comparator.comparingDouble((Clause clause) -> -clause.activity));
        for (int i = learned.size() / 2; i < learned.size(); i++) {
            if (learned.get(i).literals.length > 2) learned.get(i).dropped = true;
        }
        learned.removeIf(clause -> clause.dropped);
        limit += limit / 10;
    }
}

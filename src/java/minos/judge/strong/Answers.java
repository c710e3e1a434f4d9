package minos.judge.strong;

import java.util.Arrays;
import minos.util.IntList;

/**
 * The answers given so far, in the order in which they were given: each was tried, or follows from a clause. Literals
 * are those of {@link Pairs}. What was given before anything was tried is certain.
 */
final class Answers {
    private final Proof proof;
    private int size;
    /** By literal: 0 open, 1 true, -1 false. */
    private byte[] value = new byte[0];

    private int[] level = new int[0];
    private Clause[] reason = new Clause[0];
    /** By question: its last answer, 1 or -1; 0 if it never had one. */
    private byte[] phase = new byte[0];

    private final IntList trail = new IntList();
    private final IntList limits = new IntList();

    Answers(Proof proof) {
        this.proof = proof;
    }

    int questions() {
        return size;
    }

    void grow(int questions) {
        if (questions > level.length) {
            int capacity = Math.max(questions, level.length * 2);
            value = Arrays.copyOf(value, capacity * 2);
            level = Arrays.copyOf(level, capacity);
            reason = Arrays.copyOf(reason, capacity);
            phase = Arrays.copyOf(phase, capacity);
        }
        size = questions;
    }

    boolean isOpen(int question) {
        return value[question * 2] == 0;
    }

    boolean isTrue(int literal) {
        return value[literal] > 0;
    }

    boolean isFalse(int literal) {
        return value[literal] < 0;
    }

    boolean isCertain(int question) {
        return value[question * 2] != 0 && level[question] == 0;
    }

    /** How many answers had been tried when the question was answered. */
    int level(int question) {
        return level[question];
    }

    /** The clause that the answer follows from; null if it was tried. */
    Clause reason(int question) {
        return reason[question];
    }

    int phase(int question) {
        return phase[question];
    }

    /** How many answers have been tried and not been taken back. */
    int level() {
        return limits.size();
    }

    int size() {
        return trail.size();
    }

    int get(int place) {
        return trail.get(place);
    }

    void attempt(int literal) {
        limits.add(trail.size());
        give(literal, null);
    }

    /** @param why a clause of which all other literals are false */
    void follow(int literal, Clause why) {
        give(literal, limits.isEmpty() && why.literals.length > 1 ? certain(literal, why) : why);
    }

    private void give(int literal, Clause why) {
        value[literal] = 1;
        value[literal ^ 1] = -1;
        level[literal >> 1] = limits.size();
        reason[literal >> 1] = why;
        phase[literal >> 1] = (byte) ((literal & 1) == 0 ? 1 : -1);
        trail.add(literal);
    }

    /** The clause that says just this, resolved from one of which all else is certainly false. */
    private Clause certain(int literal, Clause why) {
        IntList used = new IntList();
        used.add(why.proof);
        for (int other : why.literals) if (other != literal) used.add(reason[other >> 1].proof);
        return new Clause(new int[] {literal}, proof.resolved(used));
    }

    /** How many answers would be left after {@link #backtrack}. */
    int kept(int toLevel) {
        return limits.size() <= toLevel ? trail.size() : limits.get(toLevel);
    }

    /** Takes back what was tried after a level, and what followed; offers the questions to {@code reopened}. */
    void backtrack(int toLevel, Activity reopened) {
        int keep = kept(toLevel);
        while (trail.size() > keep) {
            int literal = trail.pop();
            value[literal] = 0;
            value[literal ^ 1] = 0;
            reason[literal >> 1] = null;
            reopened.offer(literal >> 1);
        }
        while (limits.size() > toLevel) limits.pop();
    }
}

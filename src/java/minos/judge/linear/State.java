package minos.judge.linear;

/**
 * A state that a register may be in between two events, and how it got there. One word holds the value; then come bits by place
 * in the window, for what has been taken and for what is covered ({@link OpenWindow} says what that means); then, two to a word, how many
 * crashed operations of each counted kind are used up.
 */
final class State {
    /** The number of the event at which a write was applied last that is no longer hidden; -1 if there was none. */
    final int anchor;
    /** How many operations it takes of which nobody knows that they took effect. */
    final int cost;
    /** What was applied last; null if nothing was. */
    final Step path;

    final long[] words;

    State(long[] words, int anchor, int cost, Step path) {
        this.words = words;
        this.anchor = anchor;
        this.cost = cost;
        this.path = path;
    }

    /**
     * One operation that takes effect.
     *
     * @param op       its number; {@code -1 - kind} for any crashed one of a kind
     * @param event    when
     * @param phase    where among those of the same event, or before the write of that event
     * @param previous what was applied before it
     */
    record Step(int op, int event, int phase, Step previous) {}

    int value() {
        return (int) words[0];
    }

    boolean isAnchored() {
        return anchor >= 0;
    }

    /** Whether the bit of a place is set; {@code base} is the first word of the bits. */
    boolean has(int base, int slot) {
        return (words[base + (slot >> 6)] >>> slot & 1) != 0;
    }
}

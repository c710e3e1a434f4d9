package minos.judge.linear;

import java.util.List;

/**
 * Where a search got stuck: the completion at which no state was left.
 *
 * @param op    the operation of the register that completes there
 * @param last  states that were possible before it
 */
record Stuck(int op, List<Last> last) {
    /**
     * A last state.
     *
     * @param value     what the register holds
     * @param effective the open operations that have taken effect
     */
    record Last(int value, int[] effective) {}
}

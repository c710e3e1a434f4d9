package minos.judge.strong;

import minos.util.Deadline;

/**
 * Answers what needs no search: finds open questions of which one answer closes a cycle with what is certain, gives
 * the other answer, and goes on until nothing follows any more. Only where nothing has been tried.
 */
final class Closing {
    private final Search search;
    private final Theory theory;
    private final DynamicOrder order;
    private final Clocks clocks;
    private final Deadline deadline;

    /** @param clocks tell quickly what closes a cycle; or null */
    Closing(Search search, Theory theory, DynamicOrder order, Clocks clocks, Deadline deadline) {
        this.search = search;
        this.theory = theory;
        this.order = order;
        this.clocks = clocks;
        this.deadline = deadline;
    }

    /** Stops when searches have looked at {@code budget} nodes. */
    void run(long budget) {
        long end = order.steps() + budget;
        boolean changed = true;
        while (changed && search.propagateCertain()) {
            if (clocks != null) clocks.update(order, deadline);
            changed = false;
            for (int question = 0; question < search.answers.questions(); question++) {
                if (search.isRefuted() || order.steps() > end) return;
                if ((question & 0xFF) == 0) deadline.check();
                if (search.answers.isOpen(question)) changed |= close(question * 2) || close(question * 2 + 1);
            }
            if (clocks != null && changed) search.takeCertain();
        }
    }

    private boolean close(int literal) {
        if (!(clocks != null ? theory.fails(literal, clocks) : theory.fails(literal))) return false;
        search.exclude(literal);
        if (clocks == null) search.propagateCertain();
        return true;
    }
}

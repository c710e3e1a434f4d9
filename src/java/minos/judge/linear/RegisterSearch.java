package minos.judge.linear;

import java.util.Optional;
import minos.judge.linear.OpenWindow.Thrift;
import minos.util.Deadline;

/**
 * Decides whether the operations on one register can be ordered, in rounds. The first is a guess that uses crashed operations only
 * where nothing else is left, and keeps few states: it finds an order of nearly everything that has one. The second takes crashed operations for endlessly many of
 * their kind: what cannot be ordered then cannot be at all. If there is an order that uses more than there are of some kinds, the
 * next round counts these, and so on.
 */
final class RegisterSearch {
    /** How many last states to keep, to tell them. */
    private static final int MOST_STATES = 8;

    private final Register register;
    private final Deadline deadline;
    private final boolean[] counted;
    private Linearization order;
    private Stuck stuck;

    RegisterSearch(Register register, Deadline deadline) {
        this.register = register;
        this.deadline = deadline;
        counted = new boolean[register.kinds()];
        attempt(Thrift.FRUGAL);
        if (order == null) attempt(Thrift.LAVISH);
        while (order == null && stuck == null) attempt(Thrift.THRIFTY);
    }

    /** The order; empty if there is none. */
    Optional<Linearization> order() {
        return Optional.ofNullable(order);
    }

    /** Where the search got stuck; empty if there is an order. */
    Optional<Stuck> stuck() {
        return Optional.ofNullable(stuck);
    }

    private void attempt(Thrift thrift) {
        OpenWindow window = new OpenWindow(register, thrift, counted, deadline);
        int op = window.stuck();
        if (op >= 0) {
            if (thrift != Thrift.FRUGAL) stuck = new Stuck(op, window.lastStates(MOST_STATES));
            return;
        }
        Linearization found = new Linearization(register, window.path());
        if (found.missing.isEmpty()) order = found;
        else if (thrift == Thrift.THRIFTY) found.missing.stream().forEach(kind -> counted[kind] = true);
    }
}

package minos.infer;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Function;
import minos.history.History;
import minos.model.Assumption;

/**
 * What is taken for granted about version orders; nothing unless somebody asks.
 *
 * @param made  which assumptions
 * @param ranks for {@link Assumption#TRANSACTION_ORDER}: by transaction of a history, its place in the database's own order, of
 *              which those that have none are {@link minos.util.Sentinel#NONE}
 */
public record Assumptions(Set<Assumption> made, Function<History, int[]> ranks) {
    public static final Assumptions NONE = new Assumptions(Set.of(), history -> new int[0]);

    public Assumptions {
        made = made.isEmpty() ? Set.of() : EnumSet.copyOf(made);
    }

    public boolean isEmpty() {
        return made.isEmpty();
    }

    public Assumptions with(Assumption more) {
        return new Assumptions(plus(more), ranks);
    }

    public Assumptions withTransactionOrder(Function<History, int[]> ranks) {
        return new Assumptions(plus(Assumption.TRANSACTION_ORDER), ranks);
    }

    private Set<Assumption> plus(Assumption more) {
        Set<Assumption> all = EnumSet.of(more);
        all.addAll(made);
        return all;
    }
}

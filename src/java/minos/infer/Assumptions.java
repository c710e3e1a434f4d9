package minos.infer;

import java.util.EnumSet;
import java.util.Set;
import minos.model.Assumption;

/**
 * What is taken for granted about version orders; nothing unless somebody asks.
 *
 * @param made which assumptions
 */
public record Assumptions(Set<Assumption> made) {
    public static final Assumptions NONE = new Assumptions(Set.of());

    public Assumptions {
        made = made.isEmpty() ? Set.of() : EnumSet.copyOf(made);
    }

    public boolean isEmpty() {
        return made.isEmpty();
    }

    public Assumptions with(Assumption more) {
        Set<Assumption> all = EnumSet.of(more);
        all.addAll(made);
        return new Assumptions(all);
    }
}

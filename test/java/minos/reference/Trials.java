package minos.reference;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongFunction;
import minos.infer.AmbiguousHistory;
import minos.infer.Options;
import minos.infer.Relations;

/**
 * Tries a property on many random histories. The first that does not have it is shrunk, saved, and reported with its
 * seed. The system property {@code minos.seed} moves on to other histories.
 */
public final class Trials {
    /** What should hold of every history. */
    public interface Property {
        /** What is wrong with the history, in words; null if nothing is. */
        String complaint(Draft draft);
    }

    /** The same, of every history whose reads are right by themselves: of those, the strong levels say more. */
    public interface SoundProperty {
        String complaint(Draft draft, Relations relations);
    }

    private Trials() {}

    public static void run(long count, Property property) {
        run(count, RandomHistories::draft, property);
    }

    /** @param histories makes one of a seed */
    public static void run(long count, LongFunction<Draft> histories, Property property) {
        long first = Long.getLong("minos.seed", 0);
        for (long seed = first; seed < first + count; seed++) {
            Draft draft = histories.apply(seed);
            if (complaint(property, draft, seed) == null) continue;
            Draft smallest = shrink(draft, property);
            String report = "seed " + seed + ": " + property.complaint(smallest) + "\n" + smallest;
            throw new AssertionError(report + "\nsaved as " + save(seed, report) + "; before shrinking:\n" + draft);
        }
    }

    private static String complaint(Property property, Draft draft, long seed) {
        try {
            return property.complaint(draft);
        } catch (RuntimeException e) {
            throw new AssertionError("seed " + seed + "\n" + draft, e);
        }
    }

    /** Tries a property on those of the histories that neither are ambiguous nor violate read consistency. */
    public static void runSound(long count, SoundProperty property) {
        run(count, draft -> {
            Relations relations;
            try {
                relations = Relations.of(draft.build(), Options.DEFAULT);
            } catch (AmbiguousHistory e) {
                return null;
            }
            return relations.anomalies().isEmpty() ? property.complaint(draft, relations) : null;
        });
    }

    /** Leaves out transactions and operations as long as there is something to complain about. */
    static Draft shrink(Draft draft, Property property) {
        for (Draft smaller : smaller(draft)) {
            if (property.complaint(smaller) != null) return shrink(smaller, property);
        }
        return draft;
    }

    private static List<Draft> smaller(Draft draft) {
        List<Draft> all = new ArrayList<>();
        for (int t = 0; t < draft.txns.size(); t++) {
            Draft without = new Draft(draft.lists, draft.txns);
            without.txns.remove(t);
            all.add(without);
        }
        for (int t = 0; t < draft.txns.size(); t++) {
            Draft.Txn txn = draft.txns.get(t);
            for (int i = 0; i < txn.ops().size(); i++) {
                List<Draft.Op> ops = new ArrayList<>(txn.ops());
                ops.remove(i);
                Draft without = new Draft(draft.lists, draft.txns);
                without.txns.set(t, txn.with(ops));
                all.add(without);
            }
        }
        return all;
    }

    private static Path save(long seed, String report) {
        try {
            Path folder = Files.createDirectories(Path.of("target", "failing-histories"));
            return Files.writeString(folder.resolve("seed-" + seed + ".txt"), report);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}

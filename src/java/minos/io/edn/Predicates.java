package minos.io.edn;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongPredicate;
import minos.history.Atoms;

/** Predicates and rows as Elle's test for closed predicates writes them. */
final class Predicates {
    private Predicates() {}

    /** Whether a value matches; a row that is not there never does. */
    static LongPredicate matching(long predicate, Atoms atoms, long place) {
        String text = atoms.text(predicate);
        if (word(text).equals("true")) return value -> true;
        if (Printed.isVector(text)) {
            List<String> parts = Printed.elements(text);
            String kind = parts.isEmpty() ? "" : word(parts.get(0));
            if (kind.equals("=") && parts.size() == 2) {
                long wanted = atom(parts.get(1), atoms);
                return value -> value == wanted;
            }
            if (kind.equals("mod") && parts.size() == 3) {
                long modulus = Printed.isInteger(parts.get(1)) ? Long.parseLong(parts.get(1)) : 0;
                long rest = Printed.isInteger(parts.get(2)) ? Long.parseLong(parts.get(2)) : -1;
                if (modulus > 0) return value -> Atoms.isInteger(value) && Math.floorMod(value, modulus) == rest;
            }
            if (kind.equals("between") && parts.size() == 3) {
                boolean isRange = Printed.isInteger(parts.get(1)) && Printed.isInteger(parts.get(2));
                long first = isRange ? Long.parseLong(parts.get(1)) : 0;
                long last = isRange ? Long.parseLong(parts.get(2)) : 0;
                if (isRange) return value -> Atoms.isInteger(value) && first <= value && value <= last;
            }
        }
        throw new MalformedEdn(
                place, "the predicate " + text, ":true, [:= value], [:between first last] or [:mod divisor remainder]");
    }

    /** The word that a keyword or, as JSON has it, a string is. */
    private static String word(String text) {
        return text.replaceAll("^:|^\"|\"$", "");
    }

    /** The rows of a printed map, and what they hold. */
    static Map<Long, Long> rows(String map, Atoms atoms) {
        List<String> parts = Printed.elements(map);
        Map<Long, Long> rows = new HashMap<>();
        for (int i = 0; i < parts.size(); i += 2) {
            if (!parts.get(i + 1).equals("nil")) rows.put(atom(parts.get(i), atoms), atom(parts.get(i + 1), atoms));
        }
        return rows;
    }

    private static long atom(String text, Atoms atoms) {
        return Printed.isInteger(text) ? atoms.of(Long.parseLong(text)) : atoms.ofText(text);
    }
}

package minos.history;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The places of values among all of them, as a database says them: numbers, vectors of numbers or texts. The same value has the same
 * place. Takes n log n time.
 *
 * @param places by value that was given: its place
 * @param values by place: the value, an {@linkplain Atoms atom}
 */
record Ranks(int[] places, long[] values) {
    /**
     * The places of these values.
     *
     * @throws MalformedHistory if two of them cannot be compared
     */
    static Ranks of(long[] values, Atoms atoms) {
        boolean integers = true;
        for (long value : values) integers &= Atoms.isInteger(value);
        long[] sorted = integers ? sorted(values) : sortedByText(values, atoms);
        Map<Long, Integer> known = integers ? Map.of() : places(sorted, atoms);
        int[] places = new int[values.length];
        for (int i = 0; i < values.length; i++) {
            places[i] = integers ? Arrays.binarySearch(sorted, values[i]) : known.get(values[i]);
        }
        return new Ranks(places, sorted);
    }

    private static long[] sorted(long[] values) {
        long[] sorted = values.clone();
        Arrays.sort(sorted);
        int size = 0;
        for (int i = 0; i < sorted.length; i++) if (i == 0 || sorted[i] != sorted[i - 1]) sorted[size++] = sorted[i];
        return Arrays.copyOf(sorted, size);
    }

    private static long[] sortedByText(long[] values, Atoms atoms) {
        Map<Long, Value> known = new LinkedHashMap<>();
        for (long value : values) known.computeIfAbsent(value, atom -> Value.of(atoms.text(atom)));
        List<Map.Entry<Long, Value>> all = new ArrayList<>(known.entrySet());
        for (Map.Entry<Long, Value> entry : all) all.get(0).getValue().requireLike(entry.getValue());
        all.sort(Map.Entry.comparingByValue());
        return all.stream().mapToLong(Map.Entry::getKey).toArray();
    }

    /** By value: its place, which it shares with those that are equal, as 1 and 1.0 are. */
    private static Map<Long, Integer> places(long[] sorted, Atoms atoms) {
        Map<Long, Integer> place = new HashMap<>();
        Value last = null;
        int at = 0;
        for (int i = 0; i < sorted.length; i++) {
            Value value = Value.of(atoms.text(sorted[i]));
            if (last == null || last.compareTo(value) != 0) at = i;
            place.put(sorted[i], at);
            last = value;
        }
        return place;
    }

    /** A number, a vector of numbers (compared as Clojure does: the shorter first), or else a text. */
    private record Value(List<BigDecimal> numbers, boolean isVector, String text) implements Comparable<Value> {
        private static final Comparator<Value> ORDER =
                Comparator.<Value>comparingInt(value -> value.numbers.size()).thenComparing(Value::compareParts);

        static Value of(String text) {
            boolean vector = text.startsWith("[") && text.endsWith("]");
            String inside = vector ? text.substring(1, text.length() - 1).strip() : text;
            List<BigDecimal> numbers = new ArrayList<>();
            for (String part : inside.split("[\\s,]+")) {
                if (!part.matches("[-+]?\\d{1,40}(\\.\\d{0,40})?([eE][-+]?\\d{1,3})?[MN]?")) {
                    return new Value(List.of(), false, text);
                }
                numbers.add(new BigDecimal(part.replaceAll("[MN]$", "")));
            }
            return new Value(numbers, vector, text);
        }

        void requireLike(Value other) {
            if (numbers.isEmpty() == other.numbers.isEmpty() && isVector == other.isVector) return;
            throw new MalformedHistory(text + " and " + other.text + " cannot be compared");
        }

        private int compareParts(Value other) {
            for (int i = 0; i < numbers.size(); i++) {
                int difference = numbers.get(i).compareTo(other.numbers.get(i));
                if (difference != 0) return difference;
            }
            return numbers.isEmpty() ? text.compareTo(other.text) : 0;
        }

        @Override
        public int compareTo(Value other) {
            return ORDER.compare(this, other);
        }
    }
}

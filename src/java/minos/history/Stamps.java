package minos.history;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import minos.util.IntList;
import minos.util.LongList;
import minos.util.Sentinel;

/**
 * When transactions began and committed by the database's own clock: any values that can be compared, each with its place among all
 * of them. The same value has the same place. Costs 8 bytes a transaction and 8 a value.
 */
final class Stamps {
    /** By transaction: the place of the value, or {@link Sentinel#NONE}. */
    final int[] started;

    final int[] committed;
    /** By place: the value, an {@linkplain Atoms atom}. */
    final long[] values;

    private Stamps(int[] started, int[] committed, long[] values) {
        this.started = started;
        this.committed = committed;
        this.values = values;
    }

    /** Of an order that is known by its places alone: none before the first is -1. */
    static Stamps of(int[] committed) {
        int most = Arrays.stream(committed).max().orElse(0);
        long[] values = new long[Math.max(most, 0) + 1];
        for (int i = 0; i < values.length; i++) values[i] = i;
        int[] started = new int[committed.length];
        Arrays.fill(started, Sentinel.NONE);
        return new Stamps(started, committed.clone(), values);
    }

    /** Takes stamps as transactions come. */
    static final class Builder {
        private final IntList startedOf = new IntList();
        private final LongList started = new LongList();
        private final IntList committedOf = new IntList();
        private final LongList committed = new LongList();

        void started(int transaction, long value) {
            startedOf.add(transaction);
            started.add(value);
        }

        void committed(int transaction, long value) {
            committedOf.add(transaction);
            committed.add(value);
        }

        boolean isEmpty() {
            return started.isEmpty() && committed.isEmpty();
        }

        /**
         * The stamps of so many transactions.
         *
         * @throws MalformedHistory if two of them cannot be compared
         */
        Stamps build(int transactions, Atoms atoms) {
            long[] values = Arrays.copyOf(started.array(), started.size() + committed.size());
            System.arraycopy(committed.array(), 0, values, started.size(), committed.size());
            boolean integers = true;
            for (long value : values) integers &= Atoms.isInteger(value);
            long[] sorted = integers ? sorted(values) : sortedByText(values, atoms);
            Map<Long, Integer> place = integers ? Map.of() : places(sorted, atoms);
            int[][] found = new int[2][transactions];
            for (int[] each : found) Arrays.fill(each, Sentinel.NONE);
            for (int i = 0; i < values.length; i++) {
                boolean start = i < started.size();
                int t = start ? startedOf.get(i) : committedOf.get(i - started.size());
                found[start ? 0 : 1][t] = integers ? Arrays.binarySearch(sorted, values[i]) : place.get(values[i]);
            }
            return new Stamps(found[0], found[1], sorted);
        }
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

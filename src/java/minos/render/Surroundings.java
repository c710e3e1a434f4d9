package minos.render;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import minos.history.History;
import minos.history.Landmark;
import minos.history.Status;
import minos.model.Anomaly;
import minos.model.Verdict;
import minos.model.Violation;

/**
 * What was recorded around the transactions: when they ran, which faults were injected meanwhile, which clients
 * reconnected and which errors others met with, and the fields of their records that play no part in judging. All of it is read again from the history's origin, once.
 */
final class Surroundings {
    private static final int MOST_NAMED = 3;
    /** Of a large violation, how many transactions' fields are read. */
    private static final int MOST_FIELDS = 400;
    /** Of the transactions beside a violation that failed, how many are asked for their errors. */
    private static final int MOST_FAILED = 100;

    private static final int MOST_TEXT = 48;
    /** What is told of a transaction elsewhere. */
    private static final Set<String> PLACES = Set.of("index", "time", "isolation");

    private final History history;
    private final Clock clock;
    private final List<Fault> faults;
    private final List<Reconnection> reconnections;
    private final Map<Integer, Map<String, String>> fields = new HashMap<>();

    /** @param transactions those whose records are of interest */
    private Surroundings(
            History history, List<Landmark> landmarks, List<Reconnection> reconnections, int[] transactions) {
        this.history = history;
        this.reconnections = reconnections;
        faults = history.hasRealTime() ? Fault.of(landmarks) : List.of();
        List<Landmark> times = new ArrayList<>(landmarks);
        List<Map<String, String>> found = history.fields(transactions);
        for (int i = 0; i < transactions.length; i++) {
            fields.put(transactions[i], found.get(i));
            int end = history.hasRealTime() ? history.completion(transactions[i]) : Integer.MAX_VALUE;
            if (end != Integer.MAX_VALUE) times.add(new Landmark(end, found.get(i)));
        }
        times.sort((a, b) -> Integer.compare(a.position(), b.position()));
        clock = new Clock(times);
    }

    /** What is around the witnesses of some verdicts; nothing if these are not to be shown. */
    static Surroundings of(Judged judged) {
        History history = judged.history();
        if (history == null
                || !judged.witnesses()
                || judged.verdicts().stream().allMatch(v -> v.anomalies().isEmpty()))
            return history == null ? null : new Surroundings(history, List.of(), List.of(), new int[0]);
        return whole(judged);
    }

    /** The same, whether or not there are witnesses: for a picture of the whole history. */
    static Surroundings whole(Judged judged) {
        History history = judged.history();
        TreeSet<Integer> wanted = new TreeSet<>();
        IdentityHashMap<Violation, Boolean> seen = new IdentityHashMap<>(); // levels share their witnesses
        for (Verdict verdict : judged.verdicts()) {
            for (Anomaly anomaly : verdict.anomalies()) {
                for (Violation witness : anomaly.witnesses()) {
                    if (seen.put(witness, true) != null) continue;
                    Set<Integer> cast = Cast.of(history, witness).transactions().keySet();
                    cast.stream().limit(MOST_FIELDS).forEach(wanted::add);
                    failed(history, cast).limit(MOST_FAILED).forEach(wanted::add);
                }
            }
        }
        return new Surroundings(
                history,
                history.landmarks(),
                Reconnection.of(history),
                wanted.stream().mapToInt(t -> t).toArray());
    }

    /** Transactions that did not commit, or may not have, and began or ended while some others ran. */
    private static IntStream failed(History history, Collection<Integer> others) {
        if (!history.hasRealTime() || others.isEmpty()) return IntStream.empty();
        int[] span = span(history, others);
        return IntStream.range(0, history.transactions()).filter(t -> failed(history, t, span));
    }

    private static boolean failed(History history, int transaction, int[] span) {
        return history.status(transaction) != Status.COMMITTED
                && (isWithin(history.invocation(transaction), span) || isWithin(history.completion(transaction), span));
    }

    private static boolean isWithin(int position, int[] span) {
        return position >= span[0] && position <= span[1];
    }

    /** The other fields of a transaction's record, as they were recorded; empty if there are none. */
    Map<String, String> fields(int transaction) {
        return fields.getOrDefault(transaction, Map.of());
    }

    /** Those of them that are not about its place in the recording, in a few words: {@code node "n2", error :timeout}. */
    String remarks(int transaction) {
        StringBuilder out = new StringBuilder();
        fields(transaction).forEach((name, value) -> {
            if (PLACES.contains(name) || value.equals("nil")) return;
            out.append(out.length() == 0 ? "" : ", ").append(Printable.shown(name, MOST_TEXT));
            out.append(' ').append(Printable.shown(value, MOST_TEXT));
        });
        return out.toString();
    }

    Clock clock() {
        return clock;
    }

    List<Fault> faults() {
        return faults;
    }

    List<Reconnection> reconnections() {
        return reconnections;
    }

    /** When a transaction was invoked, {@code 12.31 s}; empty if nobody knows. */
    Optional<String> time(int transaction) {
        return history.hasRealTime() ? clock.text(history.invocation(transaction)) : Optional.empty();
    }

    // Around a violation

    /** From where to where in the history some transactions ran: the first invocation, the last completion. */
    private static int[] span(History history, Collection<Integer> transactions) {
        int from = Integer.MAX_VALUE;
        int to = 0;
        for (int t : transactions) {
            int end = history.completion(t);
            from = Math.min(from, history.invocation(t));
            to = Math.max(to, end == Integer.MAX_VALUE ? history.invocation(t) : end);
        }
        return new int[] {from, to};
    }

    /** The faults that were there while some transactions ran, the latest first. */
    List<Fault> during(Collection<Integer> transactions) {
        if (faults.isEmpty() || transactions.isEmpty()) return List.of();
        int[] span = span(history, transactions);
        List<Fault> found = new ArrayList<>();
        for (Fault fault : faults) if (fault.from() <= span[1] && fault.to() >= span[0]) found.add(0, fault);
        return found;
    }

    /**
     * When some transactions ran, and what happened around them: {@code 12.31 s to 12.94 s, during :kill n2, 3.1 s after
     * :partition, while session 3 reconnected as 13, amid errors :timeout and :conflict}. Empty if nothing is known.
     */
    String tell(Collection<Integer> transactions) {
        if (!history.hasRealTime() || transactions.isEmpty()) return "";
        int[] span = span(history, transactions);
        List<String> parts = new ArrayList<>();
        Optional<String> from = clock.text(span[0]);
        Optional<String> to = clock.text(span[1]);
        from.ifPresent(
                begin -> parts.add(begin.equals(to.get()) ? "at " + begin : "from " + begin + " to " + to.get()));
        List<String> during =
                during(transactions).stream().map(Fault::title).distinct().toList();
        if (!during.isEmpty()) parts.add("during " + listed(during));
        before(span[0]).ifPresent(parts::add);
        List<String> reconnected = reconnected(transactions, span);
        if (!reconnected.isEmpty()) parts.add("while " + listed(reconnected));
        List<String> errors = errors(transactions, span);
        if (!errors.isEmpty()) parts.add((errors.size() == 1 ? "amid error " : "amid errors ") + listed(errors));
        return String.join(", ", parts);
    }

    /** Who reconnected while some transactions ran, their own sessions first. */
    private List<String> reconnected(Collection<Integer> transactions, int[] span) {
        Set<Integer> own = transactions.stream().map(history::session).collect(Collectors.toSet());
        return reconnections.stream()
                .filter(found -> found.from() <= span[1] && found.to() >= span[0])
                .sorted(Comparator.comparing(found -> !own.contains(found.session()) && !own.contains(found.as())))
                .map(found -> "session " + Printable.shown(history.sessionText(found.session()), MOST_TEXT)
                        + " reconnected as " + Printable.shown(history.sessionText(found.as()), MOST_TEXT))
                .toList();
    }

    /** The errors that others met with while some transactions ran, the most frequent first. */
    private List<String> errors(Collection<Integer> transactions, int[] span) {
        Map<String, Integer> counts = new TreeMap<>();
        fields.forEach((t, recorded) -> {
            String error = recorded.getOrDefault("error", "nil");
            if (error.equals("nil") || transactions.contains(t) || !failed(history, t, span)) return;
            counts.merge(error(error), 1, Integer::sum);
        });
        return counts.keySet().stream()
                .sorted(Comparator.comparing(error -> -counts.get(error)))
                .toList();
    }

    /** An error in a few words: of {@code [:conflict "details"]} the first. */
    private static String error(String recorded) {
        int end = 1;
        boolean isKeyword = recorded.startsWith("[:") || recorded.startsWith("(:");
        while (isKeyword && end < recorded.length() && " \t\n])".indexOf(recorded.charAt(end)) < 0) end++;
        return Printable.shown(end > 2 ? recorded.substring(1, end) : recorded, MOST_TEXT);
    }

    private static String count(int operations) {
        return operations + (operations == 1 ? " operation" : " operations");
    }

    private static String listed(List<String> names) {
        int shown = Math.min(names.size(), MOST_NAMED);
        String more = names.size() > shown ? " and " + (names.size() - shown) + " more" : "";
        if (!more.isEmpty() || shown == 1) return String.join(", ", names.subList(0, shown)) + more;
        return String.join(", ", names.subList(0, shown - 1)) + " and " + names.get(shown - 1);
    }

    /** The last thing that was over when the first of the transactions began. */
    private Optional<String> before(int position) {
        Fault last = null;
        for (Fault fault : faults) if (fault.to() < position && (last == null || fault.to() > last.to())) last = fault;
        if (last == null) return Optional.empty();
        String name = last.title() + (last.lasts() ? " ended" : "");
        Optional<String> since = clock.between(last.to(), position);
        return Optional.of(
                since.map(time -> time + " after " + name).orElse(count(position - last.to()) + " after " + name));
    }

    /** The time of day of a recording: known at some places, supposed to pass evenly between them. */
    static final class Clock {
        /** Later than this after its beginning, a recording counts the time from somewhere else. */
        private static final long DAYS = 10 * 86_400_000_000_000L;

        private final int[] positions;
        private final long[] nanos;

        private Clock(List<Landmark> landmarks) {
            int size = 0;
            int[] at = new int[landmarks.size()];
            long[] times = new long[landmarks.size()];
            for (Landmark landmark : landmarks) {
                String time = landmark.fields().getOrDefault("time", "");
                if (!isNumber(time)) continue;
                long value = Long.parseLong(time);
                if (size > 0 && (value < times[size - 1] || landmark.position() <= at[size - 1])) continue;
                at[size] = landmark.position();
                times[size++] = value;
            }
            positions = Arrays.copyOf(at, size);
            nanos = Arrays.copyOf(times, size);
            long zero = size > 0 && nanos[0] > DAYS ? nanos[0] : 0;
            for (int i = 0; i < size; i++) nanos[i] -= zero;
        }

        /** Whether it is a natural number that a long holds. (A thousand times that, for which a pattern would be slow.) */
        private static boolean isNumber(String text) {
            int i = 0;
            while (i < text.length() && text.charAt(i) >= '0' && text.charAt(i) <= '9') i++;
            return i == text.length() && i > 0 && i <= 18;
        }

        boolean isKnown() {
            return positions.length > 1;
        }

        int[] positions() {
            return positions;
        }

        long[] nanos() {
            return nanos;
        }

        long at(int position) {
            int found = Arrays.binarySearch(positions, position);
            if (found >= 0) return nanos[found];
            int next = Math.max(1, Math.min(-found - 1, positions.length - 1));
            double share = (double) (position - positions[next - 1]) / (positions[next] - positions[next - 1]);
            double between = Math.max(0, Math.min(1, share)) * (nanos[next] - nanos[next - 1]);
            return nanos[next - 1] + Math.round(between);
        }

        Optional<String> text(int position) {
            return isKnown() ? Optional.of(seconds(at(position), 2)) : Optional.empty();
        }

        Optional<String> between(int from, int to) {
            return isKnown() ? Optional.of(seconds(at(to) - at(from), 1)) : Optional.empty();
        }

        private static String seconds(long nanos, int decimals) {
            return nanos < 1_000_000_000L
                    ? BigDecimal.valueOf(nanos, 6).setScale(1, RoundingMode.HALF_UP) + " ms"
                    : BigDecimal.valueOf(nanos, 9).setScale(decimals, RoundingMode.HALF_UP) + " s";
        }
    }
}

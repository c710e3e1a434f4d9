package minos.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import minos.history.Landmark;

/**
 * Something that a nemesis did, or another process that is no client: from when to when it lasted. Jepsen records an
 * operation of a nemesis twice, before and after; a fault lasts until another operation ends it. Of hundreds of faults few are
 * told, and those alone are put in words.
 *
 * @param done  what was done
 * @param from  where in the history it began
 * @param to    where it was over; {@link Integer#MAX_VALUE} if it never was
 * @param lasts whether another operation ended it, or should have
 */
record Fault(Done done, int from, int to, boolean lasts) {
    private static final int MOST_TEXT = 40;
    private static final int MOST_NODES = 4;
    private static final Set<String> RECORD = Set.of("f", "value", "type", "process", "time", "index", "error");

    /** Name and whom: {@code :kill n2}. */
    String title() {
        String what = what(done);
        return what.isEmpty() ? name(done.f) : name(done.f) + " " + what;
    }

    /**
     * An operation of a nemesis, from its first record to its second.
     *
     * @param first  the fields of the first
     * @param second the value of the second; the same if there is none
     */
    record Done(String process, String f, Map<String, String> first, String second, int from, int to) {
        String value() {
            return first.getOrDefault("value", "nil");
        }

        /** Whether all else that was recorded is the same: of which shards, say. */
        boolean isAlike(Done other) {
            return has(first, other.first) && has(other.first, first);
        }

        private static boolean has(Map<String, String> fields, Map<String, String> others) {
            for (Map.Entry<String, String> other : others.entrySet()) {
                if (!RECORD.contains(other.getKey()) && !other.getValue().equals(fields.get(other.getKey())))
                    return false;
            }
            return true;
        }
    }

    static List<Fault> of(List<Landmark> landmarks) {
        List<Done> all = done(landmarks);
        List<Fault> faults = new ArrayList<>();
        boolean[] ends = new boolean[all.size()];
        for (int i = 0; i < all.size(); i++) {
            if (ends[i]) continue; // it ended another one, and that is all it did
            Done begin = all.get(i);
            List<String> enders = enders(begin.f);
            int end = -1;
            for (int j = i + 1; j < all.size() && end < 0; j++) {
                Done other = all.get(j);
                if (enders.contains(other.f) && other.process.equals(begin.process) && other.isAlike(begin)) end = j;
            }
            if (end >= 0) ends[end] = true;
            boolean lasts = end >= 0 || !enders.isEmpty() && !begin.f.equals("start");
            int to = end >= 0 ? all.get(end).to : lasts ? Integer.MAX_VALUE : begin.to;
            faults.add(new Fault(begin, begin.from, to, lasts));
        }
        return List.copyOf(faults);
    }

    /** Ties the second record of each operation to the first: a nemesis does one thing after another. */
    private static List<Done> done(List<Landmark> landmarks) {
        List<Done> all = new ArrayList<>();
        Map<String, Integer> open = new HashMap<>();
        for (Landmark landmark : landmarks) {
            Map<String, String> fields = landmark.fields();
            String process = fields.getOrDefault("process", "");
            boolean named =
                    !process.isEmpty() && fields.containsKey("f"); // clients may do without, a nemesis has a name
            if (!named || isClient(process)) continue;
            String f = fields.get("f").startsWith(":") ? fields.get("f").substring(1) : fields.get("f");
            String value = fields.getOrDefault("value", "nil");
            Integer before = open.remove(process);
            if (before != null && all.get(before).f.equals(f)) {
                Done first = all.get(before);
                all.set(before, new Done(process, f, first.first, value, first.from, landmark.position()));
            } else {
                open.put(process, all.size());
                all.add(new Done(process, f, fields, value, landmark.position(), landmark.position()));
            }
        }
        return all;
    }

    /** What ends an operation of that name, in the words of Jepsen's own faults; nothing for what does not last. */
    private static List<String> enders(String f) {
        if (f.startsWith("start-")) return List.of("stop-" + f.substring(6), "heal");
        if (f.endsWith("-start")) return List.of(f.substring(0, f.length() - 6) + "-stop");
        return switch (f) {
            case "start" -> List.of("stop", "heal");
            case "partition" -> List.of("heal", "stop-partition", "stop");
            case "kill", "crash", "stop-node" -> List.of("start", "restart", "start-node", "revive");
            case "pause" -> List.of("resume");
            case "bump-clock", "strobe-clock", "scramble-clock", "bump", "strobe" -> List.of("reset-clock", "reset");
            default -> List.of();
        };
    }

    private static String name(String f) {
        return ":" + Printable.shown(f.startsWith("start-") ? f.substring(6) : f, MOST_TEXT);
    }

    private static String what(Done done) {
        StringBuilder out = new StringBuilder(whom(done));
        done.first.forEach((name, value) -> {
            if (RECORD.contains(name) || value.equals("nil")) return;
            String text = bare(value);
            out.append(" (")
                    .append(text.startsWith(name) ? text : name + ' ' + text)
                    .append(')');
        });
        return Printable.shown(out.toString().strip(), 2 * MOST_TEXT);
    }

    /** The second record says more, unless only the first names nodes. */
    private static String whom(Done done) {
        Optional<String> nodes = nodes(done.second);
        boolean better = done.value().equals("nil") || nodes.isPresent();
        String value = better ? done.second : done.value();
        if (value.equals("nil")) return "";
        return (better ? nodes : nodes(value)).orElseGet(() -> Printable.shown(bare(value), MOST_TEXT));
    }

    /** Clients are numbers. */
    private static boolean isClient(String process) {
        for (int i = process.startsWith("-") ? 1 : 0; i < process.length(); i++) {
            if (process.charAt(i) < '0' || process.charAt(i) > '9') return false;
        }
        return !process.isEmpty() && !process.equals("-");
    }

    /**
     * The nodes that a value names, if it does: those apart from the others, of a partition. (Hundreds of times that, for which
     * patterns would be slow.)
     */
    private static Optional<String> nodes(String value) {
        boolean isMap = value.startsWith("{\"");
        Map<String, TreeSet<String>> groups = new TreeMap<>(); // by whom they do not hear
        TreeSet<String> named = new TreeSet<>();
        int next = 0;
        for (int quote = value.indexOf('"'); quote >= 0; quote = value.indexOf('"', next)) {
            int end = value.indexOf('"', quote + 1);
            if (end < 0) break;
            String name = value.substring(quote + 1, end);
            next = end + 1;
            int close = value.startsWith(" #{", next) ? value.indexOf('}', next) : -1;
            if (close >= 0) {
                String[] unheard = value.substring(next + 3, close).split(" ");
                Arrays.sort(unheard);
                groups.computeIfAbsent(String.join(" ", unheard), key -> new TreeSet<>())
                        .add(name);
                next = close + 1;
            } else if (!name.isEmpty() && (!isMap || value.startsWith(" ", next))) {
                named.add(name);
            }
        }
        if (!groups.isEmpty()) {
            TreeSet<String> smallest = Collections.min(
                    groups.values(),
                    (a, b) -> a.size() != b.size()
                            ? a.size() - b.size()
                            : a.first().compareTo(b.first()));
            return groups.size() == 2 ? Optional.of(listed(smallest)) : Optional.empty();
        }
        return named.isEmpty() || value.contains("#{") ? Optional.empty() : Optional.of(listed(named));
    }

    private static String listed(Set<String> nodes) {
        if (nodes.size() > MOST_NODES) return nodes.size() + " nodes";
        return Printable.shown(String.join(" ", nodes), MOST_TEXT);
    }

    private static String bare(String value) {
        return value.replace("\"", "");
    }
}

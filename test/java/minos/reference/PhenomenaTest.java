package minos.reference;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import minos.Histories;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What a history is said to show is so, and breaks what it is said to break; and a worse fault hides no lesser one. */
class PhenomenaTest {
    private static final Set<AnomalyType> CYCLES = EnumSet.range(AnomalyType.G0, AnomalyType.G2_ITEM_REALTIME);

    @Test
    void ofRandomHistories() {
        AtomicLong cycles = new AtomicLong();
        Trials.run(4_000, draft -> complaint(draft, cycles));
        assertTrue(cycles.get() > 500, "only " + cycles + " cycles were looked at");
    }

    @Test
    @Tag("slow")
    void ofManyRandomHistories() {
        Trials.run(200_000, draft -> complaint(draft, new AtomicLong()));
    }

    private static String complaint(Draft draft, AtomicLong cycles) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            Map<Level, Answer> expected = Reference.judge(history, order);
            for (boolean keepsUpdates : new boolean[] {false, true}) {
                for (Anomaly anomaly : Judge.phenomena(history, order, keepsUpdates, Options.DEFAULT)) {
                    for (Violation found : anomaly.witnesses()) {
                        String wrong = new WitnessesTest.Inquiry(history, order, found, keepsUpdates).wrong();
                        if (wrong != null) return order + ": " + wrong + " in " + found;
                        Level level = broken(found, keepsUpdates);
                        if (CYCLES.contains(found.type())) cycles.incrementAndGet();
                        // That two reads of a key differ is so, though the levels speak of two transactions that took
                        // part: not of what nobody or an aborted one wrote, one transaction in two steps, or two lists
                        // with the same end.
                        if (found instanceof Violation.NonRepeatableRead reads
                                && (hasWrongSource(history, reads.earlierRead())
                                        || hasWrongSource(history, reads.read())
                                        || source(history, reads.earlierRead()) == source(history, reads.read())))
                            continue;
                        if (expected.containsKey(level) && expected.get(level) != Answer.FALSE) {
                            return order + ": " + level + " is " + expected.get(level) + " in spite of " + found;
                        }
                    }
                }
            }
        }
        return null;
    }

    /** Whether a read shows what nobody or an aborted one wrote, what is written only later, or the first step of two. */
    private static boolean hasWrongSource(History history, int read) {
        int last = history.version(read);
        if (last == History.INITIAL) return false;
        if (!history.isList()) return isWrong(history, read, last, true);
        Set<Integer> seen = new TreeSet<>();
        for (int i = 0; i < history.length(read); i++) {
            int version = history.element(read, i);
            if (!seen.add(version) || isWrong(history, read, version, version == source(history, read))) return true;
        }
        return false;
    }

    /** What a read is from, by its end alone: of a list, the last element that is no own append. */
    private static int source(History history, int read) {
        if (!history.isList()) return history.version(read);
        for (int i = history.length(read) - 1; i >= 0; i--) {
            int version = history.element(read, i);
            boolean own = IntStream.range(history.begin(history.transactionOf(read)), read)
                    .anyMatch(op -> history.isWrite(op) && history.version(op) == version);
            if (!own) return version;
        }
        return History.INITIAL;
    }

    private static boolean isWrong(History history, int read, int version, boolean last) {
        for (int write = 0; write < history.operations(); write++) {
            if (!history.isWrite(write) || history.version(write) != version) continue;
            int writer = history.transactionOf(write);
            if (writer == history.transactionOf(read)) return write > read;
            if (history.status(writer) == Status.ABORTED) return true;
            for (int later = write + 1; last && later < history.end(writer); later++) {
                if (history.isWrite(later) && history.key(later) == history.key(write)) return true;
            }
            return false;
        }
        return true;
    }

    /** The weakest level that a violation breaks; where it may rest on an append that no list shows, none that loses any. */
    private static Level broken(Violation found, boolean keepsUpdates) {
        Level level = found.type().rulesOut();
        boolean weak = !level.implies(Level.PARALLEL_SNAPSHOT_ISOLATION);
        return keepsUpdates && weak && CYCLES.contains(found.type()) ? Level.PARALLEL_SNAPSHOT_ISOLATION : level;
    }

    @Test
    void worseHidesNothing() {
        assertEquals(
                Set.of("aborted-read", "lost-update", "G2-item"),
                types(Order.NONE, "0! w(x,1)", "1: r(x,1)", "2: r(y,nil) w(y,1)", "3: r(y,nil) w(y,2)"));
    }

    @Test
    void ofEachComponent() {
        assertEquals(
                Set.of("G0", "G1c", "G-single"),
                types(
                        Order.NONE,
                        "0: append(a,1) append(b,2)",
                        "1: append(a,2) append(b,1)",
                        "2: r(a,[1 2]) r(b,[1 2])", // G0
                        "3: append(c,1) r(d,[1])",
                        "4: append(d,1) r(c,[1])", // G1c
                        "5: append(e,1) append(f,1)",
                        "6: r(e,[1]) r(f,[])")); // G-single
    }

    @Test
    void withSessionsAndRealTime() {
        String[] stale = {"0: w(x,1) @0-1", "0: r(x,nil) @2-3"};
        assertEquals(Set.of(), types(Order.NONE, stale));
        assertEquals(Set.of("G-single"), types(Order.SESSION, stale));
        assertEquals(Set.of("G-single-realtime"), types(Order.REAL_TIME, stale));
        List<Edge> cycle = cycle(Order.SESSION, stale);
        assertEquals(
                List.of(Edge.Kind.RW, Edge.Kind.SO),
                cycle.stream().map(Edge::kind).toList());
    }

    @Test
    void ofListsWithAbortedAppends() {
        assertEquals(
                Set.of("aborted-read", "dirty-update"),
                types(Order.NONE, "0! append(x,1)", "1: append(x,2)", "2: r(x,[1 2])"));
    }

    @Test
    void ofReadsOfWhatNobodyWrote() {
        assertEquals(Set.of("thin-air-read", "non-repeatable-read"), types(Order.NONE, "0: r(x,1) r(x,2)"));
        assertEquals(Set.of("thin-air-read", "lost-update"), types(Order.NONE, "0: r(x,0) w(x,1)", "1: r(x,0) w(x,2)"));
    }

    @Test
    void aReadHasAllItsNames() {
        assertEquals(
                Set.of("intermediate-read", "not-my-own-write"),
                types(Order.NONE, "0: w(x,1) w(x,2)", "1: w(x,3) r(x,1)"));
        assertEquals(Set.of("aborted-read", "intermediate-read"), types(Order.NONE, "0! w(x,1) w(x,2)", "1: r(x,1)"));
        assertEquals(
                Set.of("future-read", "not-my-own-write"), types(Order.NONE, "0: append(x,1) r(x,[1 2]) append(x,2)"));
        assertEquals(
                Set.of("future-read", "non-repeatable-read"),
                types(Order.NONE, "0: append(x,2) r(x,[])", "1: r(x,[2 1]) r(x,[2]) append(x,1)").stream()
                        .filter(type -> type.endsWith("-read"))
                        .collect(Collectors.toSet()));
    }

    @Test
    void nothingDependsOnAnything() {
        Options options = Options.DEFAULT;
        assertTrue(!Judge.isConnected(Histories.of("0: w(x,1)", "1: w(x,2)"), Order.SESSION, options));
        assertTrue(Judge.isConnected(Histories.of("0: w(x,1)", "0: w(x,2)"), Order.SESSION, options));
        assertTrue(!Judge.isConnected(Histories.of("0: w(x,1)", "0: w(x,2)"), Order.NONE, options));
        assertTrue(Judge.isConnected(Histories.of("0: w(x,1)", "1: r(x,1)"), Order.NONE, options));
        assertTrue(Judge.isConnected(Histories.of("0: w(x,1)", "1: r(x,nil)"), Order.NONE, options));
        assertTrue(!Judge.isConnected(Histories.of("0: w(x,1) w(x,2)", "1: r(x,1)"), Order.NONE, options));
        assertTrue(!Judge.isConnected(Histories.of("0: append(x,1) r(x,[1])"), Order.NONE, options));
        assertTrue(Judge.isConnected(Histories.of("0: append(x,1) r(x,[1])", "1: append(x,2)"), Order.NONE, options));
    }

    private static Set<String> types(Order order, String... lines) {
        Set<String> types = new TreeSet<>();
        for (Anomaly anomaly : Judge.phenomena(Histories.of(lines), order, true, Options.DEFAULT)) {
            types.add(anomaly.type().text());
        }
        return types;
    }

    private static List<Edge> cycle(Order order, String... lines) {
        return Judge.phenomena(Histories.of(lines), order, true, Options.DEFAULT)
                .get(0)
                .witnesses()
                .get(0)
                .cycles()
                .get(0);
    }
}

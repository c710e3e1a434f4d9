package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import minos.Histories;
import minos.history.History;
import minos.history.Status;
import minos.infer.AmbiguousHistory;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Violation;
import minos.reference.Draft;
import minos.reference.Trials;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Causes as they read, and that each thing they say is so in the history. */
class CauseTest {
    @Test
    void inTheWordsOfThoseWhoRunDatabases() {
        assertEquals(
                "T0's append of 231 to x (session 230) was acknowledged before T2 (session 1) began, and T2 read x=[1]"
                        + " without it; no read of the history shows it",
                cause(
                        AnomalyType.REAL_TIME_VIOLATION,
                        "230: append(x,231) @0-1",
                        "0: append(x,1) @2-3",
                        "1: r(x,[1]) @4-5"));
        assertEquals(
                "T1 (session 7) and T2 (session 9) both read x=3 and both overwrote it, T1 with x=4 and T2 with x=5:"
                        + " one of the two updates is lost",
                cause(AnomalyType.LOST_UPDATE, "0: w(x,3)", "7: r(x,3) w(x,4)", "9: r(x,3) w(x,5)"));
        assertEquals(
                "T1 (session 1) and T2 (session 2) both read x=[1] and both appended to it, T1 2 and T2 3: neither saw"
                        + " the other's append, and no read shows T1's 2",
                cause(
                        AnomalyType.LOST_UPDATE,
                        "0: append(x,1)",
                        "1: r(x,[1]) append(x,2)",
                        "2: r(x,[1]) append(x,3)",
                        "3: r(x,[1 3])"));
        assertEquals(
                "session 4 read x=5 in T2, then read x=3 in T3, which is older",
                cause(AnomalyType.CAUSALITY_VIOLATION, "0: w(x,3)", "0: w(x,5)", "4: r(x,5)", "4: r(x,3)"));
        assertEquals(
                "session 0 wrote x=5 in T1, then read x=3 in T2, which is older",
                cause(AnomalyType.FRACTURED_READ, "0: w(x,3)", "0: w(x,5)", "0: r(x,3)"));
        assertEquals(
                "session 0 read x=3 in T0, before it wrote it in T1",
                cause(AnomalyType.CYCLIC_CAUSALITY, "0: r(x,3)", "0: w(x,3)"));
        assertEquals(
                "T3 (session 2) saw T2's y=1, but read x=3, which is older than T1's x=4, though session 1 ran T1"
                        + " before T2",
                cause(
                        AnomalyType.CAUSALITY_VIOLATION,
                        "0: w(x,3)",
                        "1: r(x,3) w(x,4)",
                        "1: w(y,1)",
                        "2: r(y,1) r(x,3)"));
    }

    @Test
    void sessionsThatReadEachOthersWrites() {
        assertEquals(
                "session 2 wrote x=200 in T1, then read T0's x=100 in T3; session 1 wrote x=100 in T0, then read T1's"
                        + " x=200 in T2: each of the two writes would have to be the later one",
                cause(AnomalyType.FRACTURED_READ_CM, "1: w(x,100)", "2: w(x,200)", "1: r(x,200)", "2: r(x,100)"));
    }

    @Test
    void whatWasOverwrittenInRealTime() {
        assertEquals(
                "T2 (session 2) read x=1, but T1 (session 1) had written x=2 before T2 began, and nobody wrote 1 after"
                        + " that",
                cause(
                        AnomalyType.NONLINEARIZABLE,
                        "0: w(x,1) @0-1",
                        "1: w(x,2) @2-3",
                        "2: r(x,1) @6-7",
                        "3: w(x,1) @8-9"));
        assertEquals(
                "T1 (session 1) read x=nil, but T0 (session 0) had written x=1 before T1 began, and nobody wrote nil"
                        + " after that",
                cause(AnomalyType.NONLINEARIZABLE, "0: w(x,1) @0-1", "1: r(x,nil) @2-3", "2: w(x,1) @4-5"));
    }

    @Test
    void longChainsAreCounted() {
        String[] lines = new String[14];
        lines[0] = "0: w(x,1)";
        for (int i = 1; i < 13; i++)
            lines[i] = i + ": r(k" + (i - 1) + "," + (i == 1 ? "nil" : 1) + ") w(k" + i + ",1)";
        lines[1] = "1: r(x,1) w(k1,1)";
        lines[13] = "13: r(k12,1) r(x,nil)";
        assertEquals(
                "T13 (session 13) read x=nil, which is older than T0's x=1, though T13 has seen T0 (session 0), through"
                        + " 12 others",
                cause(AnomalyType.CAUSALITY_VIOLATION, lines));
    }

    private static String cause(AnomalyType type, String... lines) {
        Order order = type.level() == Level.STRICT_SERIALIZABLE ? Order.REAL_TIME : Order.SESSION;
        return Cause.of(
                Histories.of(lines),
                new Counterexamples("", type, type.level(), order, lines)
                        .judged()
                        .verdicts()
                        .get(0)
                        .anomalies()
                        .get(0)
                        .witnesses()
                        .get(0));
    }

    // Truth

    @Test
    void allIsSo() {
        Map<AnomalyType, Integer> told = new EnumMap<>(AnomalyType.class);
        Trials.run(2_000, draft -> complaint(draft, told));
        int witnesses = told.values().stream().mapToInt(Integer::intValue).sum();
        assertTrue(witnesses > 5_000, "too few: " + told);
        assertTrue(told.size() > 20, "too few types: " + told);
    }

    @Test
    @Tag("slow")
    void allIsSoInMany() {
        Trials.run(50_000, draft -> complaint(draft, new EnumMap<>(AnomalyType.class)));
    }

    private static String complaint(Draft draft, Map<AnomalyType, Integer> told) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            Options options = Options.DEFAULT
                    .with(order)
                    .withAll(true)
                    .withMaxWitnesses(4)
                    .withThreads(1);
            List<Verdict> verdicts;
            List<Level> levels = Level.STRICT_SERIALIZABLE.needsRealTime() && order != Order.REAL_TIME
                    ? List.of(Level.READ_UNCOMMITTED, Level.CAUSAL, Level.SERIALIZABLE)
                    : List.of(Level.READ_UNCOMMITTED, Level.CAUSAL, Level.STRICT_SERIALIZABLE);
            try {
                verdicts = Judge.check(history, levels, options);
            } catch (AmbiguousHistory e) {
                return null;
            }
            for (Verdict verdict : verdicts) {
                for (Anomaly anomaly : verdict.anomalies()) {
                    for (Violation witness : anomaly.witnesses()) {
                        String cause = Cause.of(history, witness);
                        String wrong = new Claims(history).wrong(cause);
                        if (wrong != null) return "not so: " + wrong + " in: " + cause;
                        told.merge(anomaly.type(), 1, Integer::sum);
                    }
                }
            }
        }
        return null;
    }

    /** Reads a sentence from left to right and looks each thing that it says up in the history. */
    private static final class Claims {
        private static final String KV = "([^ =,;:()']+)=(\\[[^\\]]*\\]|[^ ,;:)]+)";
        private static final String WRITE =
                "T(\\d+)'s (?:append of ([^ ,;:)]+) to (?:key )?([^ ,;:)]+)|(?:write of )?" + KV + ")";
        private static final Pattern SUBJECT = Pattern.compile(
                "^T(\\d+)(?: \\(session \\S+?\\))?(?=,? (?:read|saw|had|mixed|went|which|wrote|appended))");
        private static final Pattern NAMED = Pattern.compile("T(\\d+) \\(session (\\S+?)\\)");
        private static final Pattern OWN =
                Pattern.compile("^(?:wrote " + KV + "|appended ([^ ,;:)]+) to (?:key )?([^ ,;:)]+))(?: in T(\\d+))?");
        private static final Pattern READ = Pattern.compile("^(?:read|and then) " + KV + "(?: in T(\\d+))?");
        private static final Pattern BOTH = Pattern.compile("^T(\\d+).*? and T(\\d+).*? both read " + KV);
        private static final Pattern SAW = Pattern.compile("^(?:saw|seen) " + WRITE);
        private static final Pattern MISSED = Pattern.compile("^(?:missed|without|but not|older than) " + WRITE);
        private static final Pattern OF = Pattern.compile("^" + WRITE);
        private static final Pattern RAN = Pattern.compile("^session (\\S+) ran T(\\d+) (after|before) T(\\d+)");
        private static final Pattern IN = Pattern.compile("^session (\\S+) .*? in T(\\d+).*? in T(\\d+)");
        private static final Pattern TIME = Pattern.compile(
                "^T(\\d+)(?:'s [^(),]+)?(?: \\(session \\S+?\\))? (?:completed|was acknowledged|had (?:read|seen) .*?)"
                        + " before T(\\d+)(?: \\(session \\S+?\\))? began");
        private static final Pattern LISTED =
                Pattern.compile("^(?:key )?(\\S+) has T(\\d+)'s (\\S+)(, and later| before) T(\\d+)'s ([^ ,;:)]+)");
        private static final Pattern PUTS =
                Pattern.compile("^T(\\d+)(?: \\(session \\S+?\\))? puts (the initial state|T\\d+)"
                        + " after T(\\d+) \\(it (?:saw|comes after) T(\\d+), but read " + KV
                        + "(?: from (T\\d+)|, the initial value)\\)");
        private static final Pattern NOWHERE =
                Pattern.compile("^no read (?:of the history )?shows (?:it|T(\\d+)'s (\\S+))");
        private static final Pattern ALL = Pattern.compile("T(\\d+)");

        private final History history;
        private int subject = -1;
        private int lastRead = -1;
        private int lastWrite = -1;
        private String wrong;

        Claims(History history) {
            this.history = history;
        }

        /** What is not so; null if all is. */
        String wrong(String cause) {
            int claims = 0;
            Matcher all = ALL.matcher(cause);
            while (all.find()) check(number(all, 1) < history.transactions(), all);
            for (int at = 0; at < cause.length() && wrong == null; at++) {
                boolean begins = at == 0 || " (".indexOf(cause.charAt(at - 1)) >= 0;
                boolean both = cause.substring(0, at).endsWith("both ");
                if (begins && !both && claim(cause.substring(at))) claims++;
            }
            if (wrong == null && claims == 0 && !cause.contains("no order of the writes")) return "nothing is claimed";
            return wrong;
        }

        private boolean claim(String rest) {
            boolean any = false;
            Matcher m = NAMED.matcher(rest);
            if (m.lookingAt()) any = check(session(number(m, 1)).equals(m.group(2)), m);
            m = SUBJECT.matcher(rest);
            if (m.find()) subject = number(m, 1);
            m = BOTH.matcher(rest);
            if (m.find() && !m.group(0).contains(":")) {
                any = check(read(number(m, 1), m.group(3), m.group(4)) >= 0, m);
                any |= check(read(number(m, 2), m.group(3), m.group(4)) >= 0, m);
            }
            m = IN.matcher(rest);
            if (m.find()) {
                int first = number(m, 2);
                int second = number(m, 3);
                boolean early = rest.contains("before it");
                any = check(session(first).equals(m.group(1)) && session(second).equals(m.group(1)), m);
                any |= check(first < second, m);
                subject = early || rest.startsWith("session " + m.group(1) + " read") ? first : second;
            }
            m = OWN.matcher(rest);
            if (m.find()) {
                int who = m.group(5) != null ? number(m, 5) : subject;
                lastWrite =
                        m.group(1) != null ? write(who, m.group(1), m.group(2)) : write(who, m.group(4), m.group(3));
                any = check(lastWrite >= 0, m);
            }
            m = READ.matcher(rest);
            if (m.find()) {
                if (m.group(3) != null) subject = number(m, 3);
                lastRead = read(subject, m.group(1), m.group(2));
                any = check(lastRead >= 0, m);
            }
            m = SAW.matcher(rest);
            if (m.find()) {
                int write = write(m);
                Matcher in = Pattern.compile("^\\S+ " + WRITE + " in T(\\d+)").matcher(rest);
                int reader = in.find() ? number(in, 6) : subject;
                any = check(write >= 0 && reads(reader, write), m);
            }
            m = MISSED.matcher(rest);
            if (m.find()) {
                int write = write(m);
                int key = write < 0 ? -1 : history.key(write);
                any = check(
                        write >= 0 && anyOf(subject, op -> isRead(op) && history.key(op) == key && !shows(op, write)),
                        m);
            }
            m = OF.matcher(rest);
            if (m.find()) any = check((lastWrite = write(m)) >= 0, m);
            if (rest.startsWith("without it")) {
                any = checked(lastRead >= 0 && lastWrite >= 0 && !shows(lastRead, lastWrite), rest);
            }
            m = RAN.matcher(rest);
            if (m.find()) {
                boolean after = m.group(3).equals("after");
                int earlier = number(m, after ? 4 : 2);
                int later = number(m, after ? 2 : 4);
                any = check(
                        earlier < later
                                && session(earlier).equals(m.group(1))
                                && session(later).equals(m.group(1)),
                        m);
            }
            m = TIME.matcher(rest);
            if (m.find()) {
                any = check(history.completion(number(m, 1)) < history.invocation(number(m, 2)), m);
                if (m.group(0).contains("acknowledged"))
                    any |= check(history.status(number(m, 1)) == Status.COMMITTED, m);
            }
            m = LISTED.matcher(rest);
            if (m.find()) {
                int earlier = write(number(m, 2), m.group(1), m.group(3));
                int later = write(number(m, 5), m.group(1), m.group(6));
                boolean both = m.group(4).equals(" before");
                any = check(
                        earlier >= 0
                                && later >= 0
                                && IntStream.range(0, history.operations())
                                        .anyMatch(op -> isRead(op)
                                                && place(op, earlier) >= 0
                                                && (lastPlace(op, later) > place(op, earlier)
                                                        || !both && isMissing(op, earlier, later))),
                        m);
            }
            m = PUTS.matcher(rest);
            if (m.find()) {
                subject = number(m, 1);
                int read = read(subject, m.group(5), m.group(6));
                any = check(m.group(3).equals(m.group(4)) && read >= 0, m);
                if (m.group(7) != null) {
                    int source = Integer.parseInt(m.group(7).substring(1));
                    any |= check(anyOf(source, op -> history.isWrite(op) && shows(read, op)), m);
                }
            }
            m = NOWHERE.matcher(rest);
            if (m.find()) {
                String value = m.group(2);
                int write = value == null ? lastWrite : anyWrite(number(m, 1), value);
                any = check(
                        write >= 0
                                && IntStream.range(0, history.operations())
                                        .noneMatch(op -> isRead(op) && shows(op, write)),
                        m);
            }
            return any;
        }

        private boolean check(boolean so, Matcher claim) {
            return checked(so, claim.group());
        }

        private boolean checked(boolean so, String claim) {
            if (!so && wrong == null) wrong = claim;
            return true;
        }

        private static int number(Matcher m, int group) {
            return Integer.parseInt(m.group(group));
        }

        private String session(int t) {
            return history.sessionText(history.session(t));
        }

        private boolean isRead(int op) {
            return !history.isWrite(op) && history.version(op) != History.UNKNOWN;
        }

        private boolean anyOf(int t, IntPredicate test) {
            return t >= 0 && IntStream.range(history.begin(t), history.end(t)).anyMatch(test);
        }

        private int write(Matcher m) {
            return m.group(2) != null
                    ? write(number(m, 1), m.group(3), m.group(2))
                    : write(number(m, 1), m.group(4), m.group(5));
        }

        private int write(int t, String key, String value) {
            return IntStream.range(history.begin(t), history.end(t))
                    .filter(op -> history.isWrite(op)
                            && history.keyText(history.key(op)).equals(key)
                            && history.valueText(history.version(op)).equals(value))
                    .findFirst()
                    .orElse(-1);
        }

        private int anyWrite(int t, String value) {
            return IntStream.range(history.begin(t), history.end(t))
                    .filter(op -> history.isWrite(op)
                            && history.valueText(history.version(op)).equals(value))
                    .findFirst()
                    .orElse(-1);
        }

        private int read(int t, String key, String value) {
            if (t < 0) return -1;
            return IntStream.range(history.begin(t), history.end(t))
                    .filter(op -> isRead(op)
                            && history.keyText(history.key(op)).equals(key)
                            && isOf(value.replace("| ", "").replace(" |", ""), printed(op)))
                    .findFirst()
                    .orElse(-1);
        }

        /** Whether a value, of which parts may be left out, is that one. */
        private static boolean isOf(String shown, String whole) {
            String any = Pattern.quote(shown).replace("… ", "\\E(?:\\S+ )*\\Q").replace(" …", "\\E(?: \\S+)*\\Q");
            return whole.matches(any);
        }

        private String printed(int read) {
            if (!history.isList()) return history.valueText(history.version(read));
            return IntStream.range(0, history.length(read))
                    .mapToObj(i -> history.valueText(history.element(read, i)))
                    .collect(Collectors.joining(" ", "[", "]"));
        }

        private boolean reads(int t, int write) {
            return anyOf(t, op -> isRead(op) && shows(op, write));
        }

        private boolean shows(int read, int write) {
            return history.isList() ? place(read, write) >= 0 : history.version(read) == history.version(write);
        }

        private int place(int read, int write) {
            if (history.key(read) != history.key(write)) return -1;
            for (int i = 0; i < history.length(read); i++) {
                if (history.element(read, i) == history.version(write)) return i;
            }
            return -1;
        }

        /** Of two writes of one value a list that has it once shows one. */
        private boolean isMissing(int read, int earlier, int later) {
            boolean same = history.version(earlier) == history.version(later);
            return place(read, later) < 0 || same && lastPlace(read, later) == place(read, earlier);
        }

        /** An element that a list has twice stands behind all that is between. */
        private int lastPlace(int read, int write) {
            int last = place(read, write);
            for (int i = last + 1; last >= 0 && i < history.length(read); i++) {
                if (history.element(read, i) == history.version(write)) last = i;
            }
            return last;
        }
    }
}

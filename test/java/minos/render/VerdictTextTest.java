package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.Stream;
import minos.Histories;
import minos.model.Anomaly;
import minos.model.Layout;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import org.junit.jupiter.api.Test;

class VerdictTextTest {
    @Test
    void aCycleIsToldStepByStep() {
        assertEquals(
                """
                h.txt: read-atomic is violated (session order): fractured-read

                  fractured-read (k): a transaction seen in part; 2 found, the shortest:
                    T2 (session alice) saw half of T1 (session 0): it saw T1's y=2, but read x=1, which is older than T1's x=2

                    T0  session 0 #1      w x=1
                    T1  session 0 #2      w x=2, w y=2
                    T2  session alice #1  r y=2, r x=1

                    T0 → T1 (session order): session 0 ran T1 after T0
                    T1 → T0 (commit order): T2 reads x=1 from T0 after it has seen T1, which also writes x
                      T1 → T2 (wr): T2 read y=2, which T1 wrote
                    so T0 must come before itself

                """,
                VerdictText.render(Samples.fractured(), Layout.PLAIN, false));
    }

    @Test
    void readsThatNeedNoCycleAreToldInASentence() {
        assertEquals(
                """
                lists.edn: causal is violated (no session order): incompatible-order, thin-air-read

                  incompatible-order: two reads of one list of which neither is a prefix of the other
                    T1 (session 1) read :k=[… 5 6 | 7 8] and T2 (session 2) read :k=[… 5 6 | 8 7]: neither is a prefix of the other

                    T1  session 1 #1  r :k=[… 5 6 | 7 8]
                    T2  session 2 #1  r :k=[… 5 6 | 8 7]

                  thin-air-read (a): a read of a value that nobody wrote; at least 1000 found, the shortest 2:
                    T1 (session 1) read :k=[… 3 4 5 …], and nobody appended 4

                    T1  session 1 #1  r :k=[… 3 4 5 …]

                    T2 (session 2) read :k=[… 3 4 5 …], and nobody appended 4

                    T2  session 2 #1  r :k=[… 3 4 5 …]

                lists.edn: serializable is violated (no session order): incompatible-order

                  incompatible-order: two reads of one list of which neither is a prefix of the other; as above

                """,
                VerdictText.render(Samples.listReads(), Layout.PLAIN, false));
    }

    @Test
    void bothWaysToOrderWritesAreToldWhereNeitherWorks() {
        assertEquals(
                """
                u.txt: prefix is violated (session order): unorderable

                  unorderable: writes that no order can explain: each way to order them closes a cycle
                    no order of the writes explains what these 5 transactions read, whether T0's x=1 comes before T1's x=2 or after it

                    T0  session 0 #1  w x=1
                    T1  session 1 #1  w x=2
                    T2  session 2 #1  r x=1
                    T3  session 2 #2  r x=2
                    T4  session 2 #3  r x=1

                    no order explains these 5 transactions together; without any one of them there is one
                    one way, T0's x=1 comes before T1's x=2:
                      T1 → T3 (wr): T3 read x=2, which T1 wrote
                      T3 → T4 (session order): session 2 ran T4 after T3
                      T4 → T1 (rw): T4 read x=1 and did not see T1's x=2
                        T0 → T1 (ww): T0's x=1 comes before T1's x=2
                      so T1 must come before itself
                    the other way, T1's x=2 comes before T0's x=1:
                      T0 → T2 (wr): T2 read x=1, which T0 wrote
                      T2 → T3 (session order): session 2 ran T3 after T2
                      T3 → T0 (rw): T3 read x=2 and did not see T0's x=1
                        T1 → T0 (ww): T1's x=2 comes before T0's x=1
                      so T0 must come before itself

                """,
                VerdictText.render(Samples.unorderable(), Layout.PLAIN, false));
    }

    @Test
    void timesAreShownWhereTheHistoryTellsThem() {
        assertEquals(
                """
                rt.edn: strict-serializable is violated (session order): real-time-violation

                  real-time-violation: a read that misses what had completed before it began
                    T0 (session 0) had read x=2 before T1 (session 1) began, and T1 read x=nil, which is older

                    T0  session 0 #1 @1–3                 r x=2
                    T1  session 1 #1 @4–9                 r x=nil
                    T2  session 2 #1 @0– (indeterminate)  w x=2

                    T2 → T0 (wr): T0 read x=2, which T2 wrote
                    T0 → T1 (real time): T0 had completed (place 3 of the history) before T1 was invoked (place 4)
                    T1 → T2 (rw): T1 read x=nil and did not see T2's x=2
                    so T2 must come before itself

                """,
                VerdictText.render(Samples.realTime(), Layout.PLAIN, false));
    }

    @Test
    void anAnswerIsOneSentence() {
        assertEquals(
                """
                a.txt: causal holds (session order)
                a.txt: snapshot-isolation holds (session order)
                a.txt: strict-serializable is unknown (real-time order): the history has no real time
                tested: 1 read of other transactions' writes
                """,
                VerdictText.render(Samples.answers(), Layout.PLAIN, false));
        assertEquals(
                "lists.edn: causal is violated (no session order): incompatible-order, thin-air-read\n"
                        + "lists.edn: serializable is violated (no session order): incompatible-order\n",
                VerdictText.render(Samples.listReads(), Layout.PLAIN, true));
    }

    @Test
    void theLadderShowsWhereTheHistoryStands() {
        assertEquals(
                """
                h.txt: 4 transactions (1 aborted, 0 indeterminate) in 3 sessions, 9 operations on 3 keys
                tested: 2 reads of other transactions' writes

                  read-uncommitted             holds
                  cut-isolation                holds
                  adya-read-committed          holds
                  read-committed               holds
                  read-atomic                  violated
                  causal                       violated
                  snapshot-isolation           unknown
                  serializable                 unknown
                  strict-serializable          unknown (real-time order)

                strongest that hold (session order): cut-isolation, read-committed
                weakest violated: read-atomic
                unknown: snapshot-isolation, serializable: stopped after the time limit of 5 s
                unknown: strict-serializable: the history has no real time

                  fractured-read (k): a transaction seen in part; 2 found, the shortest:
                    T2 (session alice) saw half of T1 (session 0): it saw T1's y=2, but read x=1, which is older than T1's x=2

                    T0  session 0 #1      w x=1
                    T1  session 0 #2      w x=2, w y=2
                    T2  session alice #1  r y=2, r x=1

                    T0 → T1 (session order): session 0 ran T1 after T0
                    T1 → T0 (commit order): T2 reads x=1 from T0 after it has seen T1, which also writes x
                      T1 → T2 (wr): T2 read y=2, which T1 wrote
                    so T0 must come before itself

                """,
                VerdictText.ladder(Samples.ladder(), Layout.PLAIN, false, false));
        assertEquals(
                "h.txt: strongest that hold: cut-isolation, read-committed; weakest violated: read-atomic; "
                        + "unknown: snapshot-isolation, serializable, strict-serializable\n",
                VerdictText.ladder(Samples.ladder(), Layout.PLAIN, true, false));
    }

    @Test
    void everyTypeIsToldOnceWhereAllAreAskedFor() {
        Judged lists = Samples.listReads();
        Anomaly order = lists.verdicts().get(0).anomalies().get(0);
        Anomaly thinAir = lists.verdicts().get(0).anomalies().get(1);
        Judged judged = new Judged(
                "l",
                lists.history(),
                List.of(
                        Verdict.violated(Level.READ_UNCOMMITTED, Order.SESSION, List.of(order)),
                        Verdict.violated(Level.READ_COMMITTED, Order.SESSION, List.of(order, thinAir))),
                0,
                0);
        String weakest = VerdictText.ladder(judged, Layout.PLAIN, false, false);
        assertFalse(weakest.contains("thin-air-read"), weakest);
        String every = VerdictText.ladder(judged, Layout.PLAIN, false, true);
        assertTrue(every.startsWith(weakest) && every.contains("thin-air-read (a)"), every);
        assertEquals(every.indexOf("incompatible-order"), every.lastIndexOf("incompatible-order"));
    }

    @Test
    void aNarrowTerminalGetsHangingLines() {
        assertEquals(
                """
                h.txt: read-atomic is violated (session
                  order): fractured-read

                  fractured-read (k): a transaction seen
                    in part; 2 found, the shortest:
                    T2 (session alice) saw half of T1
                        (session 0): it saw T1's y=2,
                        but read x=1, which is older
                        than T1's x=2

                    T0  session 0 #1      w x=1
                    T1  session 0 #2      w x=2, w y=2
                    T2  session alice #1  r y=2, r x=1

                    T0 → T1 (session order): session 0
                        ran T1 after T0
                    T1 → T0 (commit order): T2 reads x=1
                        from T0 after it has seen T1,
                        which also writes x
                      T1 → T2 (wr): T2 read y=2, which
                          T1 wrote
                    so T0 must come before itself

                """,
                VerdictText.render(Samples.fractured(), new Layout(40, false), false));
    }

    private static String told(Layout layout, String... lines) {
        return VerdictText.render(
                ReportTest.judged("h", Histories.of(lines), 1, Level.READ_UNCOMMITTED), layout, false);
    }

    @Test
    void aLongCycleIsAbridged() {
        String[] lines = new String[200];
        for (int i = 0; i < lines.length; i++) lines[i] = i + ": r(k" + i + ",1) w(k" + (i + 1) % lines.length + ",1)";
        Judged judged = ReportTest.judged("h", Histories.of(lines), 1, Level.CAUSAL);
        String text = VerdictText.render(judged, Layout.PLAIN, false);
        assertTrue(
                text.contains("\n    T19   session 19 #1   r k19=1, w k20=1\n"
                        + "    … 170 more transactions (a report shows them all)\n"
                        + "    T190  session 190 #1  r k190=1, w k191=1\n"),
                text);
        assertTrue(
                text.contains("\n    … 171 more lines (a report shows them all)\n"
                        + "    T191 → T192 (wr): T192 read k192=1, which T191 wrote\n"),
                text);
        assertTrue(text.endsWith("    so T0 must come before itself\n\n"), text);
        assertEquals(69, text.lines().count());
    }

    @Test
    void anElementThatStandsTwiceIsShownTwice() {
        String text = told(
                Layout.PLAIN,
                "0: append(x,1) append(x,2) append(x,3) append(x,4)",
                "0: append(x,5) append(x,6) append(x,7) append(x,8)",
                "1: r(x,[1 2 3 4 3 5 6 7 8])");
        assertTrue(text.contains("  r x=[… 2 3 4 3 5 …]\n"), text);
        assertTrue(text.contains("T2 (session 1) read x=[… 2 3 4 3 5 …], where 3 stands twice"), text);
    }

    @Test
    void listsWithNothingInCommonNeedNoBar() {
        String text = told(Layout.PLAIN, "0: append(x,1)", "1: append(x,2)", "2: r(x,[1 2])", "2: r(x,[2]) r(x,[1])");
        assertTrue(
                text.contains(
                        "T2 (session 2) read x=[1 2] and T3 (session 2) read x=[2]: neither is a prefix of the other"),
                text);
        text = told(Layout.PLAIN, "0: append(x,1)", "1: append(x,2)", "2: r(x,[2]) r(x,[1])");
        assertTrue(text.contains("T2 (session 2) read x=[2] and then x=[1]: neither is a prefix of the other"), text);
    }

    @Test
    void longElementsAreCutAndLongOperationsBrokenAtSpaces() {
        String[] long3 = {"a", "b", "c"};
        for (int i = 0; i < 3; i++) long3[i] = long3[i].repeat(90);
        String text = told(
                new Layout(60, false),
                "0: append(x," + long3[0] + ")",
                "1: append(x," + long3[1] + ")",
                "2: append(x," + long3[2] + ")",
                "3: r(x,[" + String.join(" ", long3) + "])",
                "3: r(x,[" + long3[0] + " " + long3[2] + "])");
        assertTrue(
                text.contains("\n    T3  session 3 #1  r x=[aaaaaaaaaaaaaaa… |\n"
                        + "                      bbbbbbbbbbbbbbb… ccccccccccccccc…]\n    T4  "),
                text);
    }

    @Test
    void noLineIsWiderThanTheTerminal() {
        List<Judged> samples = List.of(
                Samples.fractured(), Samples.listReads(), Samples.unorderable(), Samples.answers(), Samples.hostile());
        for (int width = 8; width < 120; width++) {
            Layout layout = new Layout(width, true);
            Stream<String> texts = Stream.concat(
                    samples.stream().map(s -> VerdictText.render(s, layout, false)),
                    Stream.of(VerdictText.ladder(Samples.ladder(), layout, false, true)));
            for (String line : String.join("", texts.toList()).split("\n")) {
                String seen = line.replaceAll("\u001b\\[[0-9]+m", "");
                assertTrue(Printable.columns(seen) <= width, width + " columns: " + seen);
                if (width >= 60) assertEquals(seen.stripTrailing(), seen);
            }
        }
    }

    @Test
    void colourMarksAnswersAndEndsWithTheLine() {
        assertEquals(
                "a.txt: \u001b[1mcausal\u001b[0m \u001b[32mholds\u001b[0m (session order)",
                VerdictText.render(Samples.answers(), new Layout(80, true), false)
                        .lines()
                        .findFirst()
                        .orElseThrow());
        for (String line : VerdictText.render(Samples.unorderable(), new Layout(30, true), false)
                .split("\n")) {
            assertFalse(line.contains("\u001b[") && line.lastIndexOf("\u001b[0m") < line.lastIndexOf("\u001b["), line);
        }
    }

    @Test
    void keysAndValuesCannotReachTheTerminal() {
        String text = VerdictText.render(Samples.hostile(), Layout.PLAIN, false);
        assertTrue(text.contains("session \\u001b[31m #1  w k\\u0007\\u202e=\\u001b[2J漢漢"), text);
        assertTrue(text.contains("漢…, which nobody wrote"), text);
        assertTrue(text.startsWith("a\\u001b[2Jb: causal"), text);
        assertTrue(text.codePoints().noneMatch(c -> c != '\n' && Character.isISOControl(c) || c == 0x202e), text);
    }
}

package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/** What the papers draw, told: PolySI's figure 2 and the fourteen anomalies of MTC's figure 5. */
class PapersTest {
    /** Type and cause of the first counterexample at the weakest level that is violated. */
    private static String story(String... lines) {
        History history = Histories.of(lines);
        List<Level> levels = new ArrayList<>(List.of(Level.values()));
        levels.removeIf(Level::needsRealTime);
        for (Verdict verdict : Judge.check(history, levels, Options.DEFAULT)) {
            if (verdict.answer() != Answer.FALSE) continue;
            var anomaly = verdict.anomalies().get(0);
            return anomaly.type() + ": " + Cause.of(history, anomaly.witnesses().get(0));
        }
        return "nothing";
    }

    /** T0 writes x and y; T1 and T2 each overwrite one; T3 and T4 each see one of them; T5 follows T0. */
    @Test
    void polySiFigure2() {
        assertEquals(
                "long-fork: T3 (session 3) saw T1's x=1 but not T2's y=1, while T4 (session 4) saw T2's y=1 but not T1's x=1:"
                        + " they disagree on which came first",
                story(
                        "0: w(x,0) w(y,0)",
                        "1: w(x,1)",
                        "2: w(y,1)",
                        "3: r(x,1) r(y,0)",
                        "4: r(x,0) r(y,1)",
                        "0: w(x,2)"));
    }

    @Test
    void mtcFigure5() {
        StringBuilder told = new StringBuilder();
        for (String[] lines : new String[][] {
            {"1: r(x,1)"},
            {"1! r(x,nil) w(x,1)", "2: r(x,1)"},
            {"1: r(x,1) w(x,1)"},
            {"1: r(x,nil) w(x,1) w(x,2) r(x,1)"},
            {"1: r(x,nil) w(x,1)", "2: r(x,1) w(x,2) r(x,1)"},
            {"1: r(x,nil) w(x,1) w(x,2)", "2: r(x,1)"},
            {"1: r(x,nil) w(x,1)", "2: r(x,nil) r(x,1)"},
            {"1: r(x,nil) w(x,1)", "2: r(x,1) w(x,2)", "2: r(x,1)"},
            {"1: r(x,nil) w(x,1)", "2: r(x,1) r(y,nil) w(x,2) w(y,1)", "3: r(y,1) r(x,1)"},
            {"1: r(x,nil) r(y,nil) w(x,1) w(y,1)", "2: r(y,nil) r(x,1)"},
            {"1: r(x,nil) w(x,1)", "2: r(x,1) r(y,nil) w(y,1)", "3: r(x,nil) r(y,1)"},
            {"1: r(x,nil) w(x,1)", "2: r(y,nil) w(y,1)", "3: r(x,1) r(y,nil)", "4: r(x,nil) r(y,1)"},
            {"1: r(x,nil) w(x,1)", "2: r(x,nil) w(x,2)"},
            {"1: r(x,nil) r(y,nil) w(x,1)", "2: r(x,nil) r(y,nil) w(y,1)"}
        }) {
            told.append(story(lines)).append('\n');
        }
        assertEquals(
                """
                thin-air-read: T0 (session 1) read x=1, which nobody wrote
                aborted-read: T1 (session 2) read x=1, but T0 (session 1), which wrote x=1, was aborted
                future-read: T0 (session 1) read x=1 before it wrote x=1 itself
                not-my-last-write: T0 (session 1) wrote x=2 and then read x=1, which it wrote earlier
                not-my-own-write: T1 (session 2) wrote x=2 and then read x=1, which T0 (session 1) wrote
                intermediate-read: T1 (session 2) read x=1, but T0 (session 1) went on: it then wrote x=2
                non-repeatable-read: T1 (session 2) saw key x change under its hands: it read x=nil and then x=1
                read-your-writes-violation: session 2 wrote x=2 in T1, then read x=1 in T2, which is older
                non-monotonic-read: T2 (session 3) saw half of T1 (session 2): it saw T1's y=1, but read x=1, which \
                is older than T1's x=2
                fractured-read: T1 (session 2) saw half of T0 (session 1): it saw T0's x=1, but read y=nil, which \
                is older than T0's y=1
                causality-violation: T2 (session 3) saw T1's y=1, and T1 had seen T0's x=1, but T2 read x=nil, \
                which is older
                long-fork: T2 (session 3) saw T0's x=1 but not T1's y=1, while T3 (session 4) saw T1's y=1 but not \
                T0's x=1: they disagree on which came first
                lost-update: T0 (session 1) and T1 (session 2) both read x=nil and both overwrote it, T0 with x=1 \
                and T1 with x=2: one of the two updates is lost
                write-skew: T0 (session 1) read y=nil and wrote x=1, T1 (session 2) read x=nil and wrote y=1: \
                neither saw the other's write
                """,
                told.toString());
    }
}

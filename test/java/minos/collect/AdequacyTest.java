package minos.collect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import minos.history.Status;
import minos.history.Tested;
import org.junit.jupiter.api.Test;

/** Which runs say enough. */
class AdequacyTest {
    @Test
    void numbersCanBeSet() {
        assertEquals(Adequacy.USUAL, Adequacy.of(Adequacy.USUAL.toString()));
        assertEquals(new Adequacy(7, 100, 0, 0.25), Adequacy.of("conflicts=0,committed=7,aborted=0.25"));
        assertEquals(
                "committed=1000,reads=100,conflicts=100,aborted=1",
                Adequacy.of("aborted=1.0").toString());
        for (String wrong :
                List.of("", "x=1", "reads", "reads=-1", "reads=0.5", "aborted=1.1", "reads=1,", "reads=1=2")) {
            assertThrows(IllegalArgumentException.class, () -> Adequacy.of(wrong), wrong);
        }
    }

    @Test
    void eachNumberCounts() {
        Adequacy wanted = new Adequacy(3, 20, 10, 0.25);
        assertEquals("", lacking(wanted, summary(3, 1, false), new Tested(20, 10)));
        assertEquals("2 committed (at least 3)", lacking(wanted, summary(2, 0, false), new Tested(20, 10)));
        assertEquals(
                "19 reads of other transactions' writes (at least 20)",
                lacking(wanted, summary(3, 1, false), new Tested(19, 10)));
        assertEquals(
                "9 concurrent pairs on one key (at least 10)",
                lacking(wanted, summary(3, 1, false), new Tested(20, 9)));
        assertEquals("40.0% aborted (at most 25.0%)", lacking(wanted, summary(3, 2, false), new Tested(20, 10)));
        assertEquals("ended early", lacking(wanted, summary(3, 1, true), new Tested(20, 10)));
        assertEquals(
                "100.0% aborted (at most 25.0%)",
                lacking(new Adequacy(0, 0, 0, 0.25), summary(0, 0, false), new Tested(0, 0)));
    }

    private static String lacking(Adequacy wanted, Collector.Summary summary, Tested tested) {
        return String.join(
                ", ",
                wanted.counts(summary, tested).stream()
                        .filter(count -> !count.sufficient())
                        .map(Adequacy.Count::text)
                        .toList());
    }

    private static Collector.Summary summary(int committed, int aborted, boolean early) {
        Tally tally = new Tally();
        for (int i = 0; i < committed; i++) tally.add(new Outcome(Status.COMMITTED, List.of(), null, null, false));
        for (int i = 0; i < aborted; i++) tally.add(new Outcome(Status.ABORTED, null, "40001", "no", false));
        return new Collector.Summary("Fake 1", "serializable", tally, 1, early, List.of());
    }
}

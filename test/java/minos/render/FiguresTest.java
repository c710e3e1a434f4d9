package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import minos.Histories;
import minos.history.Statistics;
import org.junit.jupiter.api.Test;

class FiguresTest {
    private static final Statistics TIMED = Statistics.of(Histories.of(
            "0: r(x,nil) w(x,1) @0-3", "1: r(x,nil) r(y,nil) @1-4", "2! w(y,7) @2-5", "0: w(x,2) w(y,2) w(z,2) @6-7"));

    @Test
    void asText() {
        assertEquals(
                """
                h.edn
                  model                 rw-register
                  sessions              3
                  transactions          4 (3 committed, 1 aborted, 0 indeterminate)
                  operations            8 (3 reads, 5 writes)
                  keys                  3
                  transaction length    min 2, mean 2.3, median 2, 95% up to 3, max 3
                  keys per transaction  min 1, mean 2.0, median 2, 95% up to 3, max 3
                  read-only             1 (33.3%)
                  write-only            1 (33.3%)
                  read-modify-write     1 (33.3%)
                  mini-transactions     2 (66.7%)
                  open at once          mean 1.8, max 3
                """,
                Figures.text("h.edn", TIMED, List.of()));
    }

    @Test
    void asJson() {
        assertEquals(
                """
                {"file":"h.edn","model":"rw-register","sessions":3,"transactions":4,"committed":3,"aborted":1,\
                "indeterminate":0,"operations":8,"reads":3,"writes":5,"keys":3,\
                "length":{"min":2,"mean":2.33,"median":2,"p95":3,"max":3},\
                "keysTouched":{"min":1,"mean":2.00,"median":2,"p95":3,"max":3},\
                "readOnly":1,"writeOnly":1,"readModifyWrite":1,"miniTransactions":2,"mini":false,\
                "concurrency":{"max":3,"mean":1.75}}
                """,
                Figures.json("h.edn", TIMED, List.of()));
    }

    @Test
    void withoutRealTimeOrTransactions() {
        Statistics none = Statistics.of(Histories.of("0! w(x,1)"));
        assertEquals(
                "0",
                Figures.text("h", none, List.of())
                        .lines()
                        .filter(l -> l.contains("read-only"))
                        .findFirst()
                        .orElseThrow()
                        .strip()
                        .split(" +")[1]);
        assertEquals(
                "not known: no real time in this format",
                Figures.text("h", none, List.of())
                        .lines()
                        .filter(l -> l.contains("open at once"))
                        .findFirst()
                        .orElseThrow()
                        .strip()
                        .split(" {2,}")[1]);
        assertEquals(
                "\"concurrency\":null}",
                Figures.json("h", none, List.of()).strip().replaceFirst(".*,", ""));
    }
}

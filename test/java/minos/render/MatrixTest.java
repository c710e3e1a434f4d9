package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.model.Anomaly;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.render.Matrix.Row;
import minos.render.Matrix.Sighting;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The first run that violates a level is the one that is shown. */
class MatrixTest {
    private static final List<Anomaly> FRACTURED =
            Samples.fractured().verdicts().get(0).anomalies();

    private static Verdict holds(Level level) {
        return Verdict.holds(level, Order.SESSION);
    }

    private static Verdict violated(Level level) {
        return Verdict.violated(level, Order.SESSION, FRACTURED);
    }

    private static Sighting run(String name) {
        return new Sighting("mini", name, List.of());
    }

    private static Row row() {
        Row row = new Row("repeatable-read");
        assertFalse(row.add(List.of(holds(Level.READ_COMMITTED), holds(Level.READ_ATOMIC)), run("one"), 10, 1));
        assertTrue(row.add(List.of(holds(Level.READ_COMMITTED), violated(Level.READ_ATOMIC)), run("two"), 10, 1));
        assertFalse(row.add(List.of(holds(Level.READ_COMMITTED), violated(Level.READ_ATOMIC)), run("three"), 10, 1));
        assertFalse(
                row.add(
                        List.of(holds(Level.READ_ATOMIC), Verdict.unknown(Level.CAUSAL, Order.SESSION, "time is up")),
                        run("four"),
                        10,
                        1),
                "what was violated stays so, and what is unknown says nothing");
        assertFalse(row.isExhausted());
        row.note("asked for more");
        return row;
    }

    @Test
    void asText() {
        assertEquals(
                """
                Database 1 \\u001b

                  asked for        not seen violated, up to  violated     by              transactions
                  repeatable-read  read-committed            read-atomic  fractured-read  40
                  snapshot         nothing was judged        none                         0

                repeatable-read, read-atomic: first in two/index.html
                repeatable-read: asked for more
                A level that is not violated was not seen to be, in this time and with these workloads. That is no proof.
                """,
                new Matrix("Database 1 \u001b", List.of(row(), new Row("snapshot"))).text());
    }

    @Test
    void asJson() {
        assertEquals(
                "{\"database\":\"D\",\"asked\":\"repeatable-read\",\"transactions\":40,\"millis\":4000,\"levels\":["
                        + "{\"level\":\"read-committed\",\"order\":\"session\",\"seen\":\"not violated\"},"
                        + "{\"level\":\"read-atomic\",\"order\":\"session\",\"seen\":\"violated\",\"anomalies\":[\"fractured-read\"],"
                        + "\"workload\":\"mini\",\"run\":\"two\"}],\"notes\":[\"asked for more\"]}\n",
                new Matrix("D", List.of(row())).json());
    }

    @Test
    void asAPage(@TempDir Path folder) throws Exception {
        new Matrix("D <1>", List.of(row(), new Row("snapshot"))).page(folder);
        String page = Files.readString(folder.resolve("index.html"));
        assertTrue(page.contains("<h1>D &lt;1&gt;</h1>"), page);
        assertTrue(
                page.contains("<tr><td>repeatable-read</td><td class=\"holds\">not seen</td>"
                        + "<td class=\"violated\"><a href=\"two/index.html\">fractured-read</a></td></tr>"),
                page);
        assertTrue(
                page.contains("<tr><td>snapshot</td><td class=\"unknown\">–</td><td class=\"unknown\">–</td></tr>"),
                page);
    }

    @Test
    void nothingIsLeftWhenAllIsViolated() {
        Row row = new Row("x");
        row.add(List.of(violated(Level.READ_ATOMIC), violated(Level.CAUSAL)), run("one"), 1, 1);
        assertTrue(row.isExhausted());
    }
}

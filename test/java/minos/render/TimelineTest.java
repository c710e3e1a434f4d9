package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.InflaterInputStream;
import minos.Histories;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import org.junit.jupiter.api.Test;

/** The whole history in a page: what is there can be read again, and it is never too much. */
class TimelineTest {
    private static String json(History history, List<int[]> casts) {
        Judged judged = new Judged("h", history, List.of(), 0, 0);
        return Timeline.json(history, Surroundings.whole(judged), casts);
    }

    private static List<Long> column(String json, String name, boolean signed) throws IOException {
        Matcher found = Pattern.compile("\"" + name + "\":\"([^\"]*)\"").matcher(json);
        assertTrue(found.find(), name);
        byte[] bytes = new InflaterInputStream(
                        new ByteArrayInputStream(Base64.getDecoder().decode(found.group(1))))
                .readAllBytes();
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < bytes.length; i++) {
            long number = 0;
            for (int shift = 0; ; shift += 7, i++) {
                number |= (bytes[i] & 127L) << shift;
                if (bytes[i] >= 0) break;
            }
            numbers.add(signed ? number >>> 1 ^ -(number & 1) : number);
        }
        return numbers;
    }

    @Test
    void allIsThere() throws IOException {
        History history = Histories.of(
                """
                a: w(x,5) w(y,b) @0-3
                b: r(x,5) r(y,nil) @1-4
                b! w(x,7) @5-6
                a? w(x,9) @7-
                """);
        String json = json(history, List.of(new int[] {0, 1}));
        assertTrue(
                json.contains(
                        "\"n\":4,\"first\":0,\"all\":4,\"begin\":0,\"end\":7,\"realTime\":true,\"list\":false,\"sessions\":[\"a\",\"b\"]"),
                json);
        assertTrue(json.contains("\"keys\":[\"x\",\"y\"]"), json);
        assertEquals(List.of(0L, 1L, 1L, 0L), column(json, "session", false));
        assertEquals(List.of(0L, 0L, 1L, 2L), column(json, "status", false));
        assertEquals(List.of(3L, 1L, 2L, 1L), column(json, "end", true), "differences of completions");
        assertEquals(List.of(3L, 3L, 1L, 0L), column(json, "span", false));
        assertEquals(List.of(0L, 1L, 1L, 1L), column(json, "ids", false));
        assertEquals(List.of(2L, 2L, 1L, 1L), column(json, "counts", false));
        assertEquals(
                List.of(1L, 3L, 0L, 2L, 1L, 1L), column(json, "kinds", false), "twice the key, and one for a write");
        assertEquals(List.of(2L, 3L, 2L, 1L, 2L, 2L), column(json, "known", false));
        assertEquals(List.of(5L, 0L, 2L, 2L), column(json, "numbers", true), "differences by key");
        assertEquals(List.of(4L, 0L), column(json, "sources", false), "one transaction before; nobody");
        assertTrue(json.endsWith("\"faults\":[],\"reconnections\":[],\"casts\":[[0,1]]}"), json);
    }

    /** Formats without real time have an order of transactions at least. */
    @Test
    void withoutTimes() throws IOException {
        String json = json(Histories.of("0: w(x,1)", "1: r(x,1)"), List.of());
        assertTrue(json.contains("\"end\":2,\"realTime\":false"), json);
        assertEquals(List.of(), column(json, "end", true));
    }

    /** Initial values are told as the format calls them. */
    @Test
    void initialValues() throws IOException {
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(Model.RW_REGISTER);
        builder.begin(builder.session(0), Status.COMMITTED, 0, 1, -1);
        builder.read(7, 0);
        builder.end();
        String json = json(builder.build(Origin.MEMORY, InitialValues.ZERO), List.of());
        assertTrue(json.contains("\"initial\":\"0\""), json);
        assertEquals(List.of(1L), column(json, "known", false));
    }

    /** A page has room for five megabytes; what does not fit is left out where it matters least. */
    @Test
    void itFitsIntoAPage() throws IOException {
        int n = 400_000;
        Random random = new Random(1);
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(Model.RW_REGISTER);
        for (int t = 0; t < n; t++) {
            builder.begin(
                    builder.session(random.nextInt(60)), Status.COMMITTED, 2 * t, 2 * t + 1 + random.nextInt(40), -1);
            for (int i = 0; i < 8; i++) {
                long key = random.nextInt(5_000);
                if (i % 2 == 0) builder.write(key, 8L * t + i);
                else builder.read(key, random.nextInt(8 * t + 8));
            }
            builder.end();
        }
        History history = builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
        String json = json(history, List.of(new int[] {200_000, 200_007}));
        assertTrue(json.length() < 5_000_000, json.length() + " bytes");
        assertEquals(n, column(json, "session", false).size());
        List<Long> ids = column(json, "ids", false);
        assertTrue(ids.size() > 10_000 && ids.size() < n, ids.size() + " transactions with what they did");
        assertTrue(ids.get(0) <= 200_000, "around the counterexample");
        long last = ids.stream().mapToLong(Long::longValue).sum();
        assertTrue(last >= 200_007, "up to " + last);
    }
}

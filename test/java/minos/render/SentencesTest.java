package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.OptionalInt;
import minos.Histories;
import minos.history.History;
import minos.model.Edge;
import minos.model.Violation;
import org.junit.jupiter.api.Test;

class SentencesTest {
    private static final int INITIAL = History.INITIAL;

    @Test
    void edgesOfRegisters() {
        History history = Histories.of(
                """
                3: w(x,4) w(y,1) @0-1
                3: w(x,5) @2-3
                4: r(x,5) r(y,1) @4-9
                4: r(x,nil) w(x,6) @10-11
                """);
        Sentences say = new Sentences(history);
        assertEquals("T0 → T1 (session order): session 3 ran T1 after T0", say.edge(Edge.so(0, 1)));
        assertEquals(
                "the initial state → T1: the initial state precedes every transaction", say.edge(Edge.so(INITIAL, 1)));
        assertEquals(
                "T1 → T2 (real time): T1 had completed (place 3 of the history) before T2 was invoked (place 4)",
                say.edge(Edge.rt(1, 2)));
        assertEquals(
                "T1 → T2 (real time): T1 had completed (place 3 of the history) before T2 was invoked (place 4), and both used x",
                say.edge(Edge.rt(1, 2, 2, 3)));
        Sentences grouped = new Sentences(Histories.of("1: w(x,1) @0-1 &eu", "2: r(x,nil) @2-3 &eu"));
        assertEquals(
                "T0 → T1 (real time): T0 had completed (place 1 of the history) before T1 was invoked (place 2), both in group eu",
                grouped.edge(Edge.rt(0, 1)));
        assertEquals("T1 → T2 (wr): T2 read x=5, which T1 wrote", say.edge(Edge.wr(1, 2, 0, 2, 3)));
        assertEquals(
                "the initial state → T3 (wr): T3 read x=nil, the initial value",
                say.edge(new Edge.WriteRead(INITIAL, 3, 0, OptionalInt.empty(), 5)));
        assertEquals("T3 → T1 (rw): T3 read x=nil and did not see T1's x=5", say.edge(Edge.rw(3, 1, 0, 5, 2)));
        assertEquals("T0 → T1 (ww): T0's x=4 comes before T1's x=5", say.edge(Edge.assumed(0, 1, 0, 0, 2)));
        assertEquals(
                "T1 → T0 (commit order): T2 reads y=1 from T0 after it has seen T1, which also writes y",
                say.edge(co(1, 0, 1, 2, 1, 4, List.of())));
        assertEquals(
                "T0 → T1 (commit order): T2 reads x=5 from T1 though it comes after T0, which also writes x",
                say.edge(co(0, 1, 0, 0, 2, 3, List.of(Edge.rt(0, 2)))));
        assertEquals(
                "T1 → the initial state (commit order): T3 reads x=nil, the initial value, after it has seen T1,"
                        + " which writes x",
                say.edge(new Edge.CommitOrder(1, INITIAL, 0, 2, OptionalInt.empty(), 5, List.of())));
    }

    @Test
    void aNumberIsCalledAKey() {
        History history = Histories.of("0: w(1,5)", "1: w(1,6)", "2: r(1,6)");
        assertEquals(
                "T2 reads 1=6 from T1 after it has seen T0, which also writes key 1",
                new Sentences(history).why(co(0, 1, 0, 0, 1, 2, List.of())));
    }

    @Test
    void writeAfterReadOfRegister() {
        History history = Histories.of("0: w(x,1)", "1: r(x,1) w(x,2)", "2: r(x,2)");
        Sentences say = new Sentences(history);
        assertEquals(
                "T0 → T1 (ww): T1's read of x shows T0's x=1, which T1's x=2 replaces",
                say.edge(Edge.ww(0, 1, 0, 0, 2, 1)));
        assertEquals(
                "T0 → T1 (commit order): T2 reads x=2 from T1 after it has seen T0, which also writes x",
                say.edge(co(0, 1, 0, 0, 2, 3, List.of())));
    }

    @Test
    void edgesOfLists() {
        History history = Histories.of(
                """
                0: append(x,4)
                0: append(x,5)
                1: append(x,6)
                2: r(x,[4 5])
                """);
        Sentences say = new Sentences(history);
        assertEquals("T0 → T3 (wr): T3 read x=[4 5], where 4 is T0's append", say.edge(Edge.wr(0, 3, 0, 0, 3)));
        assertEquals(
                "T0 → T1 (ww): T3's read of x shows T0's 4 before T1's 5: [4 5]", say.edge(Edge.ww(0, 1, 0, 0, 1, 3)));
        assertEquals(
                "T1 → T2 (ww): T3's read of x shows T1's 5 and not yet T2's 6: [4 5]",
                say.edge(Edge.ww(1, 2, 0, 1, 2, 3)));
        assertEquals("T3 → T2 (rw): T3 read x=[4 5] and did not see T2's 6", say.edge(Edge.rw(3, 2, 0, 3, 2)));
        assertEquals(
                "T2 → T1 (commit order): T3 reads x=[4 5] from T1 after it has seen T2, which also appends to x",
                say.edge(co(2, 1, 0, 2, 1, 3, List.of())));
    }

    @Test
    void aListOfOwnAppendsComesFromTheInitialState() {
        History history = Histories.of("0: append(x,1)", "1: append(x,2) r(x,[2])");
        assertEquals(
                "T1 reads x=[2], its own appends to the initial value, after it has seen T0, which appends to x",
                new Sentences(history).why(new Edge.CommitOrder(0, INITIAL, 0, 0, OptionalInt.empty(), 2, List.of())));
    }

    @Test
    void longListsAreCutToWhatMatters() {
        StringBuilder list = new StringBuilder("r(x,[");
        for (int i = 1; i <= 50; i++) list.append(i).append(' ');
        History history = Histories.of(
                "0: append(x,20)",
                "1: append(x,21)",
                "2: append(x,50)",
                "2: append(x,51)",
                "3: " + list + "])",
                "3: " + list + "52])",
                "3: " + list + "53 54 55 56])");
        Sentences say = new Sentences(history);
        int read = 4;
        assertEquals(
                "T4's read of x shows T0's 20 before T1's 21: [… 19 20 21 22 …]",
                say.why(Edge.ww(0, 1, 0, 0, 1, read)));
        assertEquals(
                "T4's read of x shows T0's 20 before T2's 50: [… 19 20 … 50]", say.why(Edge.ww(0, 2, 0, 0, 2, read)));
        assertEquals("T4 read x=[… 48 49 50] and did not see T3's 51", say.why(Edge.rw(4, 3, 0, read, 3)));
        assertEquals(
                "T5 (session 3) read x=[… 49 50 | 52] and T6 (session 3) read x=[… 49 50 | 53 54 55 …]: neither is a prefix of the other",
                story(history, new Violation.IncompatibleOrder(5, 6)));
    }

    @Test
    void registerStories() {
        History history = Histories.of(
                """
                0: w(x,1) w(x,2)
                1! w(x,3)
                2: r(x,9) r(x,3) r(x,1) r(x,4) w(x,4) r(x,4) w(x,5) r(x,4) r(x,1) r(x,nil)
                """);
        assertEquals(
                "T2 (session 2) read x=9, which nobody wrote",
                story(history, new Violation.ThinAirRead(3, history.version(3))));
        assertEquals(
                "T2 (session 2) read x=3, but T1 (session 1), which wrote x=3, was aborted",
                story(history, new Violation.AbortedRead(4, 2)));
        assertEquals(
                "T2 (session 2) read x=4 before it wrote x=4 itself", story(history, new Violation.FutureRead(6, 7)));
        assertEquals(
                "T2 (session 2) wrote x=5 and then read x=1, which T0 (session 0) wrote",
                story(history, new Violation.NotMyOwnWrite(9, 11, OptionalInt.of(0))));
        assertEquals(
                "T2 (session 2) wrote x=5 and then read x=nil, the initial value",
                story(history, new Violation.NotMyOwnWrite(9, 12, OptionalInt.empty())));
        assertEquals(
                "T2 (session 2) wrote x=5 and then read x=4, which it wrote earlier",
                story(history, new Violation.NotMyLastWrite(9, 10, 7)));
        assertEquals(
                "T2 (session 2) read x=1, but T0 (session 0) went on: it then wrote x=2",
                story(history, new Violation.IntermediateRead(5, 0, 1)));
        assertEquals(
                "T2 (session 2) saw key x change under its hands: it read x=3 and then x=1",
                story(history, new Violation.NonRepeatableRead(4, 5)));
    }

    @Test
    void listStories() {
        History history = Histories.of(
                """
                0: append(x,1) append(x,2)
                1! append(x,3)
                2: r(x,[1 9 3]) r(x,[1]) append(x,5) r(x,[1 2]) r(x,[1 2 5 2])
                """);
        int nine = history.element(3, 1);
        assertEquals(
                "T2 (session 2) read x=[1 9 3], and nobody appended 9",
                story(history, new Violation.ThinAirRead(3, nine)));
        assertEquals(
                "T2 (session 2) read x=[1 9 3], but T1 (session 1), which appended 3 to x, was aborted",
                story(history, new Violation.AbortedRead(3, 2)));
        assertEquals(
                "T2 (session 2) read x=[1], but T0 (session 0) went on: it then appended 2 to x",
                story(history, new Violation.IntermediateRead(4, 0, 1)));
        assertEquals(
                "T2 (session 2) appended 5 to x and then read x=[1 2] without it",
                story(history, new Violation.NotMyOwnWrite(5, 6, OptionalInt.empty())));
        assertEquals(
                "T2 (session 2) appended 5 to x and then read x=[1 2 5 2], which does not end with its own appends",
                story(history, new Violation.NotMyOwnWrite(5, 7, OptionalInt.empty())));
        assertEquals(
                "T2 (session 2) read x=[1 2 5 2], where 2 stands twice",
                story(history, new Violation.DuplicateElements(7, history.version(1))));
    }

    private static Edge co(int from, int to, int key, int write, int source, int read, List<Edge> because) {
        return new Edge.CommitOrder(from, to, key, write, OptionalInt.of(source), read, because);
    }

    private static String story(History history, Violation violation) {
        return new Sentences(history).story(violation).orElseThrow();
    }
}

package minos.judge.strong;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.List;
import minos.Histories;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.model.Order;
import org.junit.jupiter.api.Test;

/** A problem is cut into what happened at about the same time. */
class StretchesTest {
    @Test
    void goByTheTimesOfCompletion() {
        History history = Histories.of(
                "b: w(x,2) @1-2", "b: w(x,3) @3-4", "a: w(x,1) @0-9", "c: w(x,4) @5-10", "b: w(x,5) @11-12");
        assertEquals(List.of("2 3", "1 4", "5"), values(history));
    }

    @Test
    void goByThePlacesInSessionsWhereThereAreNoTimes() {
        History history = Histories.of("a: w(x,1)", "a: w(x,2)", "a: w(x,3)", "b: w(x,4)", "b: w(x,5)");
        assertEquals(List.of("1 4", "2 5", "3"), values(history));
    }

    private static List<String> values(History history) {
        Problem problem = Problem.of(Relations.of(history, Options.DEFAULT), Order.SESSION, 1);
        int[] all = new int[problem.size()];
        Arrays.setAll(all, t -> t);
        return problem.stretches(all, 2).stream()
                .map(stretch -> Arrays.stream(stretch)
                        .mapToObj(t -> history.valueText(history.version(history.begin(problem.id[t]))))
                        .sorted()
                        .reduce((a, b) -> a + " " + b)
                        .orElseThrow())
                .toList();
    }
}

package minos.judge;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import minos.generate.Simulation;
import minos.generate.Twitter;
import minos.history.History;
import minos.infer.Options;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/** Levels that are asked for together have the verdicts that each has by itself. */
class LevelsTogetherTest {
    private static final List<Level> WEAK = List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL);

    /** Each of thousands of reads is on a cycle, so that the search for the shortest is given up in the first of the levels. */
    @Test
    void whatOneLevelHasSearchedInVainAnotherTells() {
        History history = new Simulation(new Twitter(1), Level.READ_COMMITTED, 10, 300, 0, null, 1).run();
        List<Verdict> together = Judge.check(history, WEAK, Options.DEFAULT);
        for (int i = 0; i < WEAK.size(); i++) {
            Verdict alone =
                    Judge.check(history, List.of(WEAK.get(i)), Options.DEFAULT).get(0);
            assertEquals(alone.answer(), together.get(i).answer(), WEAK.get(i).toString());
            assertEquals(types(alone), types(together.get(i)), WEAK.get(i).toString());
        }
        assertEquals(Answer.FALSE, together.get(2).answer());
    }

    private static List<AnomalyType> types(Verdict verdict) {
        return verdict.anomalies().stream().map(Anomaly::type).toList();
    }
}

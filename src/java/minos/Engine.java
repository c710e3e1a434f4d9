package minos;

import java.util.List;
import java.util.function.Consumer;
import minos.history.History;
import minos.infer.AmbiguousHistory;
import minos.infer.Relations;
import minos.judge.Judge;
import minos.model.Options;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.Deadline;

/** Who judges. There is one; tests have others. */
interface Engine {
    /** Minos. */
    Engine MINOS = (history, requirements, options, told) -> {
        Judge judge;
        try {
            judge = new Judge(Relations.of(history, options), options);
        } catch (AmbiguousHistory | Deadline.Expired e) {
            for (Requirement asked : requirements) {
                told.accept(Verdict.unknown(asked.level(), asked.order(), e.getMessage()));
            }
            return;
        }
        for (Requirement asked : requirements) told.accept(judge.verdict(asked));
    };

    /** Tells a verdict for each requirement, in their order, as soon as it is known. */
    void judge(History history, List<Requirement> requirements, Options options, Consumer<Verdict> told);
}

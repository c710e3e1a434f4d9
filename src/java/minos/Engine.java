package minos;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import minos.history.History;
import minos.infer.AmbiguousHistory;
import minos.infer.Relations;
import minos.judge.Judge;
import minos.model.Options;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.Deadline;

/** Who judges. There is one; tests have others. */
interface Engine {
    /** Minos. */
    Engine MINOS = (history, requirements, options, told) -> {
        Relations relations;
        try {
            relations = Relations.of(history, options);
        } catch (AmbiguousHistory | Deadline.Expired e) {
            for (Requirement asked : requirements) {
                told.accept(Verdict.unknown(asked.level(), asked.order(), e.getMessage()));
            }
            return;
        }
        Map<Order, Judge> judges = new EnumMap<>(Order.class);
        for (Requirement asked : requirements) {
            Judge judge = judges.computeIfAbsent(asked.order(), order -> new Judge(relations, options.with(order)));
            told.accept(judge.verdict(asked.level()));
        }
    };

    /** Tells a verdict for each requirement, in their order, as soon as it is known. */
    void judge(History history, List<Requirement> requirements, Options options, Consumer<Verdict> told);
}

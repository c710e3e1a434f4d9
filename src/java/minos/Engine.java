package minos;

import java.util.List;
import java.util.function.Consumer;
import minos.history.History;
import minos.infer.Options;
import minos.model.Requirement;
import minos.model.Verdict;

/** Who judges: {@link minos.judge.Judge}, but for tests. */
@FunctionalInterface
interface Engine {
    /** Tells a verdict for each requirement, in their order, as soon as it is known. */
    void judge(History history, List<Requirement> requirements, Options options, Consumer<Verdict> told);
}

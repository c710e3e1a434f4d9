package minos.judge.sources;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.IntUnaryOperator;
import minos.graph.Reachability;
import minos.history.History;
import minos.infer.Options;
import minos.model.Certificate;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;

/** What is asked of histories in which all is unique: the readings of one in which values repeat. */
public interface UniqueJudge {
    /** Answers for one reading, requirement by requirement. */
    Function<Requirement, Verdict> of(History reading, Options options);

    /**
     * Whether some answers to the questions that are open can be put in order with the rest of the reading, at a level at which
     * transactions read one state.
     *
     * @param reads   the first reads of these questions, in ascending order
     * @param answers by question: the writes, or {@link History#INITIAL}, that may be the answer
     * @param value   what an operation, or {@link History#INITIAL}, wrote or read
     * @param briefly whether to give up if it is not easy
     */
    Ordered order(
            History reading,
            Requirement asked,
            int[] reads,
            int[][] answers,
            IntUnaryOperator value,
            boolean briefly,
            Options options);

    /**
     * An order, or none.
     *
     * @param certificate the order; empty if none was found
     * @param core        transactions that the refutation speaks of; empty if none was refuted, as the search was given up or
     *                    transactions that do not take part yet might take part
     */
    record Ordered(Optional<Certificate> certificate, Optional<int[]> core) {}

    /** What comes before what by order and reads; empty if that goes round, or would take too much to tell. */
    Optional<Reachability> causality(History reading, Order order, Options options);
}

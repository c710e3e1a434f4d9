package minos.judge;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import minos.infer.Relations;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Verdict;
import minos.util.Deadline;

/** Answers for one history, level by level; levels share what they can. */
public final class Judge {
    private static final List<Level> OFFERED = List.of(Level.READ_UNCOMMITTED, Level.CUT_ISOLATION,
            Level.ADYA_READ_COMMITTED, Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL);

    private final Relations relations;
    private final Options options;
    private final Map<Order, WeakJudge> weak = new EnumMap<>(Order.class);

    public Judge(Relations relations, Options options) {
        this.relations = relations;
        this.options = options;
    }

    /** The levels that can be judged, weakest first. */
    public static List<Level> offered() {
        return OFFERED;
    }

    public Verdict verdict(Level level) {
        Order order = level.needsRealTime() ? Order.REAL_TIME : options.order();
        if (!OFFERED.contains(level)) return Verdict.unknown(level, order, "not offered: " + level + " cannot be judged");
        try {
            return order == Order.REAL_TIME && !relations.history().hasRealTime() ? withoutRealTime(level)
                    : verdict(level, order);
        } catch (Deadline.Expired e) {
            return Verdict.unknown(level, order, e.getMessage());
        }
    }

    private Verdict verdict(Level level, Order order) {
        return weak.computeIfAbsent(order, o -> new WeakJudge(relations, o, options)).verdict(level);
    }

    /** Without real time its levels cannot hold for sure; but what breaks the level by session order alone breaks it all the same. */
    private Verdict withoutRealTime(Level level) {
        Verdict verdict = verdict(level, Order.SESSION);
        if (verdict.answer() == Verdict.Answer.FALSE) return Verdict.violated(level, Order.REAL_TIME, verdict.anomalies());
        return Verdict.unknown(level, Order.REAL_TIME,
                "the history records no invocations, so there is no real time to judge by");
    }
}

package minos.judge;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import minos.history.History;
import minos.infer.Relations;
import minos.judge.strong.Problems;
import minos.model.Level;
import minos.model.Options;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.Deadline;

/** Answers for one history, level by level; levels share what they can. */
public final class Judge {
    private final Relations relations;
    private final Options options;
    private final Map<Order, WeakJudge> weak = new EnumMap<>(Order.class);
    private final Map<Order, StrongJudge> strong = new EnumMap<>(Order.class);
    private final Problems problems;

    public Judge(Relations relations, Options options) {
        this.relations = relations;
        this.options = options;
        problems = new Problems(relations, options.threads());
    }

    /** The levels that can be judged, weakest first. */
    public static List<Level> offered() {
        return List.of(Level.values());
    }

    /** The verdict on a level in the order that the options name. */
    public Verdict verdict(Level level) {
        return verdict(new Requirement(level, options.order()));
    }

    public Verdict verdict(Requirement asked) {
        Level level = asked.level();
        Order order = asked.order();
        if (level.isOfSingleObjects()) {
            int several = severalKeys();
            if (several >= 0) {
                return Verdict.unknown(
                        level,
                        order,
                        level + " is about operations on single objects, and T" + several + " uses several keys");
            }
        }
        try {
            return order == Order.REAL_TIME && !relations.history().hasRealTime()
                    ? withoutRealTime(level)
                    : verdict(level, order);
        } catch (Deadline.Expired e) {
            return Verdict.unknown(level, order, e.getMessage());
        } catch (OutOfMemoryError e) { // what other levels need may be there
            return Verdict.unknown(
                    level,
                    order,
                    "needs more memory than the " + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB that Java was given for objects");
        }
    }

    private Verdict verdict(Level level, Order order) {
        return level.axiom().isSaturable()
                ? weak(order).verdict(level)
                : strong(order).verdict(level);
    }

    /** A transaction that uses more than one key, or -1. */
    private int severalKeys() {
        History history = relations.history();
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t) + 1; op < history.end(t); op++) {
                if (history.key(op) != history.key(op - 1) && relations.participates(t)) return t;
            }
        }
        return -1;
    }

    private WeakJudge weak(Order order) {
        return weak.computeIfAbsent(order, o -> new WeakJudge(relations, o, options));
    }

    private StrongJudge strong(Order order) {
        StrongJudge judge = strong.get(order);
        if (judge == null) {
            StrongJudge bySession = order == Order.REAL_TIME ? strong(Order.SESSION) : null;
            strong.put(order, judge = new StrongJudge(relations, problems, order, options, weak(order), bySession));
        }
        return judge;
    }

    /** Without real time its levels cannot hold for sure; but what breaks the level by session order alone breaks it all the same. */
    private Verdict withoutRealTime(Level level) {
        Verdict verdict = verdict(level, Order.SESSION);
        if (verdict.answer() == Verdict.Answer.FALSE)
            return Verdict.violated(level, Order.REAL_TIME, verdict.anomalies());
        return Verdict.unknown(
                level, Order.REAL_TIME, "the history records no invocations, so there is no real time to judge by");
    }
}

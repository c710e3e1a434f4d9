package minos.judge;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.history.Model;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;

/** What can be asked of a history, and why the rest cannot: what it does not record, or what a level does not speak of. */
final class Askable {
    private static final String TIMELESS = "the history records no invocations, so there is no real time to judge by";
    static final String UNGROUPED = "no operation says to which group it belongs, as in :group :eu";
    static final String UNCLAIMED =
            "the database claims no order: no operation says when it committed, as in :ts {:start 5, :commit 7},"
                    + " and no write which version it made, as in [:w x 1 {:version 3}]";
    static final String UNMARKED = "no operation says at which isolation level it ran, as in :isolation :serializable";

    private Askable() {}

    /** The levels that a history can be asked for, weakest first: real-time levels only if it records invocations. */
    static List<Level> levels(History history, Order order) {
        if (isTimeless(history, order)) return List.of();
        List<Level> levels = new ArrayList<>();
        for (Level level : Level.values()) {
            if (level.needsRealTime() && !history.hasRealTime()) continue;
            if (level == Level.MIXED && !history.hasIsolation()) continue;
            if (level == Level.REPEATABLE_READ && !history.hasViews()) continue; // it is serializability there
            if (level.isByNameAlone()) continue;
            if (whyNotInPart(history, new Requirement(level, order)).isPresent()) continue;
            if (isAskable(history.model(), level)) levels.add(level);
        }
        return levels;
    }

    /** Whether real time counts and nobody recorded it. */
    static boolean isTimeless(History history, Order order) {
        return order.isTimed() && !history.hasRealTime();
    }

    /** Without real time its levels cannot hold for sure; but what breaks the level by session order alone breaks it all the same. */
    static Verdict timeless(Level level, Order order, Verdict bySession) {
        return bySession.answer() == Verdict.Answer.FALSE
                ? Verdict.violated(level, order, bySession.anomalies())
                : Verdict.unknown(level, order, TIMELESS);
    }

    /** Why a level of single objects is not judged where one of the transactions uses several; empty if it is. */
    static Optional<String> whyNotOfSingles(History history, Level level, IntPredicate takesPart) {
        if (!level.isOfSingleObjects() || history.model() == Model.SET) return Optional.empty(); // a set is one object
        for (int t = 0; t < history.transactions(); t++) {
            for (int op = history.begin(t) + 1; op < history.end(t); op++) {
                if (history.key(op) == history.key(op - 1) || !takesPart.test(t)) continue;
                return Optional.of(level + " is about operations on single objects, and T" + t + " uses several keys");
            }
        }
        return Optional.empty();
    }

    /** Why a requirement is not judged in a history of versions; empty if it is. */
    static Optional<String> whyNot(History history, Requirement asked) {
        if (asked.level() == Level.MIXED && !history.hasIsolation()) return Optional.of(UNMARKED);
        boolean claimed = history.hasStamps() || history.hasNumbers();
        if (asked.use() == DatabaseOrder.CLAIM && !claimed) return Optional.of(UNCLAIMED);
        return whyNotInPart(history, asked);
    }

    /** Why it is not judged of an object whose reads show what several writes did; empty if it is. */
    static Optional<String> whyNotOfObject(History history, Requirement asked) {
        String notJudged = " not judged for a " + history.model();
        if (asked.order() == Order.PER_GROUP_REAL_TIME) {
            Optional<String> ungrouped = whyNotInPart(history, asked);
            if (ungrouped.isPresent()) return ungrouped;
        }
        if (asked.level() == Level.MIXED) return Optional.of("levels of single transactions are" + notJudged);
        if (asked.use() == DatabaseOrder.CLAIM) return Optional.of("the database's own order is" + notJudged);
        return Optional.empty();
    }

    /** Why something that is asked in real time per key or per group has no such form; empty if it has, or another order is asked for. */
    static Optional<String> whyNotInPart(History history, Requirement asked) {
        return switch (asked.order()) {
            case PER_KEY_REAL_TIME -> Optional.ofNullable(whyNotPerKey(history, asked.level()));
            case PER_GROUP_REAL_TIME -> Optional.ofNullable(whyNotPerGroup(history, asked.level()));
            case NONE, SESSION, REAL_TIME -> Optional.empty();
        };
    }

    private static String whyNotPerKey(History history, Level level) {
        if (history.model() == Model.SET) return "a set is one object: ask for it in real-time order";
        if (history.hasViews()) return "a predicate is about all rows: ask for it in real-time order";
        return whyNotToSessions(level, "keys");
    }

    private static String whyNotPerGroup(History history, Level level) {
        if (isUngrouped(Order.PER_GROUP_REAL_TIME, history.groups() > 0)) return UNGROUPED;
        if (!history.model().isOfVersions()) return "groups are not judged for a " + history.model();
        return whyNotToSessions(level, "groups");
    }

    /** Whether an order cannot be asked for as it is about groups, and nobody has named one: even if it follows from another. */
    static boolean isUngrouped(Order order, boolean hasGroups) {
        return order == Order.PER_GROUP_REAL_TIME && !hasGroups;
    }

    private static String whyNotToSessions(Level level, String parts) {
        return level.isSessionGuarantee() ? level + " is a promise to sessions, whatever the " + parts : null;
    }

    private static boolean isAskable(Model model, Level level) {
        if (level == Level.MIXED) return model.isOfVersions();
        return switch (model) {
            case LIST_APPEND, RW_REGISTER, LWT, SET, G2, CLOSED_PREDICATE ->
                !level.isOfSingleObjects() || model.isOfSingleObjects();
            case COUNTER -> level.implies(Level.SERIALIZABLE);
            case BANK -> level.implies(Level.PARALLEL_SNAPSHOT_ISOLATION) && !level.isOfSingleObjects();
            case MUTEX, QUEUE, FIFO_QUEUE -> level.isOfSingleObjects();
        };
    }
}

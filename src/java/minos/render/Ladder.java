package minos.render;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;

/** The levels from weak to strong, each with what the verdicts say of it. */
final class Ladder {
    /**
     * A level.
     *
     * @param answer null if it was not asked for and nothing follows from the other answers
     * @param note   where the answer comes from, if not from judging this level; why it is unknown
     */
    record Rung(Level level, Order order, Answer answer, String note) {}

    private final List<Verdict> verdicts;
    /** Those on the database's own order. */
    private final List<Verdict> claims;

    Ladder(List<Verdict> all) {
        verdicts = all.stream().filter(v -> !v.isClaim()).toList();
        claims = all.stream().filter(Verdict::isClaim).toList();
    }

    /** The levels at which the database's own order does not explain what was read. */
    List<Level> contradicted() {
        return claims.stream()
                .filter(v -> v.answer() == Answer.FALSE)
                .map(Verdict::level)
                .toList();
    }

    /** All levels; those that few histories can be asked for only if they were. */
    List<Rung> rungs() {
        List<Rung> rungs = new ArrayList<>();
        for (Level level : Level.values()) {
            boolean asked = verdicts.stream().anyMatch(v -> v.level() == level);
            boolean usual = level != Level.LINEARIZABLE && level != Level.MIXED && level != Level.REPEATABLE_READ;
            if (asked || usual) rungs.add(rung(level));
        }
        return rungs;
    }

    /** The order of those verdicts whose level does not choose one by itself. */
    Order usual() {
        return verdicts.stream()
                .filter(v -> !v.level().needsRealTime())
                .map(Verdict::order)
                .findFirst()
                .orElse(verdicts.isEmpty() ? Order.SESSION : verdicts.get(0).order());
    }

    private Rung rung(Level level) {
        Order order = level.needsRealTime() ? Order.REAL_TIME : usual();
        Verdict implied = null;
        for (Verdict verdict : verdicts) {
            if (verdict.level() == level) {
                String why = verdict.why().orElse("");
                return new Rung(level, verdict.order(), verdict.answer(), why + claim(level, why));
            }
            boolean holds = verdict.answer() == Answer.TRUE;
            boolean stronger = verdict.level().implies(level) && verdict.order().implies(order);
            boolean weaker = level.implies(verdict.level()) && order.implies(verdict.order());
            if (holds && stronger || verdict.answer() == Answer.FALSE && weaker) implied = verdict;
        }
        if (implied == null) return new Rung(level, order, null, "");
        String is = implied.answer() == Answer.TRUE ? " holds" : " is violated";
        return new Rung(level, order, implied.answer(), "as " + implied.level() + is);
    }

    private String claim(Level level, String before) {
        return claims.stream()
                .filter(v -> v.level() == level)
                .map(v -> (before.isEmpty() ? "" : "; ") + "the database's order: " + claim(v.answer()))
                .findFirst()
                .orElse("");
    }

    /** What an answer means for the database's own order. */
    static String claim(Answer answer) {
        return switch (answer) {
            case TRUE -> "explained";
            case FALSE -> "contradicted";
            case UNKNOWN -> "unknown";
        };
    }

    /** The strongest levels that hold. */
    List<Level> strongest() {
        return extremes(Answer.TRUE, (level, other) -> other.implies(level));
    }

    /** The weakest levels that are violated. */
    List<Level> weakest() {
        return extremes(Answer.FALSE, Level::implies);
    }

    /** The levels that have no answer. */
    List<Level> unknown() {
        return verdicts.stream()
                .filter(v -> v.answer() == Answer.UNKNOWN)
                .map(Verdict::level)
                .toList();
    }

    private List<Level> extremes(Answer answer, BiPredicate<Level, Level> isBeyond) {
        return extremes(
                verdicts.stream()
                        .filter(v -> v.answer() == answer)
                        .map(Verdict::level)
                        .toList(),
                isBeyond);
    }

    /** Those levels that have no other of them beyond them. */
    private static List<Level> extremes(List<Level> levels, BiPredicate<Level, Level> isBeyond) {
        return levels.stream()
                .filter(a -> levels.stream().noneMatch(b -> a != b && isBeyond.test(a, b)))
                .toList();
    }

    /** Levels by the weakest of them: {@code read-atomic and stronger}. */
    static String andStronger(List<Level> levels) {
        List<Level> weakest = extremes(levels, Level::implies);
        return names(weakest) + (weakest.size() < levels.size() ? " and stronger" : "");
    }

    static String names(List<Level> levels) {
        return levels.isEmpty() ? "none" : levels.stream().map(Level::text).collect(Collectors.joining(", "));
    }
}

package grid;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** All runs of one tool at one point. */
final class Measured {
    final Axis axis;
    final String x;
    final String level;
    final String tool;
    private final Verdict expected;
    private final long operations;
    private final List<Run> runs = new ArrayList<>();

    private Measured(Row row) {
        axis = row.axis();
        x = row.x();
        level = row.level();
        tool = row.tool();
        expected = row.expected();
        operations = row.operations();
    }

    /** Rows put together, in the order in which they come. */
    static List<Measured> of(List<Row> rows) {
        List<Measured> all = new ArrayList<>();
        for (Row row : rows) {
            Measured own = all.stream().filter(m -> m.has(row)).findFirst().orElse(null);
            if (own == null) all.add(own = new Measured(row));
            own.runs.add(row.run());
        }
        return all;
    }

    private boolean has(Row row) {
        return axis == row.axis() && x.equals(row.x()) && level.equals(row.level()) && tool.equals(row.tool());
    }

    /** The worst that a run ended with. */
    Verdict verdict() {
        return runs.stream().map(Run::verdict).max(Enum::compareTo).orElseThrow();
    }

    boolean isAnswered() {
        return verdict().isAnswer();
    }

    /** Whether it gave another answer than it ought to. */
    boolean isWrong() {
        return expected != Verdict.UNKNOWN
                && runs.stream().map(Run::verdict).anyMatch(verdict -> verdict.isAnswer() && verdict != expected);
    }

    double best() {
        return runs.stream().mapToDouble(Run::wall).min().orElseThrow();
    }

    double median() {
        return median(Run::wall);
    }

    double cpu() {
        return median(Run::cpu);
    }

    private double median(ToDoubleFunction<Run> part) {
        double[] sorted = runs.stream().mapToDouble(part).sorted().toArray();
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }

    double peakBytes() {
        return 1024.0 * runs.stream().mapToLong(Run::peakKilobytes).max().orElseThrow();
    }

    double bytesAnOperation() {
        return peakBytes() / operations;
    }

    double operationsASecond() {
        return operations / median();
    }

    double number() {
        return Double.parseDouble(x);
    }

    /** What Minos did at the same point; null if it gave no answer. */
    Measured minosAmong(List<Measured> all) {
        return all.stream()
                .filter(m -> m.axis == axis && m.x.equals(x) && m.level.equals(level))
                .filter(m -> m.tool.equals(Grid.MINOS) && m.isAnswered())
                .findFirst()
                .orElse(null);
    }

    /** The power of x with which time grows from another point to this: 1 is linear. */
    double growthSince(Measured other) {
        return Math.log(median() / other.median()) / Math.log(number() / other.number());
    }
}

package grid;

import java.util.Locale;

/** One run in its place: a line of the table of all runs. */
record Row(Axis axis, String x, String level, Verdict expected, long operations, String tool, int round, Run run) {
    static final String HEADER =
            "axis\tx\tlevel\texpected\toperations\ttool\tround\tverdict\twall s\tprocessor s\tpeak kB";

    static Row of(Point point, Tool tool, int round, Run run) {
        Source source = point.source();
        return new Row(
                point.axis(),
                point.x(),
                point.level(),
                source.expected(),
                source.operations(),
                tool.name(),
                round,
                run);
    }

    /** The same run, which counts at another point as well. */
    Row at(Point point) {
        return new Row(point.axis(), point.x(), point.level(), expected, operations, tool, round, run);
    }

    String line() {
        return String.format(
                Locale.ROOT,
                "%s\t%s\t%s\t%s\t%d\t%s\t%d\t%s\t%.3f\t%.3f\t%d",
                axis.text(),
                x,
                level,
                expected.text(),
                operations,
                tool,
                round,
                run.verdict().text(),
                run.wall(),
                run.cpu(),
                run.peakKilobytes());
    }

    static Row parse(String line) {
        String[] cells = line.split("\t");
        Run run = new Run(
                Verdict.of(cells[7]),
                Double.parseDouble(cells[8]),
                Double.parseDouble(cells[9]),
                Long.parseLong(cells[10]));
        return new Row(
                Axis.of(cells[0]),
                cells[1],
                cells[2],
                Verdict.of(cells[3]),
                Long.parseLong(cells[4]),
                cells[5],
                Integer.parseInt(cells[6]),
                run);
    }
}

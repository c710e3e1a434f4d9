package grid;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where the time of one run of Minos went, and what it met on the way, as {@code minos check --profile} tells.
 *
 * @param phases each with its milliseconds
 * @param counts what was counted, each with how many; among them the constraints before and the questions after what is known was used
 */
record Profile(Axis axis, String x, String level, String phases, String counts) {
    static final String HEADER = "axis\tx\tlevel\tphases, ms\tcounts";

    private static final Pattern PHASE = Pattern.compile("\\{\"phase\":\"([^\"]*)\",\"micros\":(\\d+)}");
    private static final Pattern COUNT = Pattern.compile("\\{\"what\":\"([^\"]*)\",\"count\":(\\d+)}");

    /** @param json what the command printed */
    static Profile of(Point point, String json) {
        List<String> phases = new ArrayList<>();
        for (Matcher m = PHASE.matcher(json); m.find(); )
            phases.add(m.group(1) + " " + format("%.1f", Long.parseLong(m.group(2)) / 1e3));
        List<String> counts = new ArrayList<>();
        for (Matcher m = COUNT.matcher(json); m.find(); )
            counts.add(m.group(1) + " " + format("%,d", Long.parseLong(m.group(2))));
        return new Profile(
                point.axis(), point.x(), point.level(), String.join("; ", phases), String.join("; ", counts));
    }

    Profile at(Point point) {
        return new Profile(point.axis(), point.x(), point.level(), phases, counts);
    }

    String line() {
        return String.join("\t", axis.text(), x, level, phases, counts);
    }

    static Profile parse(String line) {
        String[] cells = line.split("\t", -1);
        return new Profile(Axis.of(cells[0]), cells[1], cells[2], cells[3], cells[4]);
    }

    private static String format(String format, Object... arguments) {
        return String.format(Locale.ROOT, format, arguments);
    }
}

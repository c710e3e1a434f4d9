package minos.cli;

import java.io.PrintStream;
import java.util.Map;
import java.util.Optional;
import minos.model.Layout;

/**
 * What the program is told about where it runs. Java cannot ask whether a stream is a terminal, so {@code bin/minos}
 * does.
 *
 * @param outTerminal whether standard output is a terminal
 * @param errTerminal whether standard error is a terminal
 * @param columns     the terminal's width
 * @param colour      whether the terminal's user wants colours
 * @param debug       whether failures come with a stack trace
 */
record Environment(boolean outTerminal, boolean errTerminal, int columns, boolean colour, boolean debug) {
    static final Environment PIPE = new Environment(false, false, 80, false, false);

    static Environment of(Map<String, String> variables) {
        String dontColour = variables.getOrDefault("NO_COLOR", "");
        return new Environment(
                isOn(variables, "MINOS_STDOUT_TTY"),
                isOn(variables, "MINOS_STDERR_TTY"),
                columns(variables.get("MINOS_COLUMNS")),
                dontColour.isEmpty() && !"dumb".equals(variables.get("TERM")),
                isOn(variables, "MINOS_DEBUG"));
    }

    private static boolean isOn(Map<String, String> variables, String name) {
        return "1".equals(variables.get(name));
    }

    private static int columns(String text) {
        return text != null && text.matches("[1-9][0-9]{1,4}") ? Integer.parseInt(text) : 80;
    }

    /** A line that tells how far the work has come, if standard error is a terminal. */
    Optional<ProgressLine> progress(PrintStream err) {
        if (!errTerminal) return Optional.empty();
        ProgressLine line = new ProgressLine(err, columns, System::nanoTime);
        Runtime.getRuntime().addShutdownHook(new Thread(line::clear)); // after Ctrl-C
        return Optional.of(line);
    }

    /** How text for standard output is laid out. */
    Layout layout() {
        return outTerminal ? new Layout(columns, colour) : Layout.PLAIN;
    }
}

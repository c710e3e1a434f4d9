package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import minos.model.Layout;
import org.junit.jupiter.api.Test;

class EnvironmentTest {
    private static final Map<String, String> TERMINAL =
            Map.of("MINOS_STDOUT_TTY", "1", "MINOS_STDERR_TTY", "1", "MINOS_COLUMNS", "132", "TERM", "xterm");

    @Test
    void theLauncherTellsOfTerminals() {
        assertEquals(new Environment(true, true, 132, true, false), Environment.of(TERMINAL));
        assertEquals(new Layout(132, true), Environment.of(TERMINAL).layout());
        assertEquals(
                Layout.PLAIN,
                Environment.of(Map.of("MINOS_STDOUT_TTY", "0", "MINOS_COLUMNS", ""))
                        .layout());
        assertEquals(Layout.PLAIN, Environment.of(Map.of()).layout());
    }

    @Test
    void aWidthThatIsNoneIsEighty() {
        for (String wrong : new String[] {"", "0", "x", "-5", "1000000"}) {
            Map<String, String> variables = Map.of("MINOS_STDOUT_TTY", "1", "MINOS_COLUMNS", wrong);
            assertEquals(80, Environment.of(variables).layout().width(), wrong);
        }
    }

    @Test
    void coloursCanBeRefused() {
        for (Map<String, String> refusal : List.of(Map.of("NO_COLOR", "1"), Map.of("TERM", "dumb"))) {
            Map<String, String> variables = new HashMap<>(TERMINAL);
            variables.putAll(refusal);
            assertEquals(new Layout(132, false), Environment.of(variables).layout());
        }
    }
}

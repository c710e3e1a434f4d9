package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import minos.model.Level;
import org.junit.jupiter.api.Test;

class MainTest {
    @Test
    void helpTeaches() {
        Run run = Run.of("--help");
        assertEquals(0, run.status());
        assertEquals("", run.err());
        assertTrue(run.out().startsWith("Usage: minos COMMAND [OPTIONS] FILE…\n"), run.out());
        for (String taught : List.of("check", "levels", "Exit status", "Examples", "--version")) {
            assertTrue(run.out().contains(taught), taught);
        }
        for (Level level : Level.values()) {
            assertTrue(run.out().contains(level.text()), level.text());
            for (String alias : level.aliases()) assertTrue(run.out().contains(alias), alias);
        }
        assertTrue(run.out().lines().allMatch(line -> line.length() <= 80), run.out());
        assertEquals(run, Run.of("-h"));
        assertEquals(run, Run.of("help"));
    }

    @Test
    void everyCommandHasHelp() {
        for (String command : List.of(
                "check",
                "compare",
                "report",
                "run",
                "shrink",
                "convert",
                "stats",
                "generate",
                "watch",
                "verify",
                "levels")) {
            Run run = Run.of(command, "--help");
            assertEquals(0, run.status(), command);
            assertTrue(run.out().startsWith("Usage: minos " + command), run.out());
            assertTrue(run.out().lines().allMatch(line -> line.length() <= 80), run.out());
        }
    }

    @Test
    void helpKnowsCommands() {
        assertEquals(Run.of("check", "--help"), Run.of("help", "check"));
        assertEquals(Run.of("stats", "--help"), Run.of("--help", "stats"));
        assertEquals(Run.of("help"), Run.of("help", "nonsense"));
    }

    @Test
    void levelsListsThemWeakestFirst() {
        Run run = Run.of("levels");
        assertEquals(0, run.status());
        assertTrue(run.out().startsWith("  read-uncommitted             ru, pl-1  "), run.out());
        assertTrue(run.out().indexOf("causal") < run.out().indexOf("serializable"), run.out());
    }

    @Test
    void version() {
        assertTrue(Run.of("--version").out().startsWith("minos "));
        assertEquals(0, Run.of("--version").status());
    }

    @Test
    void wrongUsageIs64AndSaysWhere() {
        assertEquals(
                new Run(64, "", "minos: unknown command chekc; did you mean check?\nTry 'minos --help'.\n"),
                Run.of("chekc"));
        assertEquals(
                new Run(64, "", "minos: unknown option --foo\nTry 'minos check --help'.\n"), Run.of("check", "--foo"));
        assertEquals(64, Run.of().status());
        assertEquals(64, Run.of("levels", "x").status());
    }
}

package minos.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What is broken is mended, whatever happens; and processes and commands can be. */
class ScheduleTest {
    private final List<String> log = new ArrayList<>();

    /** Something that can be broken on paper. */
    private record Paper(String name, boolean fails) implements Nemesis {
        @Override
        public String begins() {
            return "start-" + name;
        }

        @Override
        public String ends() {
            return "stop-" + name;
        }

        @Override
        public String begin(SplittableRandom random) throws IOException {
            if (fails) throw new IOException("no " + name);
            return "n1";
        }

        @Override
        public void end() {}
    }

    private int run(Schedule schedule, int sleeps) throws InterruptedException {
        int[] broken = {0};
        List<Long> slept = new ArrayList<>();
        schedule.run(
                (f, whom, error) -> log.add(f + " " + whom + (error == null ? "" : "!" + error)),
                () -> broken[0]++,
                millis -> {
                    slept.add(millis);
                    return slept.size() < sleeps;
                });
        for (long millis : slept) assertTrue(millis >= 100 && millis <= 20_000, slept.toString());
        return broken[0];
    }

    @Test
    void takesTurnsAndMends() throws InterruptedException {
        Schedule schedule =
                new Schedule(List.of(new Paper("a", false), new Paper("b", true)), new Schedule.Timing(5, 2, false), 1);
        assertEquals(2, run(schedule, 6), "over while the third is broken");
        assertEquals(
                List.of(
                        "start-a ",
                        "start-a n1",
                        "stop-a ",
                        "stop-a ",
                        "start-b ",
                        "start-b !no b",
                        "stop-b ",
                        "stop-b ",
                        "start-a ",
                        "start-a n1",
                        "stop-a ",
                        "stop-a "),
                log);
    }

    @Test
    void byChanceButRepeatable() throws InterruptedException {
        List<Paper> faults = List.of(new Paper("a", false), new Paper("b", false));
        run(new Schedule(faults, new Schedule.Timing(5, 2, true), 7), 40);
        List<String> first = List.copyOf(log);
        log.clear();
        run(new Schedule(faults, new Schedule.Timing(5, 2, true), 7), 40);
        assertEquals(first, log);
        assertTrue(log.contains("start-a n1") && log.contains("start-b n1"), log.toString());
    }

    @Test
    void commandsSayWhyTheyFail(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("it is broken");
        Commands commands = new Commands("x", "touch '" + file + "'", "rm '" + file + "'");
        commands.begin(new SplittableRandom());
        assertTrue(Files.exists(file));
        commands.end();
        assertFalse(Files.exists(file));
        IOException failure = assertThrows(IOException.class, () -> Commands.run("echo one; echo two >&2; exit 3"));
        assertEquals("its command ended with status 3: two", failure.getMessage());
        Commands.run("sleep 100 & echo $! > '" + folder.resolve("pid") + "'"); // is not waited for
        ProcessHandle left = new Processes.Known(folder.resolve("pid").toString(), null).find();
        assertTrue(left.destroyForcibly());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void processesWithAllThatTheyStarted(@TempDir Path folder) throws Exception {
        Processes.Server server = new Processes.Server("n1", "echo begun; sleep 1000 & wait", folder.resolve("log"));
        assertThrows(IOException.class, server::find);
        server.restart();
        try (server) {
            ProcessHandle shell = server.find();
            while (shell.descendants().findAny().isEmpty()) Thread.sleep(10);
            ProcessHandle child = shell.descendants().findAny().orElseThrow();
            Processes.Pause pause = new Processes.Pause(List.of(server));
            assertEquals("n1", pause.begin(new SplittableRandom()));
            awaitState(child, 'T');
            pause.end();
            awaitState(child, 'S');
            Processes.Kill kill = new Processes.Kill(List.of(server));
            kill.begin(new SplittableRandom());
            assertFalse(child.isAlive() || shell.isAlive());
            kill.end();
            ProcessHandle again = server.find();
            assertTrue(again.pid() != shell.pid());
            while (again.descendants().findAny().isEmpty()) Thread.sleep(10); // it has printed by then
        }
        assertThrows(IOException.class, server::find);
        assertEquals("begun\nbegun\n", Files.readString(folder.resolve("log")));
    }

    private static void awaitState(ProcessHandle process, char state) throws Exception {
        String stat;
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        do stat = Files.readString(Path.of("/proc/" + process.pid() + "/stat"));
        while (!stat.contains(") " + state + " ") && System.nanoTime() < until);
        assertTrue(stat.contains(") " + state + " "), stat);
    }
}

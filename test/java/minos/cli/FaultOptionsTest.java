package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs in which things are broken, on a server of H2 that Minos starts itself. */
class FaultOptionsTest {
    @TempDir
    Path folder;

    private static int port() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private String server(int port) throws Exception {
        Path h2 = Path.of(Class.forName("org.h2.Driver")
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        return "exec '" + Path.of(System.getProperty("java.home"), "bin", "java")
                + "' -Xmx128m -XX:TieredStopAtLevel=1 -cp '" + h2 + "' org.h2.tools.Server -tcp -tcpPort " + port
                + " -ifNotExists -baseDir '" + folder.resolve("data") + "'";
    }

    private Run run(String... words) {
        List<String> all =
                new ArrayList<>(List.of("run", "-o", folder.resolve("run").toString(), "--sessions", "4"));
        all.addAll(Arrays.asList(words));
        return Run.of(all.toArray(String[]::new));
    }

    @Test
    void killedAndPartitionedAndJudgedAllTheSame() throws Exception {
        int port = port();
        Run run = run(
                "--server",
                server(port),
                "--jdbc",
                "jdbc:h2:tcp://localhost:" + port + "/./x;OPTIMIZE_REUSE_RESULTS=FALSE",
                "--isolation",
                "snapshot",
                "--fault",
                "kill",
                "--fault",
                "partition",
                "--fault",
                "mark: touch '" + folder.resolve("mark") + "'",
                "--fault-every",
                "0.5",
                "--fault-for",
                "0.3",
                "--time",
                "5");
        assertEquals(0, run.status(), run.out() + run.err());
        assertTrue(run.out().matches("(?s).* reconnections, [1-9][0-9]* faults\n.*"), run.out());
        assertTrue(Files.exists(folder.resolve("mark")));
        assertTrue(Files.exists(folder.resolve("run/server-n1.log")));
        String history = Files.readString(folder.resolve("run/history.edn"));
        for (String op : List.of(
                ":f :kill, :value nil}",
                ":f :kill, :value \"n1\"}",
                ":f :start, :value nil}",
                ":f :start-partition, :value \"n1\"}",
                ":f :stop-partition, :value nil}",
                ":f :start-mark, :value nil}")) {
            assertTrue(history.contains(":type :info, :process :nemesis, " + op + "\n"), op);
        }
        assertTrue(Files.readString(folder.resolve("run/index.html")).contains(":partition n1"), "the report shows it");
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains("-tcpPort " + port + " "))
                .forEach(process -> assertTrue(!process.isAlive(), "the server is gone"));
    }

    /** Two ways to one database: sessions begin at either, and move on. */
    @Test
    void sessionsMoveFromNodeToNode() throws Exception {
        int port = port();
        String url = "jdbc:h2:tcp://localhost:" + port + "/./x;OPTIMIZE_REUSE_RESULTS=FALSE";
        Run run = run(
                "--server",
                server(port),
                "--jdbc",
                url,
                "--jdbc",
                url.replace("localhost", "127.0.0.1"),
                "--move",
                "20",
                "--isolation",
                "snapshot",
                "--transactions",
                "100",
                "--fault",
                "cut",
                "--fault-every",
                "0.2",
                "--fault-for",
                "0.1",
                "--check",
                "si");
        assertEquals(0, run.status(), run.out() + run.err());
        assertTrue(run.out().contains(" reconnections"), run.out());
    }

    @Test
    void mistakesAreNamed() {
        assertUsage("--fault cannot be kill;", "--fault", "kill");
        assertUsage("--fault cannot be kill 17;", "--fault", "kill 17");
        assertUsage("--fault cannot be delay;", "--fault", "delay");
        assertUsage("--fault cannot be delay soon;", "--fault", "delay soon");
        assertUsage("--fault cannot be cut 3;", "--fault", "cut 3");
        assertUsage("--fault cannot be explode;", "--fault", "explode");
        assertUsage("--heal x: there is no fault of that name", "--fault", "y: true", "--heal", "x: true");
        assertUsage("--heal needs a name and a command", "--fault", "y: true", "--heal", "true");
        assertUsage("--fault-every says nothing without --fault", "--fault-every", "3");
        assertUsage("connections can be disturbed only if the URL names one host", "--fault", "cut");
    }

    private void assertUsage(String message, String... words) {
        Run run = run(words);
        assertEquals(64, run.status(), run.out());
        assertTrue(run.err().startsWith("minos: " + message), run.err());
    }
}

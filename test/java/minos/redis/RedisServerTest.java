package minos.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import minos.Minos;
import minos.collect.Collector;
import minos.collect.Tally;
import minos.generate.Workload;
import minos.model.Level;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real Redis shows; doc/databases.md has it. */
@Tag("database")
class RedisServerTest {
    @TempDir
    Path folder;

    private int port;
    private Process process;

    @BeforeEach
    void start() throws Exception {
        Assumptions.assumeTrue(
                Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(path -> Files.isExecutable(Path.of(path, "redis-server"))),
                "Redis is not installed here");
        if (port == 0) {
            try (ServerSocket socket = new ServerSocket(0)) {
                port = socket.getLocalPort();
            }
        }
        process = new ProcessBuilder(
                        "redis-server",
                        "--port",
                        "" + port,
                        "--bind",
                        "127.0.0.1",
                        "--save",
                        "",
                        "--dir",
                        folder.toString(),
                        "--appendonly",
                        "yes",
                        "--appendfsync",
                        "always")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        for (int i = 0; i < 300; i++) {
            try (Resp resp = new Resp("localhost", port)) {
                resp.call("PING");
                return;
            } catch (IOException e) {
                Thread.sleep(100);
            }
        }
        throw new IOException(Files.readString(folder.resolve("log")));
    }

    @AfterEach
    void stop() throws Exception {
        if (process != null) process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
    }

    private RedisStore store(String isolation) {
        return new RedisStore("localhost", port, null, null, Optional.ofNullable(isolation));
    }

    private Path run(Workload workload, String isolation) throws Exception {
        Path file = folder.resolve(workload.kind() + "-" + isolation + ".edn");
        Collector.Summary summary = new Collector(new Collector.Settings(store(isolation), workload, file)
                        .sessions(8)
                        .transactions(300)
                        .seconds(60)
                        .patience(2))
                .run((tally, seconds, left) -> {});
        assertTrue(summary.database().startsWith("Redis "), summary.database());
        assertTrue(
                summary.tally().committed() > 500,
                () -> summary.tally().errors().toString());
        assertEquals(0, summary.tally().unknown());
        return file;
    }

    private static Workload workload(Workload.Kind kind) {
        return new Workload(kind, 4, 0.5, Workload.Keys.uniform(10));
    }

    @Test
    void watchedTransactionsAreSerializable() throws Exception {
        for (Workload.Kind kind : Workload.Kind.values()) {
            Level level = kind == Workload.Kind.LWT ? Level.LINEARIZABLE : Level.STRICT_SERIALIZABLE;
            assertTrue(Minos.ask(level).judge(run(workload(kind), null)).answer() == Answer.TRUE, kind.toString());
        }
    }

    @Test
    void othersLoseUpdates() throws Exception {
        Path file = run(workload(Workload.Kind.MINI), "read-committed");
        assertTrue(Minos.ask(Level.READ_COMMITTED).judge(file).answer() == Answer.TRUE);
        assertTrue(Minos.ask(Level.PARALLEL_SNAPSHOT_ISOLATION).judge(file).answer() == Answer.FALSE);
    }

    /** With a file that is written at each command, it comes back with all that it has confirmed. */
    @Test
    void killedInTheMiddle() throws Exception {
        Path file = folder.resolve("killed.edn");
        Collector collector = new Collector(new Collector.Settings(store(null), workload(Workload.Kind.APPEND), file)
                .sessions(8)
                .seconds(60)
                .patience(30));
        AtomicBoolean killed = new AtomicBoolean();
        Tally tally = collector
                .run((sofar, seconds, left) -> {
                    if (sofar.committed() > 200 && killed.compareAndSet(false, true)) {
                        try {
                            stop();
                            start();
                        } catch (Exception e) {
                            throw new IllegalStateException(e);
                        }
                    }
                    if (sofar.reconnected() >= 8 && sofar.committed() > 600) collector.stop();
                })
                .tally();
        assertTrue(tally.reconnected() >= 8, tally.errors().toString());
        assertTrue(Minos.ask(Level.STRICT_SERIALIZABLE).judge(file).answer() == Answer.TRUE);
    }
}

package minos.redis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import minos.Judgement;
import minos.Minos;
import minos.client.Client;
import minos.client.Client.Ending;
import minos.client.Keyspace;
import minos.client.Store.Run;
import minos.client.Transaction;
import minos.client.Transaction.Kind;
import minos.client.Transaction.Op;
import minos.collect.Collector;
import minos.collect.Tally;
import minos.generate.Workload;
import minos.model.Level;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client of Redis, before a server that fails as it is told to. */
class RedisTest {
    private static final Run REGISTERS = new Run("run", false);
    private static final Run LISTS = new Run("lists", true);

    private FakeRedis server;

    @BeforeEach
    void start() throws IOException {
        server = new FakeRedis();
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    private static Transaction of(Op... ops) {
        return new Transaction(List.of(ops), Optional.empty());
    }

    private static boolean set(Client client, Long expected, Long value) throws Exception {
        return client.compareAndSet(1, Optional.ofNullable(expected), Optional.ofNullable(value), Optional.empty());
    }

    private static Op read(int key) {
        return new Op(Kind.READ, key, 0);
    }

    private static Op write(int key, long value) {
        return new Op(Kind.WRITE, key, value);
    }

    private static Op append(int key, long value) {
        return new Op(Kind.APPEND, key, value);
    }

    private Client open() throws IOException {
        return server.store(null).open(REGISTERS);
    }

    @Test
    void whatIsWrittenIsRead() throws Exception {
        try (Client client = open()) {
            assertEquals(Arrays.asList((Object) null), client.run(of(read(1), write(1, 5))));
            assertEquals(List.of(5L, 6L, 7L), client.run(of(read(1), write(1, 6), read(1), write(1, 7), read(1))));
            assertEquals(List.of(7L), client.run(of(read(1))));
            assertEquals(
                    Arrays.asList(7L, null), client.run(of(read(1), new Op(Kind.DELETE, 1, 0), read(1), write(2, 1))));
            assertEquals(Arrays.asList(null, 1L), client.run(of(read(1), read(2))));
        }
        try (Client client = server.store(null).open(LISTS)) {
            assertEquals(Arrays.asList((Object) null), client.run(of(read(1))));
            assertEquals(List.of(List.of(1L, 2L)), client.run(of(append(1, 1), append(1, 2), read(1))));
            assertEquals(List.of(List.of(1L, 2L)), client.run(of(read(1))));
        }
    }

    /** What is read after a write of one's own is the server's answer, too: without WATCH, another may have come between. */
    @Test
    void readsOfOwnWritesAreAnsweredByTheServer() throws Exception {
        try (Client client = server.store("read-committed").open(LISTS);
                Client other = server.store(null).open(LISTS)) {
            client.run(of(append(1, 1)));
            server.commands.clear();
            assertEquals(List.of(List.of(1L), List.of(1L, 2L)), client.run(of(read(1), append(1, 2), read(1))));
            assertEquals(List.of("LRANGE", "MULTI", "RPUSH", "LRANGE", "EXEC"), server.commands);
            server.commands.clear();
            client.run(of(append(2, 1), read(3), read(2), read(3)));
            assertEquals(List.of("LRANGE", "MULTI", "RPUSH", "LRANGE", "LRANGE", "EXEC"), server.commands);
            server.meanwhile("MULTI", "lists:1", "RPUSH", "7");
            assertEquals(
                    List.of(List.of(1L, 2L), List.of(1L, 2L, 7L, 3L)), client.run(of(read(1), append(1, 3), read(1))));
            assertEquals(List.of(List.of(1L, 2L, 7L, 3L)), other.run(of(read(1))));
        }
    }

    @Test
    void aWatchedKeyThatAnotherWritesAborts() throws Exception {
        try (Client client = open()) {
            server.commands.clear();
            client.run(of(read(1), write(2, 1)));
            assertEquals(List.of("WATCH", "GET", "MULTI", "SET", "EXEC"), server.commands);
            server.meanwhile("MULTI", "run:1", "SET", "9");
            Exception conflict = assertThrows(Exception.class, () -> client.run(of(read(1), write(2, 3))));
            assertEquals(Ending.ABORTED, client.classify(conflict));
            assertEquals("Conflict", client.kind(conflict));
            assertEquals(List.of(1L, 9L), client.run(of(read(2), read(1))), "what it wrote is not there");
        }
    }

    @Test
    void unwatchedItDoesNot() throws Exception {
        try (Client client = server.store("read-committed").open(REGISTERS)) {
            server.meanwhile("MULTI", "run:1", "SET", "9");
            client.run(of(read(1), write(2, 3)));
            assertEquals(List.of(3L), client.run(of(read(2))));
            server.commands.clear();
            client.run(new Transaction(List.of(read(1), write(2, 1)), Optional.of("serializable")));
            assertEquals("WATCH", server.commands.get(0), "a transaction may choose for itself");
        }
    }

    private Ending ending(Transaction transaction, boolean usable) throws Exception {
        try (Client client = open()) {
            Exception error = assertThrows(Exception.class, () -> client.run(transaction));
            Ending ending = client.classify(error);
            if (usable) client.run(of(read(1)));
            return ending;
        }
    }

    /** Before EXEC, nothing can have happened. */
    @Test
    void whatBreaksBeforeTheEndIsAborted() throws Exception {
        Transaction transaction = of(read(1), write(1, 2));
        for (String command : List.of("WATCH", "GET")) {
            server.fault(command, "LOADING Redis is loading the dataset in memory");
            assertEquals(Ending.ABORTED, ending(transaction, true), command);
            server.fault(command, "ERR whatever this is");
            assertEquals(Ending.ABORTED, ending(transaction, true), command);
            server.fault(command, null);
            assertEquals(Ending.ABORTED_AND_LOST, ending(transaction, false), command);
        }
        assertEquals(0, server.size());
    }

    @Test
    void aRefusedCommandAbortsTheWhole() throws Exception {
        server.fault("SET", "OOM command not allowed when used memory > 'maxmemory'.");
        assertEquals(Ending.ABORTED, ending(of(read(1), write(1, 2), write(2, 3)), true));
        for (Rejection rejection : Rejection.values()) {
            server.fault("EXEC", rejection + " and so on");
            assertEquals(Ending.ABORTED, ending(of(read(1), write(1, 2)), true), rejection.meaning());
        }
        server.fault("SET", "READONLY You can't write against a read only replica.");
        assertEquals(Ending.ABORTED, ending(of(write(1, 2)), true));
        assertEquals(0, server.size());
    }

    @Test
    void whatBreaksAfterwardsIsUnknown() throws Exception {
        Transaction transaction = of(read(1), write(1, 2));
        for (String command : List.of("MULTI", "SET", "EXEC")) {
            server.fault(command, null);
            assertEquals(Ending.UNKNOWN, ending(transaction, false), command);
        }
        server.fault("EXEC", "ERR a proxy lost the server");
        assertEquals(Ending.UNKNOWN, ending(transaction, false));
        server.fault("MULTI", "NOPERM this user has no permissions to run the 'multi' command");
        assertEquals(Ending.UNKNOWN, ending(transaction, false), "what follows was done one by one");
        server.fault("SET", "ERR a proxy lost the server");
        assertEquals(Ending.UNKNOWN, ending(of(write(1, 2)), false));
        server.faultAfter("EXEC");
        assertEquals(Ending.UNKNOWN, ending(of(read(3), write(3, 2)), false));
        try (Client client = open()) {
            assertEquals(List.of(2L), client.run(of(read(3))), "and indeed it was done");
        }
    }

    @Test
    void comparesAndSets() throws Exception {
        try (Client client = open()) {
            assertTrue(set(client, null, 5L));
            assertTrue(!set(client, null, 6L));
            assertTrue(set(client, 5L, 6L));
            assertTrue(set(client, 6L, null));
            assertEquals(Arrays.asList((Object) null), client.run(of(read(1))));
        }
    }

    @Test
    void aRunLeavesNothingBehind() throws Exception {
        try (Client client = open();
                Keyspace keyspace = server.store(null).keyspace(REGISTERS)) {
            client.run(of(write(1, 1), write(2, 2)));
            assertEquals(2, server.size());
            assertEquals("Redis 7.fake", keyspace.database());
            assertEquals("serializable", keyspace.isolation());
            keyspace.drop();
            assertEquals(0, server.size());
        }
    }

    /** Every workload runs on it, with its connections breaking now and then, and nobody is accused. */
    @Test
    void runs(@TempDir Path folder) throws Exception {
        for (Workload.Kind kind : Workload.Kind.values()) {
            Path file = folder.resolve(kind + ".edn");
            Workload workload = new Workload(kind, 4, 0.5, Workload.Keys.uniform(5));
            Collector collector = new Collector(new Collector.Settings(server.store(null), workload, file)
                    .sessions(4)
                    .transactions(50)
                    .seconds(60)
                    .patience(2));
            server.lose(10);
            Tally tally = collector.run((sofar, seconds, left) -> {}).tally();
            assertEquals(200, tally.transactions());
            assertTrue(tally.unknown() > 0, kind + " " + tally.errors());
            assertTrue(tally.committed() > 20, kind + " " + tally.errors());
            Level level = kind == Workload.Kind.LWT ? Level.LINEARIZABLE : Level.STRICT_SERIALIZABLE;
            Judgement judgement = Minos.ask(level).judge(file);
            assertTrue(judgement.answer() == Answer.TRUE, judgement.explain());
            assertEquals(0, server.size(), "nothing is left behind");
        }
    }

    @Test
    void whatIsNoRedisIsRefused() throws Exception {
        assertThrows(
                IOException.class,
                () -> new RedisStore("localhost", server.port(), null, "secret", Optional.empty()).open(REGISTERS));
        String string = "$9000000\r\n" + "x".repeat(9_000_000) + "\r\n";
        for (String reply : List.of(
                "",
                "\r\n",
                "HTTP/1.1 400 Bad Request\r\n",
                "$5\r\nabc",
                ":x\r\n",
                "$99999999999\r\n",
                "*1\r\n".repeat(100_000),
                "*2\r\n" + string + string)) {
            try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
                Thread answers = new Thread(() -> {
                    try (Socket socket = other.accept()) {
                        socket.getOutputStream().write(reply.getBytes(StandardCharsets.US_ASCII));
                    } catch (IOException e) {
                        // the client has hung up before the end
                    }
                });
                answers.start();
                RedisStore store = new RedisStore("localhost", other.getLocalPort(), null, null, Optional.empty());
                assertThrows(
                        IOException.class,
                        () -> store.open(REGISTERS),
                        reply.substring(0, Math.min(20, reply.length())));
                answers.join();
            }
        }
    }

    /** What the page says counts is what counts. */
    @Test
    void theTableIsDocumented() throws IOException {
        String page = Files.readString(Path.of("doc/cli.md"));
        for (Rejection rejection : Rejection.values()) {
            assertTrue(page.lines().anyMatch(line -> line.contains("`" + rejection + "`")), rejection.name());
        }
    }
}

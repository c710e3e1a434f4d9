package minos.redis;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The commands of Redis that a run needs, in memory, on a port of this machine. It fails when it is told to, as it is told to. */
final class FakeRedis implements AutoCloseable {
    private final ServerSocket listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    private final Map<String, Object> values = new HashMap<>();
    private final Map<String, Integer> versions = new HashMap<>();
    private int version;
    private String faultAt;
    private String fault;
    private boolean after;
    private int losing;
    private int execs;
    private String anotherAt;
    private List<String> another;
    /** Whatever was asked for, commands alone. */
    final List<String> commands = new ArrayList<>();

    FakeRedis() throws IOException {
        daemon(() -> {
            try {
                while (true) {
                    Socket socket = listening.accept();
                    daemon(() -> serve(socket));
                }
            } catch (IOException e) {
                // closed
            }
        });
    }

    private static void daemon(Runnable task) {
        Thread thread = new Thread(task, "redis");
        thread.setDaemon(true);
        thread.start();
    }

    int port() {
        return listening.getLocalPort();
    }

    RedisStore store(String isolation) {
        return new RedisStore("localhost", port(), null, null, Optional.ofNullable(isolation));
    }

    /** The next such command is answered with an error, or, if that is null, by the end of the connection. */
    synchronized FakeRedis fault(String command, String error) {
        faultAt = command;
        fault = error;
        after = false;
        return this;
    }

    /** The same, but what was asked for is done. */
    synchronized FakeRedis faultAfter(String command) {
        fault(command, null);
        after = true;
        return this;
    }

    /** Before the next such command, another client writes to a key. */
    synchronized void meanwhile(String command, String key, String write, String value) {
        anotherAt = command;
        another = List.of(write, key, value);
    }

    /** Every so many EXECs the connection ends after it, from the second on. */
    synchronized void lose(int every) {
        losing = every;
        execs = 0;
    }

    synchronized int size() {
        return values.size();
    }

    private void serve(Socket socket) {
        try (socket) {
            DataInputStream in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
            Link link = new Link(socket.getOutputStream());
            while (true) {
                List<String> words = new ArrayList<>();
                for (int left = Integer.parseInt(line(in).substring(1)); left > 0; left--) {
                    byte[] bytes = in.readNBytes(Integer.parseInt(line(in).substring(1)));
                    words.add(new String(bytes, StandardCharsets.UTF_8));
                    line(in);
                }
                if (!link.handle(words)) return;
            }
        } catch (IOException e) {
            // the client is gone
        }
    }

    private static String line(DataInputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.readUnsignedByte(); c != '\n'; c = in.readUnsignedByte()) if (c != '\r') line.append((char) c);
        return line.toString();
    }

    /** What the server knows of one connection. */
    private final class Link {
        private final OutputStream out;
        private final Map<String, Integer> watched = new HashMap<>();
        private List<List<String>> queue;
        private boolean refused;

        Link(OutputStream out) {
            this.out = out;
        }

        /** False to end the connection. */
        boolean handle(List<String> words) throws IOException {
            synchronized (FakeRedis.this) {
                String command = words.get(0);
                commands.add(command);
                if (command.equals(anotherAt)) {
                    anotherAt = null;
                    run(another);
                }
                boolean faulty = command.equals(faultAt);
                if (faulty) faultAt = null;
                if (faulty && !after && fault == null) return false;
                boolean error = faulty && fault != null;
                if (error) refused = true;
                String reply = error ? "-" + fault + "\r\n" : reply(words);
                if (faulty && fault == null) return false;
                if (command.equals("EXEC") && losing > 0 && ++execs % losing == 0) return false;
                out.write(reply.getBytes(StandardCharsets.UTF_8));
                out.flush();
                return true;
            }
        }

        private String reply(List<String> words) {
            switch (words.get(0)) {
                case "WATCH" -> {
                    for (String key : words.subList(1, words.size()))
                        watched.putIfAbsent(key, versions.getOrDefault(key, 0));
                    return "+OK\r\n";
                }
                case "UNWATCH" -> {
                    watched.clear();
                    return "+OK\r\n";
                }
                case "MULTI" -> {
                    queue = new ArrayList<>();
                    refused = false;
                    return "+OK\r\n";
                }
                case "EXEC" -> {
                    List<List<String>> queued = queue;
                    queue = null;
                    boolean conflict = watched.entrySet().stream()
                            .anyMatch(e -> versions.getOrDefault(e.getKey(), 0) != (int) e.getValue());
                    watched.clear();
                    if (refused) return "-EXECABORT Transaction discarded because of previous errors.\r\n";
                    if (conflict) return "*-1\r\n";
                    StringBuilder replies = new StringBuilder("*" + queued.size() + "\r\n");
                    for (List<String> command : queued) replies.append(run(command));
                    return replies.toString();
                }
                default -> {
                    if (queue == null) return run(words);
                    queue.add(words);
                    return "+QUEUED\r\n";
                }
            }
        }
    }

    private String run(List<String> words) {
        String key = words.size() > 1 ? words.get(1) : "";
        switch (words.get(0)) {
            case "SET" -> {
                wrote(key, words.get(2));
                return "+OK\r\n";
            }
            case "GET" -> {
                return bulk(values.get(key));
            }
            case "DEL" -> {
                Set<String> keys = new HashSet<>(words.subList(1, words.size()));
                keys.forEach(k -> wrote(k, null));
                return ":" + keys.size() + "\r\n";
            }
            case "RPUSH" -> {
                List<Object> list = new ArrayList<>();
                if (values.get(key) instanceof List<?> before) list.addAll(before);
                list.add(words.get(2));
                wrote(key, list);
                return ":" + list.size() + "\r\n";
            }
            case "LRANGE" -> {
                return array(values.get(key) instanceof List<?> list ? list : List.of());
            }
            case "SCAN" -> {
                String prefix = words.get(3).replace("*", "");
                return "*2\r\n" + bulk("0")
                        + array(values.keySet().stream()
                                .filter(k -> k.startsWith(prefix))
                                .toList());
            }
            case "INFO" -> {
                return bulk("# Server\r\nredis_version:7.fake\r\n");
            }
            case "PING" -> {
                return "+PONG\r\n";
            }
            case "AUTH" -> {
                return "-ERR Client sent AUTH, but no password is set\r\n";
            }
            default -> {
                return "-ERR unknown command\r\n";
            }
        }
    }

    private void wrote(String key, Object value) {
        if (value == null) values.remove(key);
        else values.put(key, value);
        versions.put(key, ++version);
    }

    private static String bulk(Object value) {
        return value == null ? "$-1\r\n" : "$" + value.toString().length() + "\r\n" + value + "\r\n";
    }

    private static String array(List<?> values) {
        StringBuilder out = new StringBuilder("*" + values.size() + "\r\n");
        for (Object value : values) out.append(bulk(value));
        return out.toString();
    }

    @Override
    public void close() throws IOException {
        listening.close();
    }
}

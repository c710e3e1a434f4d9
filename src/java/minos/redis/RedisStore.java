package minos.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import minos.client.Client;
import minos.client.Keyspace;
import minos.client.Store;

/**
 * A Redis server.
 *
 * @param user     null for the default one
 * @param password null to give none
 * @param asked    how transactions are made, one of {@link #ISOLATIONS}; empty for the last of these
 */
public record RedisStore(String host, int port, String user, String password, Optional<String> asked) implements Store {
    private static final String UNWATCHED = "read-committed";
    private static final String WATCHED = "serializable";
    /**
     * Redis knows no levels, but an application can choose: to watch what it reads, so that EXEC fails if another has written that
     * meanwhile; or to read, and then write whatever became of it.
     */
    public static final List<String> ISOLATIONS = List.of(UNWATCHED, WATCHED);

    private Resp connect() throws IOException {
        Resp resp = new Resp(host, port);
        try {
            if (password != null && user != null) resp.call("AUTH", user, password);
            else if (password != null) resp.call("AUTH", password);
            resp.call("PING"); // a server that is still loading, or a proxy without one, is not there yet
            return resp;
        } catch (IOException e) {
            resp.close();
            throw e;
        }
    }

    @Override
    public Client open(Run run) throws IOException {
        return new RedisClient(connect(), run, !asked.equals(Optional.of(UNWATCHED)));
    }

    @Override
    public Keyspace keyspace(Run run) throws IOException {
        return new Prefix(connect(), run.name() + ":", asked.orElse(WATCHED));
    }

    @Override
    public List<String> isolations() {
        return ISOLATIONS;
    }

    @Override
    public String hide(String text) {
        return password == null || password.isEmpty() ? text : text.replace(password, "…");
    }

    @Override
    public String place() {
        return host + ":" + port;
    }

    /** Keys whose names begin alike. */
    private record Prefix(Resp resp, String prefix, String isolation) implements Keyspace {
        @Override
        public String database() throws IOException {
            String[] lines = String.valueOf(resp.call("INFO", "server")).split("\r?\n");
            for (String line : lines) {
                if (line.startsWith("redis_version:")) return "Redis " + line.substring(line.indexOf(':') + 1);
            }
            return "Redis";
        }

        /** A scan may name a key twice, but names all that were there from its beginning to its end. */
        @Override
        public void drop() throws IOException {
            String cursor = "0";
            do {
                Object reply = resp.call("SCAN", cursor, "MATCH", prefix + "*", "COUNT", "1000");
                if (!(reply instanceof List<?> pair
                        && pair.size() == 2
                        && pair.get(0) instanceof String next
                        && pair.get(1) instanceof List<?> keys))
                    throw new IOException("SCAN is answered with " + reply);
                cursor = next;
                if (keys.isEmpty()) continue;
                List<String> words = new ArrayList<>(List.of("DEL"));
                for (Object key : keys) words.add(String.valueOf(key));
                resp.call(words.toArray(String[]::new));
            } while (!cursor.equals("0"));
        }

        @Override
        public void close() {
            resp.close();
        }
    }
}

package minos.nemesis;

import java.util.List;
import java.util.SplittableRandom;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What can be wrong between the clients and one node, which is drawn anew each time. */
public final class Connections implements Nemesis {
    private static final Pattern URL = Pattern.compile(
            "(jdbc:[^/]*//|[\\w.$]+=|)([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+])(?::([0-9]{1,5}))?((?:[/;?].*)?)",
            Pattern.DOTALL);

    /** What is done to a connection. */
    public enum Kind {
        /** Each piece arrives later, by so many milliseconds. */
        DELAY("delay"),
        /** So many bytes a second, and no more. */
        SLOW("slow"),
        /** All connections end, and none can be made. */
        CUT("cut"),
        /** Nothing arrives, in either direction; connections stay open. */
        PARTITION("partition");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** Whether it takes a number. */
        public boolean isMeasured() {
            return this == DELAY || this == SLOW;
        }

        @Override
        public String toString() {
            return text;
        }
    }

    /**
     * Where a server listens, by a JDBC URL that names one, a host and its port, or these behind a name and {@code =}.
     *
     * @param before the URL up to there
     * @param after  what follows
     */
    public record Address(String before, String host, int port, String after) {
        /** The address in a URL; null if there is none, or several. */
        public static Address in(String url) {
            Matcher found = URL.matcher(url);
            if (!found.matches()) return null;
            int port = found.group(3) == null ? usual(url) : Integer.parseInt(found.group(3));
            return port == 0 ? null : new Address(found.group(1), found.group(2), port, found.group(4));
        }

        private static int usual(String url) {
            if (url.startsWith("jdbc:postgresql:")) return 5432;
            if (url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:")) return 3306;
            if (url.startsWith("jdbc:sqlserver:")) return 1433;
            if (url.startsWith("jdbc:h2:tcp:")) return 9092;
            return url.startsWith("jdbc:hsqldb:hsql:") ? 9001 : 0;
        }

        /** The same URL, by way of a proxy. */
        public String through(TcpProxy proxy) {
            return before + "localhost:" + proxy.port() + after;
        }
    }

    private final Kind kind;
    private final long measure;
    private final List<TcpProxy> nodes;
    private TcpProxy disturbed;

    /**
     * @param measure what its kind says; 0 where it takes no number
     * @param nodes   the proxies before them, in the order of their names, n1, n2, …
     */
    public Connections(Kind kind, long measure, List<TcpProxy> nodes) {
        this.kind = kind;
        this.measure = measure;
        this.nodes = List.copyOf(nodes);
    }

    @Override
    public String begins() {
        return "start-" + kind;
    }

    @Override
    public String ends() {
        return "stop-" + kind;
    }

    @Override
    public String begin(SplittableRandom random) {
        int node = random.nextInt(nodes.size());
        disturbed = nodes.get(node);
        set(true);
        return "n" + (node + 1);
    }

    @Override
    public void end() {
        if (disturbed != null) set(false);
        disturbed = null;
    }

    private void set(boolean wrong) {
        switch (kind) {
            case DELAY -> disturbed.delay(wrong ? measure : 0);
            case SLOW -> disturbed.slow(wrong ? measure : 0);
            case CUT -> disturbed.cut(wrong);
            case PARTITION -> disturbed.block(wrong);
        }
    }
}

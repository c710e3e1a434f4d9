package minos.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import minos.nemesis.Commands;
import minos.nemesis.Connections;
import minos.nemesis.Connections.Address;
import minos.nemesis.Connections.Kind;
import minos.nemesis.Nemesis;
import minos.nemesis.Processes;
import minos.nemesis.Schedule;
import minos.nemesis.TcpProxy;

/** The options of {@code run} that say what is broken while it goes on, and what stands for them: servers, proxies and a schedule. */
final class FaultOptions implements AutoCloseable {
    private static final Option FAULT = Option.value(
            "fault",
            "WHAT",
            "break this again and again, and mend it; repeatable. 'pause' or 'kill', of a server of --server or by the PID or file"
                    + " that follows; 'delay MS', 'slow BYTES', 'cut' or 'partition', of the connections to a node; or 'NAME:"
                    + " COMMAND' for the shell");
    private static final Option HEAL = Option.value(
            "heal",
            "COMMAND",
            "'NAME: COMMAND' mends the fault of that name; repeatable. 'kill: COMMAND' starts a killed PID again");
    private static final Option SERVER = Option.value(
            "server",
            "COMMAND",
            "start this first, end it in the end, and start it again when it was killed; one for each node");
    private static final Option EVERY =
            Option.value("fault-every", "SECONDS", "how long to wait before something is broken (default: 5)");
    private static final Option LASTING =
            Option.value("fault-for", "SECONDS", "how long until it is mended (default: 2)");
    private static final Option RANDOM =
            Option.flag("fault-random", "these times are means, and faults are drawn; otherwise they take turns");
    static final List<Option> OPTIONS = List.of(FAULT, HEAL, SERVER, EVERY, LASTING, RANDOM);
    /** How long a database may take to start. */
    private static final double STARTING = 60;

    private final Args args;
    private final List<Processes.Server> servers = new ArrayList<>();
    private final List<TcpProxy> proxies = new ArrayList<>();
    private final Map<String, String> heals = new LinkedHashMap<>();

    /** @param folder where servers write what they print */
    FaultOptions(Args args, Path folder) {
        this.args = args;
        for (String command : args.all(SERVER)) {
            String name = "n" + (servers.size() + 1);
            servers.add(new Processes.Server(name, command, folder.resolve("server-" + name + ".log")));
        }
        for (String heal : args.all(HEAL)) {
            String[] parts = named(heal);
            if (parts == null) throw new UsageException(HEAL + " needs a name and a command, as in 'kill: ./start'");
            heals.put(parts[0], parts[1]);
        }
        for (Option option : List.of(HEAL, EVERY, LASTING, RANDOM)) {
            if (args.has(option) && !args.has(FAULT))
                throw new UsageException(option + " says nothing without " + FAULT);
        }
        List<String> kinds = args.all(FAULT).stream().map(FaultOptions::kind).toList();
        for (String name : heals.keySet()) {
            if (!kinds.contains(name)) throw new UsageException(HEAL + " " + name + ": there is no fault of that name");
        }
        for (String fault : args.all(FAULT)) nemesis(fault); // complains before anything begins
    }

    /** {@code NAME: COMMAND}; null if it is none. */
    private static String[] named(String text) {
        return text.matches("(?s)[A-Za-z0-9_-]+:.*\\S.*") ? text.split(":\\s*", 2) : null;
    }

    private static String kind(String fault) {
        return named(fault) != null ? named(fault)[0] : fault.strip().split("\\s+")[0];
    }

    /** What was given, unless it looks like a command, which may hold a password. */
    private static String repeated(String fault) {
        return fault.matches("[A-Za-z0-9_-]+( [A-Za-z0-9_-]+)?") ? fault : "that";
    }

    private static boolean isOfConnections(String fault) {
        return named(fault) == null
                && Arrays.stream(Kind.values()).anyMatch(k -> k.toString().equals(kind(fault)));
    }

    /** Whether there are faults that a proxy must bring about. */
    boolean needsProxies() {
        return args.all(FAULT).stream().anyMatch(FaultOptions::isOfConnections);
    }

    /** Starts the servers that there are to start. */
    void start() throws IOException {
        for (Processes.Server server : servers) server.restart();
    }

    double starting() {
        return servers.isEmpty() ? 0 : STARTING;
    }

    /** The nodes as sessions are to reach them: by way of proxies, if there are to be any. */
    List<String> places(List<String> nodes) throws IOException {
        if (!needsProxies()) return nodes;
        List<String> through = new ArrayList<>();
        for (String node : nodes) {
            Address address = Address.in(node);
            if (address == null) {
                throw new UsageException("connections can be disturbed only if the URL names one host, with its port");
            }
            TcpProxy proxy = new TcpProxy(address.host(), address.port());
            proxies.add(proxy);
            through.add(address.through(proxy));
        }
        return through;
    }

    /** What to break, and when; empty for nothing. After {@link #places}. */
    Optional<Schedule> schedule(long seed) {
        if (!args.has(FAULT)) return Optional.empty();
        List<Nemesis> faults = args.all(FAULT).stream().map(this::nemesis).toList();
        Schedule.Timing timing = new Schedule.Timing(seconds(EVERY, 5), seconds(LASTING, 2), args.has(RANDOM));
        return Optional.of(new Schedule(faults, timing, seed));
    }

    private double seconds(Option option, double otherwise) {
        return args.has(option) ? InputOptions.duration(args, option).toNanos() / 1e9 : otherwise;
    }

    private Nemesis nemesis(String fault) {
        String[] named = named(fault);
        if (named != null) return new Commands(named[0], named[1], heals.get(named[0]));
        String[] words = fault.strip().split("\\s+");
        boolean bare = words.length == 1;
        if (words.length <= 2 && isOfConnections(fault)) {
            Kind kind = Kind.valueOf(words[0].toUpperCase(Locale.ROOT));
            if (kind.isMeasured() && words.length == 2 && words[1].matches("[1-9][0-9]{0,8}")) {
                return new Connections(kind, Long.parseLong(words[1]), proxies);
            }
            if (!kind.isMeasured() && bare) return new Connections(kind, 0, proxies);
        }
        if (words.length <= 2 && words[0].equals("pause") && (!bare || !servers.isEmpty())) {
            return new Processes.Pause(bare ? servers : List.of(new Processes.Known(words[1], null)));
        }
        if (words.length <= 2 && words[0].equals("kill") && (bare ? !servers.isEmpty() : heals.containsKey("kill"))) {
            return new Processes.Kill(bare ? servers : List.of(new Processes.Known(words[1], heals.get("kill"))));
        }
        throw new UsageException(
                FAULT + " cannot be " + repeated(fault) + "; it is 'pause' or 'kill' (of a server that " + SERVER
                        + " starts), 'pause PID', 'kill PID' (with " + HEAL
                        + " 'kill: COMMAND'), 'delay MS', 'slow BYTES', 'cut',"
                        + " 'partition' or 'NAME: COMMAND'");
    }

    @Override
    public void close() throws IOException {
        for (TcpProxy proxy : proxies) proxy.close();
        for (Processes.Server server : servers) server.close();
    }
}

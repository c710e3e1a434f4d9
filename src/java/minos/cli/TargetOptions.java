package minos.cli;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.client.Store;
import minos.collect.CollectException;
import minos.collect.Drivers;
import minos.collect.Idiom;
import minos.collect.Target;
import minos.collect.Target.Isolation;
import minos.redis.RedisStore;

/** The options that say which database, for the commands that run on one. */
final class TargetOptions {
    private static final Option JDBC = Option.value(
            "jdbc",
            "URL",
            "the database (default: an H2 of its own, in memory); repeatable in 'run', for its nodes, which sessions are given in"
                    + " turn");
    private static final Option REDIS =
            Option.value("redis", "HOST:PORT", "the same for Redis, and whatever speaks its protocol");
    private static final Option CLIENT = Option.value(
            "client",
            "CLASS=PLACE",
            "the same for any other: a class of your own that implements minos.client.Store, and what it is to connect to");
    private static final Option USER = Option.value("user", "NAME", "whom to connect as");
    private static final Option PASSWORD =
            Option.value("password", "TEXT", "its password (default: the environment variable MINOS_PASSWORD)");
    private static final Option CLASSPATH = Option.value(
            "classpath",
            "FILES",
            "jars with the JDBC driver or your own client, separated by '" + File.pathSeparator
                    + "'; the driver of H2 is included");
    private static final Option ON_CONNECT =
            Option.value("on-connect", "SQL", "run this statement first on each connection; repeatable");
    private static final Option FOR_UPDATE = Option.flag(
            "for-update", "reads lock the row (SELECT … FOR UPDATE) if the transaction goes on to write it");
    private static final Option UPSERT = Option.flag(
            "upsert",
            "a write is one statement that updates or inserts; otherwise an update, and an insert if there is no row");
    private static final Option FOR_SHARE = Option.flag(
            "for-share",
            "every other read locks its row against writers (SELECT … FOR SHARE); on PostgreSQL, MariaDB, MySQL");
    private static final Option EXCHANGE = Option.flag(
            "exchange",
            "a read that is followed at once by a write of its key is one statement with it, an update that keeps the old value");
    static final List<Option> OPTIONS = List.of(JDBC, REDIS, CLIENT, USER, PASSWORD, CLASSPATH, ON_CONNECT);
    /** How reads and writes are put in SQL, for commands that leave this open. */
    static final List<Option> STATEMENTS = List.of(FOR_UPDATE, FOR_SHARE, UPSERT, EXCHANGE);

    private static final List<Option> WAYS = List.of(JDBC, REDIS, CLIENT);

    /** Gone with the last connection. What H2 takes from its cache of results is at times outdated: it goes without. */
    private static final String OWN_H2 = "jdbc:h2:mem:minos-"
            + ProcessHandle.current().pid() + ";OPTIMIZE_REUSE_RESULTS=FALSE;DB_CLOSE_ON_EXIT=FALSE";

    private static final Pattern ADDRESS = Pattern.compile("([A-Za-z0-9._-]+|\\[[0-9a-fA-F:]+]):([0-9]{1,5})");
    private static final Pattern CLASS = Pattern.compile("([\\w.$]+)=(.*)", Pattern.DOTALL);

    private TargetOptions() {}

    /** Complains of operands, which these commands have none of: most likely a URL, which may hold a password. */
    static void noOperands(String command, Args args) {
        if (args.operands().isEmpty()) return;
        String first = args.operands().get(0);
        throw new UsageException(command + " reads no files, but was given "
                + (first.contains(":") ? "something like a URL; " + JDBC + " comes before that" : first));
    }

    /** The nodes, at least one, as the option that names them does. */
    static List<String> places(Args args) {
        List<Option> ways = WAYS.stream().filter(args::has).toList();
        if (ways.size() > 1) throw new UsageException(ways.get(0) + " and " + ways.get(1) + " are two databases");
        if (ways.isEmpty()) return List.of(OWN_H2);
        List<String> places = args.all(ways.get(0));
        if (args.has(JDBC) && !places.stream().allMatch(url -> url.startsWith("jdbc:"))) {
            throw new UsageException(JDBC + " needs a URL that begins with jdbc:"); // and may hold a password
        }
        if (args.has(REDIS)
                && !places.stream().allMatch(place -> ADDRESS.matcher(place).matches())) {
            throw new UsageException(REDIS + " needs a host and its port, as in localhost:6379");
        }
        if (args.has(CLIENT)
                && !places.stream().allMatch(place -> CLASS.matcher(place).matches())) {
            throw new UsageException(
                    CLIENT + " needs a class and what it connects to, as in org.example.Client=localhost:2379");
        }
        if (!args.has(JDBC)) {
            List<Option> silent = new ArrayList<>(STATEMENTS);
            silent.add(ON_CONNECT);
            if (!args.has(REDIS)) silent.addAll(List.of(USER, PASSWORD));
            for (Option option : silent) {
                if (args.has(option)) throw new UsageException(option + " says nothing with " + ways.get(0));
            }
        }
        return places;
    }

    /**
     * @param place     one of {@link #places}, or the same by way of a proxy
     * @param isolation null for the database's own
     */
    static Store of(Args args, String place, Isolation isolation) throws CollectException {
        String password = args.get(PASSWORD, System.getenv("MINOS_PASSWORD"));
        if (args.has(REDIS)) {
            Matcher address = ADDRESS.matcher(place);
            if (!address.matches()) throw new IllegalArgumentException(place);
            Optional<String> level = Optional.ofNullable(isolation).map(Isolation::toString);
            if (level.isPresent() && !RedisStore.ISOLATIONS.contains(level.get())) {
                throw new UsageException("of Redis, the isolation level is one of "
                        + WorkloadOptions.names(RedisStore.ISOLATIONS) + ", not " + level.get());
            }
            return new RedisStore(
                    address.group(1), Integer.parseInt(address.group(2)), args.get(USER, null), password, level);
        }
        if (args.has(CLIENT)) {
            Matcher named = CLASS.matcher(place);
            if (!named.matches()) throw new IllegalArgumentException(place);
            return Drivers.store(named.group(1), named.group(2), isolation, classpath(args));
        }
        return new Target(
                        Drivers.find(place, classpath(args)),
                        place,
                        args.get(USER, null),
                        password,
                        isolation,
                        args.all(ON_CONNECT))
                .with(idioms(args));
    }

    private static Set<Idiom> idioms(Args args) {
        Set<Idiom> idioms = EnumSet.noneOf(Idiom.class);
        if (args.has(FOR_UPDATE)) idioms.add(Idiom.FOR_UPDATE);
        if (args.has(FOR_SHARE)) idioms.add(Idiom.FOR_SHARE);
        if (args.has(UPSERT)) idioms.add(Idiom.UPSERT);
        if (args.has(EXCHANGE)) idioms.add(Idiom.EXCHANGE);
        return idioms;
    }

    /** The same store, at another place. */
    static Store at(Args args, String place, Store store, Isolation isolation) throws CollectException {
        return store instanceof Target target ? target.at(place) : of(args, place, isolation);
    }

    private static List<Path> classpath(Args args) {
        try {
            return args.all(CLASSPATH).stream()
                    .flatMap(files -> Arrays.stream(files.split(File.pathSeparator)))
                    .filter(file -> !file.isEmpty())
                    .map(Path::of)
                    .toList();
        } catch (InvalidPathException e) {
            throw new UsageException(CLASSPATH + " has a name that no file can have: " + e.getInput());
        }
    }
}

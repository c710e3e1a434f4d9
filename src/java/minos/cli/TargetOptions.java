package minos.cli;

import java.io.File;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import minos.collect.CollectException;
import minos.collect.Drivers;
import minos.collect.Target;
import minos.collect.Target.Isolation;

/** The options that say which database, for the commands that run on one. */
final class TargetOptions {
    static final Option JDBC = Option.value(
            "jdbc",
            "URL",
            "the database (default: an H2 of its own, in memory); repeatable in 'run', for its nodes, which sessions are given in"
                    + " turn");
    private static final Option USER = Option.value("user", "NAME", "whom to connect as");
    private static final Option PASSWORD =
            Option.value("password", "TEXT", "its password (default: the environment variable MINOS_PASSWORD)");
    private static final Option CLASSPATH = Option.value(
            "classpath",
            "FILES",
            "jars with the JDBC driver, separated by '" + File.pathSeparator + "'; that of H2 is included");
    private static final Option ON_CONNECT =
            Option.value("on-connect", "SQL", "run this statement first on each connection; repeatable");
    static final List<Option> OPTIONS = List.of(JDBC, USER, PASSWORD, CLASSPATH, ON_CONNECT);

    /** Gone with the last connection. What H2 takes from its cache of results is at times outdated: it goes without. */
    private static final String OWN_H2 = "jdbc:h2:mem:minos-"
            + ProcessHandle.current().pid() + ";OPTIMIZE_REUSE_RESULTS=FALSE;DB_CLOSE_ON_EXIT=FALSE";

    private TargetOptions() {}

    /** Complains of operands, which these commands have none of: most likely a URL, which may hold a password. */
    static void noOperands(String command, Args args) {
        if (args.operands().isEmpty()) return;
        String first = args.operands().get(0);
        throw new UsageException(command + " reads no files, but was given "
                + (first.contains(":") ? "something like a URL; " + JDBC + " comes before that" : first));
    }

    /** The URLs of the nodes, at least one. */
    static List<String> urls(Args args) {
        List<String> urls = args.has(JDBC) ? args.all(JDBC) : List.of(OWN_H2);
        if (!urls.stream().allMatch(url -> url.startsWith("jdbc:"))) {
            throw new UsageException(JDBC + " needs a URL that begins with jdbc:"); // and may hold a password
        }
        return urls;
    }

    /** @param isolation null for the database's own */
    static Target of(Args args, String url, Isolation isolation) throws CollectException {
        return new Target(
                Drivers.find(url, classpath(args)),
                url,
                args.get(USER, null),
                args.get(PASSWORD, System.getenv("MINOS_PASSWORD")),
                isolation,
                args.all(ON_CONNECT));
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

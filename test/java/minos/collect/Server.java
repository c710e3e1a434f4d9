package minos.collect;

import java.io.IOException;
import java.io.InputStream;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import minos.collect.Target.Isolation;
import org.junit.jupiter.api.Assumptions;

/**
 * A database server of a test's own, in a folder of its own. Servers refuse to run as root: there, they run as the user nobody. Where
 * the machine lacks what that takes, the test is skipped and says what is missing.
 */
final class Server {
    private static final String POSTGRES = "/postgres-linux-x86_64.txz";

    private final Path folder;
    private final List<String> command;
    private final String url;
    private final String user;
    private Process process;

    private Server(Path folder, List<String> command, String url, String user) {
        this.folder = folder;
        this.command = command;
        this.url = url;
        this.user = user;
    }

    /** PostgreSQL as Maven Central has it; where that is for another kind of machine, the installed one. */
    static Server postgres() throws Exception {
        Path folder = folder();
        String bin = binaries(folder);
        Path data = folder.resolve("data");
        run(as(folder, bin + "initdb", "-D", data.toString(), "-A", "trust", "-U", "postgres", "-N"), folder);
        int port = port();
        return new Server(
                        folder,
                        as(
                                folder,
                                bin + "postgres",
                                "-D",
                                data.toString(),
                                "-p",
                                "" + port,
                                "-k",
                                folder.toString(),
                                "-h",
                                "localhost",
                                "-c",
                                "deadlock_timeout=50ms"),
                        "jdbc:postgresql://localhost:" + port + "/postgres",
                        "postgres")
                .start();
    }

    /** The folder of the programs, up to the slash; nothing if they are on the path. */
    private static String binaries(Path folder) throws Exception {
        try (InputStream archive = Server.class.getResourceAsStream(POSTGRES)) {
            boolean fits = System.getProperty("os.arch").equals("amd64") && isCommand("xz");
            if (archive == null || !fits) {
                need("initdb", "PostgreSQL");
                return "";
            }
            Path file = folder.resolve("postgres.txz");
            Files.copy(archive, file, StandardCopyOption.REPLACE_EXISTING);
            run(List.of("tar", "-xJf", file.toString(), "-C", folder.toString()), folder);
            return folder + "/bin/";
        }
    }

    static Server mariadb() throws Exception {
        need("mariadbd", "MariaDB (Debian's package mariadb-server)");
        Path folder = folder();
        Path data = Files.createDirectory(folder.resolve("data"));
        List<String> owner = isRoot() ? List.of("--user=nobody") : List.of();
        if (isRoot()) run(List.of("chown", "nobody", data.toString(), folder.toString()), folder);
        run(
                Stream.concat(
                                Stream.of(
                                        "mariadb-install-db",
                                        "--no-defaults",
                                        "--datadir=" + data,
                                        "--auth-root-authentication-method=normal",
                                        "--skip-test-db"),
                                owner.stream())
                        .toList(),
                folder);
        Path rights = folder.resolve("rights.sql");
        Files.writeString(
                rights, "CREATE DATABASE test;\nCREATE USER minos@localhost;\nGRANT ALL ON *.* TO minos@localhost;\n");
        int port = port();
        return new Server(
                        folder,
                        Stream.concat(
                                        Stream.of(
                                                "mariadbd",
                                                "--no-defaults",
                                                "--datadir=" + data,
                                                "--port=" + port,
                                                "--socket=" + folder.resolve("socket"),
                                                "--bind-address=127.0.0.1",
                                                "--init-file=" + rights),
                                        owner.stream())
                                .toList(),
                        "jdbc:mariadb://localhost:" + port + "/test",
                        "minos")
                .start();
    }

    Target target(Isolation isolation, String... onConnect) throws CollectException {
        return new Target(Drivers.find(url, List.of()), url, user, null, isolation, List.of(onConnect));
    }

    Server start() throws Exception {
        process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("log").toFile())
                .start();
        for (int i = 0; i < 600; i++) {
            try {
                JdbcClient.close(target(null).connect());
                return this;
            } catch (SQLException e) {
                if (!process.isAlive()) break;
                Thread.sleep(100);
            }
        }
        throw new IOException(command + " does not start:\n" + Files.readString(folder.resolve("log")));
    }

    /** SIGKILL, to the server and all it has started. */
    void kill() throws InterruptedException {
        List<ProcessHandle> children = process.descendants().toList();
        process.destroyForcibly().waitFor(20, TimeUnit.SECONDS);
        children.forEach(ProcessHandle::destroyForcibly);
        for (ProcessHandle child : children) while (child.isAlive()) Thread.sleep(10);
    }

    void close() throws Exception {
        kill();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        }
    }

    private static Path folder() throws IOException {
        Path folder = Files.createTempDirectory("minos-server-");
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
        return folder;
    }

    /** The command, as a user that servers accept, who gets the folder. */
    private static List<String> as(Path folder, String... command) throws Exception {
        if (!isRoot()) return List.of(command);
        need("setpriv", "a way to run as another user than root (setpriv, of util-linux)");
        run(List.of("chown", "nobody", folder.toString()), folder);
        List<String> words = new ArrayList<>(List.of("setpriv", "--reuid=nobody", "--clear-groups", "--regid=65534"));
        words.addAll(List.of(command));
        return words;
    }

    private static boolean isRoot() {
        return System.getProperty("user.name").equals("root");
    }

    private static void need(String command, String what) {
        Assumptions.assumeTrue(isCommand(command), what + " is not installed here");
    }

    private static boolean isCommand(String name) {
        return Stream.of(System.getenv("PATH").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, name)));
    }

    private static int port() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private static void run(List<String> command, Path folder) throws Exception {
        Path log = folder.resolve("setup");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(log.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS) || process.exitValue() != 0) {
            throw new IOException(command + " fails:\n" + Files.readString(log));
        }
    }
}

package minos.cli;

import java.io.BufferedOutputStream;
import java.io.File;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import minos.Minos;
import minos.model.Level;
import minos.render.Printable;

/** Where the program starts: finds the command, turns whatever happens into an exit status. */
public final class Main {
    /** Every level asked for holds. */
    static final int OK = 0;
    /** Something is violated. */
    static final int VIOLATED = 1;
    /** Something is unknown, and nothing violated. */
    static final int UNKNOWN = 2;
    /** A history could not be read. */
    static final int UNREADABLE = 3;
    // From here on by the numbers of sysexits.h
    /** Wrong usage. */
    static final int USAGE = 64;
    /** What the command needs besides is not there, or is broken: a database, its driver, Elle. */
    static final int UNAVAILABLE = 69;
    /** Minos itself fails; {@code bin/minos} says the same where Java does. */
    static final int FAILED = 70;
    /** What was asked for could not be written. */
    static final int UNWRITTEN = 73;

    /** What is added to the first four for {@code bin/minos}: Java itself ends with such a number when it cannot even start. */
    private static final int TO_LAUNCHER = 100;
    /** Asks {@code bin/minos} to start Java again, with the compiler that is worth waiting for on large files. */
    private static final int START_THOROUGHLY = 104;

    private static final long LARGE = 512L << 20;

    private record Command(String name, String summary) {}

    private static final List<Command> COMMANDS = List.of(
            new Command("check", "judge histories against isolation levels"),
            new Command("report", "judge histories and write a page with pictures of what is wrong"),
            new Command("shrink", "write the smallest part of a history that still violates a level"),
            new Command("verify", "check a certificate that proves a level"),
            new Command("compare", "judge Jepsen histories with Elle too, and say where the two differ"),
            new Command("stats", "tell what histories look like"),
            new Command("convert", "write a history in another format"),
            new Command("generate", "simulate a database of a known level, with or without an anomaly"),
            new Command("run", "run a workload on a database, record the history and judge it"),
            new Command("probe", "find out what each isolation level of a database gives"),
            new Command("watch", "judge a history while somebody writes it"),
            new Command("levels", "list the isolation levels"));

    private Main() {}

    public static void main(String[] words) {
        // What is printed is UTF-8 whatever the locale: JSON and EDN must be, and terminals are.
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        Environment environment = Environment.of(System.getenv());
        String launcher = System.getenv("MINOS_LAUNCHER");
        boolean launched = launcher != null;
        if (launched && "1".equals(System.getenv("MINOS_QUICK")) && isLarge(words)) System.exit(START_THOROUGHLY);
        if (launched) endWith(Long.parseLong(launcher));
        int status = run(words, out, err, environment);
        err.flush();
        if (out.checkError()) {
            err.println("minos: standard output was closed before all results were written");
            if (status == OK) status = UNWRITTEN;
        }
        System.exit(launched && status <= UNREADABLE ? TO_LAUNCHER + status : status);
    }

    private static boolean isLarge(String[] words) {
        if (words.length > 0 && words[0].equals("generate"))
            return Generate.isLarge(Arrays.copyOfRange(words, 1, words.length));
        for (String word : words) if (new File(word).length() > LARGE) return true;
        return false;
    }

    /** Ends the program when its launcher has: a signal that cannot be caught is meant for both. */
    private static void endWith(long launcher) {
        Thread watch = new Thread(
                () -> {
                    try {
                        do Thread.sleep(500);
                        while (ProcessHandle.of(launcher).isPresent());
                        Runtime.getRuntime().halt(FAILED);
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                "minos-launcher-watch");
        watch.setDaemon(true);
        watch.start();
    }

    private static PrintStream stream(FileDescriptor descriptor) {
        OutputStream buffered = new BufferedOutputStream(new FileOutputStream(descriptor));
        return new PrintStream(buffered, true, StandardCharsets.UTF_8);
    }

    /** Runs a command as for a pipe: no colours, no progress. */
    public static int run(String[] words, PrintStream out, PrintStream err) {
        return run(words, out, err, Environment.PIPE);
    }

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        try {
            if (words.length == 0) throw new UsageException("which command? " + String.join(", ", names()));
            return run(words[0], Arrays.copyOfRange(words, 1, words.length), out, err, environment);
        } catch (UsageException e) {
            String command = words.length > 0 && names().contains(words[0]) ? " " + words[0] : "";
            err.println("minos: " + Printable.whole(e.getMessage()) + "\nTry 'minos" + command + " --help'.");
            return USAGE;
        } catch (Throwable e) {
            err.println("minos: " + Failure.sentence(e));
            if (environment.debug()) e.printStackTrace(err);
            return Failure.status(e);
        }
    }

    /** Loads no more than the command that is asked for. */
    private static int run(String command, String[] words, PrintStream out, PrintStream err, Environment environment) {
        return switch (command) {
            case "check" -> Check.run(words, out, err, environment);
            case "compare" -> Compare.run(words, out, err);
            case "report" -> Reports.run(words, out, err, environment);
            case "shrink" -> Shrink.run(words, out, err, environment);
            case "convert" -> Convert.run(words, out, err, environment);
            case "stats" -> Stats.run(words, out, err, environment);
            case "generate" -> Generate.run(words, out, err, environment);
            case "run" -> RunCommand.run(words, out, err, environment);
            case "probe" -> Probe.run(words, out, err, environment);
            case "watch" -> Watch.run(words, out, err, environment);
            case "verify" -> Verify.run(words, out, err, environment);
            case "levels" -> levels(words, out);
            case "-h", "--help", "help" -> {
                boolean ofCommand = words.length > 0 && names().contains(words[0]);
                yield ofCommand ? run(words[0], new String[] {"--help"}, out, err, environment) : print(help(), out);
            }
            case "--version", "version" -> print("minos " + Minos.version() + "\n", out);
            default -> throw UsageException.unknown("command", command, names());
        };
    }

    private static int print(String text, PrintStream out) {
        out.print(text);
        return OK;
    }

    private static List<String> names() {
        return COMMANDS.stream().map(Command::name).toList();
    }

    private static String help() {
        String[][] rows =
                COMMANDS.stream().map(c -> new String[] {c.name, c.summary}).toArray(String[][]::new);
        return """
                Usage: minos COMMAND [OPTIONS] FILE…

                Judges recorded histories of database transactions against isolation levels.

                Commands:
                %s
                'minos COMMAND --help' tells more about a command; 'minos --version' prints the
                version.

                Examples:
                  minos check history.edn          which levels does the history satisfy?
                  minos check -l ser history.edn   is it serializable? (exit status 0 or 1)

                Levels, weakest first, with their short names:
                %s
                Exit status:
                %s"""
                .formatted(Option.table(rows), levelTable(), exitStatus());
    }

    static String exitStatus() {
        return statuses(
                "0 every level asked for holds; with '--level all', every file was judged",
                "1 something is violated",
                "2 something is unknown, and nothing violated",
                "3 a history could not be read",
                "73 something could not be written");
    }

    /** A table of exit statuses: those given, {@code 0 written}, and those that every command has. */
    static String statuses(String... meanings) {
        List<String> all = new ArrayList<>(List.of(meanings));
        all.add(USAGE + " wrong usage");
        all.add(FAILED + " Minos or Java itself failed");
        return Option.table(all.stream()
                .map(row -> row.split(" ", 2))
                .sorted(Comparator.comparingInt(row -> Integer.parseInt(row[0])))
                .toArray(String[][]::new));
    }

    /** {@code minos levels}: the levels, weakest first, with what each promises. */
    private static int levels(String[] words, PrintStream out) {
        Args args = Args.parse(words, List.of());
        if (args.has(Option.HELP)) {
            return print("Usage: minos levels\n\nLists the isolation levels that Minos knows, weakest first.\n", out);
        }
        if (!args.operands().isEmpty()) throw new UsageException("levels takes no arguments");
        return print(levelTable(), out);
    }

    static String levelTable() {
        return Option.table(Arrays.stream(Level.values())
                .map(level -> new String[] {level.text(), String.join(", ", level.aliases()), level.meaning()})
                .toArray(String[][]::new));
    }
}

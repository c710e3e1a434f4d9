package minos.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import minos.Minos;
import minos.model.Level;

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

    /** What {@code bin/minos} is told for {@link #VIOLATED}: 1 is also what Java ends with when it cannot even start. */
    private static final int VIOLATED_TO_LAUNCHER = 101;

    private interface Runner {
        int run(String[] words, PrintStream out, PrintStream err);
    }

    private record Command(String name, String summary, Runner runner) {}

    private Main() {}

    public static void main(String[] words) {
        // What is printed is UTF-8 whatever the locale: JSON and EDN must be, and terminals are.
        PrintStream out = stream(FileDescriptor.out);
        PrintStream err = stream(FileDescriptor.err);
        Environment environment = Environment.of(System.getenv());
        String launcher = System.getenv("MINOS_LAUNCHER");
        boolean launched = launcher != null && launcher.matches("[0-9]{1,18}");
        if (launched) endWith(launcher);
        int status = run(words, out, err, environment);
        err.flush();
        if (out.checkError()) {
            err.println("minos: standard output was closed before all results were written");
            if (status == OK) status = UNWRITTEN;
        }
        System.exit(launched && status == VIOLATED ? VIOLATED_TO_LAUNCHER : status);
    }

    /** Ends the program when its launcher has: a signal that cannot be caught is meant for both. */
    private static void endWith(String launcher) {
        long process = Long.parseLong(launcher);
        Thread watch = new Thread(
                () -> {
                    try {
                        do Thread.sleep(500);
                        while (ProcessHandle.of(process).isPresent());
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
        List<Command> commands = commands(environment);
        String prefix = "minos";
        try {
            if (words.length == 0) throw new UsageException("which command? " + names(commands));
            switch (words[0]) {
                case "-h", "--help", "help" -> out.print(help(commands));
                case "--version", "version" -> out.println("minos " + Minos.version());
                default -> {
                    Command command = find(words[0], commands);
                    prefix = "minos " + command.name;
                    return command.runner.run(Arrays.copyOfRange(words, 1, words.length), out, err);
                }
            }
            return OK;
        } catch (UsageException e) {
            err.println("minos: " + e.getMessage() + "\nTry '" + prefix + " --help'.");
            return USAGE;
        } catch (Throwable e) {
            err.println("minos: " + Failure.sentence(e));
            if (environment.debug()) e.printStackTrace(err);
            return Failure.status(e);
        }
    }

    private static List<Command> commands(Environment environment) {
        return List.of(
                new Command(
                        "check",
                        "judge histories against isolation levels",
                        (words, out, err) -> Check.run(words, out, err, environment)),
                new Command(
                        "compare", "judge Jepsen histories with Elle too, and say where the two differ", Compare::run),
                new Command(
                        "report",
                        "judge histories and write a page with pictures of what is wrong",
                        (words, out, err) -> Reports.run(words, out, err, environment)),
                new Command(
                        "shrink",
                        "write the smallest part of a history that still violates a level",
                        (words, out, err) -> Shrink.run(words, out, err, environment)),
                new Command("convert", "write a history in another format", Convert::run),
                new Command("stats", "tell what histories look like", Stats::run),
                new Command(
                        "generate", "simulate a database of a known level, with or without an anomaly", Generate::run),
                new Command(
                        "run",
                        "run a workload on a database, record the history and judge it",
                        (words, out, err) -> RunCommand.run(words, out, err, environment)),
                new Command("verify", "check a certificate that proves a level", Verify::run),
                new Command("levels", "list the isolation levels", (words, out, err) -> levels(words, out)));
    }

    private static Command find(String name, List<Command> commands) {
        for (Command command : commands) if (command.name.equals(name)) return command;
        throw UsageException.unknown(
                "command", name, commands.stream().map(Command::name).toList());
    }

    private static String names(List<Command> commands) {
        return commands.stream().map(Command::name).collect(Collectors.joining(", "));
    }

    private static String help(List<Command> commands) {
        String[][] rows =
                commands.stream().map(c -> new String[] {c.name, c.summary}).toArray(String[][]::new);
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
        return Option.table(
                new String[] {"0", "every level asked for holds; with '--level all', every file was judged"},
                new String[] {"1", "something is violated"},
                new String[] {"2", "something is unknown, and nothing violated"},
                new String[] {"3", "a history could not be read"},
                new String[] {"64", "wrong usage"},
                new String[] {"70", "Minos or Java itself failed"},
                new String[] {"73", "something could not be written"});
    }

    /** {@code minos levels}: the levels, weakest first, with what each promises. */
    private static int levels(String[] words, PrintStream out) {
        Args args = Args.parse(words, List.of());
        if (args.has(Option.HELP)) {
            out.print("Usage: minos levels\n\nLists the isolation levels that Minos knows, weakest first.\n");
            return Main.OK;
        }
        if (!args.operands().isEmpty()) throw new UsageException("levels takes no arguments");
        out.print(levelTable());
        return Main.OK;
    }

    static String levelTable() {
        return Option.table(Arrays.stream(Level.values())
                .map(level -> new String[] {level.text(), String.join(", ", level.aliases()), level.meaning()})
                .toArray(String[][]::new));
    }
}

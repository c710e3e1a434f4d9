package grid;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What the command line asks for. */
final class Settings {
    static final String USAGE =
            """
            Usage: bench/grid [OPTIONS] [FILE…]

            Times Minos, and other tools beside it, from start to verdict: on histories that differ in one
            respect at a time, or on the files given. Writes all runs, tables and plots to bench/results.

            Options:
                  --quick            up to 10^6 operations (default)
                  --full             up to 10^8 operations
                  --only AXIS,…      only these: operations, violation, sessions, length, keys, skew, reads,
                                     layout, sessions-apart, skew-apart, level, mini, mini-violation, lists,
                                     lists-violation, database, repeating, registers, small
              -l LEVEL,…             only these levels; for files, these (default: tcc)
              -r ROUNDS              how often each tool runs, in turns with the others (default: 3)
              -p NAME=COMMAND        a tool to run beside Minos; repeatable. Its command may hold
                                       {file} {level} {model}    the model is append or register
                                       {level:rc=RC,ra=RA}       a level as the tool calls it; it is left
                                                                 out at others; likewise {model:…}
                                       {file:plume} {file:edn}   only for files of this format
                                       {max:1000000}             only up to so many operations
                                       {violated:REGEX}          what it prints when a level is violated,
                                                                 unless it exits with 1 then
              -t SECONDS             stop a run after that long (default: 300)
              -m GB                  stop a run that takes more memory (default: nine tenths of the machine's)
              -d FOLDER              where generated histories are kept (default: target/bench)
              -o FOLDER              where results go (default: bench/results)
              -n NAME                what the results are called (default: quick, full or files, and the axis)
                  --generate         measure nothing; generate the histories, and print the names of their files
                  --render           measure nothing; draw the results of that name again
              -h                     print this help
            """;

    boolean help;
    boolean generate;
    boolean render;
    long operations = 1_000_000;
    List<Axis> axes = List.of(Axis.values());
    List<String> levels = List.of();
    int rounds = 3;
    final List<Tool> peers = new ArrayList<>();
    double seconds = 300;
    long kilobytes;
    final Path minos;
    Path data;
    Path folder;
    String name;
    final List<Path> files = new ArrayList<>();

    /** @throws IllegalArgumentException if the words make no sense */
    Settings(String[] words, Path home, long memoryKilobytes) {
        kilobytes = memoryKilobytes / 10 * 9;
        minos = home.resolve("bin/minos");
        data = home.resolve("target/bench");
        folder = home.resolve("bench/results");
        String extent = "quick";
        String only = "";
        for (int i = 0; i < words.length; i++) {
            switch (words[i]) {
                case "--quick" -> {}
                case "--full" -> {
                    operations = 100_000_000;
                    extent = "full";
                }
                case "--generate" -> generate = true;
                case "--render" -> render = true;
                case "-h", "--help" -> help = true;
                case "--only" -> {
                    only = value(words, ++i);
                    axes = Arrays.stream(only.split(",")).map(Axis::of).toList();
                }
                case "-l" -> levels = List.of(value(words, ++i).split(","));
                case "-r" -> rounds = Integer.parseInt(value(words, ++i));
                case "-p" -> peers.add(Tool.parse(value(words, ++i)));
                case "-t" -> seconds = Double.parseDouble(value(words, ++i));
                case "-m" -> kilobytes = (long) (Double.parseDouble(value(words, ++i)) * 1048576);
                case "-d" -> data = Path.of(value(words, ++i));
                case "-o" -> folder = Path.of(value(words, ++i));
                case "-n" -> name = value(words, ++i);
                default -> {
                    if (words[i].startsWith("-")) throw new IllegalArgumentException("unknown option " + words[i]);
                    files.add(Path.of(words[i]));
                }
            }
        }
        if (name != null) return;
        name = !files.isEmpty() ? "files" : only.isEmpty() ? extent : extent + "-" + only.replace(',', '-');
    }

    private static String value(String[] words, int i) {
        if (i == words.length) throw new IllegalArgumentException(words[i - 1] + " wants a value");
        return words[i];
    }
}

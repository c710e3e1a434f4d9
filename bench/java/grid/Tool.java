package grid;

import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command that judges a file at a level. Its template may hold
 * <pre>
 * {file}  {level}  {model}            the point's; a model is "append" or "register"
 * {level:rc=read-committed,…}         a level as the tool calls it, which is left out at others; likewise {model:…}
 * {file:plume}  {file:edn}            a file of this format; the tool is left out for others
 * {max:1000000}                       the tool is left out above so many operations
 * {violated:REGEX}                    what it prints if the level is violated, unless it exits with 1 then
 * </pre>
 */
record Tool(String name, String template) {
    private static final Pattern PLACE = Pattern.compile("\\{(file|level|model|max|violated)(?::([^}]*))?}");
    private static final Pattern NO_MEMORY =
            Pattern.compile("OutOfMemoryError|memory allocation of|Cannot allocate memory");
    private static final int KILLED = 137;

    static Tool parse(String text) {
        int equals = text.indexOf('=');
        if (equals <= 0) throw new IllegalArgumentException("-p wants NAME=COMMAND, not " + text);
        return new Tool(text.substring(0, equals), text.substring(equals + 1));
    }

    /** The command for a point; empty where the tool is left out. */
    Optional<String> command(Point point, Path file) {
        StringBuilder command = new StringBuilder();
        Matcher place = PLACE.matcher(template);
        while (place.find()) {
            String word = fill(place.group(1), place.group(2), point, file);
            if (word == null) return Optional.empty();
            place.appendReplacement(command, Matcher.quoteReplacement(word));
        }
        return Optional.of(place.appendTail(command).toString());
    }

    private static String fill(String place, String argument, Point point, Path file) {
        return switch (place) {
            case "file" -> argument == null || argument.equals(point.source().format()) ? quoted(file) : null;
            case "level" -> named(point.level(), argument);
            case "model" -> named(point.source().model(), argument);
            case "max" -> point.source().operations() <= Long.parseLong(argument) ? "" : null;
            default -> "";
        };
    }

    private static String named(String word, String names) {
        if (names == null) return word;
        for (String name : names.split(",")) if (name.startsWith(word + "=")) return name.substring(word.length() + 1);
        return null;
    }

    private static String quoted(Path file) {
        return "'" + file.toString().replace("'", "'\\''") + "'";
    }

    /** What a run that ended by itself says. */
    Verdict verdict(int status, String output) {
        if (status == KILLED || NO_MEMORY.matcher(output).find()) return Verdict.MEMORY;
        Matcher place = PLACE.matcher(template);
        while (place.find()) {
            if (!place.group(1).equals("violated")) continue;
            if (Pattern.compile(place.group(2)).matcher(output).find()) return Verdict.VIOLATED;
            return status == 0 ? Verdict.HOLDS : Verdict.FAILED;
        }
        return switch (status) {
            case 0 -> Verdict.HOLDS;
            case 1 -> Verdict.VIOLATED;
            case 2 -> Verdict.UNKNOWN;
            default -> Verdict.FAILED;
        };
    }

    /** The template with programs and files by their bare names, as others have them elsewhere. */
    String withoutPaths() {
        return template.replaceAll("(?<=^|[ =:])'?/(?:[^ '{}]*/)?([^ '{}]*)'?", "$1");
    }
}

package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import minos.io.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the documentation shows is what happens: the commands of {@code console} blocks are run and their output
 * compared; so is JSON that stands below a comment with its command, where it may be broken into lines.
 */
class DocumentationTest {
    private static final Pattern CONSOLE = Pattern.compile("```console\n(.*?)```", Pattern.DOTALL);
    private static final Pattern COMMAND = Pattern.compile("\\$ (?:bin/)?minos (.*)\n((?:(?!\\$ ).*\n)*)");
    private static final Pattern JSON = Pattern.compile("<!-- minos (.*) -->\n```json\n(.*?)```", Pattern.DOTALL);
    private static final Pattern CLASS = Pattern.compile("`((?:[a-z]+\\.)+[A-Z][A-Za-z]+)[`.]");
    private static final Pattern MILLIS = Pattern.compile("\"millis\":\\{[^}]*}");

    private static final Pattern WRITTEN =
            Pattern.compile("<!-- minos (.*?) -->\n(`{3,})[a-z]+\n(.*?)\\2", Pattern.DOTALL);
    private static final Pattern SECONDS = Pattern.compile("time=\"[0-9.]+\"");

    @Test
    void readme() throws IOException {
        assertTrue(console("README.md") > 0);
    }

    @Test
    void counterexamples() throws IOException {
        assertTrue(console("doc/explain.md") > 0);
    }

    @Test
    void levels() throws IOException {
        assertTrue(console("doc/levels.md") > 0);
    }

    @Test
    void commandLine() throws IOException {
        String page = "doc/cli.md";
        assertTrue(console(page) > 0);
        Matcher json = JSON.matcher(Files.readString(Path.of(page)));
        assertTrue(json.find());
        String joined = json.group(2).lines().map(String::strip).collect(Collectors.joining()) + "\n";
        String expected = MILLIS.matcher(joined).replaceAll("");
        assertEquals(
                expected, MILLIS.matcher(Run.of(json.group(1).split(" ")).out()).replaceAll(""));
    }

    /** What is written for continuous integration stands below a comment with its command. */
    @Test
    void continuousIntegration(@TempDir Path folder) throws IOException {
        Matcher shown = WRITTEN.matcher(Files.readString(Path.of("doc/ci.md")));
        int files = 0;
        for (; shown.find(); files++) {
            Path file = folder.resolve("file");
            Run.of(shown.group(1).replace("FILE", file.toString()).split(" "));
            assertEquals(
                    SECONDS.matcher(shown.group(3)).replaceAll(""),
                    SECONDS.matcher(Files.readString(file)).replaceAll(""));
        }
        assertEquals(2, files);
    }

    /** The page for those who change Minos names classes with their packages, which must be there. */
    @Test
    void architecture() throws IOException {
        Matcher name = CLASS.matcher(Files.readString(Path.of("doc/architecture.md")));
        int names = 0;
        for (; name.find(); names++) {
            Path source = Path.of("src/java/minos", name.group(1).replace('.', '/') + ".java");
            assertTrue(Files.exists(source), name.group(1));
        }
        assertTrue(names > 30, names + " names");
    }

    /** Runs the commands of a page; says how many there were. */
    private static int console(String page) throws IOException {
        int commands = 0;
        Matcher block = CONSOLE.matcher(Files.readString(Path.of(page)));
        while (block.find()) {
            Matcher command = COMMAND.matcher(block.group(1));
            for (; command.find(); commands++) {
                String words = command.group(1);
                assertEquals(command.group(2), Run.of(words.split(" ")).out(), page + ": " + words);
            }
        }
        return commands;
    }

    @Test
    void everyOptionIsDocumented() throws IOException {
        String page = Files.readString(Path.of("doc/cli.md"));
        for (Option option : CheckOptions.OPTIONS) {
            if (option.equals(Option.HELP)) continue;
            String typed = "`" + option + (option.takesValue() ? " " + option.value() : "") + "`";
            assertTrue(page.contains(option.letter() == 0 ? typed : "`-" + option.letter() + "`, " + typed), typed);
        }
    }

    @Test
    void everyOptionOfRunIsDocumented() throws IOException {
        String page = Files.readString(Path.of("doc/cli.md"));
        String section = page.substring(page.indexOf("\n## run\n"), page.indexOf("\n## probe\n"));
        for (Option option : RunCommand.OPTIONS) {
            String typed = "`" + option + (option.takesValue() ? " " + option.value() : "") + "`";
            if (!option.equals(Option.HELP)) assertTrue(section.contains(typed), typed);
        }
    }

    @Test
    void everyFormatIsDocumented() throws IOException {
        String page = Files.readString(Path.of("doc/cli.md"));
        for (String format : Format.names()) assertTrue(page.contains("`" + format + "`"), format);
    }

    @Test
    void exitStatusesAreDocumented() throws IOException {
        String page = Files.readString(Path.of("doc/cli.md"));
        for (int status : StatusesTest.ALL) assertTrue(page.contains("\n| " + status + " | "), "status " + status);
    }
}

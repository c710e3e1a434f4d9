package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files for continuous integration, as the command line writes them, and those in the repository that use them. */
class CiFilesTest {
    private static final String VIOLATED = "test/histories/read-committed/fractured-read.edn";

    @TempDir
    Path folder;

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    private String written(String name) throws IOException {
        return Files.readString(folder.resolve(name));
    }

    @Test
    void allKindsAtOnce() throws IOException {
        Run run = Run.of(
                "check",
                "-l",
                "read-atomic",
                "--junit",
                file("j"),
                "--markdown",
                file("m"),
                "--sarif",
                file("s"),
                "--annotate",
                VIOLATED);
        assertEquals(1, run.status());
        assertTrue(run.err().startsWith("::error file=" + VIOLATED + ",title="), run.err());
        assertTrue(written("j").contains("<failure type=\"fractured-read\""));
        assertTrue(written("m").contains("| ❌ | " + VIOLATED));
        assertTrue(written("s").contains("\"ruleId\":\"fractured-read\""));
    }

    @Test
    void oneFileForAllHistories() throws IOException {
        Run run = Run.of("check", "-l", "read-atomic", "--junit", file("j"), VIOLATED, file("not-there.edn"));
        assertEquals(3, run.status());
        assertTrue(
                written("j").contains("<testsuites name=\"minos\" tests=\"2\" failures=\"1\" errors=\"1\" time="),
                written("j"));
        assertTrue(written("j").contains("no such file"), written("j"));
    }

    @Test
    void aFolderIsOneFileToo() throws IOException {
        Run run = Run.of("check", "-l", "read-atomic", "--junit", file("j"), "test/histories/read-committed");
        assertEquals(1, run.status());
        long suites = written("j")
                .lines()
                .filter(line -> line.contains("<testsuite "))
                .count();
        assertEquals(2, suites, written("j"));
    }

    @Test
    void withoutALevelNothingFails() throws IOException {
        Run run = Run.of("check", "--junit", file("j"), "--annotate", VIOLATED);
        assertEquals(0, run.status());
        assertEquals("", run.err());
        assertTrue(written("j").contains("failures=\"0\" errors=\"0\" skipped=\"7\""), written("j"));
    }

    @Test
    void whatCannotBeWrittenIsSaid() {
        Run run = Run.of("check", "-l", "read-committed", "--junit", file("no/such/folder/j"), VIOLATED);
        assertEquals(73, run.status());
        assertTrue(run.err().contains("cannot be written: no such file or directory"), run.err());
        Run violated = Run.of("check", "-l", "read-atomic", "--junit", file("no/such/folder/j"), VIOLATED);
        assertEquals(1, violated.status(), "a verdict counts for more");
    }

    @Test
    void noHistoryIsOverwritten() throws IOException {
        Path history = Files.copy(Path.of(VIOLATED), folder.resolve("h.edn"));
        Run run = Run.of("check", "--markdown", history.toString(), history.toString());
        assertEquals(64, run.status());
        assertTrue(run.err().contains("--markdown would overwrite the history"), run.err());
        assertEquals(-1, Files.mismatch(history, Path.of(VIOLATED)));
    }

    @Test
    void aRunThatSaysTooLittleIsAnError() throws IOException {
        Run run = Run.of(
                "run", "--transactions", "2", "--expect", "read-uncommitted", "--junit", file("j"), "-o", file("run"));
        assertEquals(2, run.status(), run.err());
        assertTrue(written("j").contains("name=\"read-uncommitted (session order)\" time=\"0\"/>"), written("j"));
        assertTrue(
                written("j")
                        .matches(
                                "(?s).*name=\"the run was adequate\" time=\"0\">\\s*<error type=\"unknown\" message=\"not met: "
                                        + "20 committed \\(at least 1,000\\).*"),
                written("j"));
    }

    /** The workflow uses options that there are, and inputs that it declares. */
    @Test
    void theWorkflowIsWellFormed() throws IOException {
        List<String> lines = Files.readAllLines(Path.of(".github/workflows/judge.yml"));
        for (String line : lines) {
            assertTrue(
                    !line.contains("\t") && (line.length() - line.stripLeading().length()) % 2 == 0, line);
        }
        String text = String.join("\n", lines);
        Matcher command =
                Pattern.compile("eval \".minos/bin/minos \\$COMMAND\" (.*)").matcher(text);
        assertTrue(command.find());
        Args args = Args.parse(command.group(1).split(" "), CheckOptions.OPTIONS);
        assertEquals(List.of(), args.operands());
        for (Option option : CiFiles.OPTIONS) {
            assertTrue(args.has(option) && RunCommand.OPTIONS.contains(option), option.toString());
        }
        Matcher input = Pattern.compile("inputs\\.([a-z]+)").matcher(text);
        while (input.find()) assertTrue(lines.contains("      " + input.group(1) + ":"), input.group());
        for (String line : lines) {
            if (line.contains("uses: ") && !line.startsWith("#"))
                assertTrue(line.matches(".*: actions/[a-z-]+@v[0-9]+"), line);
        }
    }

    /** What the container is made of is there, and each image has a version. */
    @Test
    void theContainerFileNamesWhatIsThere() throws IOException {
        int copies = 0;
        for (String line : Files.readAllLines(Path.of("Containerfile"))) {
            String[] words = line.split(" ");
            if (words[0].equals("FROM")) assertTrue(words[1].matches("docker\\.io/library/[a-z-]+:[0-9].*"), line);
            if (!words[0].equals("COPY") || words[1].startsWith("--from")) continue;
            assertTrue(Files.exists(Path.of(words[1])), line);
            copies++;
        }
        assertEquals(4, copies);
    }
}

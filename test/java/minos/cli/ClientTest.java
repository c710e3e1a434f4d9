package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The client in doc/clients.md, as it stands there. */
class ClientTest {
    private static final Pattern PROGRAM = Pattern.compile("```java\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    static Path folder;

    private static int runs;

    @BeforeAll
    static void compile() throws Exception {
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("doc/clients.md")));
        assertTrue(program.find());
        assertTrue(program.group(1).lines().count() <= 80, "an example is short");
        Path source = Files.writeString(folder.resolve("FolderStore.java"), program.group(1));
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        int status = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        errors,
                        "-Xlint:all",
                        "-Werror",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        "-d",
                        folder.resolve("classes").toString(),
                        source.toString());
        assertEquals(0, status, errors.toString(StandardCharsets.UTF_8));
    }

    private static Run run(String client, String... more) {
        List<String> words = new ArrayList<>(List.of(
                "run",
                "--client",
                client,
                "--classpath",
                folder.resolve("classes").toString(),
                "-o",
                folder.resolve("run-" + ++runs).toString()));
        words.addAll(List.of(more));
        return Run.of(words.toArray(String[]::new));
    }

    private static Run folderStore(String... more) {
        return run("FolderStore=" + folder.resolve("data"), more);
    }

    /** One at a time it is a good database; several at a time, transactions see each other in part. */
    @Test
    void isTested() {
        Run alone = folderStore("--sessions", "1", "--transactions", "100", "--check", "sser", "--deletes", "0.2");
        assertEquals("", alone.err());
        assertEquals(0, alone.status(), alone.out());
        assertTrue(alone.out().startsWith("FolderStore: 100 transactions in "), alone.out());
        Run many = null;
        for (int i = 0; i < 200 && (many == null || many.status() == 0); i++) { // it takes two at the same time
            many = folderStore("--keys", "2", "--transactions", "100", "--check", "ser", "--seed", "" + i);
        }
        assertEquals(1, many.status(), many.out());
    }

    @Test
    void saysWhatItCannotDo() {
        Run lists = folderStore("-w", "append");
        assertEquals(69, lists.status());
        assertTrue(lists.err().contains("a file holds a register, not a list"), lists.err());
        Run sets = folderStore("-w", "lwt");
        assertEquals(69, sets.status());
        assertTrue(sets.err().contains("this client has no compare-and-set"), sets.err());
        Run levels = folderStore("--isolation", "serializable");
        assertEquals(
                "minos: FolderStore has no isolation levels: no public constructor takes a place and a level\n",
                levels.err());
    }

    @Test
    void whatIsNoClientIsRefused() {
        assertEquals(
                "minos: there is no class Nosuch; name its jar or folder with --classpath\n",
                run("Nosuch=x").err());
        assertEquals(
                "minos: java.lang.String does not implement minos.client.Store\n",
                run("java.lang.String=x").err());
        assertEquals(64, run("FolderStore").status());
        assertEquals(
                "minos: --jdbc and --client are two databases\nTry 'minos run --help'.\n",
                folderStore("--jdbc", "jdbc:h2:mem:x").err());
        assertEquals(
                "minos: --upsert says nothing with --client\nTry 'minos run --help'.\n",
                folderStore("--upsert").err());
    }

    @Test
    void isProbed() {
        Path matrix = folder.resolve("probe");
        Run probe = Run.of(
                "probe",
                "--client",
                "FolderStore=" + folder.resolve("data"),
                "--classpath",
                folder.resolve("classes").toString(),
                "--time",
                "0.5",
                "-o",
                matrix.toString());
        assertEquals(0, probe.status(), "even if it has no lists: " + probe.err());
        assertTrue(probe.out().contains("\n  its own  "), probe.out());
        assertTrue(Files.exists(matrix.resolve("matrix.json")));
    }
}

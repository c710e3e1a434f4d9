package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The programs in doc/java.md compile, and print what the page says; the coordinates are those of the POM. */
class JavaGuideTest {
    private static final Pattern PROGRAM = Pattern.compile(
            "```java\\n((?:(?!```).)*?public class (\\w+) .*?)```\\s+```text\\n(.*?)```", Pattern.DOTALL);

    @TempDir
    Path folder;

    @Test
    void programsPrintWhatThePageSays() throws Exception {
        Matcher program = PROGRAM.matcher(Files.readString(Path.of("doc/java.md")));
        int programs = 0;
        for (; program.find(); programs++) {
            assertEquals(
                    program.group(3).strip(),
                    printed(program.group(2), program.group(1)).strip());
        }
        assertEquals(4, programs);
    }

    private String printed(String name, String code) throws Exception {
        Path source = Files.writeString(folder.resolve(name + ".java"), code);
        ByteArrayOutputStream errors = new ByteArrayOutputStream();
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        int status = compiler.run(
                null,
                null,
                errors,
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "-d",
                folder.toString(),
                source.toString());
        assertEquals(0, status, errors.toString(StandardCharsets.UTF_8));
        PrintStream out = System.out;
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {folder.toUri().toURL()})) {
            System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
            Class<?> loaded = loader.loadClass(name);
            if (name.endsWith("Test")) test(loaded);
            else loaded.getMethod("main", String[].class).invoke(null, (Object) new String[0]);
        } finally {
            System.setOut(out);
        }
        return printed.toString(StandardCharsets.UTF_8);
    }

    /** Runs a test, which is meant to fail, and prints why it does. */
    private static void test(Class<?> tests) {
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest())
                    System.out.print(result.getThrowable().orElseThrow().getMessage());
            }
        });
    }

    @Test
    void coordinatesAreThoseOfThePom() throws Exception {
        String guide = Files.readString(Path.of("doc/java.md"));
        Matcher pom = Pattern.compile(
                        "<groupId>(.*?)</groupId>\\s*<artifactId>minos</artifactId>\\s*<version>(.*?)</version>")
                .matcher(Files.readString(Path.of("pom.xml")));
        assertTrue(pom.find());
        assertTrue(guide.contains("<groupId>" + pom.group(1) + "</groupId>"), pom.group(1));
        assertTrue(guide.contains("<version>" + pom.group(2) + "</version>"), pom.group(2));
    }
}

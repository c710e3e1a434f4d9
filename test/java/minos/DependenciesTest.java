package minos;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the build uses is pinned, and SECURITY.md names it with its licence. */
class DependenciesTest {
    private static final Pattern DEPENDENCY = Pattern.compile("<(dependency)>(.*?)</\\1>", Pattern.DOTALL);
    private static final Pattern VERSIONED = Pattern.compile("<(dependency|path|plugin)>(.*?)</\\1>", Pattern.DOTALL);

    private static String pom() throws IOException {
        return Files.readString(Path.of("pom.xml"));
    }

    @Test
    void everyDependencyIsListedWithItsLicence() throws IOException {
        String page = Files.readString(Path.of("SECURITY.md"));
        Matcher dependency = DEPENDENCY.matcher(pom());
        while (dependency.find()) {
            String name = element("artifactId", dependency.group(2));
            if (name.endsWith("-bom")) continue;
            assertTrue(
                    page.matches("(?s).*\\| `" + name + "`[^|\\n]*\\|[^|\\n]+\\| [A-Z][^|\\n]+ \\|.*"),
                    name + " is not in SECURITY.md");
        }
    }

    @Test
    void everyVersionIsPinned() throws IOException {
        Matcher part = VERSIONED.matcher(pom());
        while (part.find()) {
            String version = element("version", part.group(2));
            assertTrue(version.matches("[0-9][0-9A-Za-z.-]*|\\$\\{[a-z0-9.]+\\.version\\}"), part.group(2));
        }
    }

    private static String element(String name, String xml) {
        Matcher element =
                Pattern.compile("<" + name + ">([^<]*)</" + name + ">").matcher(xml);
        return element.find() ? element.group(1) : "";
    }
}

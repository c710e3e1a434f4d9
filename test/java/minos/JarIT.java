package minos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;

/** What is in the jar, and what SECURITY.md says that is not. */
class JarIT {
    private static final Path TARGET = Path.of("target");

    @Test
    void theJarHoldsMinosAlone() throws IOException {
        try (JarFile jar = new JarFile(TARGET.resolve("minos.jar").toFile())) {
            List<String> others = jar.stream()
                    .filter(entry -> !entry.isDirectory())
                    .map(ZipEntry::getName)
                    .filter(name -> !name.matches("(minos|META-INF)/.*|module-info\\.class") || name.endsWith(".jar"))
                    .toList();
            assertEquals(List.of(), others);
        }
    }

    /** Who uses Minos gets no class that needs JUnit, unless it asks for it. */
    @Test
    void theExtensionLiesInAJarOfItsOwn() throws IOException {
        try (JarFile jar = new JarFile(TARGET.resolve("minos.jar").toFile());
                JarFile junit = new JarFile(TARGET.resolve("minos-junit.jar").toFile())) {
            assertTrue(jar.stream().noneMatch(entry -> entry.getName().startsWith("minos/junit/")));
            List<String> classes = junit.stream()
                    .map(ZipEntry::getName)
                    .filter(name -> name.endsWith(".class"))
                    .sorted()
                    .toList();
            assertEquals(
                    List.of(
                            "minos/junit/MinosExtension.class",
                            "minos/junit/MinosHistory.class",
                            "minos/junit/package-info.class"),
                    classes);
            assertEquals("minos.junit", junit.getManifest().getMainAttributes().getValue("Automatic-Module-Name"));
            assertEquals(null, junit.getManifest().getMainAttributes().getValue("Main-Class"));
        }
    }

    @Test
    void h2LiesBesideIt() {
        assertTrue(Files.exists(TARGET.resolve("lib").resolve("h2.jar")));
    }

    @Test
    @DisabledIfSystemProperty(named = "maven.offline", matches = "true")
    void h2IsInTheBillOfMaterials() throws IOException {
        String bill = Files.readString(TARGET.resolve("bom.json"));
        assertTrue(bill.contains("\"pkg:maven/com.h2database/h2@"), bill);
        assertTrue(bill.contains("\"MPL-2.0\""), bill);
    }
}

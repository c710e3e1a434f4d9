package minos.collect;

import java.io.IOException;
import java.io.InputStream;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Finds JDBC drivers: on the program's own class path, in files that the user names, and H2's inside the program. That
 * one is kept as a jar within the jar, so that its classes meet nobody who uses Minos as a library, and cost nothing
 * until they are wanted.
 */
public final class Drivers {
    private static final String H2 = "h2.jar";

    private Drivers() {}

    /**
     * A driver that takes the URL.
     *
     * @param files jars and folders to look in, too
     */
    public static Driver find(String url, List<Path> files) throws CollectException {
        List<URL> places = new ArrayList<>();
        for (Path file : files) {
            if (!Files.exists(file)) throw new CollectException("--classpath: there is no " + file);
            places.add(url(file));
        }
        Driver driver = find(url, places.toArray(URL[]::new));
        if (driver == null && Dialect.of(url) == Dialect.H2) driver = find(url, included());
        if (driver != null) return driver;
        throw new CollectException("no JDBC driver takes " + withoutSecrets(url)
                + (files.isEmpty()
                        ? "; name its jar with --classpath"
                        : "; it is not in the files that --classpath names"));
    }

    private static Driver find(String url, URL... places) throws CollectException {
        // Not closed: the driver loads classes for as long as it is used.
        ClassLoader loader = new URLClassLoader("drivers", places, Drivers.class.getClassLoader());
        try {
            for (Driver driver : ServiceLoader.load(Driver.class, loader)) if (driver.acceptsURL(url)) return driver;
            return null;
        } catch (SQLException | ServiceConfigurationError e) {
            throw new CollectException(
                    "the JDBC driver for " + withoutSecrets(url) + " cannot be used: " + e.getMessage());
        }
    }

    /** The H2 that comes with Minos, as a file. */
    private static URL included() throws CollectException {
        try (InputStream in = Drivers.class.getResourceAsStream(H2)) {
            if (in == null) throw new CollectException("this build comes without H2; name its jar with --classpath");
            Path copy = Files.createTempFile("minos-", "-" + H2);
            copy.toFile().deleteOnExit();
            Files.copy(in, copy, StandardCopyOption.REPLACE_EXISTING);
            return url(copy);
        } catch (IOException e) {
            throw new CollectException("H2 cannot be unpacked: " + e.getMessage());
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e); // files have URLs
        }
    }

    /** A URL without what may be a password. */
    static String withoutSecrets(String url) {
        return url.replaceAll("(?i)(password|pwd)=[^;&]*", "$1=…").replaceAll("//[^/@]*:[^/@]*@", "//…@");
    }
}

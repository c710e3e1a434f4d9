package minos.collect;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Driver;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;

/**
 * Finds JDBC drivers: on the program's own class path, in files that the user names, and H2's beside the program. That
 * one is not on the class path, so that it costs nothing until it is wanted.
 */
public final class Drivers {
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
        throw new CollectException("no JDBC driver takes " + Secrets.hideIn(url)
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
            throw new CollectException("the JDBC driver for " + Secrets.hideIn(url) + " cannot be used: "
                    + new Secrets(url, null, List.of()).hide(String.valueOf(e.getMessage())));
        }
    }

    /** The H2 that comes with Minos: in the folder lib, beside the jar that this class is from. */
    private static URL included() throws CollectException {
        try {
            URI self = Drivers.class
                    .getProtectionDomain()
                    .getCodeSource()
                    .getLocation()
                    .toURI();
            Path h2 = Path.of(self).resolveSibling("lib").resolve("h2.jar");
            if (Files.exists(h2)) return url(h2);
            throw new CollectException("there is no H2 in " + h2 + "; name its jar with --classpath");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e); // code comes from files, which have URIs
        }
    }

    private static URL url(Path file) {
        try {
            return file.toUri().toURL();
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e); // files have URLs
        }
    }
}

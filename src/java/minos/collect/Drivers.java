package minos.collect;

import java.lang.reflect.InvocationTargetException;
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
import minos.client.Store;
import minos.collect.Target.Isolation;

/**
 * Finds what reaches a database, on the program's own class path and in files that the user names: JDBC drivers, and other clients.
 * H2's driver lies beside the program, not on the class path, so that it costs nothing until it is wanted.
 */
public final class Drivers {
    private Drivers() {}

    /**
     * A driver that takes the URL.
     *
     * @param files jars and folders to look in, too
     */
    public static Driver find(String url, List<Path> files) throws CollectException {
        Driver driver = find(url, urls(files));
        if (driver == null && Dialect.of(url) == Dialect.H2) driver = find(url, included());
        if (driver != null) return driver;
        throw new CollectException("no JDBC driver takes " + Secrets.hideIn(url)
                + (files.isEmpty()
                        ? "; name its jar with --classpath"
                        : "; it is not in the files that --classpath names"));
    }

    private static URL[] urls(List<Path> files) throws CollectException {
        List<URL> places = new ArrayList<>();
        for (Path file : files) {
            if (!Files.exists(file)) throw new CollectException("--classpath: there is no " + file);
            places.add(url(file));
        }
        return places.toArray(URL[]::new);
    }

    /**
     * A store of the user's.
     *
     * @param name      of its class
     * @param place     handed to its constructor
     * @param isolation null if none was asked for; otherwise handed to its constructor, too
     */
    public static Store store(String name, String place, Isolation isolation, List<Path> files)
            throws CollectException {
        ClassLoader loader = new URLClassLoader("client", urls(files), Drivers.class.getClassLoader());
        try {
            Class<?> type = Class.forName(name, true, loader);
            if (!Store.class.isAssignableFrom(type)) {
                throw new CollectException(name + " does not implement " + Store.class.getName());
            }
            Object store = isolation == null
                    ? type.getConstructor(String.class).newInstance(place)
                    : type.getConstructor(String.class, String.class).newInstance(place, isolation.toString());
            return (Store) store;
        } catch (ClassNotFoundException e) {
            throw new CollectException("there is no class " + name + "; name its jar or folder with --classpath");
        } catch (NoSuchMethodException e) {
            throw new CollectException(
                    isolation == null
                            ? name + " has no public constructor that takes a String, the place"
                            : name + " has no isolation levels: no public constructor takes a place and a level");
        } catch (InvocationTargetException e) {
            throw new CollectException(name + " cannot be used: " + e.getCause());
        } catch (ReflectiveOperationException | LinkageError e) {
            throw new CollectException(name + " cannot be used: " + e);
        }
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

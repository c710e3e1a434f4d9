package minos.cli;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStreamWriter;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.lang.reflect.InvocationTargetException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * {@code minos compare}: hands over to the Clojure namespace {@code minos.compare}, as Elle is written in Clojure.
 * Minos itself comes without either; the user puts them on the class path.
 */
final class Compare {
    private static final String CLASSPATH = "--classpath";
    private static final String USAGE = "/minos/compare-usage.txt";

    private Compare() {}

    static int run(String[] words, PrintStream out, PrintStream err) {
        if (Arrays.asList(words).contains("--help") || Arrays.asList(words).contains("-h")) {
            out.print(usage());
            return Main.OK;
        }
        List<String> rest = new ArrayList<>();
        List<URL> path = new ArrayList<>();
        for (int i = 0; i < words.length; i++) {
            if (words[i].startsWith(CLASSPATH + "=")) {
                add(words[i].substring(CLASSPATH.length() + 1), path);
            } else if (!words[i].equals(CLASSPATH)) {
                rest.add(words[i]);
            } else if (++i < words.length) {
                add(words[i], path);
            } else {
                throw new UsageException(CLASSPATH + " needs a value: " + CLASSPATH + " PATH");
            }
        }
        try (URLClassLoader loader = new URLClassLoader(path.toArray(URL[]::new), Compare.class.getClassLoader())) {
            String missing = missing(loader);
            if (missing == null) return call(loader, rest, out, err);
            err.println("minos: compare needs " + missing + " on the class path: name its jars in MINOS_CLASSPATH or"
                    + " after " + CLASSPATH);
            return Main.UNAVAILABLE;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String usage() {
        try (InputStream in = Compare.class.getResourceAsStream(USAGE)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void add(String classpath, List<URL> path) {
        for (String entry : classpath.split(File.pathSeparator)) {
            try {
                path.add(new File(entry).toURI().toURL());
            } catch (MalformedURLException e) {
                throw new UsageException(entry + " cannot be on a class path: " + e.getMessage());
            }
        }
    }

    private static String missing(ClassLoader loader) {
        if (loader.getResource("clojure/java/api/Clojure.class") == null) return "Clojure";
        boolean elle = loader.getResource("elle/list_append.clj") != null
                || loader.getResource("elle/list_append__init.class") != null;
        return elle ? null : "Elle";
    }

    /** Calls {@code minos.compare/run} with its output bound to ours. By reflection, as Minos depends on no Clojure. */
    private static int call(ClassLoader loader, List<String> words, PrintStream out, PrintStream err) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader); // where Clojure looks for sources
        Writer outWriter = new OutputStreamWriter(out, StandardCharsets.UTF_8);
        Writer errWriter = new OutputStreamWriter(err, StandardCharsets.UTF_8);
        try {
            Clojure clojure = new Clojure(loader);
            clojure.call("clojure.core/require", clojure.call("clojure.core/symbol", "minos.compare"));
            Object bindings = clojure.call(
                    "clojure.core/hash-map",
                    clojure.function("clojure.core/*out*"),
                    outWriter,
                    clojure.function("clojure.core/*err*"),
                    errWriter);
            Object status = clojure.call(
                    "clojure.core/with-bindings*",
                    bindings,
                    clojure.function("clojure.core/apply"),
                    clojure.function("minos.compare/run"),
                    words);
            outWriter.flush();
            errWriter.flush();
            return ((Number) status).intValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    /** A Clojure that may be on the class path: finds its functions by name and calls them, without depending on it. */
    private static final class Clojure {
        private final Class<?> api;
        private final Class<?> function;

        Clojure(ClassLoader loader) {
            try {
                api = loader.loadClass("clojure.java.api.Clojure");
                function = loader.loadClass("clojure.lang.IFn");
            } catch (ClassNotFoundException e) {
                throw new IllegalStateException("Clojure is not on the class path", e);
            }
        }

        /** The var of a qualified name, {@code namespace/name}; a function can be called through its var. */
        Object function(String name) {
            int slash = name.indexOf('/');
            return invoke(null, api, "var", name.substring(0, slash), name.substring(slash + 1));
        }

        /** Calls a function. */
        Object call(String name, Object... arguments) {
            return invoke(function(name), function, "invoke", arguments);
        }

        private static Object invoke(Object target, Class<?> type, String method, Object... arguments) {
            Class<?>[] parameters = new Class<?>[arguments.length];
            Arrays.fill(parameters, Object.class);
            try {
                return type.getMethod(method, parameters).invoke(target, arguments);
            } catch (InvocationTargetException e) {
                if (e.getCause() instanceof RuntimeException cause) throw cause;
                if (e.getCause() instanceof Error cause) throw cause;
                throw new IllegalStateException(e.getCause());
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }
    }
}

package minos.cli;

import java.lang.reflect.InvocationTargetException;
import java.util.Arrays;

/** A Clojure that may be on the class path: finds its functions by name and calls them, without depending on it. */
final class Clojure {
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

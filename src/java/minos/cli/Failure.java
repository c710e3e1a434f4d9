package minos.cli;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import minos.io.ReadException;
import minos.render.Printable;
import minos.util.Deadline;

/** Says in a sentence why something failed. */
final class Failure {
    private Failure() {}

    /** Of the program itself. */
    static String sentence(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            return "out of memory, with a heap of " + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB; MINOS_JAVA_OPTS=-Xmx16g, say, gives more";
        }
        if (failure instanceof LinkageError) return "a library is missing or broken: " + cause(failure);
        return "internal error: " + cause(failure) + " (MINOS_DEBUG=1 shows where)";
    }

    /** The exit status of a program that ends with this. */
    static int status(Throwable failure) {
        if (failure instanceof OutOfMemoryError || failure instanceof Deadline.Expired) return Main.UNKNOWN;
        if (failure instanceof LinkageError) return Main.UNAVAILABLE;
        return failure instanceof IOException ? Main.UNREADABLE : Main.FAILED;
    }

    /** Of reading a file. */
    static String reading(String file, Throwable failure) {
        if (failure instanceof ReadException) return Printable.whole(failure.getMessage());
        String why = failure instanceof IOException ? "cannot be read: " + cause(failure) : sentence(failure);
        return Printable.whole(file + ": " + why);
    }

    static String cause(Throwable failure) {
        String message = failure.getMessage();
        if (failure instanceof NoSuchFileException) return "no such file or directory";
        if (failure instanceof AccessDeniedException) return "no permission";
        if (failure instanceof FileSystemException e && e.getReason() != null) return e.getReason();
        if (failure instanceof FileAlreadyExistsException e) return e.getFile() + " is there already";
        if (failure instanceof IOException && message != null) return message;
        return failure.getClass().getSimpleName() + (message == null ? "" : ": " + message);
    }
}

package minos.util;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files and folders that are there as a whole or not at all: under another name first, which is changed to the
 * right one at the end. Whatever ends the program in between, even Ctrl-C, leaves no half of a file under a name that
 * somebody looks at; and the other name, which ends in {@code .unfinished}, is removed on the way out.
 */
public final class WholeFile {
    private WholeFile() {}

    /** Fills a stream; what it returns is passed on. */
    public interface Content<T> {
        T writeTo(OutputStream out) throws IOException;
    }

    /** Fills an empty folder; what it returns is passed on. */
    public interface FolderContent<T> {
        T writeTo(Path folder) throws IOException;
    }

    /** Writes a file. A pipe, or another thing that is no regular file, is written to as it is; a link stays a link. */
    public static <T> T write(Path path, Content<T> content) throws IOException {
        boolean special = Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
        if (special) {
            try (OutputStream out = Files.newOutputStream(path)) {
                return content.writeTo(out);
            }
        }
        Path target = Files.exists(path) ? path.toRealPath() : path.toAbsolutePath();
        try (Unfinished unfinished = new Unfinished(target)) {
            T result;
            try (OutputStream out = Files.newOutputStream(unfinished.path())) {
                result = content.writeTo(out);
            }
            unfinished.become(target);
            return result;
        }
    }

    /** Writes a file of text, in UTF-8. */
    public static void write(Path path, String text) throws IOException {
        write(path, out -> {
            out.write(text.getBytes(StandardCharsets.UTF_8));
            return null;
        });
    }

    /** Writes a folder of files. One that is there already must be empty. */
    public static <T> T writeFolder(Path path, FolderContent<T> content) throws IOException {
        if (Files.isDirectory(path) && !isEmpty(path)) {
            throw new FileAlreadyExistsException(
                    path.toString(), null, "there is a folder of that name, and it is not empty");
        }
        Path target = path.toAbsolutePath();
        try (Unfinished unfinished = new Unfinished(target)) {
            Files.createDirectory(unfinished.path());
            T result = content.writeTo(unfinished.path());
            unfinished.become(target);
            return result;
        }
    }

    private static boolean isEmpty(Path folder) throws IOException {
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
            return !files.iterator().hasNext();
        }
    }

    /** The name under which a file or folder is written before it gets its own. What lies there is removed in the end. */
    private static final class Unfinished implements AutoCloseable {
        private final Path path;
        private boolean finished;
        /** For when the program is ended meanwhile. */
        private final Thread hook = new Thread(this::deleteQuietly);

        Unfinished(Path target) {
            path = target.resolveSibling(
                    target.getFileName() + "." + ProcessHandle.current().pid() + "-"
                            + Thread.currentThread().getId() + ".unfinished");
            try {
                Runtime.getRuntime().addShutdownHook(hook);
            } catch (IllegalStateException e) {
                // The program is being ended: close() may still come to its turn.
            }
        }

        Path path() {
            return path;
        }

        /** Gives it its name, in place of what had it before: a file, or an empty folder. */
        void become(Path target) throws IOException {
            try {
                Files.move(path, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } catch (AtomicMoveNotSupportedException e) {
                Files.move(path, target, StandardCopyOption.REPLACE_EXISTING);
            }
            finished = true;
        }

        private void deleteQuietly() {
            try {
                delete();
            } catch (IOException e) {
                // There is nobody left to tell.
            }
        }

        private void delete() throws IOException {
            if (Files.isDirectory(path)) {
                try (DirectoryStream<Path> files = Files.newDirectoryStream(path)) {
                    for (Path file : files) Files.deleteIfExists(file);
                } catch (NoSuchFileException e) {
                    return;
                }
            }
            Files.deleteIfExists(path);
        }

        @Override
        public void close() throws IOException {
            try {
                if (!finished) delete();
            } finally {
                try {
                    Runtime.getRuntime().removeShutdownHook(hook);
                } catch (IllegalStateException e) {
                    // It runs already, or there was no time to add it.
                }
            }
        }
    }
}

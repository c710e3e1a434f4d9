package minos.util;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** The name under which a file or folder is written before it gets its own. What lies there is removed in the end. */
final class Unfinished implements AutoCloseable {
    private final Path path;
    /** For when the program is ended meanwhile. */
    private final Thread hook = new Thread(this::deleteQuietly);

    private boolean hooked;

    Unfinished(Path target) {
        path = target.resolveSibling(
                target.getFileName() + "." + ProcessHandle.current().pid() + ".unfinished");
        try {
            Runtime.getRuntime().addShutdownHook(hook);
            hooked = true;
        } catch (IllegalStateException e) {
            // The program is being ended: close() may still come to its turn.
        }
    }

    Path path() {
        return path;
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
            delete();
        } finally {
            try {
                if (hooked) Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException e) {
                // It runs already.
            }
        }
    }
}

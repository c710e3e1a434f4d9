package minos.faults;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.AccessMode;
import java.nio.file.CopyOption;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.FileSystemException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.StandardOpenOption;
import java.nio.file.WatchService;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.Iterator;
import java.util.Map;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * Java's own file system, in which the nth change fails: a byte written, a folder made, a name given or taken away. Java takes it
 * for the default one when it is started with {@code -Djava.nio.file.spi.DefaultFileSystemProvider=minos.faults.FaultyFileSystem}, so
 * that a program under test knows nothing of it. A write that fails has written half of its bytes before.
 */
public final class FaultyFileSystem extends FileSystemProvider {
    /** The changes that may still be made; those after them fail, until as many have failed as there are failures. */
    private static int left = Integer.MAX_VALUE;

    private static int failures;
    private static int failed;

    private final FileSystemProvider real;
    private final Wrapping system = new Wrapping();

    /** As Java wants it. */
    public FaultyFileSystem(FileSystemProvider real) {
        this.real = real;
    }

    /** From now on, so many changes succeed, and then so many fail. */
    static synchronized void arm(int successes, int failures) {
        left = successes;
        FaultyFileSystem.failures = failures;
        failed = 0;
    }

    /** How many changes have failed. */
    static synchronized int failed() {
        return failed;
    }

    private static synchronized boolean fails() {
        if (left-- > 0 || failed >= failures) return false;
        failed++;
        return true;
    }

    private static void change(Path path) throws IOException {
        if (fails()) throw full(path);
    }

    private static FileSystemException full(Path path) {
        return new FileSystemException("" + path, null, "No space left on device");
    }

    private Path wrap(Path path) {
        if (path == null) return null;
        return (Path) Proxy.newProxyInstance(
                FaultyFileSystem.class.getClassLoader(),
                new Class<?>[] {Path.class, Wrapped.class},
                new Handler(this, path));
    }

    /** Marks a path of this file system. */
    private interface Wrapped {}

    /** Does with the path what is asked of its wrapping. */
    private record Handler(FaultyFileSystem files, Path path) implements InvocationHandler {
        @Override
        public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
            if (method.getName().equals("getFileSystem")) return files.system;
            if (method.getName().equals("iterator")) {
                return StreamSupport.stream(path.spliterator(), false)
                        .map(files::wrap)
                        .iterator();
            }
            Object[] unwrapped = arguments == null ? null : arguments.clone();
            for (int i = 0; unwrapped != null && i < unwrapped.length; i++) unwrapped[i] = unwrap(unwrapped[i]);
            try {
                Object result = method.invoke(path, unwrapped);
                return result instanceof Path other ? files.wrap(other) : result;
            } catch (InvocationTargetException e) {
                throw e.getCause();
            }
        }
    }

    private static Object unwrap(Object maybe) {
        return maybe instanceof Wrapped ? ((Handler) Proxy.getInvocationHandler(maybe)).path : maybe;
    }

    private static Path path(Path path) {
        return (Path) unwrap(path);
    }

    @Override
    public String getScheme() {
        return real.getScheme();
    }

    @Override
    public FileSystem newFileSystem(URI uri, Map<String, ?> environment) throws IOException {
        return real.newFileSystem(uri, environment);
    }

    @Override
    public FileSystem getFileSystem(URI uri) {
        return system;
    }

    @Override
    public Path getPath(URI uri) {
        return wrap(real.getPath(uri));
    }

    @Override
    public SeekableByteChannel newByteChannel(
            Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes) throws IOException {
        boolean writes = options.contains(StandardOpenOption.WRITE) || options.contains(StandardOpenOption.APPEND);
        if (writes) change(path);
        SeekableByteChannel channel = real.newByteChannel(path(path), options, attributes);
        return writes ? new Channel(path, channel) : channel;
    }

    @Override
    public FileChannel newFileChannel(Path path, Set<? extends OpenOption> options, FileAttribute<?>... attributes)
            throws IOException {
        if (options.contains(StandardOpenOption.WRITE)) throw new UnsupportedOperationException("nobody writes so");
        return real.newFileChannel(path(path), options, attributes);
    }

    @Override
    public DirectoryStream<Path> newDirectoryStream(Path folder, DirectoryStream.Filter<? super Path> filter)
            throws IOException {
        DirectoryStream<Path> files = real.newDirectoryStream(path(folder), file -> filter.accept(wrap(file)));
        return new DirectoryStream<>() {
            @Override
            public Iterator<Path> iterator() {
                return StreamSupport.stream(files.spliterator(), false)
                        .map(FaultyFileSystem.this::wrap)
                        .iterator();
            }

            @Override
            public void close() throws IOException {
                files.close();
            }
        };
    }

    @Override
    public void createDirectory(Path folder, FileAttribute<?>... attributes) throws IOException {
        change(folder);
        real.createDirectory(path(folder), attributes);
    }

    @Override
    public void delete(Path path) throws IOException {
        change(path);
        real.delete(path(path));
    }

    @Override
    public boolean deleteIfExists(Path path) throws IOException {
        change(path);
        return real.deleteIfExists(path(path));
    }

    @Override
    public void copy(Path from, Path to, CopyOption... options) throws IOException {
        change(to);
        real.copy(path(from), path(to), options);
    }

    @Override
    public void move(Path from, Path to, CopyOption... options) throws IOException {
        change(to);
        real.move(path(from), path(to), options);
    }

    @Override
    public boolean isSameFile(Path one, Path other) throws IOException {
        return real.isSameFile(path(one), path(other));
    }

    @Override
    public boolean isHidden(Path path) throws IOException {
        return real.isHidden(path(path));
    }

    @Override
    public FileStore getFileStore(Path path) throws IOException {
        return real.getFileStore(path(path));
    }

    @Override
    public void checkAccess(Path path, AccessMode... modes) throws IOException {
        real.checkAccess(path(path), modes);
    }

    @Override
    public <V extends FileAttributeView> V getFileAttributeView(Path path, Class<V> type, LinkOption... options) {
        return real.getFileAttributeView(path(path), type, options);
    }

    @Override
    public <A extends BasicFileAttributes> A readAttributes(Path path, Class<A> type, LinkOption... options)
            throws IOException {
        return real.readAttributes(path(path), type, options);
    }

    @Override
    public Map<String, Object> readAttributes(Path path, String attributes, LinkOption... options) throws IOException {
        return real.readAttributes(path(path), attributes, options);
    }

    @Override
    public void setAttribute(Path path, String attribute, Object value, LinkOption... options) throws IOException {
        real.setAttribute(path(path), attribute, value, options);
    }

    /** What can be written to, for a while. */
    private static final class Channel implements SeekableByteChannel {
        private final Path path;
        private final SeekableByteChannel real;

        Channel(Path path, SeekableByteChannel real) {
            this.path = path;
            this.real = real;
        }

        @Override
        public int write(ByteBuffer bytes) throws IOException {
            if (!fails()) return real.write(bytes);
            ByteBuffer half = bytes.duplicate().limit(bytes.position() + bytes.remaining() / 2);
            bytes.position(bytes.position() + real.write(half));
            throw full(path);
        }

        @Override
        public int read(ByteBuffer into) throws IOException {
            return real.read(into);
        }

        @Override
        public long position() throws IOException {
            return real.position();
        }

        @Override
        public SeekableByteChannel position(long position) throws IOException {
            real.position(position);
            return this;
        }

        @Override
        public long size() throws IOException {
            return real.size();
        }

        @Override
        public SeekableByteChannel truncate(long size) throws IOException {
            real.truncate(size);
            return this;
        }

        @Override
        public boolean isOpen() {
            return real.isOpen();
        }

        @Override
        public void close() throws IOException {
            real.close();
        }
    }

    /** The file system as others see it. */
    private final class Wrapping extends FileSystem {
        private FileSystem system() {
            return real.getFileSystem(URI.create("file:///"));
        }

        @Override
        public FileSystemProvider provider() {
            return FaultyFileSystem.this;
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public boolean isReadOnly() {
            return false;
        }

        @Override
        public String getSeparator() {
            return system().getSeparator();
        }

        @Override
        public Iterable<Path> getRootDirectories() {
            return StreamSupport.stream(system().getRootDirectories().spliterator(), false)
                    .map(FaultyFileSystem.this::wrap)
                    .toList();
        }

        @Override
        public Iterable<FileStore> getFileStores() {
            return system().getFileStores();
        }

        @Override
        public Set<String> supportedFileAttributeViews() {
            return system().supportedFileAttributeViews();
        }

        @Override
        public Path getPath(String first, String... more) {
            return wrap(system().getPath(first, more));
        }

        @Override
        public PathMatcher getPathMatcher(String pattern) {
            PathMatcher matcher = system().getPathMatcher(pattern);
            return path -> matcher.matches(path(path));
        }

        @Override
        public UserPrincipalLookupService getUserPrincipalLookupService() {
            return system().getUserPrincipalLookupService();
        }

        @Override
        public WatchService newWatchService() throws IOException {
            return system().newWatchService();
        }
    }
}

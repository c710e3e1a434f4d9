package minos.nemesis;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands before a server and hands on what clients and server say to each other, as long as nobody disturbs it. Listens on this machine alone.
 * A connection is two threads, which hand on in one direction each.
 */
public final class TcpProxy implements Closeable {
    private static final int BUFFER = 16 * 1024;

    private final String host;
    private final int port;
    private final ServerSocket listening;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();

    // What is wrong at the moment; guarded by this
    private boolean cut;
    private boolean blocked;
    private long delay;
    private long rate;
    private boolean closed;

    /** Begins to listen, for a server that need not be there yet. */
    public TcpProxy(String host, int port) throws IOException {
        this.host = host;
        this.port = port;
        listening = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        start(this::listen);
    }

    /** Where it listens. */
    public int port() {
        return listening.getLocalPort();
    }

    private static void start(Runnable work) {
        Thread thread = new Thread(work, "proxy");
        thread.setDaemon(true);
        thread.start();
    }

    private void listen() {
        while (!listening.isClosed()) {
            try {
                Socket client = listening.accept();
                start(() -> connect(client));
            } catch (IOException e) {
                return; // closed
            }
        }
    }

    private synchronized boolean isCut() {
        return cut || closed;
    }

    private void connect(Socket client) {
        open.add(client);
        try {
            if (isCut()) throw new IOException("cut");
            Socket server = new Socket(host, port);
            open.add(server);
            for (Socket socket : new Socket[] {client, server}) socket.setTcpNoDelay(true);
            if (isCut()) throw new IOException("cut");
            start(() -> handOn(client, server));
            handOn(server, client);
        } catch (IOException e) {
            drop(client); // as if nobody listened
        }
    }

    private void handOn(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                disturb(read);
                out.write(buffer, 0, read);
            }
        } catch (IOException e) {
            // one of the two is gone, and so will be the other
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            drop(from);
            drop(to);
        }
    }

    /** Holds up so many bytes for as long as what is wrong demands. */
    private void disturb(int bytes) throws InterruptedException {
        long pause;
        synchronized (this) {
            while (blocked && !closed) wait();
            pause = delay + (rate > 0 ? bytes * 1000L / rate : 0);
        }
        if (pause > 0) Thread.sleep(pause);
    }

    private void drop(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            // it is gone already
        }
    }

    /** Ends all connections, and takes no new ones, or takes them again. */
    public void cut(boolean cut) {
        synchronized (this) {
            this.cut = cut;
        }
        if (cut) dropAll();
    }

    private void dropAll() {
        for (Socket socket : open) {
            try {
                socket.setSoLinger(true, 0); // a reset, not an orderly end
            } catch (IOException e) {
                // closed already
            }
            drop(socket);
        }
    }

    /** Lets everything wait, or go on. Connections stay open. */
    public synchronized void block(boolean blocked) {
        this.blocked = blocked;
        notifyAll();
    }

    /** @param millis how long each piece is held up; 0 for not at all */
    public synchronized void delay(long millis) {
        delay = millis;
    }

    /** @param bytes how many pass in a second in each direction of a connection; 0 for as many as there are */
    public synchronized void slow(long bytes) {
        rate = bytes;
    }

    @Override
    public void close() throws IOException {
        synchronized (this) {
            closed = true;
            notifyAll();
        }
        listening.close();
        dropAll();
    }
}

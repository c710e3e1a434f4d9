package minos.nemesis;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.List;
import java.util.SplittableRandom;
import minos.nemesis.Connections.Address;
import minos.nemesis.Connections.Kind;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The proxy before a server that says everything again. */
class TcpProxyTest {
    private ServerSocket server;
    private TcpProxy proxy;

    @BeforeEach
    void start() throws IOException {
        server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        Thread echo = new Thread(() -> {
            while (true) {
                try {
                    Socket client = server.accept();
                    Thread thread = new Thread(() -> echo(client));
                    thread.setDaemon(true);
                    thread.start();
                } catch (IOException e) {
                    return;
                }
            }
        });
        echo.setDaemon(true);
        echo.start();
        proxy = new TcpProxy("localhost", server.getLocalPort());
    }

    private static void echo(Socket client) {
        try (client) {
            client.getInputStream().transferTo(client.getOutputStream());
        } catch (IOException e) {
            // cut
        }
    }

    @AfterEach
    void end() throws IOException {
        proxy.close();
        server.close();
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), proxy.port());
    }

    private static int say(Socket socket, int what) throws IOException {
        socket.getOutputStream().write(what);
        return socket.getInputStream().read();
    }

    private static void assertEnded(Socket socket) {
        try {
            assertEquals(-1, say(socket, 1));
        } catch (IOException e) {
            // a reset
        }
    }

    @Test
    void handsOn() throws IOException {
        try (Socket one = connect();
                Socket other = connect()) {
            assertEquals(1, say(one, 1));
            assertEquals(2, say(other, 2));
            one.shutdownOutput();
            assertEquals(-1, one.getInputStream().read());
            assertEquals(3, say(other, 3));
        }
    }

    @Test
    void delays() throws IOException {
        try (Socket socket = connect()) {
            proxy.delay(100);
            long began = System.nanoTime();
            assertEquals(1, say(socket, 1));
            assertTrue(System.nanoTime() - began >= 200_000_000, "there and back");
            proxy.delay(0);
            proxy.slow(10);
            began = System.nanoTime();
            assertEquals(1, say(socket, 1));
            assertTrue(System.nanoTime() - began >= 200_000_000, "a byte takes a tenth of a second");
            proxy.slow(0);
            assertEquals(2, say(socket, 2));
        }
    }

    @Test
    void cuts() throws IOException {
        Connections cut = new Connections(Kind.CUT, 0, List.of(proxy));
        try (Socket socket = connect()) {
            assertEquals(1, say(socket, 1));
            assertEquals("n1", cut.begin(new SplittableRandom(1)));
            assertEnded(socket);
            try (Socket refused = connect()) {
                assertEnded(refused);
            }
            cut.end();
        }
        try (Socket socket = connect()) {
            assertEquals(1, say(socket, 1));
        }
    }

    @Test
    void letsWaitAndLosesNothing() throws IOException {
        try (Socket socket = connect()) {
            assertEquals(1, say(socket, 1));
            proxy.block(true);
            socket.setSoTimeout(100);
            assertThrows(SocketTimeoutException.class, () -> say(socket, 2));
            socket.setSoTimeout(0);
            proxy.block(false);
            assertEquals(2, socket.getInputStream().read());
        }
    }

    @Test
    void aServerThatIsNotThereIsNotThere() throws IOException {
        server.close();
        try (Socket socket = connect()) {
            assertEnded(socket);
        }
    }

    @Test
    void addressesInUrls() {
        assertEquals(
                new Address("jdbc:postgresql://", "db.example", 5433, "/test?user=me"),
                Address.in("jdbc:postgresql://db.example:5433/test?user=me"));
        assertEquals(
                "jdbc:mariadb://localhost:" + proxy.port() + "/test",
                Address.in("jdbc:mariadb://127.0.0.1/test").through(proxy));
        assertEquals(9092, Address.in("jdbc:h2:tcp://localhost/mem:x;A=B").port());
        assertEquals(1433, Address.in("jdbc:sqlserver://[::1];encrypt=false").port());
        assertNull(Address.in("jdbc:h2:mem:x"));
        assertNull(Address.in("jdbc:sqlite:x.db"));
        assertNull(Address.in("jdbc:postgresql://a:1,b:2/test"), "several hosts");
        assertNull(Address.in("jdbc:mysql://me:secret@host/test"));
        assertNull(Address.in("jdbc:other://host/test"), "nobody knows its port");
    }
}

package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import minos.LiveJudgement;
import minos.Minos;
import minos.Recording;
import minos.history.Model;
import minos.history.Status;
import minos.model.Level;
import minos.render.Browser;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** The page of {@code minos watch --serve}. With {@code -Dminos.screenshots=write} its pictures in doc/images are taken anew. */
class WatchServerTest {
    private final AtomicLong clock = new AtomicLong();
    private final Recording recording = Minos.record(Model.RW_REGISTER);
    private BiConsumer<String, Status> ended = (session, status) -> {};
    private final LiveJudgement live = Minos.ask(
                    Level.READ_COMMITTED, Level.CAUSAL, Level.SNAPSHOT_ISOLATION, Level.SERIALIZABLE)
            .live(recording)
            .listen((session, status) -> this.ended.accept(session, status));
    private int values = 100;

    private WatchServer server() throws IOException {
        return server("<b>store</b>/current");
    }

    private WatchServer server(String name) throws IOException {
        WatchServer server = new WatchServer(name, "", 0, clock::get);
        ended = server::ended;
        return server;
    }

    private void second(WatchServer server, int transactions) {
        for (int i = 0; i < transactions; i++) {
            Recording.Transaction transaction = recording.begin(i % 3);
            transaction.write("k" + i, values++);
            transaction.commit();
        }
        clock.addAndGet(1_000_000_000);
        server.show(live.update(), 0, false);
    }

    /** Two that each read what the other wrote anew. */
    private void skew(String one, String other) {
        Recording.Transaction alice = recording.begin("alice");
        Recording.Transaction bob = recording.begin("bob");
        alice.readInitial(one);
        bob.readInitial(other);
        alice.write(other, values++);
        bob.write(one, values++);
        alice.commit();
        bob.commit();
    }

    private static HttpResponse<String> get(WatchServer server, String path) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.address() + path))
                                .build(),
                        BodyHandlers.ofString());
    }

    @Test
    void tellsWhereThingsStand() throws Exception {
        try (WatchServer server = server()) {
            assertTrue(get(server, "state").body().contains("\"levels\":[]"));
            second(server, 10);
            skew("x", "<script>alert(1)</script>");
            second(server, 5);
            String state = get(server, "state").body();
            assertTrue(state.contains("\"operations\":19"), state);
            assertTrue(
                    state.contains("\"minute\":[[10,0,0,{\"0\":[4,0,0],\"1\":[3,0,0],\"2\":[3,0,0]}],[9,1,0,{"), state);
            assertTrue(state.contains("\"alice\":[1,0,0]"), state);
            assertTrue(state.contains("\"found\":[\"serializable is violated: write-skew\"]"), state);
            assertTrue(
                    state.contains(
                            "\"levels\":[{\"level\":\"serializable\",\"order\":\"session\",\"answer\":\"violated\""),
                    state);
            HttpResponse<String> page = get(server, "found/0");
            assertEquals(200, page.statusCode());
            assertFalse(page.body().contains("<script>alert"), "what was recorded is text");
            assertTrue(page.body().contains("alert(1)"));
            assertFalse(get(server, "").body().contains("<b>store</b>"));
            assertEquals(404, get(server, "found/1").statusCode());
            assertEquals(404, get(server, "found/../../etc/passwd").statusCode());
            assertEquals(404, get(server, "etc").statusCode());
            assertEquals(
                    "nosniff",
                    get(server, "")
                            .headers()
                            .firstValue("X-Content-Type-Options")
                            .orElse(""));
        }
    }

    /** A minute is all that is kept, however long it goes on. */
    @Test
    void keepsOneMinute() throws Exception {
        try (WatchServer server = server()) {
            for (int i = 0; i < 100; i++) second(server, 1);
            String state = get(server, "state").body();
            assertEquals(60, state.split("\\[1,0,0,", -1).length - 1, state);
        }
    }

    private static String status(WatchServer server, String request) throws IOException {
        URI address = URI.create(server.address());
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), address.getPort());
                InputStream in = socket.getInputStream()) {
            socket.getOutputStream().write(request.getBytes(StandardCharsets.US_ASCII));
            return new String(in.readNBytes(12), StandardCharsets.US_ASCII);
        }
    }

    @Test
    void answersThoseWhoAddressThisMachine() throws Exception {
        try (WatchServer server = server()) {
            int port = URI.create(server.address()).getPort();
            assertTrue(server.address().startsWith("http://127.0.0.1:"));
            String rest = "\r\nConnection: close\r\n\r\n";
            for (String host : List.of("127.0.0.1:" + port, "localhost:" + port, "[::1]:" + port, "LOCALHOST")) {
                assertEquals("HTTP/1.1 200", status(server, "GET /state HTTP/1.1\r\nHost: " + host + rest), host);
            }
            for (String host :
                    List.of("evil.example:" + port, "127.0.0.1.evil.example", "localhost.evil.example", "")) {
                assertEquals("HTTP/1.1 403", status(server, "GET /state HTTP/1.1\r\nHost: " + host + rest), host);
            }
            assertEquals(
                    "HTTP/1.1 405",
                    status(server, "POST /state HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0" + rest));
        }
    }

    @Test
    void endsWithTheCommand() throws Exception {
        WatchServer server = server();
        server.close();
        assertThrows(ConnectException.class, () -> get(server, "state"));
    }

    /** A page that does not ask again is waited for a moment, also by a clock that stands still: a failing test ends, too. */
    @Test
    @Timeout(60)
    void endsThoughNobodyAsksAgain() throws Exception {
        WatchServer server = server();
        get(server, "state");
        second(server, 1);
        server.close();
        assertThrows(ConnectException.class, () -> get(server, "state"));
    }

    @Test
    void aPortThatIsTakenOrNone() throws Exception {
        try (WatchServer server = server()) {
            String port = Integer.toString(URI.create(server.address()).getPort());
            Run taken = Run.of((out, err) ->
                    Watch.run(new String[] {"--serve", port, "x.edn"}, out, err, (Watch.Pace) idle -> false));
            assertEquals(Main.USAGE, taken.status());
            assertTrue(taken.err().startsWith("minos: --serve " + port + ": Address already in use"), taken.err());
        }
        assertThrows(
                UsageException.class,
                () -> Run.of((out, err) ->
                        Watch.run(new String[] {"--serve", "http", "x.edn"}, out, err, (Watch.Pace) idle -> false)));
    }

    private static void shoot(Browser browser, String name) throws Exception {
        if ("write".equals(System.getProperty("minos.screenshots"))) browser.screenshot(Path.of("doc", "images", name));
    }

    @Test
    void inABrowser() throws Exception {
        try (Browser browser = Browser.start();
                WatchServer server = server("store/current")) {
            second(server, 30);
            browser.open(server.address(), 1280, 900);
            browser.until("document.querySelectorAll('#ladder li.holds').length===4");
            assertEquals("store/current", browser.eval("document.querySelector('h1').textContent"));
            assertEquals("false", browser.eval("document.getElementById('none').hidden"));
            for (int i = 0; i < 40; i++) second(server, 20 + i * 7 % 30);
            browser.until("document.querySelectorAll('#minute rect.second').length===41");
            skew("x", "y");
            second(server, 10);
            browser.until("document.querySelectorAll('#ladder li.violated').length===1");
            browser.until("document.querySelector('iframe').contentDocument.querySelectorAll('.card .edge').length>1");
            assertEquals("1", browser.eval("document.querySelectorAll('#minute .mark-violated').length"));
            assertEquals("1", browser.eval("document.querySelectorAll('#sessions .mark-violated').length"));
            assertEquals("5", browser.eval("document.querySelectorAll('#sessions text').length-1"), "a lane a session");
            assertEquals(
                    "holds", // as on the page around
                    browser.eval("[...document.querySelector('iframe').contentDocument.querySelectorAll('.ladder li')]"
                            + ".find(li => li.querySelector('.level').textContent === 'snapshot-isolation')"
                            + ".querySelector('.answer').textContent"));
            for (int i = 0; i < 5; i++) second(server, 20);
            browser.until("document.querySelectorAll('#minute rect.second').length===47");
            shoot(browser, "watch.png");
            assertEquals("1", browser.eval("document.querySelectorAll('iframe').length"), "it is not loaded again");
            server.show(live.finish(), 0, true);
            browser.until("document.getElementById('about').textContent.includes('nothing more will come')");
            assertEquals(List.of(), browser.troubles(server.address()));
        }
    }
}

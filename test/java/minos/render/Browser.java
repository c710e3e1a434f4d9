package minos.render;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Chromium without a window, driven by its DevTools protocol over a socket on this machine. */
public final class Browser implements AutoCloseable {
    private static final Pattern ID = Pattern.compile("^\\{\"id\":(\\d+)");
    private static final Pattern PAGE = Pattern.compile("ws://[^\"]+/devtools/page/[^\"]+");

    private final Process process;
    private final Path profile;
    private final WebSocket socket;
    private final Map<Integer, CompletableFuture<String>> answers = new ConcurrentHashMap<>();
    /** Everything that the browser said unasked. */
    private final List<String> events = Collections.synchronizedList(new ArrayList<>());

    private int calls;

    private Browser(Process process, Path profile, String address) {
        this.process = process;
        this.profile = profile;
        socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(URI.create(address), new WebSocket.Listener() {
                    private final StringBuilder message = new StringBuilder();

                    @Override
                    public CompletionStage<?> onText(WebSocket from, CharSequence data, boolean last) {
                        message.append(data);
                        if (last) {
                            heard(message.toString());
                            message.setLength(0);
                        }
                        from.request(1);
                        return null;
                    }
                })
                .join();
    }

    /** Starts Chromium; the tests are skipped where there is none. */
    public static Browser start() throws Exception {
        Path program = Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst()
                .orElse(null);
        assumeTrue(program != null, "skipped: no Chromium on the PATH");
        Path profile = Files.createTempDirectory("minos-browser");
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--disable-dev-shm-usage",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--disable-extensions",
                        "--hide-scrollbars",
                        "--user-data-dir=" + profile,
                        "--remote-debugging-port=0",
                        "--remote-debugging-address=127.0.0.1",
                        "--remote-allow-origins=*",
                        "about:blank")
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .start();
        String page = null;
        try {
            page = page(profile, process);
        } finally {
            if (page == null) process.destroyForcibly();
        }
        assumeTrue(page != null, "skipped: " + program + " does not start");
        return new Browser(process, profile, page);
    }

    /** The address of its first page; null if it does not come up. */
    private static String page(Path profile, Process process) throws Exception {
        Path port = profile.resolve("DevToolsActivePort");
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
        while (System.nanoTime() < deadline && process.isAlive()) {
            Thread.sleep(50);
            if (!Files.exists(port) || Files.readAllLines(port).size() < 2) continue;
            try (var in = URI.create(
                            "http://127.0.0.1:" + Files.readAllLines(port).get(0) + "/json/list")
                    .toURL()
                    .openStream()) {
                Matcher found = PAGE.matcher(new String(in.readAllBytes(), StandardCharsets.UTF_8));
                if (found.find()) return found.group();
            }
        }
        return null;
    }

    private void heard(String message) {
        Matcher id = ID.matcher(message);
        if (id.find()) answers.get(Integer.parseInt(id.group(1))).complete(message);
        else events.add(message);
    }

    /** Calls a method of the protocol; its parameters and its answer are JSON. */
    String call(String method, String parameters) throws Exception {
        int id = ++calls;
        CompletableFuture<String> answer = new CompletableFuture<>();
        answers.put(id, answer);
        socket.sendText("{\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":" + parameters + "}", true)
                .join();
        String text = answer.get(60, TimeUnit.SECONDS);
        if (text.contains("\"error\":{")) throw new IOException(method + ": " + text);
        return text;
    }

    /** Opens a file in a window of that size, and waits until it is loaded; what goes wrong from now on is remembered. */
    void open(Path file, int width, int height) throws Exception {
        open(file.toUri().toString(), width, height);
    }

    /** The same of an address. */
    public void open(String address, int width, int height) throws Exception {
        events.clear();
        dark(false);
        resize(width, height);
        call("Page.enable", "{}");
        call("Runtime.enable", "{}");
        call("Network.enable", "{}");
        call("Log.enable", "{}");
        call("Page.navigate", "{\"url\":" + Json.quote(address) + "}");
        until("document.readyState==='complete'&&location.href===" + Json.quote(address));
    }

    public void resize(int width, int height) throws Exception {
        call(
                "Emulation.setDeviceMetricsOverride",
                "{\"width\":" + width + ",\"height\":" + height + ",\"deviceScaleFactor\":1,\"mobile\":false}");
    }

    public void dark(boolean dark) throws Exception {
        call(
                "Emulation.setEmulatedMedia",
                "{\"features\":[{\"name\":\"prefers-color-scheme\",\"value\":\"" + (dark ? "dark" : "light") + "\"}]}");
    }

    /** The value of an expression, as text. */
    public String eval(String expression) throws Exception {
        String bytes = "btoa(String.fromCharCode(...new TextEncoder().encode(String(" + expression + "))))";
        String answer = call("Runtime.evaluate", "{\"returnByValue\":true,\"expression\":" + Json.quote(bytes) + "}");
        Matcher value = Pattern.compile("\"value\":\"([^\"]*)\"").matcher(answer);
        if (!value.find()) throw new IOException(expression + ": " + answer);
        return new String(Base64.getDecoder().decode(value.group(1)), StandardCharsets.UTF_8);
    }

    public void until(String condition) throws Exception {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!isTrue(condition)) {
            if (System.nanoTime() > deadline) throw new IOException("never true: " + condition);
            Thread.sleep(20);
        }
    }

    private boolean isTrue(String condition) throws Exception {
        try {
            return eval(condition).equals("true");
        } catch (IOException e) { // a page on its way to another answers nothing
            if (e.getMessage().contains("navigated")) return false;
            throw e;
        }
    }

    /** Moves the mouse to the middle of an element; for an arrow, to its label. */
    int[] hover(String selector) throws Exception {
        String[] at = eval("(()=>{const e=document.querySelector(" + Json.quote(selector)
                        + ");e.scrollIntoView({block:'center'});"
                        + "const r=e.getBoundingClientRect();return (r.x+r.width/2)+' '+(r.y+r.height/2)})()")
                .split(" ");
        int x = (int) Double.parseDouble(at[0]);
        int y = (int) Double.parseDouble(at[1]);
        call("Input.dispatchMouseEvent", "{\"type\":\"mouseMoved\",\"x\":" + x + ",\"y\":" + y + "}");
        return new int[] {x, y};
    }

    public void click(String selector) throws Exception {
        int[] at = hover(selector);
        for (String type : List.of("mousePressed", "mouseReleased")) {
            call(
                    "Input.dispatchMouseEvent",
                    "{\"type\":\"" + type + "\",\"x\":" + at[0] + ",\"y\":" + at[1]
                            + ",\"button\":\"left\",\"clickCount\":1}");
        }
    }

    void key(String key, int code) throws Exception {
        for (String type : List.of("keyDown", "keyUp")) {
            call(
                    "Input.dispatchKeyEvent",
                    "{\"type\":\"" + type + "\",\"key\":\"" + key + "\",\"code\":\"" + key
                            + "\",\"windowsVirtualKeyCode\":" + code + "}");
        }
    }

    public void screenshot(Path file) throws Exception {
        String answer = call("Page.captureScreenshot", "{\"format\":\"png\"}");
        Matcher data = Pattern.compile("\"data\":\"([^\"]*)\"").matcher(answer);
        if (!data.find()) throw new IOException("no screenshot");
        Files.write(file, Base64.getDecoder().decode(data.group(1)));
    }

    /** Errors on the console, exceptions, and whatever was asked for from elsewhere than {@code file:}. */
    List<String> troubles() {
        return troubles("file:");
    }

    /** The same, where all is to come from another address. */
    public List<String> troubles(String from) {
        List<String> troubles = new ArrayList<>();
        synchronized (events) {
            for (String event : events) {
                boolean complaint = event.startsWith("{\"method\":\"Runtime.exceptionThrown\"")
                        || event.startsWith("{\"method\":\"Runtime.consoleAPICalled\"")
                        || event.startsWith("{\"method\":\"Log.entryAdded\"");
                boolean request = event.startsWith("{\"method\":\"Network.requestWillBeSent\"")
                        && !event.contains("\"request\":{\"url\":\"" + from);
                if (complaint || request) troubles.add(event);
            }
        }
        return troubles;
    }

    @Override
    public void close() {
        socket.abort();
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly()
                .onExit()
                .orTimeout(10, TimeUnit.SECONDS)
                .exceptionally(late -> process)
                .join();
        try (Stream<Path> files = Files.walk(profile)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) Files.deleteIfExists(file);
        } catch (IOException | java.io.UncheckedIOException e) {
            // It lies in the folder for temporary files.
        }
    }
}

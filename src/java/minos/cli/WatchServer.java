package minos.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import minos.Judgement;
import minos.LiveJudgement;
import minos.history.Status;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.render.Judged;
import minos.render.LivePage;
import minos.render.Report;

/**
 * Shows in a browser what is being watched. Listens on this machine alone, unless another address is named, and answers those only who
 * address it by a number or by the name that it was given: a page from elsewhere whose name is made to lead here gets nothing. It
 * takes no input but what to show.
 */
final class WatchServer implements AutoCloseable {
    private static final int SECONDS = 60;
    private static final long SECOND = 1_000_000_000;
    /** Counterexamples to show: the first ones. */
    private static final int MOST_FOUND = 20;
    /** Sessions to tell apart in a second. */
    private static final int MOST_SESSIONS = 100;

    private static final String OTHERS = "others";
    /** A page that was there so lately hears of the end. */
    private static final long LATELY = 3 * SECOND;

    private static final long NAP_MILLIS = 50;
    private static final long MOST_NAPS = LATELY / (NAP_MILLIS * 1_000_000);

    private static final Pattern NUMBER = Pattern.compile("[0-9.]+|\\[[0-9a-fA-F:.%]+]");
    private static final String FOUND = "/found/";

    private final String name;
    private final String host;
    private final LongSupplier nanos;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(2, task -> {
        Thread thread = new Thread(task, "minos-serve");
        thread.setDaemon(true);
        return thread;
    });

    // Written by the thread that watches, read by those that answer.
    private final Deque<LivePage.Second> minute = new ArrayDeque<>();
    private final List<Judgement> found = new ArrayList<>();
    /** Of each of those, what held when it was found. */
    private final List<List<Verdict>> holding = new ArrayList<>();

    private final Map<Integer, String> pages = new HashMap<>();
    private String state = LivePage.state(new LivePage.State("", 0, 0, 0, List.of(), List.of(), List.of(), false));
    private boolean toldEnd;

    private long since;
    private long operations;
    /** By session: how its transactions ended since, by {@link Status}. */
    private Map<String, int[]> ended = new LinkedHashMap<>();

    private int violated;
    private int newlyViolated;
    private volatile long asked;
    private volatile boolean wasAsked;

    /**
     * @param host where to listen; empty for this machine alone
     * @param port 0 for any that is free
     */
    WatchServer(String name, String host, int port, LongSupplier nanos) throws IOException {
        this.name = name;
        this.host = host.toLowerCase(Locale.ROOT);
        this.nanos = nanos;
        since = nanos.getAsLong();
        InetAddress address = host.isEmpty() ? InetAddress.getLoopbackAddress() : InetAddress.getByName(host);
        server = HttpServer.create(new InetSocketAddress(address, port), 16);
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    /** Where to look. */
    String address() {
        String shown = host.isEmpty() ? "127.0.0.1" : host;
        return "http://" + (shown.contains(":") ? "[" + shown + "]" : shown) + ":"
                + server.getAddress().getPort() + "/";
    }

    /** Says that a transaction has ended; many sessions are shown as one. */
    synchronized void ended(String session, Status status) {
        String lane = ended.containsKey(session) || ended.size() < MOST_SESSIONS ? session : OTHERS;
        ended.computeIfAbsent(lane, name -> new int[Status.values().length])[status.ordinal()]++;
    }

    /** Says where things stand. */
    synchronized void show(LiveJudgement live, long behind, boolean over) {
        if (live.operations() < operations) { // another history
            operations = 0;
            violated = 0;
            minute.clear();
        }
        int now = (int) live.verdicts().stream()
                .filter(verdict -> verdict.answer() == Answer.FALSE)
                .count();
        newlyViolated += Math.max(0, now - violated);
        violated = now;
        for (long time = nanos.getAsLong(); time - since >= SECOND || over && newlyViolated > 0; since += SECOND) {
            boolean last = time - since < 2 * SECOND; // what was judged since is of the second in which that was done
            minute.add(new LivePage.Second(
                    last ? live.operations() - operations : 0,
                    last ? newlyViolated : 0,
                    behind,
                    last ? ended : Map.of()));
            if (last) ended = new LinkedHashMap<>();
            if (minute.size() > SECONDS) minute.remove();
            if (!last) continue;
            operations = live.operations();
            newlyViolated = 0;
        }
        List<Judgement> violations = live.violations();
        if (!violations.subList(0, Math.min(found.size(), violations.size())).equals(found)) {
            found.clear();
            holding.clear();
            pages.clear();
        }
        for (int i = found.size(); i < Math.min(violations.size(), MOST_FOUND); i++) {
            found.add(violations.get(i));
            holding.add(live.verdicts().stream()
                    .filter(verdict -> verdict.answer() == Answer.TRUE)
                    .toList());
        }
        state = LivePage.state(new LivePage.State(
                name,
                live.transactions(),
                live.operations(),
                behind,
                live.verdicts(),
                List.copyOf(minute),
                found.stream().map(WatchServer::title).toList(),
                over));
        toldEnd = false;
    }

    private static String title(Judgement violation) {
        Verdict verdict = violation.verdicts().get(0);
        String type = verdict.anomalies().isEmpty()
                ? ""
                : ": " + verdict.anomalies().get(0).type().text();
        return verdict.level().text() + " is violated" + type;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String method = exchange.getRequestMethod();
            if (!isForUs(exchange.getRequestHeaders().getFirst("Host"))) {
                send(exchange, 403, "text/plain", "This server goes by a number, or by localhost.\n");
            } else if (!method.equals("GET")) {
                exchange.getResponseHeaders().set("Allow", "GET");
                send(exchange, 405, "text/plain", "There is only something to look at.\n");
            } else {
                asked = nanos.getAsLong();
                wasAsked = true;
                get(exchange, exchange.getRequestURI().getPath());
            }
        }
    }

    private void get(HttpExchange exchange, String path) throws IOException {
        if (path.equals("/")) {
            send(exchange, 200, "text/html", LivePage.html(name));
        } else if (path.equals("/state")) {
            String now;
            synchronized (this) {
                now = state;
                toldEnd = true;
            }
            send(exchange, 200, "application/json", now);
        } else if (path.matches(FOUND + "[0-9]{1,4}")) {
            String page = page(Integer.parseInt(path.substring(FOUND.length())));
            if (page == null) send(exchange, 404, "text/plain", "There is no such counterexample.\n");
            else send(exchange, 200, "text/html", page);
        } else {
            send(exchange, 404, "text/plain", "There is nothing here.\n");
        }
    }

    /** The report of a counterexample; null if there is none. */
    private String page(int index) throws IOException {
        Judgement judgement;
        List<Verdict> verdicts;
        synchronized (this) {
            if (index >= found.size()) return null;
            if (pages.containsKey(index)) return pages.get(index);
            judgement = found.get(index);
            verdicts = new ArrayList<>(holding.get(index));
        }
        verdicts.addAll(judgement.verdicts());
        verdicts.sort(Comparator.comparing(Verdict::level));
        Judged judged = new Judged(
                judgement.name(),
                judgement.history().orElseThrow(),
                verdicts,
                0,
                judgement.judgeTime().toMillis());
        String page = Report.page(judged);
        synchronized (this) {
            if (index < found.size() && found.get(index).equals(judgement)) pages.put(index, page);
        }
        return page;
    }

    /** Whether a request says that it is for an address of numbers, for localhost, or for the name that was asked for. */
    private boolean isForUs(String header) {
        if (header == null) return false;
        String named = header.toLowerCase(Locale.ROOT).replaceFirst(":[0-9]*$", "");
        return named.equals("localhost")
                || !host.isEmpty() && named.equals(host)
                || NUMBER.matcher(named).matches();
    }

    private static void send(HttpExchange exchange, int status, String type, String text) throws IOException {
        byte[] bytes = text.getBytes(UTF_8);
        var headers = exchange.getResponseHeaders();
        headers.set("Content-Type", type + "; charset=utf-8");
        headers.set("Cache-Control", "no-store");
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("X-Frame-Options", "SAMEORIGIN");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    /** Ends; a page that is open is given a moment to hear of it, and to fetch what it shows. */
    @Override
    public void close() {
        long began = nanos.getAsLong();
        try {
            // Not by the clock alone: one that stands still would hold up the end for ever.
            for (int naps = 0; naps < MOST_NAPS && wasAsked && began - asked < LATELY && !isHeard(); naps++) {
                if (nanos.getAsLong() - began >= LATELY) break;
                Thread.sleep(NAP_MILLIS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        server.stop(1);
        threads.shutdownNow();
    }

    private synchronized boolean isHeard() {
        return toldEnd && pages.size() >= found.size();
    }
}

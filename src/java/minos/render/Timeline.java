package minos.render;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.Deflater;
import minos.history.Atoms;
import minos.history.History;

/**
 * The whole history for the report's timeline, in few bytes: a page with a million transactions has to fit into five
 * megabytes. Each column (session, completion, duration, outcome) is a sequence of differences, in seven bits a byte,
 * deflated, in base64. What transactions did takes most of the room: where not all fits, it is kept for those nearest
 * to the counterexamples, and the page says so. Of more than a million transactions the page has those around the first
 * counterexample.
 */
final class Timeline {
    /** What the columns may take, in base64. */
    private static final int MOST_BYTES = 4_400_000;
    /** About so many bytes for an operation, deflated, in base64. */
    private static final int AN_OPERATION = 5;

    private static final int MOST_TRANSACTIONS = 1_200_000;
    /** Of more, what transactions did is not looked for. */
    private static final int MOST_OPERATIONS = 20_000_000;

    private static final int MOST_NAMES = 50_000;
    private static final int MOST_TEXT = 60;

    // What is known of an operation's value
    private static final int UNKNOWN = 0;
    private static final int INITIAL = 1;
    private static final int INTEGER = 2;
    private static final int TEXT = 3;

    private final History history;
    private final Surroundings around;
    private final List<int[]> casts;
    private final StringBuilder out = new StringBuilder();
    private final Json json = new Json(out);
    /** By version: the transaction that wrote it; -1 for none, -2 for several. */
    private final int[] writer;
    /** The transactions that are shown: from the first up to, and without, the last. */
    private final int first;

    private final int last;

    private Timeline(History history, Surroundings around, List<int[]> casts) {
        this.history = history;
        this.around = around;
        this.casts = casts;
        int n = history.transactions();
        int middle = casts.isEmpty() || casts.get(0).length == 0 ? 0 : casts.get(0)[0];
        first = Math.max(0, Math.min(n - MOST_TRANSACTIONS, middle - MOST_TRANSACTIONS / 2));
        last = Math.min(n, first + MOST_TRANSACTIONS);
        writer = new int[history.operations() > MOST_OPERATIONS ? 0 : history.versions()];
        Arrays.fill(writer, -1);
        for (int t = first; t < last && writer.length > 0; t++) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                int version = history.version(op);
                if (history.isWrite(op) && version >= 0) writer[version] = writer[version] == -1 ? t : -2;
            }
        }
    }

    /**
     * As JSON.
     *
     * @param casts the transactions of each counterexample, in the order of the report
     */
    static String json(History history, Surroundings around, List<int[]> casts) {
        Timeline timeline = new Timeline(history, around, casts);
        timeline.write();
        return timeline.out.toString();
    }

    private void write() {
        json.beginMap();
        number("n", last - first);
        number("first", first);
        number("all", history.transactions());
        number("begin", history.hasRealTime() && first > 0 ? begin() : 0);
        number("end", end());
        json.name("realTime");
        json.bool(history.hasRealTime());
        json.name("list");
        json.bool(history.isList());
        names("sessions", history.sessions(), history::sessionText);
        names("keys", history.keys(), history::keyText);
        json.name("initial");
        json.text(Printable.shown(history.valueText(History.INITIAL), MOST_TEXT));
        Map<String, String> columns = new LinkedHashMap<>();
        columns(columns);
        int used = columns.values().stream().mapToInt(String::length).sum();
        operations(columns, MOST_BYTES - used);
        json.name("columns");
        json.beginMap();
        columns.forEach((name, column) -> {
            json.name(name);
            json.text(column);
        });
        json.endMap();
        clock();
        faults();
        reconnections();
        json.name("casts");
        json.beginList();
        for (int[] cast : casts) {
            numbers(Arrays.stream(cast)
                    .filter(t -> t >= first && t < last)
                    .map(t -> t - first)
                    .limit(MOST_NAMES)
                    .toArray());
        }
        json.endList();
        json.endMap();
    }

    private interface Name {
        String of(int id);
    }

    private void names(String name, int count, Name names) {
        json.name(name);
        json.beginList();
        for (int i = 0; i < Math.min(count, MOST_NAMES); i++) json.text(Printable.shown(names.of(i), MOST_TEXT));
        json.endList();
    }

    private void clock() {
        if (!around.clock().isKnown() || !history.hasRealTime()) return;
        json.name("clock");
        json.beginMap();
        json.name("at");
        numbers(around.clock().positions());
        json.name("micros");
        json.beginList();
        for (long nanos : around.clock().nanos()) json.number(nanos / 1_000);
        json.endList();
        json.endMap();
    }

    private void faults() {
        json.name("faults");
        json.beginList();
        for (Fault fault : around.faults()) {
            json.beginMap();
            json.name("title");
            json.text(fault.title());
            number("from", fault.from());
            number("to", fault.to() == Integer.MAX_VALUE ? -1 : fault.to());
            json.endMap();
        }
        json.endList();
    }

    private void reconnections() {
        json.name("reconnections");
        json.beginList();
        around.reconnections().stream()
                .limit(MOST_NAMES)
                .forEach(found -> numbers(found.session(), found.as(), found.from(), found.to()));
        json.endList();
    }

    /** Where the first and the last thing happened that are drawn. */
    private int begin() {
        int begin = Integer.MAX_VALUE;
        for (int t = first; t < last; t++) if (isComplete(t)) begin = Math.min(begin, history.invocation(t));
        return begin;
    }

    private int end() {
        int end = history.hasRealTime() ? 0 : last - first;
        for (int t = first; history.hasRealTime() && t < last; t++) {
            end = Math.max(end, history.invocation(t));
            if (isComplete(t)) end = Math.max(end, history.completion(t));
        }
        return end;
    }

    private boolean isComplete(int t) {
        return history.completion(t) != Integer.MAX_VALUE;
    }

    // Columns of transactions

    private void columns(Map<String, String> columns) {
        Column session = new Column();
        Column end = new Column();
        Column span = new Column();
        Column status = new Column();
        int before = 0;
        for (int t = first; t < last; t++) {
            session.add(history.session(t));
            status.add(history.status(t).ordinal());
            if (!history.hasRealTime()) continue;
            int begin = history.invocation(t);
            int at = isComplete(t) ? history.completion(t) : begin;
            end.signed(at - before);
            span.add(at - begin);
            before = at;
        }
        columns.put("session", session.toString());
        columns.put("status", status.toString());
        columns.put("end", end.toString());
        columns.put("span", span.toString());
    }

    // Columns of operations

    private void operations(Map<String, String> columns, int room) {
        for (long most = room / AN_OPERATION; ; most /= 2) {
            Map<String, String> tried = detailed(chosen(most));
            if (most > 0 && tried.values().stream().mapToInt(String::length).sum() > room) continue;
            columns.putAll(tried);
            return;
        }
    }

    /** The transactions nearest to the counterexamples, with at most so many operations together; all if these are few. */
    private BitSet chosen(long most) {
        int n = last - first;
        BitSet chosen = new BitSet();
        if (writer.length == 0 || n == 0) return chosen;
        if (history.end(last - 1) - history.begin(first) <= most) {
            chosen.set(0, n);
            return chosen;
        }
        int[] distance = new int[n];
        Arrays.fill(distance, n);
        for (int[] cast : casts) for (int t : cast) if (t >= first && t < last) distance[t - first] = 0;
        if (casts.isEmpty() && n > 0) distance[0] = 0;
        for (int t = 1; t < n; t++) distance[t] = Math.min(distance[t], distance[t - 1] + 1);
        for (int t = n - 2; t >= 0; t--) distance[t] = Math.min(distance[t], distance[t + 1] + 1);
        long[] at = new long[n + 1];
        for (int t = 0; t < n; t++) at[distance[t]] += history.end(first + t) - history.begin(first + t);
        int far = 0;
        for (long sum = 0; far <= n && (sum += at[far]) <= most; far++) {}
        for (int t = 0; t < n; t++) if (distance[t] < far) chosen.set(t);
        return chosen;
    }

    private Map<String, String> detailed(BitSet chosen) {
        Column ids = new Column();
        Column counts = new Column();
        Column kinds = new Column();
        Column known = new Column();
        Column numbers = new Column();
        Column lengths = new Column();
        Column sources = new Column();
        StringBuilder texts = new StringBuilder();
        long[] latest = new long[history.keys()];
        int before = 0;
        for (int id = chosen.nextSetBit(0); id >= 0; id = chosen.nextSetBit(id + 1)) {
            ids.add(id - before);
            before = id;
            int t = first + id;
            counts.add(history.end(t) - history.begin(t));
            for (int op = history.begin(t); op < history.end(t); op++) {
                int key = history.key(op);
                int version = history.version(op);
                boolean write = history.isWrite(op);
                kinds.add((long) key << 1 | (write ? 1 : 0));
                if (version == History.INITIAL && hasOwnInitial(op)) {
                    known.add(TEXT);
                    texts.append(Printable.shown(history.writtenOrRead(op), MOST_TEXT))
                            .append('\n');
                } else if (version < 0) {
                    known.add(version == History.INITIAL ? INITIAL : UNKNOWN);
                } else if (isNumber(history.valueAtom(version))) {
                    known.add(INTEGER);
                    numbers.signed(history.valueAtom(version) - latest[key]);
                    latest[key] = history.valueAtom(version);
                } else {
                    known.add(TEXT);
                    texts.append(Printable.shown(history.valueText(version), MOST_TEXT))
                            .append('\n');
                }
                if (write) continue;
                if (history.isList()) lengths.add(version == History.UNKNOWN ? 0 : history.length(op));
                int source = version < 0 ? -1 : writer[version];
                if (source < 0) sources.add(0);
                else sources.add((long) t - source >= 0 ? 2L * (t - source) + 2 : 2L * (source - t) + 1);
            }
        }
        Map<String, String> columns = new LinkedHashMap<>();
        columns.put("ids", ids.toString());
        columns.put("counts", counts.toString());
        columns.put("kinds", kinds.toString());
        columns.put("known", known.toString());
        columns.put("numbers", numbers.toString());
        columns.put("lengths", lengths.toString());
        columns.put("sources", sources.toString());
        columns.put("texts", base64(texts.toString().getBytes(StandardCharsets.UTF_8)));
        return columns;
    }

    /** Whether it read an initial value that is its key's own. */
    private boolean hasOwnInitial(int read) {
        return !history.isList() && !history.writtenOrRead(read).equals(history.valueText(History.INITIAL));
    }

    /** Whether it is an integer that JavaScript keeps exact, differences included. */
    private static boolean isNumber(long atom) {
        return Atoms.isInteger(atom) && Math.abs(atom) < 1L << 51;
    }

    /** Numbers in seven bits a byte, the lowest first. */
    private static final class Column {
        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        void add(long number) {
            long rest = number;
            while ((rest & ~127L) != 0) {
                bytes.write((int) rest & 127 | 128);
                rest >>>= 7;
            }
            bytes.write((int) rest);
        }

        /** A number that may be negative: the sign is the lowest bit. */
        void signed(long number) {
            add(number << 1 ^ number >> 63);
        }

        /** Deflated, in base64. */
        @Override
        public String toString() {
            return base64(bytes.toByteArray());
        }
    }

    private static String base64(byte[] bytes) {
        Deflater deflater = new Deflater(Deflater.BEST_COMPRESSION);
        deflater.setInput(bytes);
        deflater.finish();
        ByteArrayOutputStream deflated = new ByteArrayOutputStream();
        byte[] block = new byte[1 << 14];
        while (!deflater.finished()) deflated.write(block, 0, deflater.deflate(block));
        deflater.end();
        return Base64.getEncoder().encodeToString(deflated.toByteArray());
    }

    private void number(String name, long value) {
        json.name(name);
        json.number(value);
    }

    private void numbers(int... values) {
        json.beginList();
        for (int value : values) json.number(value);
        json.endList();
    }
}

package minos.io.edn;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Model;
import minos.history.Origin;
import minos.io.ReadException;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.util.Deadline;

/**
 * Reads Jepsen histories in EDN: operations one after another, as in a store's {@code history.edn}, or in one vector.
 * <ul>
 * <li>Operations of processes that are no integers (a nemesis), and operations whose value is no transaction, are left
 *     out.
 * <li>Tags are skipped, never evaluated; fields that are not needed are skipped.
 * <li>{@code :fail} is an aborted transaction, {@code :info} or no completion an indeterminate one. What the former
 *     read, and what the latter read as {@code nil}, is not known.
 * <li>Integers are what they are ({@code 1N} is 1), any other key or value is its printed form.
 * <li>{@code :read}, {@code :write} and {@code :cas} of registers make a history of the model {@code lwt}.
 * </ul>
 */
public final class EdnReader {
    private static final int BUFFER = 1 << 16;
    private static final int OFTEN = 1 << 10;

    private final ByteSource source;
    private final ReadOptions options;
    private final boolean singles;
    private final OpAssembler assembler;

    private EdnReader(ByteSource source, ReadOptions options) {
        this.source = source;
        this.options = options;
        singles = options.model().orElse(Model.LWT) == Model.LWT;
        assembler = new OpAssembler(options.model().orElse(null), source.isRepeatable(), null);
    }

    /**
     * Whether a text begins like one: with a map, a collection of maps, a tag or a comment. One that is blank so far may be;
     * any amount of blanks is skipped.
     */
    public static boolean recognises(FileHead head) {
        if (head.isBlank()) return head.isCut();
        return "{[(#;".indexOf(head.firstByte()) >= 0 && !head.isJson();
    }

    /** Reads a history; a {@link ReadException} says why it cannot. */
    public static History read(ByteSource source, ReadOptions options) throws IOException {
        EdnReader reader = new EdnReader(source, options);
        try {
            return reader.read();
        } catch (MalformedEdn e) {
            throw new ReadException(source.name(), source.locate(e.place()), e.getMessage());
        } catch (MalformedHistory e) {
            throw new ReadException(source.name(), source.locate(reader.assembler.place()), e.getMessage());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private History read() throws IOException {
        options.progress().phase("read", source.size());
        InitialValues initial = options.initial().orElse(InitialValues.EXPLICIT);
        try (InputStream in = new WatchedStream(source.open(), options.deadline())) {
            EdnPipeline pipeline = new EdnPipeline(in, assembler, options, singles);
            pipeline.run();
            long end = readRest(pipeline);
            History history = assembler.finish(new FileOrigin(source), initial);
            if (history.transactions() > 0) return history;
            throw new MalformedEdn(
                    end,
                    assembler.isEmpty() ? "the end of the file" : "no transaction among its operations",
                    "at least one transaction");
        }
    }

    /** Reads what the pipeline left, one operation after another; returns where the text ends. */
    private long readRest(EdnPipeline pipeline) {
        EdnScanner scanner = new EdnScanner(pipeline.rest(), pipeline.offset(), BUFFER);
        OpBuffer operation = new OpBuffer();
        OpParser parser = new OpParser(scanner, operation, singles);
        parser.state(pipeline.state(), pipeline.closer());
        long reported = scanner.offset();
        for (int i = 1; parser.next(); i++) {
            assembler.add(operation);
            operation.clearForNext();
            if (i % OFTEN == 0) {
                options.deadline().check();
                options.progress().advance(scanner.offset() - reported);
                reported = scanner.offset();
            }
        }
        parser.end();
        options.progress().advance(scanner.offset() - reported);
        return scanner.offset();
    }

    /** An EDN file: reads operations again for the fields that the history does not hold. */
    record FileOrigin(ByteSource source) implements Origin {
        private static final Set<String> HELD = Set.of("type", "process", "f", "value");
        /** A compressed file has to be unpacked up to the last place; an explanation can do without. */
        private static final long PATIENCE = 3_000_000_000L;

        @Override
        public String name() {
            return source.name();
        }

        @Override
        public String about() {
            return source.about();
        }

        @Override
        public Map<String, String> fields(long place) {
            return allFields(new long[] {place}).get(0);
        }

        @Override
        public List<Map<String, String>> allFields(long[] places) {
            List<Map<String, String>> records = records(places);
            for (Map<String, String> record : records) record.keySet().removeAll(HELD);
            return records;
        }

        @Override
        public List<Map<String, String>> records(long[] places) {
            List<Map<String, String>> records = new ArrayList<>();
            for (int i = 0; i < places.length; i++) records.add(new LinkedHashMap<>());
            if (!source.isRepeatable()) return records;
            int[] order = IntStream.range(0, places.length)
                    .filter(i -> places[i] >= 0)
                    .boxed()
                    .sorted(Comparator.comparingLong(i -> places[i]))
                    .mapToInt(i -> i)
                    .toArray();
            if (order.length == 0) return records;
            long until = System.nanoTime() + PATIENCE;
            try (RecordWindow window = new RecordWindow(source.open())) {
                for (int i : order) {
                    if (System.nanoTime() > until || !window.moveTo(places[i])) break;
                    window.read(records.get(i));
                }
            } catch (IOException | UncheckedIOException e) {
                // An explanation without these fields, or with some of them, is still one; the file may have changed
                // since.
                return records;
            }
            return records;
        }
    }

    /** A stream that ends with its deadline, for parsers that may have to read much before they can look at it. */
    private static final class WatchedStream extends FilterInputStream {
        private final Deadline deadline;

        WatchedStream(InputStream in, Deadline deadline) {
            super(in);
            this.deadline = deadline;
        }

        @Override
        public int read() throws IOException {
            deadline.check();
            return in.read();
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            deadline.check();
            return in.read(into, from, length);
        }
    }
}

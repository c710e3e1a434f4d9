package minos.io.edn;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
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
    /** How long an operation may be in which a file breaks off. */
    private static final int MOST_TORN = 1 << 24;

    private final ByteSource source;
    private final UnaryOperator<InputStream> syntax;
    private final ReadOptions options;
    private final boolean singles;
    private final OpAssembler assembler;

    /** @param syntax makes EDN of the text */
    private EdnReader(ByteSource source, ReadOptions options, UnaryOperator<InputStream> syntax) {
        this.source = source;
        this.syntax = syntax;
        this.options = options;
        singles = OpAssembler.hasSingles(options.model());
        assembler = new OpAssembler(options.model().orElse(null), source.isRepeatable(), null);
    }

    /**
     * Whether a text begins like one: with a map, a collection of maps, a tag or a comment. One that is blank so far may be;
     * any amount of blanks is skipped.
     */
    public static boolean recognises(FileHead head) {
        if (head.isBlank()) return head.isCut();
        return "{[(#;".indexOf(head.firstByte()) >= 0 && !head.isJson() && !JsonAsEdn.recognises(head);
    }

    /** Reads a history; a {@link ReadException} says why it cannot. */
    public static History read(ByteSource source, ReadOptions options) throws IOException {
        return read(source, options, UnaryOperator.identity());
    }

    /** The same, of operations in JSON. */
    public static History readJson(ByteSource source, ReadOptions options) throws IOException {
        return read(source, options, JsonAsEdn::new);
    }

    private static History read(ByteSource source, ReadOptions options, UnaryOperator<InputStream> syntax)
            throws IOException {
        EdnReader reader = new EdnReader(source, options, syntax);
        try {
            try {
                return reader.read();
            } catch (OpAssembler.OutOfOrder e) {
                if (!source.isRepeatable()) throw e;
                reader = new EdnReader(source, options, syntax);
                return reader.readInOrder();
            }
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
        try (InputStream in = new WatchedStream(syntax.apply(source.open()), options.deadline())) {
            EdnPipeline pipeline = new EdnPipeline(in, assembler, options, singles);
            pipeline.run();
            long end = readRest(pipeline);
            return finish(end);
        }
    }

    /** The same for operations that are not in the order of their {@code :index}: all of them are held at once. */
    private History readInOrder() throws IOException {
        OpBuffer all = new OpBuffer();
        try (InputStream in = new WatchedStream(syntax.apply(source.open()), options.deadline())) {
            EdnScanner scanner = new EdnScanner(in, 0, BUFFER);
            OpParser parser = new OpParser(scanner, all, singles);
            while (parser.next()) {}
            parser.end();
            assembler.addInOrder(all);
            return finish(scanner.offset());
        }
    }

    private History finish(long end) {
        History history = assembler.finish(
                new FileOrigin(source, syntax), options.initial().orElse(InitialValues.EXPLICIT));
        if (history.transactions() > 0) return history;
        String others = assembler.leftOut();
        throw new MalformedEdn(
                end,
                assembler.isEmpty()
                        ? "the end of the file"
                        : others.isEmpty()
                                ? "no operation of a client among its operations"
                                : "operations of no workload that is known: " + others,
                "at least one transaction");
    }

    /** Reads what the pipeline left, one operation after another; returns where the text ends. */
    private long readRest(EdnPipeline pipeline) {
        EdnScanner scanner = new EdnScanner(pipeline.rest(), pipeline.offset(), BUFFER);
        OpBuffer operation = new OpBuffer();
        OpParser parser = new OpParser(scanner, operation, singles);
        parser.state(pipeline.state(), pipeline.closer());
        long reported = scanner.offset();
        for (int i = 1; next(parser); i++) {
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

    /** The parser's next operation. One in which the file breaks off is none. */
    private boolean next(OpParser parser) {
        try {
            return parser.next();
        } catch (MalformedEdn e) {
            if (!isTorn(parser)) throw e;
            assembler.torn();
            return false;
        }
    }

    /**
     * Whether the file ends inside the operation that the parser has begun, on the line on which that began, and others came before: what
     * whoever recorded it left behind when it was killed. Without that operation the file is a history: one that completes has then no
     * completion, one that is invoked was never begun.
     */
    private boolean isTorn(OpParser parser) {
        if (parser.state() != OpParser.OPEN || assembler.isEmpty() || !source.isRepeatable()) return false;
        try (InputStream in = syntax.apply(source.open())) {
            in.skipNBytes(parser.place());
            byte[] rest = in.readNBytes(MOST_TORN);
            for (byte b : rest) if (b == '\n') return false;
            if (rest.length == MOST_TORN) return false;
            return !EdnScanner.isWhole(rest);
        } catch (IOException e) {
            return false; // then the first error stands
        }
    }

    /** An EDN file: reads operations again for the fields that the history does not hold. */
    record FileOrigin(ByteSource source, UnaryOperator<InputStream> syntax) implements Origin {
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
            List<Integer> order = new ArrayList<>();
            for (int i = 0; i < places.length; i++) if (places[i] >= 0) order.add(i);
            if (order.isEmpty()) return records;
            order.sort((i, j) -> Long.compare(places[i], places[j]));
            long until = System.nanoTime() + PATIENCE;
            try (RecordWindow window = new RecordWindow(syntax.apply(source.open()))) {
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

package minos.io;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.MalformedHistory;
import minos.history.Model;

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
    static boolean recognises(FileHead head) {
        if (head.isBlank()) return head.isCut();
        return "{[(#;".indexOf(head.firstByte()) >= 0 && !DbcopJsonReader.recognises(head);
    }

    /** Reads a history; a {@link ReadException} says why it cannot. */
    public static History read(ByteSource source, ReadOptions options) throws IOException {
        EdnReader reader = new EdnReader(source, options);
        try {
            return reader.read();
        } catch (EdnError e) {
            throw source.error(e.offset, e.found, e.expected);
        } catch (MalformedHistory e) {
            throw new ReadException(source.name(), source.locate(reader.assembler.place()), e.getMessage());
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private History read() throws IOException {
        options.progress().phase("read", plainSize());
        InitialValues initial = options.initial().orElse(InitialValues.EXPLICIT);
        try (InputStream in = new WatchedStream(source.open(), options.deadline())) {
            EdnPipeline pipeline = new EdnPipeline(in, assembler, options, singles);
            pipeline.run();
            long end = readRest(pipeline);
            History history = assembler.finish(new EdnOrigin(source), initial);
            if (history.transactions() > 0) return history;
            throw new EdnError(
                    end,
                    assembler.isEmpty() ? "the end of the file" : "no transaction among its operations",
                    "at least one transaction");
        }
    }

    /** How many bytes there are to read; 0 if that is not known, as of a compressed file. */
    private long plainSize() throws IOException {
        try (FileChannel file = source.channel()) {
            return file == null ? 0 : file.size();
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
}

package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.generate.Workload;
import minos.history.History;
import minos.history.Statistics;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;
import minos.verify.CertificateFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code minos generate} and {@code minos verify}, from the command line to files and back. */
class GenerateTest {
    @TempDir
    Path folder;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private static String text(ByteArrayOutputStream printed) {
        return printed.toString(StandardCharsets.UTF_8);
    }

    private int run(String... words) {
        out.reset();
        err.reset();
        return Main.run(
                words,
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void anUnknownLevelIsWrongUsage() {
        String levels = " cannot be %s; it is one of read-committed, read-atomic, causal, ";
        assertEquals(64, run("generate", "-l", "foo"));
        assertTrue(text(err).contains("--level" + levels.formatted("foo")), text(err));
        assertEquals(64, run("generate", "-l", "prefix"));
        assertTrue(text(err).contains("--level" + levels.formatted("prefix")), text(err));
    }

    @Test
    void tellsOnATerminalHowFarItHasCome() {
        String file = folder.resolve("h.edn").toString();
        Environment terminal = new Environment(false, true, 200, false, false);
        String[] words = {"--sessions", "10", "--transactions", "50000", "-o", file};
        Run run = Run.of((out, err) -> Generate.run(words, out, err, terminal));
        assertEquals(0, run.status(), run.err());
        assertTrue(run.err().contains(file + ": simulate "), run.err());
        assertTrue(run.err().endsWith("\r\u001b[K"), "nothing of it is left");
        String[] same = {file};
        Run read = Run.of((out, err) -> Stats.run(same, out, err, terminal));
        assertTrue(read.err().contains(file + ": read"), read.err());
    }

    @Test
    void writesWhatItWasAskedFor() throws IOException {
        String file = folder.resolve("h.edn").toString();
        assertEquals(
                0,
                run("generate", "-l", "causal", "--inject", "fractured-read", "--sessions", "3", "-o", file),
                text(err));
        History history = HistoryFiles.read(file, ReadOptions.DEFAULT);
        Verdict verdict = Judge.check(history, List.of(Level.READ_ATOMIC), Options.DEFAULT)
                .get(0);
        assertEquals(AnomalyType.FRACTURED_READ, verdict.anomalies().get(0).type());
        assertEquals(3 * 100 + 4, history.transactions());
    }

    @Test
    void whatIsWrittenIsReadAsWhatItIs() {
        String file = folder.resolve("h.edn").toString();
        for (Workload.Kind kind : Workload.Kind.values()) {
            String model =
                    switch (kind) {
                        case APPEND -> "list-append";
                        case LWT -> "lwt";
                        default -> "rw-register";
                    };
            assertEquals(
                    0, run("generate", "-w", kind.toString(), "--lost", "0.1", "--keys", "5", "-o", file), text(err));
            assertEquals("", text(err));
            for (String read : List.of(model, "auto")) {
                assertEquals(
                        0, run("check", "-l", "sser", "-m", read, file), () -> kind + " as " + read + "\n" + out + err);
            }
        }
    }

    /** Each row of an application is a key, and the whole is a history like any other. */
    @Test
    void applicationsAreWrittenAndRead() {
        String file = folder.resolve("h.edn").toString();
        String again = folder.resolve("again.edn").toString();
        for (String name : List.of("tpcc", "twitter", "rubis")) {
            for (String to : List.of(file, again)) {
                assertEquals(
                        0, run("generate", "-w", name, "--lost", "0.05", "--transactions", "10", "-o", to), text(err));
            }
            assertEquals(content(file), content(again));
            assertTrue(content(file).contains(name.equals("tpcc") ? "[:w [:stock 0 17] " : "[:w [:user 17] "));
            assertEquals(0, run("check", "-l", "sser", file), () -> name + "\n" + out + err);
        }
        assertEquals(64, run("generate", "-w", "tpcc", "--keys", "5"));
        assertTrue(text(err).contains("--keys cannot be used with the workload tpcc"), text(err));
        assertEquals(64, run("generate", "-w", "mini", "--scale", "5"));
        assertTrue(text(err).contains("--scale cannot be used with the workload mini"), text(err));
    }

    private static String content(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** PolySI's sizes, and what is asked for instead. */
    @Test
    void presetsHaveTheirSizes() throws IOException {
        String file = folder.resolve("h.edn").toString();
        assertEquals(0, run("generate", "-w", "general-rh", "-o", file), text(err));
        Statistics whole = Statistics.of(HistoryFiles.read(file, ReadOptions.DEFAULT));
        assertEquals(25 * 400, whole.size().transactions());
        assertEquals(25 * 400 * 8, whole.size().operations());
        assertEquals(0.95, whole.reads() / 80_000.0, 0.01);
        assertEquals(
                0, run("generate", "-w", "general-wh", "--transactions", "10", "--keys", "7", "-o", file), text(err));
        Statistics part = Statistics.of(HistoryFiles.read(file, ReadOptions.DEFAULT));
        assertEquals(250, part.size().transactions());
        assertEquals(7, part.size().keys());
    }

    @Test
    void valuesRepeatAndRegistersAreDeleted() throws IOException {
        String file = folder.resolve("h.edn").toString();
        for (String kind : List.of("general", "mini", "lwt")) {
            assertEquals(
                    0,
                    run(
                            "generate",
                            "-w",
                            kind,
                            "--values",
                            "3",
                            "--value-distribution",
                            "zipfian",
                            "--deletes",
                            "0.2",
                            "--keys",
                            "5",
                            "-o",
                            file),
                    text(err));
            assertTrue(Files.readString(Path.of(file)).contains(kind.equals("lwt") ? " [2 nil]" : "[:w 2 nil]"), kind);
            assertEquals(0, run("check", "-l", "sser", file), () -> kind + "\n" + out + err);
            assertEquals(0, run("stats", file), () -> kind + "\n" + out + err);
        }
    }

    @Test
    void theSameSeedWritesTheSameBytes() {
        assertEquals(0, run("generate", "-w", "append", "--seed", "5"));
        String first = text(out);
        assertEquals(0, run("generate", "-w", "append", "--seed", "5"));
        assertEquals(first, text(out));
        assertTrue(first.startsWith("{:"), first.substring(0, 50));
    }

    @Test
    void saysWhatItCannotDo() {
        assertEquals(64, run("generate", "--reads", "2"));
        assertEquals("minos: --reads needs a number from 0 to 1, not 2\nTry 'minos generate --help'.\n", text(err));
        assertEquals(64, run("generate", "--value-distribution", "zipfian"));
        assertEquals(
                "minos: --value-distribution says nothing without --values\nTry 'minos generate --help'.\n", text(err));
        assertEquals(64, run("generate", "-w", "append", "--deletes", "0.1"));
        assertEquals(
                "minos: --deletes cannot be used with the workload append: lists are not deleted\n"
                        + "Try 'minos generate --help'.\n",
                text(err));
        assertEquals(64, run("generate", "--inject", "lost-updat"));
        assertEquals(
                "minos: --inject cannot be lost-updat; did you mean lost-update?\nTry 'minos generate --help'.\n",
                text(err));
        assertEquals(64, run("generate", "-l", "prefix"));
        assertEquals(64, run("generate", "-w", "append", "--inject", "causality-violation-cm"));
    }

    @Test
    void certificatesAreAcceptedOrRefused() throws IOException {
        String file = folder.resolve("h.edn").toString();
        run("generate", "-l", "causal", "-o", file);
        History history = HistoryFiles.read(file, ReadOptions.DEFAULT);
        Options options = Options.DEFAULT.withCertificate(true).withThreads(1);
        StringWriter certificate = new StringWriter();
        CertificateFile.write(
                Judge.check(history, List.of(Level.CAUSAL), options)
                        .get(0)
                        .certificate()
                        .orElseThrow(),
                certificate);
        Path proof = folder.resolve("proof.txt");
        Files.writeString(proof, certificate.toString());
        assertEquals(0, run("verify", file, proof.toString()), text(err));
        assertEquals(file + " satisfies causal (order: session): the certificate proves it\n", text(out));
        Files.writeString(proof, certificate.toString().replaceFirst("\n\\d+\n", "\n"));
        assertEquals(1, run("verify", file, proof.toString()));
        assertTrue(text(out).startsWith(proof + " does not prove causal (order: session): T"), text(out));
        Files.writeString(proof, "nonsense");
        assertEquals(3, run("verify", file, proof.toString()));
        assertEquals("minos: " + proof + ": no certificate: line 1: expected \"minos-certificate 1\"\n", text(err));
        assertEquals(64, run("verify", file));
    }
}

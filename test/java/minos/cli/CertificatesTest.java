package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import minos.model.Level;
import minos.model.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code check --certificate} writes, {@code verify} accepts: at every level, in every order, of every workload. */
class CertificatesTest {
    private static final int SEEDS = 3;

    @TempDir
    Path folder;

    @Test
    void areAcceptedForGeneratedHistories() throws IOException {
        int accepted = 0;
        for (String workload : List.of("general", "mini", "append", "lwt")) {
            for (String level : List.of("causal", "sser")) {
                for (int seed = 0; seed < SEEDS; seed++)
                    accepted += acceptedOf(generated(workload, level, "0.2", seed));
            }
        }
        assertTrue(accepted > 500, accepted + " certificates were accepted");
    }

    /** An empty certificate proves that nothing is wrong with nothing. */
    @Test
    void areAcceptedWhereNothingCommitted() throws IOException {
        String aborted = folder.resolve("aborted.edn").toString();
        Files.writeString(
                Path.of(aborted),
                """
                {:index 0, :type :invoke, :process 0, :f :txn, :value [[:w :x 1]]}
                {:index 1, :type :fail, :process 0, :f :txn, :value [[:w :x 1]]}
                """);
        int everyLevelAndOrder = acceptedOf(aborted);
        assertTrue(everyLevelAndOrder > 25, everyLevelAndOrder + " certificates were accepted");
        for (String workload : List.of("general", "append", "lwt")) {
            assertTrue(acceptedOf(generated(workload, "sser", "1", 1)) >= everyLevelAndOrder);
        }
    }

    private String generated(String workload, String level, String lost, int seed) {
        String file = folder.resolve(String.join("-", workload, level, lost, "" + seed) + ".edn")
                .toString();
        String[] words = {
            "generate",
            "-w",
            workload,
            "-l",
            level,
            "--lost",
            lost,
            "--seed",
            "" + seed,
            "-o",
            file,
            "--sessions",
            "3",
            "--transactions",
            "3",
            "--operations",
            "3",
            "--keys",
            "2"
        };
        assertEquals(0, Run.of(words).status());
        return file;
    }

    /** How many certificates of a history are accepted; fails if one is not. */
    private int acceptedOf(String history) throws IOException {
        int accepted = 0;
        Path proof = folder.resolve("proof");
        for (Level level : Level.values()) {
            for (Order order : Order.values()) {
                Files.deleteIfExists(proof);
                Run.of(
                        "check",
                        "-q",
                        "-l",
                        level.text(),
                        "--order",
                        order.text(),
                        "--certificate",
                        "" + proof,
                        history);
                if (!Files.exists(proof)) continue;
                Run verified = Run.of("verify", history, proof.toString());
                assertEquals(
                        0, verified.status(), verified.out() + verified.err() + Files.readString(Path.of(history)));
                accepted++;
            }
        }
        return accepted;
    }
}

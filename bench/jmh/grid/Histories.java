package grid;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import minos.history.History;
import minos.infer.Options;
import minos.infer.Relations;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;

/** What the kernels work on: generated histories of one size, so that times can be told for one operation. */
public enum Histories {
    /** The grid's base point; holds at causal consistency. */
    GENERAL(Workload.BASE),
    /** The same, one session after another. */
    BY_SESSION(Workload.BASE.with(w -> w.bySession = true)),
    /** Mini-transactions, serializable; as Plume text and as EDN. */
    MINI(Workload.MINI),
    REGISTERS(Workload.MINI.with(w -> w.format = Workload.Format.REGISTERS)),
    /** List-append in EDN, strict-serializable. */
    LISTS(Workload.LISTS);

    public static final int OPERATIONS = 200_000;
    /** One thread, so that times are those of the work itself. */
    public static final Options OPTIONS = Options.DEFAULT.withThreads(1);

    public static final ReadOptions READ_OPTIONS = ReadOptions.DEFAULT.withThreads(1);

    private static final Path FOLDER = Path.of("target", "bench");

    private final Workload workload;

    Histories(Workload workload) {
        this.workload = workload.with(w -> w.operations = OPERATIONS);
    }

    public Path file() {
        try {
            return Simulation.file(workload, Files.createDirectories(FOLDER));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public History read() {
        try {
            return HistoryFiles.read(file().toString(), READ_OPTIONS);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Relations relations() {
        return Relations.of(read(), OPTIONS);
    }
}

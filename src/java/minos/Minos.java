package minos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import minos.history.History;
import minos.history.Model;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.model.Certificate;
import minos.model.Level;
import minos.verify.Refused;
import minos.verify.Verifier;

/**
 * The way in: is a history possible under an isolation level?
 * <pre>
 * Judgement judgement = Minos.ask(Level.SNAPSHOT_ISOLATION).timeout(Duration.ofSeconds(60)).judge(Path.of("history.edn"));
 * System.out.print(judgement.explain());
 * </pre>
 * Sound and complete: {@code TRUE} means that a commit order exists, {@code FALSE} that none does. {@code UNKNOWN} always says
 * why: a limit was reached, the history tests nothing, or it does not record what the level speaks of.
 */
public final class Minos {
    private Minos() {}

    /**
     * Reads a history: a file, plain or compressed by gzip, or the folder of a Jepsen test or of Cobra's logs.
     *
     * @param file in any format that Minos reads
     * @return the history
     * @throws IOException if there is no history in it; the message says where and why
     */
    public static History read(Path file) throws IOException {
        return HistoryFiles.read(file, ReadOptions.DEFAULT);
    }

    /**
     * Reads a history from a stream, plain or compressed by gzip.
     *
     * @param in   in any format that Minos reads; it stays open
     * @param name what messages call it
     * @return the history
     * @throws IOException if there is no history in it; the message says where and why
     */
    public static History read(InputStream in, String name) throws IOException {
        return HistoryFiles.read(in, name, ReadOptions.DEFAULT);
    }

    /**
     * Asks which levels a history satisfies.
     *
     * @param levels what must hold; if none is named, the question describes: it asks for every level that a history can be
     *               asked for
     * @return a question, to be refined and put to histories
     */
    public static Question ask(Level... levels) {
        return Question.of(List.of(levels));
    }

    /**
     * Begins to record a history in memory.
     *
     * @param model what the keys hold
     * @return an empty recording
     */
    public static Recording record(Model model) {
        return new Recording(model);
    }

    /**
     * Checks that a certificate proves its level for a history. Shares no code with the judges, which makes the certificates.
     *
     * @param history     what was judged
     * @param certificate a proof that it satisfies a level
     * @return why the certificate proves nothing; empty if it does prove its level
     */
    public static Optional<String> verify(History history, Certificate certificate) {
        try {
            Verifier.verify(history, certificate);
            return Optional.empty();
        } catch (Refused e) {
            return Optional.of(e.getMessage());
        }
    }

    /**
     * The version of Minos.
     *
     * @return as Maven knows it; {@code (not packaged)} where Minos was not built into a jar
     */
    public static String version() {
        String version = Minos.class.getPackage().getImplementationVersion();
        return version == null ? "(not packaged)" : version;
    }
}

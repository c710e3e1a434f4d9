package minos.cli;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import minos.Minos;
import minos.history.History;
import minos.model.Certificate;
import minos.model.Requirement;
import minos.render.Printable;
import minos.verify.CertificateFile;

/** {@code minos verify}: checks that a certificate proves its level for a history. */
final class Verify {
    private static final List<Option> OPTIONS = List.of(
            InputOptions.FORMAT,
            InputOptions.UNMARKED,
            InputOptions.TIMEOUT,
            InputOptions.MAX_MEMORY,
            InputOptions.MAX_RATIO,
            Option.HELP);

    private Verify() {}

    static int run(String[] words, PrintStream out, PrintStream err, Environment environment) {
        Args args = Args.parse(words, OPTIONS);
        if (args.has(Option.HELP)) {
            out.print(help());
            return Main.OK;
        }
        if (args.operands().size() != 2) throw new UsageException("verify takes a history and a certificate");
        String file = args.operands().get(0);
        String proof = args.operands().get(1);
        return InputOptions.use(
                args, file, err, environment.progress(err), history -> verify(history, file, proof, out, err));
    }

    private static int verify(History history, String file, String proof, PrintStream out, PrintStream err) {
        Certificate certificate;
        try (var reader = Files.newBufferedReader(Path.of(proof))) {
            certificate = CertificateFile.read(reader);
        } catch (IOException | InvalidPathException e) {
            err.println("minos: " + Printable.whole(proof) + ": no certificate: " + Failure.cause(e));
            return Main.UNREADABLE;
        }
        Requirement claim = new Requirement(certificate.level(), certificate.order());
        Optional<String> refusal = Minos.verify(history, certificate);
        out.println(
                refusal.isEmpty()
                        ? Printable.whole(file) + " satisfies " + claim + ": the certificate proves it"
                        : Printable.whole(proof) + " does not prove " + claim + ": " + Printable.whole(refusal.get()));
        return refusal.isEmpty() ? Main.OK : Main.VIOLATED;
    }

    private static String help() {
        return """
                Usage: minos verify HISTORY CERTIFICATE

                Checks that a certificate, which 'minos check --certificate' wrote, proves its
                level for the history. The verifier shares no code with the judges: it needs
                only the commit order, and the definition of the level.

                Options:
                %s
                Example:
                  minos check -l causal --certificate proof.txt history.edn &&
                      minos verify history.edn proof.txt

                Exit status:
                %s"""
                .formatted(
                        Option.help(OPTIONS),
                        Main.statuses(
                                "0 the certificate proves its level",
                                "1 it does not",
                                "2 time or memory did not suffice",
                                "3 the history or the certificate could not be read"));
    }
}

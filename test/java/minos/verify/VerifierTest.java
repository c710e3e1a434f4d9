package minos.verify;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import minos.Histories;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.reference.Draft;
import minos.reference.Reference;
import minos.reference.Trials;
import org.junit.jupiter.api.Test;

/** The verifier accepts the engine's certificates, and no order at all where the level does not hold. */
class VerifierTest {
    private static final int HISTORIES = 2_000;
    private static final int ORDERS = 10;

    @Test
    void acceptsWhatTheEngineProves() {
        Trials.run(HISTORIES, VerifierTest::certificatesOf);
    }

    private static String certificatesOf(Draft draft) {
        return draft.orders().stream()
                .map(order -> certificatesOf(draft.build(), order))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
    }

    /** What is wrong with the engine's certificates once they have been written and read; null if nothing is. */
    private static String certificatesOf(History history, Order order) {
        for (Verdict verdict : Judge.check(history, Reference.askable(history, order), certifying(order))) {
            if (verdict.answer() != Answer.TRUE || verdict.level() == Level.CUT_ISOLATION) continue;
            String form = verdict.level() + " in form " + order;
            if (verdict.certificate().isEmpty()) return form + " has no certificate";
            String refused = refusal(history, verdict.certificate().get());
            if (refused != null) return form + ": " + refused;
            String refusedInFile =
                    refusal(history, written(verdict.certificate().get()));
            if (refusedInFile != null) return form + ", from a file: " + refusedInFile;
        }
        return null;
    }

    private static Certificate written(Certificate certificate) {
        StringWriter text = new StringWriter();
        CertificateFile.write(certificate, text);
        try {
            return CertificateFile.read(new StringReader(text.toString()));
        } catch (IOException e) {
            throw new AssertionError("Minos cannot read its own certificate:\n" + text, e);
        }
    }

    /** A certificate is empty if nothing took effect: there were no transactions, or all of them aborted or were lost. */
    @Test
    void acceptsEmptyCertificates() {
        for (Order order : List.of(Order.SESSION, Order.NONE)) assertNull(certificatesOf(Histories.of(), order));
        Trials.run(HISTORIES / 10, draft -> {
            for (String status : List.of("!", "?")) {
                History nothing = Histories.of(Histories.show(draft.build()).stream()
                        .map(line -> line.replaceFirst("[:!?]", status))
                        .filter(line -> !(status.equals("!") && line.matches(".*@\\d+-(?: .*)?")))
                        .toArray(String[]::new));
                for (Order order : draft.orders()) {
                    if (order.isTimed() && !nothing.hasRealTime()) continue;
                    String complaint = certificatesOf(nothing, order);
                    if (complaint != null) return "nothing committed: " + complaint;
                }
            }
            return null;
        });
    }

    @Test
    void refusesEveryOrderWhereTheLevelDoesNotHold() {
        Random random = new Random(5);
        Trials.run(HISTORIES, draft -> randomOrders(draft, random));
    }

    private static String randomOrders(Draft draft, Random random) {
        History history = draft.build();
        for (Order order : draft.orders()) {
            for (Level level : Level.values()) {
                if (level == Level.CUT_ISOLATION || level == Level.LINEARIZABLE) continue;
                if (level.needsRealTime() && !history.hasRealTime()) continue;
                if (Reference.holds(history, level, order) != Answer.FALSE) continue;
                for (int i = 0; i < ORDERS; i++) {
                    Certificate certificate = random(history, level, order, random);
                    if (refusal(history, certificate) == null)
                        return level + " in form " + order + " is proved by a random order";
                }
            }
        }
        return null;
    }

    /** A random order of all that may have committed, with random snapshots. */
    private static Certificate random(History history, Level level, Order order, Random random) {
        int[] all = new int[history.transactions()];
        int count = 0;
        for (int t = 0; t < all.length; t++) {
            boolean maybe = history.status(t) == Status.INDETERMINATE && random.nextBoolean();
            if (history.status(t) == Status.COMMITTED || maybe) all[count++] = t;
        }
        int[] commits = Arrays.copyOf(all, count);
        for (int i = count - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            int swapped = commits[i];
            commits[i] = commits[j];
            commits[j] = swapped;
        }
        boolean snapshots = level == Level.PREFIX || level == Level.SNAPSHOT_ISOLATION;
        int[] snapshot = snapshots ? new int[count] : null;
        for (int i = 0; snapshots && i < count; i++) snapshot[i] = random.nextInt(i + 1);
        return new Certificate(level, order, commits, Optional.ofNullable(snapshot));
    }

    @Test
    void writesAndReadsCertificates() throws IOException {
        Certificate certificate = new Certificate(
                Level.SNAPSHOT_ISOLATION, Order.NONE, new int[] {3, 0, 1}, Optional.of(new int[] {0, 1, 1}));
        StringWriter text = new StringWriter();
        CertificateFile.write(certificate, text);
        Certificate read = CertificateFile.read(new StringReader(text.toString()));
        assertEquals(certificate.level(), read.level());
        assertEquals(certificate.order(), read.order());
        assertArrayEquals(certificate.commits(), read.commits());
        assertArrayEquals(
                certificate.snapshots().orElseThrow(), read.snapshots().orElseThrow());
    }

    @Test
    void namesTheLineOfABadCertificate() {
        String head = "minos-certificate 1\nlevel causal\norder session\n";
        assertEquals("line 5: expected a transaction's number, found \"x\"", complaint(head + "0\nx\n"));
        assertEquals("line 2: no such level", complaint("minos-certificate 1\nlevel best\norder session\n"));
        assertEquals("line 1: expected \"minos-certificate 1\"", complaint("{:type :ok}"));
        assertEquals("line 5: expected as many numbers as above", complaint(head + "0\n1 2\n"));
        assertNull(complaint(head + "0\n1\n"));
    }

    private static String complaint(String text) {
        try {
            CertificateFile.read(new StringReader(text));
            return null;
        } catch (IOException e) {
            return e.getMessage();
        }
    }

    @Test
    void missingTransactionsAreRefused() {
        History history = Histories.of("0: w(x,1)", "1: r(x,1)");
        Refused refused = assertThrows(
                Refused.class,
                () -> Verifier.verify(
                        history, new Certificate(Level.CAUSAL, Order.SESSION, new int[] {0}, Optional.empty())));
        assertEquals("T1 committed, but is missing", refused.getMessage());
    }

    private static String refusal(History history, Certificate certificate) {
        try {
            Verifier.verify(history, certificate);
            return null;
        } catch (Refused e) {
            return e.getMessage();
        }
    }

    private static Options certifying(Order order) {
        return Options.DEFAULT.with(order).withCertificate(true).withThreads(1);
    }
}

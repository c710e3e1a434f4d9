package minos.verify;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Reader;
import java.io.Writer;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;
import minos.util.IntList;

/**
 * Certificates as text:
 * <pre>
 * minos-certificate 1
 * level snapshot-isolation
 * order session
 * source 1.2 3.0
 * 3 0
 * 1 1
 * </pre>
 * After the head, one line for each read that could have several sources: T1's operation 2, counted from 0, is from T3's operation
 * 0; or from {@code initial}. The element at place 4 of a list is {@code 1.2@4}. Then one line for each transaction in commit
 * order: its number in the history (T3 is 3) and, where the level speaks of snapshots, how many of the lines above its snapshot
 * contains.
 */
public final class CertificateFile {
    private static final String HEAD = "minos-certificate 1";

    private static final Pattern SOURCE =
            Pattern.compile("source (\\d+)\\.(\\d+)(?:@(\\d+))? (?:(\\d+)\\.(\\d+)|initial)");

    private CertificateFile() {}

    /**
     * Writes a certificate, and flushes; does not close.
     *
     * @param certificate what to write
     * @param to          where to
     */
    public static void write(Certificate certificate, Writer to) {
        PrintWriter out = new PrintWriter(to);
        out.println(HEAD);
        out.println("level " + certificate.level());
        out.println("order " + certificate.order());
        for (Certificate.Source source : certificate.sources()) {
            out.print("source " + source.reader() + "." + source.read());
            if (source.place() > 0) out.print("@" + source.place());
            out.println(
                    source.writer().isEmpty()
                            ? " initial"
                            : " " + source.writer().getAsInt() + "." + source.write());
        }
        for (int i = 0; i < certificate.commits().length; i++) {
            out.print(certificate.commits()[i]);
            if (certificate.snapshots().isPresent())
                out.print(" " + certificate.snapshots().get()[i]);
            out.println();
        }
        out.flush();
    }

    /**
     * {@return the certificate that a text is} Whether it proves anything, a {@link Verifier} says.
     *
     * @param from where to read the text; not closed
     * @throws IOException if it cannot be read, or is no certificate; the message names the line
     */
    public static Certificate read(Reader from) throws IOException {
        BufferedReader in = new BufferedReader(from);
        if (!HEAD.equals(in.readLine())) throw new IOException("line 1: expected \"" + HEAD + "\"");
        Level level = Level.named(field(in, 2, "level")).orElseThrow(() -> new IOException("line 2: no such level"));
        Order order = Order.named(field(in, 3, "order")).orElseThrow(() -> new IOException("line 3: no such order"));
        IntList commits = new IntList();
        IntList snapshots = new IntList();
        List<Certificate.Source> sources = new ArrayList<>();
        int number = 4;
        for (String line; (line = in.readLine()) != null; number++) {
            if (line.startsWith("source ") && commits.isEmpty()) {
                sources.add(source(line, number));
                continue;
            }
            String[] parts = line.trim().split(" +");
            try {
                commits.add(Integer.parseInt(parts[0]));
                if (parts.length == 2) snapshots.add(Integer.parseInt(parts[1]));
            } catch (NumberFormatException e) {
                throw new IOException("line " + number + ": expected a transaction's number, found \"" + line + "\"");
            }
            boolean same = snapshots.isEmpty() || snapshots.size() == commits.size();
            if (parts.length > 2 || !same)
                throw new IOException("line " + number + ": expected as many numbers as above");
        }
        // Where nothing committed, there is no line to show whether there are snapshots.
        boolean none = commits.isEmpty() ? !Verifier.hasSnapshots(level) : snapshots.isEmpty();
        return new Certificate(
                level, order, commits.toArray(), none ? Optional.empty() : Optional.of(snapshots.toArray()), sources);
    }

    private static Certificate.Source source(String line, int number) throws IOException {
        Matcher parts = SOURCE.matcher(line.trim());
        try {
            if (parts.matches()) {
                boolean initial = parts.group(4) == null;
                return new Certificate.Source(
                        Integer.parseInt(parts.group(1)),
                        Integer.parseInt(parts.group(2)),
                        parts.group(3) == null ? 0 : Integer.parseInt(parts.group(3)),
                        initial ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(parts.group(4))),
                        initial ? 0 : Integer.parseInt(parts.group(5)));
            }
        } catch (NumberFormatException e) {
            // told below
        }
        throw new IOException("line " + number + ": expected a read and its source, as in \"source 1.2 3.0\"");
    }

    private static String field(BufferedReader in, int number, String name) throws IOException {
        String line = in.readLine();
        if (line == null || !line.startsWith(name + " "))
            throw new IOException("line " + number + ": expected \"" + name + " …\"");
        return line.substring(name.length() + 1).trim();
    }
}

package minos.io.plume;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.SplittableRandom;
import minos.Histories;
import minos.history.History;
import minos.io.ReadOptions;
import minos.io.WriteException;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;

class PlumeWriterTest {
    @Test
    void writesOneOperationALine() throws IOException {
        History history = Histories.of("3: w(7,1) r(8,nil)", "4! w(7,2)", "3: r(7,1)");
        assertWritten(history, "w(7,1,3,0)\nr(8,0,3,0)\nw(7,2,4,-1)\nr(7,1,3,1)\n");
    }

    @Test
    void whatIsNoNumberIsNumbered() throws IOException {
        History history = Histories.of("a: w(x,one) r(y,nil)", "b: r(x,one) w(y,-1)");
        assertWritten(
                history,
                "w(0,1,0,0)\nr(1,0,0,0)\nr(0,1,1,1)\nw(1,2,1,1)\n",
                "sessions are numbered anew: not all of their names are unsigned integers",
                "keys are numbered anew: not all of them are unsigned integers",
                "values are numbered anew: not all of them are unsigned integers");
    }

    @Test
    void aZeroIsNotTakenForTheInitialValue() throws IOException {
        String note = "values are numbered anew: a 0 would be taken for the initial value";
        assertWritten(Histories.of("0: w(1,0)", "1: r(1,nil)"), "w(1,1,0,0)\nr(1,0,1,1)\n", note);
        assertWritten(Histories.of("0: w(1,0)", "1: r(1,0)"), "w(1,0,0,0)\nr(1,0,1,1)\n");
        assertWritten(Histories.of("0: w(1,0)", "1: r(2,nil)"), "w(1,0,0,0)\nr(2,0,1,1)\n");
        assertWritten(Histories.of("0: r(1,0)"), "r(1,1,0,0)\n", note);
    }

    @Test
    void indeterminateTransactionsAreCommittedIfReadFrom() throws IOException {
        History history =
                Histories.of("0? w(1,1) r(2,?)", "1? w(2,1) r(1,1)", "2? w(3,1) r(2,?)", "3? r(3,?)", "4: r(2,1)");
        assertWritten(
                history,
                "w(1,1,0,0)\nw(2,1,1,1)\nr(1,1,1,1)\nw(3,1,2,-1)\nr(2,1,4,2)\n",
                "of 4 indeterminate transactions, 2 are committed, as they were read from, and 2 aborted",
                "3 reads of unknown values are left out",
                "1 transactions without operations are left out");
    }

    @Test
    void realTimeIsLeftOut() throws IOException {
        assertWritten(Histories.of("0: w(1,1) @0-1"), "w(1,1,0,0)\n", "real time is left out");
    }

    @Test
    void listsAreRefused() {
        WriteException e =
                assertThrows(WriteException.class, () -> PlumeWriter.write(Histories.of("0: append(x,1)"), System.err));
        assertEquals("Plume text cannot hold a list-append history: it knows registers only", e.getMessage());
    }

    /** Random text, written in the order of the history, comes back as it was. */
    @Test
    void whatIsReadIsWrittenAsItWas() throws IOException {
        for (int seed = 0; seed < 300; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            String text = text(random);
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            List<String> notes = PlumeWriter.write(read(text), out);
            assertEquals(text, out.toString(ISO_8859_1), "seed " + seed);
            assertEquals(List.of(), notes, "seed " + seed);
        }
    }

    private static String text(SplittableRandom random) {
        StringBuilder text = new StringBuilder();
        int transactions = random.nextInt(1, 40);
        boolean[] aborted = new boolean[6];
        for (int t = 0, id = 0; t < transactions; t++) {
            int session = random.nextInt(6);
            boolean abort = !aborted[session] && random.nextInt(5) == 0; // one for each session
            aborted[session] |= abort;
            for (int op = random.nextInt(1, 6); op > 0; op--) {
                text.append(random.nextBoolean() ? "w(" : "r(")
                        .append(number(random))
                        .append(',')
                        .append(number(random))
                        .append(',')
                        .append(session)
                        .append(',')
                        .append(abort ? -1 : id)
                        .append(")\n");
            }
            if (!abort) id++;
        }
        return text.toString();
    }

    /** Few enough that they meet, at both ends of the range. */
    private static String number(SplittableRandom random) {
        return switch (random.nextInt(4)) {
            case 0 -> Long.toUnsignedString(-1 - random.nextLong(3));
            case 1 -> Long.toUnsignedString(Long.MIN_VALUE + random.nextLong(3));
            default -> Long.toUnsignedString(random.nextLong(4));
        };
    }

    private static History read(String text) throws IOException {
        ByteSource source = ByteSource.stream("-", new ByteArrayInputStream(text.getBytes(ISO_8859_1)));
        return PlumeReader.read(source, ReadOptions.DEFAULT);
    }

    private static void assertWritten(History history, String text, String... notes) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertEquals(List.of(notes), PlumeWriter.write(history, out));
        assertEquals(text, out.toString(ISO_8859_1));
    }
}

package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;

class ArgsTest {
    private static final Option LEVEL = Option.value('l', "level", "NAME", "");
    private static final Option FORMAT = Option.value('f', "format", "NAME", "");
    private static final Option ALL = Option.flag("all", "");
    private static final Option COUNT = Option.value("count", "N", "");

    private static Args parse(String... words) {
        return Args.parse(words, List.of(LEVEL, FORMAT, ALL, COUNT));
    }

    private static String refusal(String... words) {
        return assertThrows(UsageException.class, () -> parse(words)).getMessage();
    }

    @Test
    void optionsAndOperandsMayMix() {
        Args args = parse("a.edn", "--level", "rc", "-l", "ra", "-ltcc", "--level=si", "b.edn", "--all");
        assertEquals(List.of("rc", "ra", "tcc", "si"), args.all(LEVEL));
        assertEquals(List.of("a.edn", "b.edn"), args.operands());
        assertTrue(args.has(ALL));
        assertFalse(args.has(FORMAT));
    }

    @Test
    void theLastOfAnOptionCounts() {
        assertEquals("plume", parse("-f", "edn", "--format=plume").get(FORMAT, null));
        assertNull(parse().get(FORMAT, null));
    }

    @Test
    void afterTwoDashesEverythingIsAnOperand() {
        Args args = parse("-", "--", "--all", "-l", "--");
        assertEquals(List.of("-", "--all", "-l", "--"), args.operands());
        assertFalse(args.has(ALL));
    }

    @Test
    void aValueMayLookLikeAnythingAndBeEmpty() {
        assertEquals("--all", parse("--level", "--all").get(LEVEL, null));
        assertEquals("", parse("--level=").get(LEVEL, null));
        assertEquals("a=b", parse("--level=a=b").get(LEVEL, null));
    }

    @Test
    void helpIsAlwaysKnown() {
        assertTrue(parse("-h").has(Option.HELP));
        assertTrue(parse("x", "--help").has(Option.HELP));
    }

    @Test
    void mistakesAreNamedWithWhatWasMeant() {
        assertEquals("unknown option --formt; did you mean --format?", refusal("--formt", "edn"));
        assertEquals("unknown option --levle; did you mean --level?", refusal("--levle=rc"));
        assertEquals("unknown option --frobnicate", refusal("--frobnicate"));
        assertEquals("unknown option -x", refusal("-x"));
        assertEquals("--level needs a value: --level NAME", refusal("--level"));
        assertEquals("-l needs a value: -l NAME", refusal("-l"));
        assertEquals("--all takes no value, but was given yes", refusal("--all=yes"));
    }

    @Test
    void oneOfAFewWords() {
        List<String> words = List.of("auto", "edn", "plume");
        assertEquals("auto", parse().oneOf(FORMAT, "auto", words));
        assertEquals("edn", parse("-f", "edn").oneOf(FORMAT, "auto", words));
        assertEquals(
                "--format cannot be plum; did you mean plume?",
                assertThrows(UsageException.class, () -> parse("-f", "plum").oneOf(FORMAT, "auto", words))
                        .getMessage());
        assertEquals(
                "--format cannot be xml; it is one of auto, edn, plume",
                assertThrows(UsageException.class, () -> parse("-f", "xml").oneOf(FORMAT, "auto", words))
                        .getMessage());
    }

    @Test
    void numbers() {
        assertEquals(7, parse().number(COUNT, 7, 1));
        assertEquals(3, parse("--count", "3").number(COUNT, 7, 1));
        for (String wrong : List.of("0", "-1", "1.5", "", "x", "99999999999")) {
            assertEquals(
                    "--count needs a whole number from 1 up, not " + wrong,
                    assertThrows(UsageException.class, () -> parse("--count=" + wrong)
                                    .number(COUNT, 7, 1))
                            .getMessage());
        }
    }
}

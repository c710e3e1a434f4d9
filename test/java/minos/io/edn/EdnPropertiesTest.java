package minos.io.edn;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.fail;

import clojure.lang.Util;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import minos.Histories;
import minos.history.History;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import org.junit.jupiter.api.Test;

/** The reader against Clojure's own, on random text. */
class EdnPropertiesTest {
    private static final int BUFFER = 16; // small, so that forms go over its end

    private static String printed(String text) {
        return new EdnText(new EdnScanner(new ByteArrayInputStream(text.getBytes(UTF_8)), 0, BUFFER)).print("a form");
    }

    @Test
    void formsPrintAsClojureSeesThem() {
        for (int seed = 0; seed < 5000; seed++) {
            String text = new EdnForms(new Random(seed)).form(4) + " ";
            assertEquals(ClojureEdn.print(ClojureEdn.read(text)), printed(text), "seed " + seed + ": " + text);
        }
    }

    @Test
    void textIsEqualExactlyWhenValuesAre() {
        EdnForms forms = new EdnForms(new Random(1));
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < 300; i++) texts.add(forms.form(1) + " ");
        List<Object> values = texts.stream().map(ClojureEdn::read).toList();
        List<String> printed = texts.stream().map(EdnPropertiesTest::printed).toList();
        for (int i = 0; i < texts.size(); i++) {
            for (int j = 0; j < i; j++) {
                boolean equal = Util.equiv(values.get(i), values.get(j));
                if (equal == printed.get(i).equals(printed.get(j))) continue;
                fail(equal + ": " + texts.get(i) + "= " + texts.get(j));
            }
        }
    }

    @Test
    void anythingIsSkippedInOnePiece() {
        for (int seed = 0; seed < 3000; seed++) {
            EdnForms forms = new EdnForms(new Random(seed));
            String text = forms.blank() + forms.form(5) + " :next";
            EdnScanner scanner = new EdnScanner(new ByteArrayInputStream(text.getBytes(UTF_8)), 0, BUFFER);
            scanner.skip("a form");
            assertEquals(":next", new EdnText(scanner).print("a form"), "seed " + seed + ": " + text);
        }
    }

    @Test
    void tokensThatClojureRefuses() {
        for (String text : List.of(
                "1a",
                "08",
                "1/0",
                "40r1",
                "2r2",
                "1.2.3",
                "::a",
                ":",
                "a:",
                "a/",
                "/a",
                "a::b",
                "a:/b",
                "\\ab",
                "\\ud800",
                "\\o777",
                "\"\\x\"",
                "\"\\u12\"",
                "#{1 1}",
                "#{1 1N}",
                "{1 2 3}",
                "{[] 1 () 2}",
                "[1",
                "(]",
                "#",
                "#<x>",
                "##x",
                "@a",
                "a@b",
                "`",
                "#:a[1]",
                "#\"x\"",
                "{#a}",
                ")")) {
            assertThrows(RuntimeException.class, () -> ClojureEdn.print(ClojureEdn.read(text + " ")), text);
            assertThrows(MalformedEdn.class, () -> printed(text + " "), text);
        }
    }

    @Test
    void historiesAreWhatClojureReads() throws IOException {
        for (int seed = 0; seed < 400; seed++) {
            String text = new EdnRuns(new Random(seed)).text();
            List<String> expected = EdnRuns.expected(ClojureEdn.readAll(text));
            for (int threads = 1; threads <= 2; threads++) {
                ByteSource source = ByteSource.stream("h.edn", new ByteArrayInputStream(text.getBytes(UTF_8)));
                History history = EdnReader.read(source, ReadOptions.DEFAULT.withThreads(threads));
                assertEquals(expected, Histories.show(history), "seed " + seed + ":\n" + text);
            }
        }
    }
}

package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report in a real browser. With {@code -Dminos.screenshots=write} the pictures in doc/images are taken anew:
 * {@code mvn test -Pslow -Dtest=ReportBrowserTest -Dminos.screenshots=write}.
 */
@Tag("slow")
class ReportBrowserTest {
    private static final Path IMAGES = Path.of("doc", "images");

    @TempDir
    Path folder;

    private Path report(Judged judged) throws Exception {
        Report.write(folder, judged, List.of(new Phase("read", 12), new Phase("tie reads to writes", 5),
                new Phase("judge", 34)));
        return folder.resolve("index.html");
    }

    private static void shoot(Browser browser, String name) throws Exception {
        if (!"write".equals(System.getProperty("minos.screenshots"))) return;
        Files.createDirectories(IMAGES);
        browser.screenshot(IMAGES.resolve(name));
    }

    @Test
    void arrowsTellTheirReasonAndTransactionsAllOfThem() throws Exception {
        Path page = report(shop());
        try (Browser browser = Browser.start(1100, 760)) {
            browser.open(page);
            browser.until("document.querySelectorAll('.card .edge').length>1");
            shoot(browser, "report-light.png");
            browser.dark(true);
            shoot(browser, "report-dark.png");
            browser.dark(false);

            String card = "[data-type=non-monotonic-read] ";
            browser.eval("document.querySelector('" + card + "').scrollIntoView()");
            browser.until("document.querySelector('" + card + ".edge')!==null");
            browser.hover(card + ".edge.co text");
            browser.until("!document.getElementById('hint').hidden");
            assertTrue(browser.eval("document.getElementById('hint').textContent").contains("(commit order): "));
            assertEquals("1", browser.eval("document.querySelectorAll('" + card + "li.step.on').length"),
                    "its line lights up");
            shoot(browser, "counterexample.png");

            browser.click(card + ".box");
            browser.until("document.getElementById('dialog').open");
            String all = browser.eval("document.getElementById('dialog').textContent");
            for (String shown : List.of("T0", "session 0", "committed", "append :stock 1", "append :price 10", "node",
                    "n1")) {
                assertTrue(all.contains(shown), shown + " in " + all);
            }
            shoot(browser, "transaction.png");
            browser.key("Escape", 27);
            browser.until("!document.getElementById('dialog').open");

            browser.eval("document.querySelector('" + card + ".box').focus()");
            browser.key("Enter", 13);
            browser.until("document.getElementById('dialog').open");
            browser.key("Escape", 27);
            browser.eval("document.querySelector('" + card + ".edge').focus()");
            browser.until("!document.getElementById('hint').hidden");
            assertEquals(List.of(), browser.troubles());
        }
    }

    private static Judged shop() throws Exception {
        return ReportTest.shop();
    }

    @Test
    void typesAreFiltered() throws Exception {
        Path page = report(shop());
        try (Browser browser = Browser.start(1200, 900)) {
            browser.open(page);
            String all = browser.eval("document.querySelectorAll('.card:not([hidden])').length");
            String button = "#filter [data-type=aborted-read]";
            browser.click(button);
            browser.until("document.querySelector('" + button + "').getAttribute('aria-pressed')==='true'");
            String types = "[...document.querySelectorAll('.card:not([hidden])')].map(card=>card.dataset.type)";
            assertEquals("aborted-read", browser.eval("[...new Set(" + types + ")].join()"));
            assertTrue(browser.eval("document.getElementById('shown').textContent").startsWith("1 of " + all));
            browser.eval("document.querySelector('" + button + "').focus()");
            browser.key("Enter", 13);
            browser.call("Input.dispatchKeyEvent", "{\"type\":\"char\",\"text\":\"\\r\"}");
            browser.until("document.querySelectorAll('.card:not([hidden])').length==" + all);
            assertEquals(List.of(), browser.troubles());
        }
    }

    @Test
    void hostileTextIsText() throws Exception {
        Path page = report(ReportTest.hostile());
        try (Browser browser = Browser.start(1000, 800)) {
            browser.open(page);
            browser.until("document.querySelectorAll('.card .box').length>0");
            browser.click(".card .box:last-of-type");
            browser.until("document.getElementById('dialog').open");
            assertTrue(browser.eval("document.getElementById('dialog').textContent").contains(ReportTest.HOSTILE));
            assertEquals(ReportTest.HOSTILE, browser.eval("document.querySelector('h1').textContent"));
            assertEquals("0", browser.eval("document.images.length"));
            assertEquals("undefined", browser.eval("typeof window.hacked"));
            assertEquals(List.of(), browser.troubles());
        }
    }

    @Test
    void aThousandCounterexamplesOpenAtOnce() throws Exception {
        Path page = report(ReportTest.many(1000));
        try (Browser browser = Browser.start(1000, 800)) {
            long began = System.nanoTime();
            browser.open(page);
            browser.until("document.querySelectorAll('.card').length>=1000");
            browser.until("document.querySelector('.card .box')!==null");
            long millis = (System.nanoTime() - began) / 1_000_000;
            assertTrue(Integer.parseInt(browser.eval("document.querySelectorAll('.card .box').length")) < 100,
                    "made when seen");
            assertTrue(millis < 10_000, millis + " ms");
            browser.eval("location.hash='w900'");
            browser.until("document.querySelector('#w900 .box')!==null");
            assertEquals(List.of(), browser.troubles());
        }
    }
}

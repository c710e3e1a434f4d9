package minos.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The report in a real browser, if there is one. With {@code -Dminos.screenshots=write} the pictures in doc/images are
 * taken anew: {@code mvn test -Dtest=ReportBrowserTest -Dminos.screenshots=write}.
 */
class ReportBrowserTest {
    private static final Path IMAGES = Path.of("doc", "images");
    private static Browser browser;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() throws Exception {
        browser = Browser.start();
    }

    @AfterAll
    static void stop() {
        if (browser != null) browser.close();
    }

    private Path written(Judged judged) throws Exception {
        Report.write(
                folder,
                judged,
                List.of(
                        new Report.Phase("read", 12),
                        new Report.Phase("tie reads to writes", 5),
                        new Report.Phase("judge", 34)));
        return folder.resolve("index.html");
    }

    private void open(Judged judged, int width, int height) throws Exception {
        browser.open(written(judged), width, height);
    }

    @AfterEach
    void nothingWentWrong() {
        assertEquals(List.of(), browser.troubles());
    }

    private static void shoot(String name) throws Exception {
        if (!"write".equals(System.getProperty("minos.screenshots"))) return;
        Files.createDirectories(IMAGES);
        browser.screenshot(IMAGES.resolve(name));
    }

    @Test
    void arrowsTellTheirReasonAndTransactionsAllOfThem() throws Exception {
        open(shop(), 1280, 860);
        browser.until("document.querySelectorAll('.card .edge').length>1");
        shoot("report-light.png");
        browser.dark(true);
        shoot("report-dark.png");
        browser.dark(false);

        String card = "[data-type=non-monotonic-read] ";
        browser.eval("document.querySelector('" + card + "').scrollIntoView()");
        browser.until("document.querySelector('" + card + ".edge')!==null");
        browser.hover(card + ".edge.co text");
        browser.until("!document.getElementById('hint').hidden");
        assertTrue(browser.eval("document.getElementById('hint').textContent").contains("(commit order): "));
        assertEquals(
                "1", browser.eval("document.querySelectorAll('" + card + "li.step.on').length"), "its line lights up");
        shoot("counterexample.png");

        browser.click(card + ".box");
        browser.until("document.getElementById('dialog').open");
        String all = browser.eval("document.getElementById('dialog').textContent");
        for (String shown :
                List.of("T0", "session 0", "committed", "append :stock 1", "append :price 10", "node", "n1")) {
            assertTrue(all.contains(shown), shown + " in " + all);
        }
        shoot("transaction.png");
        browser.key("Escape", 27);
        browser.until("!document.getElementById('dialog').open");

        browser.eval("document.querySelector('" + card + ".box').focus()");
        browser.key("Enter", 13);
        browser.until("document.getElementById('dialog').open");
        browser.key("Escape", 27);
        browser.eval("document.querySelector('" + card + ".edge').focus()");
        browser.until("!document.getElementById('hint').hidden");
    }

    @Test
    void theKeyboardReachesBoxesAndArrows() throws Exception {
        open(shop(), 1280, 860);
        browser.eval("window.reached=new Set()");
        for (int i = 0; i < 60; i++) {
            browser.key("Tab", 9);
            browser.eval("reached.add((document.activeElement.getAttribute('class')||'').split(' ')[0]"
                    + "||document.activeElement.tagName)");
        }
        String reached = browser.eval("[...reached].join()");
        for (String wanted : List.of("BUTTON", "edge", "box")) assertTrue(reached.contains(wanted), reached);
    }

    @Test
    void thePageFitsWindowsOfAnyWidth() throws Exception {
        open(shop(), 1280, 860);
        for (int width : new int[] {380, 700, 950, 1100, 1900}) {
            browser.resize(width, 900);
            assertEquals("true", browser.eval("document.documentElement.scrollWidth<=innerWidth"), width + " wide");
            assertEquals(
                    "0",
                    browser.eval("[...document.querySelectorAll('.top section')]"
                            + ".filter(s=>s.scrollWidth>s.clientWidth).length"),
                    width + " wide: text beside its panel");
        }
    }

    @Test
    void anIndexLeadsToThePages() throws Exception {
        Path page = written(shop());
        Path below = Files.createDirectory(folder.resolve("1-shop.edn")).resolve("index.html");
        Files.copy(page, below);
        Report.index(folder, List.of(Report.Entry.of(shop(), "1-shop.edn"), Report.Entry.without("no.edn", "no file")));
        browser.open(page, 1000, 700);
        browser.click("a");
        browser.until("document.querySelector('.card .box')!==null");
        assertEquals("shop.edn", browser.eval("document.querySelector('h1').textContent"));
    }

    @Test
    void picturesAreLinkedAsFiles() throws Exception {
        open(shop(), 1280, 860);
        String links = "[...document.querySelectorAll('#w0 .files a')]";
        assertEquals("SVG,DOT", browser.eval(links + ".map(a=>a.textContent).join()"));
        for (String link :
                browser.eval(links + ".map(a=>a.getAttribute('href')).join()").split(",")) {
            assertTrue(Files.exists(folder.resolve(link)), link);
        }
    }

    private static Judged shop() throws Exception {
        return ReportTest.shop();
    }

    @Test
    void typesAreFiltered() throws Exception {
        open(shop(), 1200, 900);
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
    }

    @Test
    void hostileTextIsText() throws Exception {
        open(ReportTest.hostile(), 1000, 800);
        browser.until("document.querySelectorAll('.card .box').length>0");
        browser.click(".card .box:last-of-type");
        browser.until("document.getElementById('dialog').open");
        assertTrue(browser.eval("document.getElementById('dialog').textContent").contains(ReportTest.HOSTILE));
        assertEquals(ReportTest.HOSTILE, browser.eval("document.querySelector('h1').textContent"));
        assertEquals("0", browser.eval("document.images.length"));
        assertEquals("undefined", browser.eval("typeof window.hacked"));
    }

    @Test
    void aThousandCounterexamplesOpenAtOnce() throws Exception {
        Path page = written(ReportTest.many(1000));
        long began = System.nanoTime();
        browser.open(page, 1000, 800);
        browser.until("document.querySelectorAll('.card').length>=1000");
        browser.until("document.querySelector('.card .box')!==null");
        long millis = (System.nanoTime() - began) / 1_000_000;
        assertTrue(
                Integer.parseInt(browser.eval("document.querySelectorAll('.card .box').length")) < 100,
                "made when seen");
        assertTrue(millis < 10_000, millis + " ms");
        browser.eval("location.hash='w900'");
        browser.until("document.querySelector('#w900 .box')!==null");
    }
}

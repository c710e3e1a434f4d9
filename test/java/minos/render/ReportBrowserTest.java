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
        browser.until("document.getElementById('timeline').dataset.ready==='yes'");
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

    // The timeline

    private static final String TIMELINE = "document.getElementById('timeline')";

    private static String state(String name) throws Exception {
        return browser.eval("''+" + TIMELINE + ".timeline.state()." + name);
    }

    @Test
    void aTransactionOfTheTimelineTellsFromWhomItReadAndWhoReadIt() throws Exception {
        open(shop(), 1280, 860);
        browser.until(TIMELINE + ".dataset.ready==='yes'");
        assertEquals("14", state("n"));
        assertEquals("14", state("detailed"));
        // T2 read what T0 appended to the price, and T3 read T2's news
        browser.eval("(()=>{const t=" + TIMELINE + ".timeline,c=" + TIMELINE + ".querySelector('canvas'),"
                + "b=c.getBoundingClientRect();window.at=t.visible.includes(2);"
                + "const o={bubbles:true,pointerId:1,clientX:b.left+t.x(0)+1,clientY:b.top+t.laneTop(0)+t.laneHeight/2};"
                + "c.setPointerCapture=()=>{};c.dispatchEvent(new PointerEvent('pointerdown',o));"
                + "c.dispatchEvent(new PointerEvent('pointerup',o))})()");
        browser.until(TIMELINE + ".timeline.state().selected===0");
        String told = browser.eval(TIMELINE + ".querySelector('.detail').textContent");
        assertTrue(told.startsWith("T0 session 0 #1, committed, @0–1, at 0 ms"), told);
        assertTrue(told.contains("append :price 10 read by T2"), told);
        assertTrue(told.contains("in counterexample "), told);
        browser.eval(TIMELINE + ".scrollIntoView()");
        shoot("timeline.png");
        String links = "[..." + TIMELINE + ".querySelectorAll('.detail li button')].find(b=>b.textContent==='T2')";
        browser.eval(links + ".click()");
        browser.until(TIMELINE + ".timeline.state().selected===2");
        told = browser.eval(TIMELINE + ".querySelector('.detail').textContent");
        assertTrue(told.contains("r :price=[10] from T0"), told);
        assertTrue(told.contains("append :news 1 read by T3"), told);
    }

    @Test
    void theTimelineIsFilteredAndMovedByKeys() throws Exception {
        open(shop(), 1280, 860);
        browser.until(TIMELINE + ".dataset.ready==='yes'");
        String field = "(" + TIMELINE + ".querySelectorAll('.controls input:not([type])')[%d])";
        String type = "(()=>{const f=%s;f.value='%s';f.dispatchEvent(new Event('input'))})()";
        browser.eval(type.formatted(field.formatted(0), ":price"));
        String ofPrice = state("shown");
        assertTrue(Integer.parseInt(ofPrice) > 1 && Integer.parseInt(ofPrice) < 14, ofPrice);
        browser.eval(type.formatted(field.formatted(1), "0"));
        assertTrue(Integer.parseInt(state("shown")) < Integer.parseInt(ofPrice), "fewer of session 0");
        browser.eval(type.formatted(field.formatted(0), ""));
        browser.eval(type.formatted(field.formatted(1), ""));
        assertEquals("14", state("shown"));
        browser.eval(TIMELINE + ".querySelector('.check input').click()");
        assertEquals("2", state("shown"), "what did not commit");
        browser.eval(TIMELINE + ".querySelector('.check input').click()");

        browser.eval(TIMELINE + ".querySelector('canvas').focus()");
        String width = "(" + TIMELINE + ".timeline.view.to-" + TIMELINE + ".timeline.view.from)";
        browser.eval("window.before=" + width);
        browser.key("+", 187);
        browser.until(width + "<before");
        browser.key("0", 48);
        browser.until(width + "===before");
        browser.key("n", 78);
        browser.until(TIMELINE + ".timeline.state().selected>=0");
        browser.key("Escape", 27);
        browser.until(TIMELINE + ".timeline.state().selected<0");
    }

    @Test
    void aCounterexampleIsShownInTheTimeline() throws Exception {
        open(shop(), 1280, 860);
        browser.until(TIMELINE + ".dataset.ready==='yes'");
        browser.eval("document.querySelector('#w0 .find').click()");
        browser.until(TIMELINE + ".timeline.state().selected===7");
        assertTrue(
                browser.eval(TIMELINE + ".querySelector('.detail').textContent").contains("counterexample 1"));
    }

    // Large violations

    @Test
    void whatIsFoldedIsToldOnDemand() throws Exception {
        open(FoldingTest.ring(300), 1280, 860);
        browser.until("document.querySelector('.card .box.fold')!==null");
        assertEquals("8", browser.eval("document.querySelectorAll('#w0 .box').length"));
        browser.eval("document.querySelector('.card .box.fold').focus()");
        browser.key("Enter", 13);
        browser.until("document.getElementById('dialog').open");
        assertEquals("294", browser.eval("document.querySelectorAll('#dialog li').length"), "a reason for each step");
        assertTrue(browser.eval("document.getElementById('dialog').textContent").contains("through 293 transactions"));
        browser.key("Escape", 27);
        browser.until("!document.getElementById('dialog').open");

        String named = "[...document.querySelectorAll('#w0 .zoom button')].find(b=>b.textContent==='%s')";
        browser.eval(named.formatted("unfold") + ".click()");
        assertEquals("300", browser.eval("document.querySelectorAll('#w0 .box').length"));
        String wide = "document.querySelector('#w0 svg').getBoundingClientRect().width";
        browser.eval("window.before=" + wide);
        browser.eval(named.formatted("fit") + ".click()");
        browser.until(wide + "<before");
        browser.eval(named.formatted("fold") + ".click()");
        assertEquals("8", browser.eval("document.querySelectorAll('#w0 .box').length"));
        browser.eval("document.querySelector('#w0 .scroll').scrollTop=200");
        assertEquals(
                "0",
                browser.eval("Math.round(document.querySelector('#w0 .lanes').getBoundingClientRect().top"
                        + "-document.querySelector('#w0 .scroll').getBoundingClientRect().top-1)"),
                "the names of the lanes stay");
    }

    @Test
    void theTableAndTheStoryFoldWhatThePictureFolds() throws Exception {
        open(FoldingTest.ring(300), 1280, 860);
        browser.until("document.querySelector('.card .box.fold')!==null");
        String seen = "[...document.querySelectorAll('#w0 .story %s')].filter(e=>e.offsetHeight>0).length";
        assertEquals("8", browser.eval(seen.formatted("tr")), "seven transactions, and the others as one");
        assertEquals("8", browser.eval(seen.formatted("li")), "six steps, the others as one, and what follows");
        String opener = "document.querySelector('#w0 .story %s.opener button')";
        assertEquals("… 293 transactions, T3 to T295", browser.eval(opener.formatted("tr") + ".textContent"));
        for (String row : List.of("tr", "li")) {
            browser.eval(opener.formatted(row) + ".focus()");
            browser.key("Enter", 13);
            browser.call("Input.dispatchKeyEvent", "{\"type\":\"char\",\"text\":\"\\r\"}");
            browser.until(seen.formatted(row) + ">300");
            assertEquals("true", browser.eval(opener.formatted(row) + ".getAttribute('aria-expanded')"));
            browser.eval(opener.formatted(row) + ".click()");
            assertEquals("8", browser.eval(seen.formatted(row)));
        }
        browser.resize(380, 900);
        assertEquals("8", browser.eval(seen.formatted("tr")), "on a narrow page too");
        browser.resize(1280, 860);
        browser.call("Emulation.setEmulatedMedia", "{\"media\":\"print\"}");
        assertEquals("300", browser.eval(seen.formatted("tr")), "paper cannot be asked");
        assertEquals("301", browser.eval(seen.formatted("li")));
        browser.call("Emulation.setEmulatedMedia", "{\"media\":\"\"}");
    }

    @Test
    void onPaperColoursStayAndButtonsGo() throws Exception {
        open(FoldingTest.ring(60), 1280, 860);
        browser.until(TIMELINE + ".dataset.ready==='yes'");
        browser.call("Emulation.setEmulatedMedia", "{\"media\":\"print\"}");
        String style = "getComputedStyle(document.querySelector('%s')).%s";
        assertEquals("exact", browser.eval(style.formatted("#w0 .box rect", "printColorAdjust")));
        assertEquals("none", browser.eval(style.formatted(".controls", "display")));
        assertEquals("visible", browser.eval(style.formatted("#w0 .scroll", "overflow")));
        browser.call("Emulation.setEmulatedMedia", "{\"media\":\"\"}");
    }
}

package minos.junit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.util.Map;
import java.util.TreeMap;
import minos.Recording;
import minos.model.Level;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/** The extension, in tests that are run by a test. */
class MinosHistoryTest {
    /** Tests of an application, some of which are meant to fail; Maven does not look for tests inside others. */
    @MinosHistory(Level.SNAPSHOT_ISOLATION)
    static class Accounts {
        @BeforeEach
        void begin(Recording recording) {
            Recording.Transaction setUp = recording.begin("setup");
            setUp.write("balance", 0);
            setUp.commit();
        }

        private static void deposits(Recording recording, boolean isolated) {
            Recording.Transaction alice = recording.begin("alice");
            alice.read("balance", 0);
            Recording.Transaction bob = isolated ? null : recording.begin("bob");
            alice.write("balance", 100);
            alice.commit();
            if (isolated) bob = recording.begin("bob");
            bob.read("balance", isolated ? 100 : 0);
            bob.write("balance", isolated ? 150 : 50);
            bob.commit();
        }

        @Test
        void keepsUpdates(Recording recording) {
            deposits(recording, true);
        }

        @Test
        void losesAnUpdate(Recording recording) {
            deposits(recording, false);
        }

        @Test
        @MinosHistory(Level.READ_COMMITTED)
        void aMethodMayAskForLess(Recording recording) {
            deposits(recording, false);
        }

        @Test
        void failsByItself(Recording recording) {
            deposits(recording, false);
            fail("150 expected");
        }

        @Test
        void recordsNothingThatCouldFail() {}
    }

    private static Map<String, TestExecutionResult> run(Class<?> tests) {
        Map<String, TestExecutionResult> results = new TreeMap<>();
        LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
                .selectors(selectClass(tests))
                .build();
        LauncherFactory.create().execute(request, new TestExecutionListener() {
            @Override
            public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                if (test.isTest()) results.put(test.getDisplayName().replaceFirst("\\(.*", ""), result);
            }
        });
        return results;
    }

    @Test
    void aViolationIsTheMessage() {
        Map<String, TestExecutionResult> results = run(Accounts.class);
        assertEquals(5, results.size());
        assertEquals(TestExecutionResult.successful(), results.get("keepsUpdates"));
        assertEquals(TestExecutionResult.successful(), results.get("aMethodMayAskForLess"));

        String lost = results.get("losesAnUpdate").getThrowable().orElseThrow().getMessage();
        assertTrue(
                lost.startsWith(
                        "losesAnUpdate(Recording): snapshot-isolation is violated (session order): lost-update\n"),
                lost);
        assertTrue(
                lost.contains("T1 (session alice) and T2 (session bob) both read balance=0 and both overwrote it,"),
                lost);

        Throwable own = results.get("failsByItself").getThrowable().orElseThrow();
        assertEquals("150 expected", own.getMessage());
        assertEquals(1, own.getSuppressed().length);
        assertTrue(own.getSuppressed()[0].getMessage().contains("lost-update"), own.getSuppressed()[0].getMessage());

        String vacuous = results.get("recordsNothingThatCouldFail")
                .getThrowable()
                .orElseThrow()
                .getMessage();
        assertTrue(vacuous.contains("snapshot-isolation is unknown (session order): "), vacuous);
    }
}

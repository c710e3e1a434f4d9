package minos.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.EnumSet;
import java.util.Set;
import minos.model.AnomalyType;
import org.junit.jupiter.api.Test;

/** {@code minos check --anomalies}: names of several people, the level that follows from them, and what is told. */
class AnomaliesTest {
    private static final String SHOP = "doc/shop.edn";

    @Test
    void namesOfOthers() {
        assertEquals(Set.of(AnomalyType.FRACTURED_READ), AnomalyType.named("k"));
        assertEquals(Set.of(AnomalyType.CAUSALITY_VIOLATION), AnomalyType.named("c4:k"));
        assertEquals(
                EnumSet.of(AnomalyType.NON_MONOTONIC_READ_CM, AnomalyType.FRACTURED_READ_CM),
                AnomalyType.named("c4:i"));
        assertEquals(Set.of(AnomalyType.ABORTED_READ), AnomalyType.named("G1a"));
        assertEquals(Set.of(AnomalyType.LOST_UPDATE), AnomalyType.named("P4"));
        assertTrue(AnomalyType.named("elle:G-single-item-process").contains(AnomalyType.G_SINGLE));
        assertEquals(Set.of(), AnomalyType.named("g1a"));
        assertEquals(Set.of(), AnomalyType.named(""));
        assertEquals(Set.of(), AnomalyType.named("elle:"));
    }

    @Test
    void theseAlone() {
        Run found = Run.of("check", "--anomalies", "h", SHOP);
        assertEquals(Main.VIOLATED, found.status());
        assertTrue(
                found.out().contains("read-committed is violated (session order): non-monotonic-read\n"), found.out());
        assertFalse(found.out().contains("aborted-read"), found.out());
    }

    @Test
    void othersAreNamedAndLeaveTheLevelUnknown() {
        Run other = Run.of("check", "--anomalies", "thin-air-read", SHOP);
        assertEquals(Main.UNKNOWN, other.status());
        assertTrue(other.out().contains("there are others: aborted-read"), other.out());
    }

    @Test
    void unknownNames() {
        Run unknown = Run.of("check", "--anomalies", "G1a,lost-updat", SHOP);
        assertEquals(Main.USAGE, unknown.status());
        assertTrue(unknown.err().contains("lost-update"), unknown.err());
    }
}

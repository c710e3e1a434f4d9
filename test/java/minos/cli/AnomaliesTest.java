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
                EnumSet.of(AnomalyType.NON_MONOTONIC_READ, AnomalyType.FRACTURED_READ, AnomalyType.CAUSALITY_VIOLATION),
                AnomalyType.named("c4:j"));
        assertEquals(
                EnumSet.of(AnomalyType.NON_MONOTONIC_READ_CM, AnomalyType.FRACTURED_READ_CM),
                AnomalyType.named("c4:i"));
        assertEquals(Set.of(AnomalyType.ABORTED_READ), AnomalyType.named("G1a"));
        assertEquals(Set.of(AnomalyType.LOST_UPDATE), AnomalyType.named("P4"));
        assertTrue(AnomalyType.named("elle:G-single-item-process").contains(AnomalyType.G_SINGLE));
        assertEquals(AnomalyType.named("G1a"), AnomalyType.named(":G1a"));
        assertEquals(AnomalyType.named("G1a"), AnomalyType.named("elle::G1a"));
        assertEquals(Set.of(), AnomalyType.named("g1a"));
        assertEquals(Set.of(), AnomalyType.named(""));
        assertEquals(Set.of(), AnomalyType.named("elle:"));
        assertEquals(Set.of(), AnomalyType.named("c4:hj"));
    }

    /** Adya knows no real time, and Elle says where it takes part. */
    @Test
    void whatNeedsRealTimeIsNamedSo() {
        assertEquals(EnumSet.of(AnomalyType.WRITE_SKEW, AnomalyType.G2_ITEM), AnomalyType.named("adya:G2-item"));
        assertEquals(AnomalyType.named("adya:G2-item"), AnomalyType.named("elle:G2-item"));
        assertEquals(
                EnumSet.of(AnomalyType.REAL_TIME_VIOLATION, AnomalyType.G_SINGLE_REALTIME),
                AnomalyType.named("G-single-item-realtime"));
        assertEquals(Set.of(AnomalyType.G_SINGLE_REALTIME), AnomalyType.named("G-single-realtime"));
        assertTrue(Run.of("check", "--anomalies", "G2-item", SHOP).out().contains("serializable is"));
        assertFalse(Run.of("check", "--anomalies", "G2-item", SHOP).out().contains("strict"));
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
        assertTrue(error("LOST_UPDATE").contains("did you mean lost-update?"), error("LOST_UPDATE"));
        assertTrue(error("g1a").contains("did you mean G1a?"), error("g1a"));
        assertTrue(error("elle:g-single").contains("did you mean elle:G-single-item?"), error("elle:g-single"));
        assertTrue(error("foo").contains("one of thin-air-read, aborted-read"), error("foo"));
        assertTrue(error("c4:z").contains("c4:a to c4:l"), error("c4:z"));
        assertTrue(error("a,,b").contains("before and after each comma"), error("a,,b"));
        assertTrue(error("").contains("needs a name"), error(""));
    }

    private static String error(String names) {
        Run unknown = Run.of("check", "--anomalies", names, SHOP);
        assertEquals(Main.USAGE, unknown.status());
        return unknown.err();
    }
}

package minos.verify;

import java.util.Arrays;
import minos.history.History;
import minos.history.Status;
import minos.model.Certificate;
import minos.model.Level;
import minos.model.Order;

/**
 * Checks that a certificate proves its level for a history: that it orders the right transactions, keeps the order that it
 * names, and satisfies the level's axiom for each read. Linear in the history for most levels; causal and parallel
 * snapshot isolation take one such pass for each session.
 */
public final class Verifier {
    final History history;
    final Certificate certificate;
    /** By transaction: its place in the commit order, or -1. */
    final int[] place;

    /** @throws Refused if the certificate does not prove what it says */
    public static void verify(History history, Certificate certificate) throws Refused {
        new Verifier(history, certificate).verify();
    }

    private Verifier(History history, Certificate certificate) {
        this.history = history;
        this.certificate = certificate;
        place = new int[history.transactions()];
        Arrays.fill(place, -1);
    }

    private void verify() throws Refused {
        if (certificate.level() == Level.CUT_ISOLATION)
            throw new Refused("cut isolation is no matter of commit orders");
        boolean snapshots = certificate.level() == Level.PREFIX || certificate.level() == Level.SNAPSHOT_ISOLATION;
        if (snapshots != (certificate.snapshots() != null)) {
            throw new Refused(snapshots ? "the snapshots are missing" : "the level has no snapshots");
        }
        places();
        sessionOrder();
        if (certificate.order() == Order.REAL_TIME || certificate.level().needsRealTime()) realTime();
        VerifiedReads reads = new VerifiedReads(this);
        reads.verifyPresence();
        if (certificate.level() != Level.READ_UNCOMMITTED) reads.verify();
        if (history.isList()) {
            VerifiedLists lists = new VerifiedLists(this);
            lists.verify();
            if (certificate.level().implies(Level.PARALLEL_SNAPSHOT_ISOLATION)) lists.verifyComplete(reads);
        }
        switch (certificate.level()) {
            case READ_UNCOMMITTED, ADYA_READ_COMMITTED -> {}
            case READ_COMMITTED, READ_ATOMIC -> new SeenWriters(this, reads).verify();
            case CAUSAL, PARALLEL_SNAPSHOT_ISOLATION -> new PastWriters(this, reads).verify();
            case PREFIX, SNAPSHOT_ISOLATION -> new Snapshots(this, reads).verify();
            default -> new Replay(this, reads).verify();
        }
    }

    private void places() throws Refused {
        for (int i = 0; i < certificate.commits().length; i++) {
            int t = certificate.commits()[i];
            if (t < 0 || t >= place.length) throw new Refused("the history has no T" + t);
            if (place[t] >= 0) throw new Refused("T" + t + " commits twice");
            if (history.status(t) == Status.ABORTED) throw new Refused("T" + t + " aborted");
            place[t] = i;
        }
        for (int t = 0; t < place.length; t++) {
            if (place[t] < 0 && history.status(t) == Status.COMMITTED)
                throw new Refused("T" + t + " committed, but is missing");
        }
    }

    private void sessionOrder() throws Refused {
        if (certificate.order() == Order.NONE) return;
        int[] last = new int[history.sessions()];
        Arrays.fill(last, -1);
        for (int t = 0; t < place.length; t++) {
            if (place[t] < 0) continue;
            int before = last[history.session(t)];
            if (before >= 0 && place[before] > place[t]) throw new Refused(against(before, t, "session order"));
            if (before >= 0 && isAfterSnapshot(before, t)) throw new Refused(unseen(before, t));
            last[history.session(t)] = t;
        }
    }

    /** Nobody may commit (or take a snapshot) before one that completed before it was invoked. */
    private void realTime() throws Refused {
        if (!history.hasRealTime()) throw new Refused("the history has no real time");
        int latest = -1;
        for (int t : certificate.commits()) {
            if (latest >= 0 && history.completion(t) < history.invocation(latest)) {
                throw new Refused(against(t, latest, "real time"));
            }
            if (latest < 0 || history.invocation(t) > history.invocation(latest)) latest = t;
        }
        if (certificate.snapshots() == null) return;
        Completions completions = new Completions(history);
        int[] lastPlaced = new int[completions.size() + 1]; // among the first so many completions, who commits last
        lastPlaced[0] = -1;
        for (int i = 0; i < completions.size(); i++) {
            int t = completions.transaction(i);
            lastPlaced[i + 1] = lastPlaced[i] < 0 || place[t] > place[lastPlaced[i]] ? t : lastPlaced[i];
        }
        for (int t : certificate.commits()) {
            int before = lastPlaced[completions.before(t)];
            if (before >= 0 && isAfterSnapshot(before, t)) throw new Refused(unseen(before, t));
        }
    }

    /** Whether the level has snapshots and that of {@code t} does not contain {@code other}. */
    boolean isAfterSnapshot(int other, int t) {
        return certificate.snapshots() != null && place[other] >= certificate.snapshots()[place[t]];
    }

    private static String against(int first, int second, String order) {
        return "T" + second + " commits before T" + first + ", against " + order;
    }

    static String unseen(int first, int second) {
        return "the snapshot of T" + second + " does not contain T" + first + ", which comes before it";
    }
}

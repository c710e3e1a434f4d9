package minos.verify;

import java.util.BitSet;
import java.util.Optional;
import java.util.function.IntFunction;
import minos.history.History;
import minos.history.Status;
import minos.model.Certificate;
import minos.model.Level;

/**
 * Checks that a certificate proves its level for a history: that it orders the right transactions, keeps the order that it
 * names, and satisfies the level's axiom for each read. What is checked at each level, and at which cost, is said in the
 * description of the package.
 */
public final class Verifier {
    private Verifier() {}

    /**
     * Returns if the certificate proves its level for the history.
     *
     * @param history     what the certificate is for
     * @param certificate what to check
     * @throws Refused if it does not; the message says where it fails
     */
    public static void verify(History history, Certificate certificate) throws Refused {
        Level level = certificate.level();
        if (level == Level.REPEATABLE_READ) {
            if (history.hasViews()) throw new Refused(level + " has no certificates where predicates occur");
            verify(history, certificate.at(Level.SERIALIZABLE));
            return;
        }
        if (level.isSessionGuarantee() && certificate.order().isPartlyTimed()) {
            throw new Refused(level + " is a promise to sessions and has no form in order " + certificate.order());
        }
        if (hasSnapshots(level) != certificate.snapshots().isPresent()) {
            throw new Refused(hasSnapshots(level) ? "the snapshots are missing" : "the level has no snapshots");
        }
        if (hasSnapshots(level) && certificate.snapshots().get().length != certificate.commits().length) {
            throw new Refused("there are not as many snapshots as commits");
        }
        if (certificate.sources().isEmpty()
                && level.implies(Level.SERIALIZABLE)
                && !history.isList()
                && hasRepeatedValues(history)) {
            CommitOrder order = new CommitOrder(history, certificate);
            order.verify();
            new ValueReplay(order).verify();
            return;
        }
        CommitOrder order = new CommitOrder(NamedSources.read(history, certificate), certificate);
        order.verify();
        VerifiedReads reads = new VerifiedReads(order);
        reads.verifyPresence();
        if (level != Level.READ_UNCOMMITTED) reads.verifySources();
        if (level == Level.MIXED) {
            verifyMixed(order, reads);
            return;
        }
        if (history.isList()) {
            reads.verifyLists();
            if (level.keepsUpdates()) reads.verifyNoAppendLost();
        }
        switch (level) {
            case READ_UNCOMMITTED, ADYA_READ_COMMITTED -> {}
            case READ_COMMITTED, READ_ATOMIC -> new SeenWriters(order, reads, any -> level).verify();
            case READ_YOUR_WRITES, MONOTONIC_READS, MONOTONIC_WRITES -> new SessionWriters(order, reads).verify();
            case UPDATE_ATOMIC -> new LaterWriters(order, reads).verify();
            case WRITES_FOLLOW_READS, CAUSAL, PARALLEL_SNAPSHOT_ISOLATION, UPDATE_SERIALIZABLE ->
                new PastWriters(order, reads, any -> level).verify();
            case PREFIX, SNAPSHOT_ISOLATION -> new StateReads(order, reads).verifySnapshots(any -> level);
            case SERIALIZABLE, STRICT_SERIALIZABLE, LINEARIZABLE -> new StateReads(order, reads).verifySerial();
            case CUT_ISOLATION -> throw new Refused("cut isolation is no matter of commit orders");
            case MIXED, REPEATABLE_READ -> throw new IllegalStateException(level + " has been verified by now");
        }
    }

    /** Each read by the axiom of its reader's level. */
    private static void verifyMixed(CommitOrder order, VerifiedReads reads) throws Refused {
        History history = order.history;
        for (int t : order.certificate.commits()) {
            Level own = own(history, t).orElse(null);
            if (own == null || !own.isMixable())
                throw new Refused("T" + t + " ran at " + history.isolation(t).orElse("") + ", which cannot be mixed");
        }
        IntFunction<Level> levels = t -> own(history, t).orElseThrow();
        if (history.isList()) {
            reads.verifyLists();
            reads.verifyNoAppendLost(t -> levels.apply(t).keepsUpdates());
        }
        new SeenWriters(order, reads, levels).verify();
        new PastWriters(order, reads, levels).verify();
        new StateReads(order, reads).verifySnapshots(levels);
    }

    /** The level that a transaction ran at: PL-2, which asks nothing of a transaction by itself, if it does not say. */
    private static Optional<Level> own(History history, int t) {
        Optional<String> name = history.isolation(t);
        return name.isEmpty() ? Optional.of(Level.ADYA_READ_COMMITTED) : Level.named(name.get());
    }

    private static boolean hasRepeatedValues(History history) {
        BitSet written = new BitSet();
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) == Status.ABORTED) continue;
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                if (history.version(op) == History.INITIAL || written.get(history.version(op))) return true;
                written.set(history.version(op));
            }
        }
        return false;
    }

    /** Whether certificates of the level say what each transaction's snapshot contains. */
    static boolean hasSnapshots(Level level) {
        return level == Level.PREFIX || level == Level.SNAPSHOT_ISOLATION || level == Level.MIXED;
    }
}

package minos.collect;

import minos.history.Status;

/**
 * How an attempt at a transaction ended.
 *
 * @param results what its reads returned, in their order, as EDN; null unless it committed
 * @param kind    the kind of error that ended it; null for none
 * @param message the error in words
 * @param lost    whether the connection cannot be used any more
 */
record Outcome(Status status, String[] results, String kind, String message, boolean lost) {
    static Outcome committed(String[] results) {
        return new Outcome(Status.COMMITTED, results, null, null, false);
    }

    static Outcome aborted(Exception error, boolean lost) {
        return new Outcome(Status.ABORTED, null, Fault.kind(error), Fault.message(error), lost);
    }

    /** A compare-and-set that found something else. */
    static Outcome mismatch() {
        return new Outcome(Status.ABORTED, null, "mismatch", "the value was another", false);
    }

    static Outcome unknown(Exception error) {
        return new Outcome(Status.INDETERMINATE, null, Fault.kind(error), Fault.message(error), true);
    }
}

package minos.history;

/** A transaction whose operations lie in two sessions. */
public final class TwoSessions extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final long firstPlace;
    private final long place;

    TwoSessions(long transaction, long firstSession, long firstPlace, long session, long place) {
        super("transaction " + Long.toUnsignedString(transaction) + " in session " + Long.toUnsignedString(session)
                + ", and before in session " + Long.toUnsignedString(firstSession));
        this.firstPlace = firstPlace;
        this.place = place;
    }

    /** Where the transaction was first seen. */
    public long firstPlace() {
        return firstPlace;
    }

    /** Where it was seen in another session. */
    public long place() {
        return place;
    }
}

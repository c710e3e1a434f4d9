package minos.collect;

import java.util.List;
import minos.client.Client;
import minos.client.Client.Ending;
import minos.history.Status;

/**
 * How an attempt at a transaction ended.
 *
 * @param results what its reads returned, in their order; null unless it committed
 * @param kind    the kind of error that ended it; null for none
 * @param message the error in words
 * @param lost    whether the connection cannot be used any more
 */
record Outcome(Status status, List<?> results, String kind, String message, boolean lost) {
    /** That of a part of a transaction that went back to a savepoint. */
    static final Outcome UNDONE = new Outcome(Status.ABORTED, null, "undone", "back to a savepoint", false);

    /** A transaction. */
    interface Attempt<T> {
        T run() throws Exception;
    }

    /** Makes an attempt on that client. */
    static Outcome of(Client client, Attempt<List<?>> attempt) {
        try {
            return new Outcome(Status.COMMITTED, attempt.run(), null, null, false);
        } catch (Exception e) {
            return failed(client, e);
        }
    }

    /** Makes an attempt at a compare-and-set, which aborts if it finds something else. */
    static Outcome ofSet(Client client, Attempt<Boolean> attempt) {
        return either(client, attempt, "mismatch", "the value was another");
    }

    /** Makes an attempt at a program, which may want to be rolled back. */
    static Outcome ofProgram(Client client, Attempt<Boolean> attempt) {
        return either(client, attempt, "rollback", "as the application wants it");
    }

    private static Outcome either(Client client, Attempt<Boolean> attempt, String kind, String message) {
        try {
            return attempt.run()
                    ? new Outcome(Status.COMMITTED, List.of(), null, null, false)
                    : new Outcome(Status.ABORTED, null, kind, message, false);
        } catch (Exception e) {
            return failed(client, e);
        }
    }

    /** Whether it is what the client wanted, or can only be so again. */
    boolean intended() {
        return List.of("mismatch", "rollback").contains(kind);
    }

    private static Outcome failed(Client client, Exception error) {
        if (error instanceof InterruptedException) Thread.currentThread().interrupt();
        Ending ending = client.classify(error);
        return new Outcome(
                ending == Ending.UNKNOWN ? Status.INDETERMINATE : Status.ABORTED,
                null,
                client.kind(error),
                message(error),
                ending != Ending.ABORTED);
    }

    /** The first line of an error's message. */
    static String message(Exception error) {
        String message = error.getMessage() == null
                ? error.getClass().getSimpleName()
                : error.getMessage().strip();
        return message.lines().findFirst().orElse("");
    }
}

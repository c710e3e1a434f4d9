package minos.history;

/** Input that is no history: the message says what was found and what was expected. Readers add the place. */
public class MalformedHistory extends RuntimeException {
    private static final long serialVersionUID = 1;

    /**
     * Says that something is no history.
     *
     * @param message what was found, and what was expected
     */
    public MalformedHistory(String message) {
        super(message);
    }
}

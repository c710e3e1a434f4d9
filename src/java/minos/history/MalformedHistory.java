package minos.history;

/** Input that is no history: the message says what was found and what was expected. Readers add the place. */
public class MalformedHistory extends RuntimeException {
    private static final long serialVersionUID = 1;

    MalformedHistory(String message) {
        super(message);
    }
}

package minos.verify;

/** A certificate does not prove its level; the message says where it fails. */
public final class Refused extends Exception {
    private static final long serialVersionUID = 1;

    Refused(String message) {
        super(message);
    }
}

package minos.cli;

import minos.util.Nearest;

/** Wrong usage: the message says what is wrong and, where it can, what would be right. Ends with status 64. */
final class UsageException extends RuntimeException {
    private static final long serialVersionUID = 1;

    UsageException(String message) {
        super(message);
    }

    /** For a word that is none of those known: names it, and the nearest that is. */
    static UsageException unknown(String what, String word, Iterable<String> known) {
        return unknown(what, word, known, "");
    }

    /** The same; {@code otherwise} says, where none is near, what would be one. */
    static UsageException unknown(String what, String word, Iterable<String> known, String otherwise) {
        String nearest = Nearest.to(word, known);
        String hint = nearest == null ? otherwise : "did you mean " + nearest + "?";
        return new UsageException("unknown " + what + " " + word + (hint.isEmpty() ? "" : "; " + hint));
    }
}

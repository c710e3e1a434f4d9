package grid;

/** How a run ended. */
enum Verdict {
    HOLDS,
    VIOLATED,
    UNKNOWN,
    /** It took too long, too much memory, or failed. */
    TIMEOUT,
    MEMORY,
    FAILED,
    /** It was not started, as it took too long or too much on a smaller history. */
    SKIPPED;

    boolean isAnswer() {
        return this == HOLDS || this == VIOLATED || this == UNKNOWN;
    }

    String text() {
        return switch (this) {
            case MEMORY -> "out of memory";
            default -> name().toLowerCase();
        };
    }

    static Verdict of(String text) {
        return text.equals("out of memory") ? MEMORY : valueOf(text.toUpperCase());
    }
}

package minos.model;

/**
 * What text is laid out for.
 *
 * @param width   columns that a line may have; 0 for any number
 * @param colours whether to colour by the escapes of terminals
 */
public record Layout(int width, boolean colours) {
    /** For files and pipes: lines of any length, no colours. */
    public static final Layout PLAIN = new Layout(0, false);
}

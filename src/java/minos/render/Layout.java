package minos.render;

/**
 * What the text is laid out for.
 *
 * @param width  columns that a line may have; 0 for any number
 * @param colour whether to colour by terminal escapes
 */
public record Layout(int width, boolean colour) {
    /** For files and pipes. */
    public static final Layout PLAIN = new Layout(0, false);
}

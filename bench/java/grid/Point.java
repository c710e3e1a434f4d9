package grid;

/**
 * One history and one level.
 *
 * @param x where on its axis, in words or a number
 */
record Point(Axis axis, String x, String level, Source source) {
    private static final int ROUNDS_IF_SMALL = 11;

    static Point of(Axis axis, double x, Source source, String level) {
        return new Point(axis, x == Math.rint(x) ? Long.toString((long) x) : Double.toString(x), level, source);
    }

    /** How often to measure: what ends soon, more often, as a moment's disturbance counts for much there. */
    int rounds(int usual) {
        return axis == Axis.SMALL ? Math.max(ROUNDS_IF_SMALL, usual) : usual;
    }

    @Override
    public String toString() {
        return axis.text() + " " + x + " " + level;
    }
}

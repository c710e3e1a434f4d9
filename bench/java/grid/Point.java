package grid;

import java.io.IOException;
import java.nio.file.Path;

/**
 * One history and one level.
 *
 * @param x        where on its axis, in words or a number
 * @param workload what to generate, or null if there is a file
 * @param file     the file that is there, or null
 */
record Point(Axis axis, String x, String level, Workload workload, Path file, long operations) {

    static Point of(Axis axis, String label, Workload workload, String level) {
        return new Point(axis, label, level, workload, null, workload.operations);
    }

    static Point of(Axis axis, double x, Workload workload, String level) {
        return of(axis, x == Math.rint(x) ? Long.toString((long) x) : Double.toString(x), workload, level);
    }

    static Point of(Path file, long operations, String level) {
        return new Point(Axis.FILES, file.getFileName().toString(), level, null, file, operations);
    }

    /** What tools ought to find. */
    Verdict expected() {
        if (workload == null) return Verdict.UNKNOWN;
        return workload.violates.isEmpty() ? Verdict.HOLDS : Verdict.VIOLATED;
    }

    /** The file, which is generated if need be. */
    Path file(Path folder) throws IOException {
        return file != null ? file : Simulation.file(workload, folder);
    }

    boolean isOfOneFileWith(Point other) {
        return file != null ? file.equals(other.file) : other.file == null && workload.fileName().equals(other.workload.fileName());
    }

    String format() {
        return workload != null ? workload.format.extension.equals("edn") ? "edn" : "plume"
                : file.toString().contains(".edn") ? "edn" : "plume";
    }

    String model() {
        return workload != null && workload.isList() ? "append" : "register";
    }

    /** How often small things are measured: they end soon, and a moment's disturbance counts for much. */
    int rounds(int usual) {
        return axis == Axis.SMALL ? Math.max(11, usual) : usual;
    }

    @Override
    public String toString() {
        return axis.text() + " " + x + " " + level;
    }
}

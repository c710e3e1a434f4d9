package grid;

import java.io.IOException;
import java.nio.file.Path;

/** Where a history comes from. Equal sources are one file. */
sealed interface Source permits Workload, Recording, Generated, Racing, GivenFile {
    /** The file, which is made if it is not there. */
    Path file(Settings settings) throws IOException, InterruptedException;

    /** About how many. */
    long operations();

    /** What tools ought to find at the level that it is judged at. */
    Verdict expected();

    /** Its format, as templates of tools call it: edn or plume. */
    String format();

    /** What its keys hold, as templates of tools call it: append or register. */
    default String model() {
        return "register";
    }

    /** Whether the file may be deleted, to be made again. */
    default boolean isRepeatable() {
        return false;
    }
}

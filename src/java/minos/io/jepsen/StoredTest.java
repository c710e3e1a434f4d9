package minos.io.jepsen;

import java.io.IOException;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which test a folder of Jepsen's store is from, and from when: {@code store/NAME/20241126T173459.426Z}. */
public final class StoredTest {
    private static final Pattern TIME =
            Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)T(\\d\\d)(\\d\\d)(\\d\\d)(?:\\.\\d+)?(Z|[+-]\\d{4})");

    private StoredTest() {}

    /** In a phrase; links such as {@code latest} are followed. Empty if the folder is called otherwise. */
    public static String about(Path folder) {
        try {
            Path real = folder.toRealPath();
            Matcher time = TIME.matcher(String.valueOf(real.getFileName()));
            if (!time.matches() || real.getParent() == null || real.getParent().getFileName() == null) return "";
            return "Jepsen test " + real.getParent().getFileName() + " of "
                    + time.replaceFirst("$1-$2-$3 $4:$5:$6 $7").replace(" Z", " UTC");
        } catch (IOException e) {
            return "";
        }
    }
}

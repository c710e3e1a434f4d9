package minos.render;

import java.util.List;
import java.util.Optional;
import minos.history.History;
import minos.model.Verdict;

/**
 * A history with the verdicts on it: what renderings start from.
 *
 * @param file        the file's name as the user gave it
 * @param history     null if the file could not be read within the limits; all verdicts are unknown then
 * @param witnesses   whether to show them; otherwise they are only counted
 * @param readMillis  how long reading took
 * @param checkMillis how long judging took, all levels together
 * @param profile     where the time went, if that is to be told
 */
public record Judged(
        String file,
        History history,
        List<Verdict> verdicts,
        boolean witnesses,
        long readMillis,
        long checkMillis,
        Optional<Profile> profile) {
    public Judged(String file, History history, List<Verdict> verdicts, long readMillis, long checkMillis) {
        this(file, history, verdicts, true, readMillis, checkMillis, Optional.empty());
    }
}

package minos.render;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Level;
import minos.model.Verdict;

/**
 * All that was found of one type, whichever levels it was found for.
 *
 * @param anomaly the verdict's with the most witnesses
 * @param levels  the levels that it breaks, of those asked for
 */
record Exhibit(Anomaly anomaly, List<Level> levels) {
    AnomalyType type() {
        return anomaly.type();
    }

    String count() {
        return (anomaly.exact() ? "" : "at least ") + anomaly.count();
    }

    static List<Exhibit> of(List<Verdict> verdicts) {
        Map<AnomalyType, Exhibit> found = new EnumMap<>(AnomalyType.class);
        for (Verdict verdict : verdicts) {
            for (Anomaly anomaly : verdict.anomalies()) {
                found.merge(anomaly.type(), new Exhibit(anomaly, List.of(verdict.level())), Exhibit::join);
            }
        }
        return new ArrayList<>(found.values());
    }

    private static Exhibit join(Exhibit one, Exhibit other) {
        boolean more =
                other.anomaly.witnesses().size() > one.anomaly.witnesses().size();
        List<Level> levels = new ArrayList<>(one.levels);
        for (Level level : other.levels) if (!levels.contains(level)) levels.add(level);
        return new Exhibit(more ? other.anomaly : one.anomaly, levels);
    }
}

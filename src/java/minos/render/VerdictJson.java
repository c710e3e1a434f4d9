package minos.render;

import minos.model.Verdict;

/** Verdicts as JSON: one object a line for each level. */
public final class VerdictJson {
    private VerdictJson() {}

    /** The lines of all verdicts, each with its line feed. */
    public static String render(Judged judged) {
        VerdictData data = new VerdictData(judged);
        StringBuilder out = new StringBuilder();
        for (Verdict verdict : judged.verdicts()) {
            data.write(verdict, new Json(out));
            out.append('\n');
        }
        return out.toString();
    }
}

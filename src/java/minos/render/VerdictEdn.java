package minos.render;

import minos.model.Verdict;

/** Verdicts as EDN: the shape of {@link VerdictJson}, one map a line for each level. */
public final class VerdictEdn {
    private VerdictEdn() {}

    /** The lines of all verdicts, each with its line feed. */
    public static String render(Judged judged) {
        VerdictData data = new VerdictData(judged);
        StringBuilder out = new StringBuilder();
        for (Verdict verdict : judged.verdicts()) {
            data.write(verdict, new Edn(out));
            out.append('\n');
        }
        return out.toString();
    }
}

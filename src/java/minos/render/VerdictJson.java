package minos.render;

import minos.model.Certificate;
import minos.model.Verdict;

/** Verdicts as JSON: one object a line for each level. */
public final class VerdictJson {
    private VerdictJson() {
    }

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

    /** The certificates of all verdicts that have one, a line each. */
    public static String certificates(Judged judged) {
        StringBuilder out = new StringBuilder();
        for (Verdict verdict : judged.verdicts()) {
            if (verdict.certificate() != null) certificate(judged.file(), verdict.certificate(), out);
        }
        return out.toString();
    }

    private static void certificate(String file, Certificate certificate, StringBuilder out) {
        Json json = new Json(out);
        json.beginMap();
        json.name("file");
        json.text(file);
        json.name("level");
        json.word(certificate.level().text());
        json.name("order");
        json.word(certificate.order().text());
        ints(json, "commits", certificate.commits());
        if (certificate.snapshots() != null) ints(json, "snapshots", certificate.snapshots());
        json.endMap();
        out.append('\n');
    }

    private static void ints(Json json, String name, int[] numbers) {
        json.name(name);
        json.beginList();
        for (int number : numbers) json.number(number);
        json.endList();
    }
}

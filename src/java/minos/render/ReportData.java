package minos.render;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import minos.history.History;
import minos.model.Violation;
import minos.render.picture.Picture;
import minos.render.picture.Svg;

/**
 * The counterexamples of a report as JSON, from which the page makes each one when it comes into view. All that a click
 * on a transaction shows is there too, once for each transaction.
 */
final class ReportData {
    private static final int MOST_OPERATIONS = 2_000;
    private static final int MOST_ELEMENTS = 2_000;

    private final History history;
    private final Values values;
    private final Pictures pictures;
    private final Surroundings around;
    private final StringBuilder out = new StringBuilder();
    private final Json json = new Json(out);
    private final TreeSet<Integer> seen = new TreeSet<>();

    private ReportData(History history, Surroundings around) {
        this.history = history;
        this.around = around;
        values = new Values(history);
        pictures = new Pictures(history);
    }

    /** JSON that can stand inside a script element. */
    static String of(History history, List<Exhibit> exhibits, Surroundings around) {
        ReportData data = new ReportData(history, around);
        data.write(exhibits);
        return inScript(data.out.toString());
    }

    /** JSON as it may stand inside a script element. */
    static String inScript(String json) {
        return json.replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026");
    }

    private void write(List<Exhibit> exhibits) {
        json.beginMap();
        json.name("witnesses");
        json.beginList();
        for (Exhibit exhibit : exhibits) {
            for (int i = 0; i < exhibit.anomaly().witnesses().size(); i++) witness(exhibit, i);
        }
        json.endList();
        json.name("transactions");
        json.beginMap();
        seen.forEach(this::transaction);
        json.endMap();
        json.endMap();
    }

    private void witness(Exhibit exhibit, int index) {
        Violation violation = exhibit.anomaly().witnesses().get(index);
        json.beginMap();
        text("type", exhibit.type().text());
        text("meaning", exhibit.type().meaning());
        text("levels", Ladder.andStronger(exhibit.levels()));
        text("cause", Cause.of(history, violation));
        Cast cast = Cast.of(history, violation);
        List<Picture> shown = pictures.of(violation);
        Folded folded = Folded.of(shown);
        text("around", around.tell(cast.transactions().keySet()));
        json.name("cast");
        json.beginList();
        cast.transactions().forEach((t, operations) -> {
            seen.add(t);
            json.beginMap();
            number("t", t);
            text("place", place(t));
            json.name("ops");
            json.beginList();
            for (int op : operations) json.text(cast.shown(op));
            json.endList();
            if (folded.hides(t)) number("folded", 1);
            json.endMap();
        });
        json.endList();
        json.name("lines");
        json.beginList();
        for (Telling line : Telling.of(history, violation)) {
            json.beginMap();
            text("role", line.role().name().toLowerCase(Locale.ROOT));
            number("depth", line.depth());
            if (line.step() >= 0) number("step", line.step());
            if (folded.hidesStep(line.step())) number("folded", 1);
            text("text", line.text());
            json.endMap();
        }
        json.endList();
        json.name("pictures");
        json.beginList();
        List<Picture> whole =
                !folded.steps.isEmpty() && pictures.isDrawable(violation) ? pictures.whole(violation) : null;
        for (int way = 0; way < shown.size(); way++) {
            json.beginMap();
            text("svg", Svg.inline(shown.get(way)));
            if (whole != null) text("whole", Svg.inline(whole.get(way)));
            String file = Report.pictureName(exhibit.type(), index, way, shown.size());
            if (file != null) text("file", file);
            json.endMap();
        }
        json.endList();
        json.endMap();
    }

    /** What the pictures of a violation fold: the table and the story beside them do the same. */
    private record Folded(Set<Integer> drawn, BitSet steps) {
        static Folded of(List<Picture> pictures) {
            Folded folded = new Folded(new HashSet<>(), new BitSet());
            for (Picture picture : pictures) picture.boxes().forEach(folded::add);
            return folded;
        }

        private void add(Picture.Box box) {
            if (box.steps().isEmpty()) {
                drawn.add(box.id());
                return;
            }
            String[] ends = box.steps().split("-", 2);
            steps.set(Integer.parseInt(ends[0]), Integer.parseInt(ends[1]) + 1);
        }

        boolean hides(int t) {
            return !steps.isEmpty() && !drawn.contains(t);
        }

        boolean hidesStep(int step) {
            return step >= 0 && steps.get(step);
        }
    }

    private void transaction(int t) {
        json.name(Integer.toString(t));
        json.beginMap();
        text("place", place(t));
        text("status", history.status(t).name().toLowerCase(Locale.ROOT));
        if (history.hasRealTime()) {
            number("invocation", history.invocation(t));
            if (history.completion(t) != Integer.MAX_VALUE) number("completion", history.completion(t));
        }
        json.name("ops");
        json.beginList();
        int end = Math.min(history.end(t), history.begin(t) + MOST_OPERATIONS);
        for (int op = history.begin(t); op < end; op++) json.text(whole(op));
        json.endList();
        number("more", history.end(t) - end);
        json.name("fields");
        json.beginList();
        around.fields(t).forEach((name, value) -> {
            json.beginList();
            json.text(Printable.whole(name));
            json.text(Printable.whole(value));
            json.endList();
        });
        json.endList();
        json.endMap();
    }

    private String place(int t) {
        return values.place(t, around.time(t).map(time -> " at " + time).orElse(""));
    }

    /** An operation with everything that it read or wrote. */
    private String whole(int op) {
        String key = Printable.whole(history.keyText(history.key(op)));
        int version = history.version(op);
        if (history.isWrite(op)) {
            String value = Printable.whole(history.writtenOrRead(op));
            return history.isList() ? "append " + key + ' ' + value : "w " + key + '=' + value;
        }
        if (!history.isList() || version == History.UNKNOWN) {
            return "r " + key + '=' + Printable.whole(history.writtenOrRead(op));
        }
        List<String> elements = new ArrayList<>();
        int length = history.length(op);
        for (int i = 0; i < Math.min(length, MOST_ELEMENTS); i++) {
            elements.add(Printable.whole(history.valueText(history.element(op, i))));
        }
        if (length > MOST_ELEMENTS) elements.add("… " + (length - MOST_ELEMENTS) + " more");
        return "r " + key + "=[" + String.join(" ", elements) + ']';
    }

    private void text(String name, String value) {
        json.name(name);
        json.text(value);
    }

    private void number(String name, long value) {
        json.name(name);
        json.number(value);
    }
}

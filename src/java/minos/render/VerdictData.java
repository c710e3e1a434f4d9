package minos.render;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedSet;
import java.util.function.Function;
import java.util.regex.Pattern;
import minos.history.History;
import minos.history.Model;
import minos.history.Statistics;
import minos.history.Tested;
import minos.model.Anomaly;
import minos.model.DatabaseOrder;
import minos.model.Edge;
import minos.model.Verdict;
import minos.model.Violation;

/** Walks over a verdict and writes it as nested data; doc/cli.md describes the shape. */
public final class VerdictData {
    private static final Pattern PLAIN = Pattern.compile("[a-z][a-zA-Z0-9_-]*[?!]?");

    private final Judged judged;
    private final History history;
    private final Sentences sentences;
    private final Statistics.Size size;
    private final Tested tested;
    private Surroundings around;
    private DataWriter out;

    public VerdictData(Judged judged) {
        this.judged = judged;
        this.history = judged.history();
        this.sentences = new Sentences(history);
        this.size = history == null ? null : Statistics.Size.of(history);
        this.tested = history == null ? null : Tested.of(history);
    }

    /** All verdicts as JSON: an object a line for each. */
    public static String json(Judged judged) {
        return lines(judged, Json::new);
    }

    /** All verdicts as EDN: a map a line for each. */
    public static String edn(Judged judged) {
        return lines(judged, Edn::new);
    }

    private static String lines(Judged judged, Function<StringBuilder, DataWriter> syntax) {
        VerdictData data = new VerdictData(judged);
        StringBuilder out = new StringBuilder();
        for (Verdict verdict : judged.verdicts()) {
            data.write(verdict, syntax.apply(out));
            out.append('\n');
        }
        return out.toString();
    }

    /** Writes one verdict of those judged. */
    public void write(Verdict verdict, DataWriter writer) {
        out = writer;
        out.beginMap();
        text("file", judged.file());
        if (history != null && !history.origin().about().isEmpty())
            text("about", history.origin().about());
        if (history != null) notes();
        word("level", verdict.level().text());
        word("order", verdict.order().text());
        if (verdict.use() != DatabaseOrder.GUESS)
            word("databaseOrder", verdict.use().text());
        out.name("valid");
        switch (verdict.answer()) {
            case TRUE -> out.bool(true);
            case FALSE -> out.bool(false);
            case UNKNOWN -> out.word("unknown");
        }
        verdict.why().ifPresent(why -> text("why", why));
        out.name("anomalies");
        out.beginList();
        verdict.anomalies().forEach(this::anomaly);
        out.endList();
        if (size != null) stats();
        out.name("millis");
        out.beginMap();
        number("read", judged.readMillis());
        number("check", judged.checkMillis());
        out.endMap();
        judged.profile().ifPresent(this::profile);
        out.endMap();
    }

    private void profile(Profile profile) {
        out.name("profile");
        out.beginMap();
        out.name("phases");
        out.beginList();
        profile.phases().forEach((phase, time) -> {
            out.beginMap();
            text("phase", phase);
            number("micros", time.toNanos() / 1000);
            out.endMap();
        });
        out.endList();
        out.name("counts");
        out.beginList();
        profile.counts().forEach((what, count) -> {
            out.beginMap();
            text("what", what);
            number("count", count);
            out.endMap();
        });
        out.endList();
        out.endMap();
    }

    /** What was left out or put in order when the history was read. */
    private void notes() {
        List<String> notes = history.origin().notes();
        if (notes.isEmpty()) return;
        out.name("notes");
        out.beginList();
        notes.forEach(out::text);
        out.endList();
    }

    private void anomaly(Anomaly anomaly) {
        out.beginMap();
        word("type", anomaly.type().text());
        if (anomaly.type().isWeakPattern()) word("tap", anomaly.type().names().plume());
        word("level", anomaly.level().text());
        number("count", anomaly.count());
        if (!anomaly.exact()) {
            out.name("exact");
            out.bool(false);
        }
        out.name("witnesses");
        out.beginList();
        if (judged.witnesses()) anomaly.witnesses().forEach(this::witness);
        out.endList();
        out.endMap();
    }

    private void witness(Violation violation) {
        out.beginMap();
        text("cause", Cause.of(history, violation));
        if (around == null) around = Surroundings.of(judged);
        Cast cast = Cast.of(history, violation);
        String meanwhile = around.tell(cast.transactions().keySet());
        if (!meanwhile.isEmpty()) text("around", meanwhile);
        out.name("transactions");
        out.beginList();
        cast.transactions().forEach(this::transaction);
        out.endList();
        List<List<Edge>> cycles = violation.cycles();
        edges("edges", cycles.isEmpty() ? List.of() : cycles.get(0));
        if (cycles.size() > 1) edges("alternative", cycles.get(1));
        sentences.story(violation).ifPresent(story -> text("why", story));
        if (violation instanceof Violation.NonLinearizable stuck) stuck(stuck);
        out.endMap();
    }

    private void stuck(Violation.NonLinearizable violation) {
        text("why", sentences.noStateLeft(violation));
        out.name("stuck");
        out.beginMap();
        number("transaction", violation.last());
        out.name("states");
        out.beginList();
        for (Violation.NonLinearizable.State state : violation.states()) {
            out.beginMap();
            out.name("held");
            out.beginList();
            for (int version : state.held()) {
                if (version == History.INITIAL) out.none();
                else out.atom(history.valueText(version));
            }
            out.endList();
            out.name("effective");
            out.beginList();
            for (int t : state.effective()) out.number(t);
            out.endList();
            text("why", sentences.deadEnd(violation, state));
            out.endMap();
        }
        out.endList();
        out.endMap();
    }

    private void transaction(int transaction, SortedSet<Integer> operations) {
        out.beginMap();
        number("id", transaction);
        out.name("session");
        out.atom(history.sessionText(history.session(transaction)));
        word("status", history.status(transaction).name().toLowerCase(Locale.ROOT));
        if (history.hasRealTime()) {
            number("invocation", history.invocation(transaction));
            int completion = history.completion(transaction);
            if (completion != Integer.MAX_VALUE) number("completion", completion);
        }
        history.isolation(transaction).ifPresent(level -> text("isolation", level));
        fields(around.fields(transaction));
        out.name("operations");
        out.beginList();
        for (int op : operations) operation(op, op - history.begin(transaction));
        out.endList();
        out.endMap();
    }

    /** What else was recorded of a transaction, besides its place. A name that is no plain word cannot be one in every syntax. */
    private void fields(Map<String, String> fields) {
        List<String> names = fields.keySet().stream()
                .filter(name -> PLAIN.matcher(name).matches() && !name.equals("index"))
                .toList();
        if (names.isEmpty()) return;
        out.name("fields");
        out.beginMap();
        for (String name : names) text(name, fields.get(name));
        out.endMap();
    }

    private void operation(int operation, int index) {
        out.beginMap();
        number("index", index);
        word("f", !history.isWrite(operation) ? "r" : history.isList() ? "append" : "w");
        out.name("key");
        out.atom(history.keyText(history.key(operation)));
        int version = history.version(operation);
        if (version == History.UNKNOWN) {
            out.endMap();
            return;
        }
        out.name("value");
        if (history.isList() && !history.isWrite(operation)) {
            out.beginList();
            for (int i = 0; i < history.length(operation); i++) {
                out.atom(history.valueText(history.element(operation, i)));
            }
            out.endList();
        } else if (version == History.INITIAL && history.model() != Model.CLOSED_PREDICATE) {
            out.none();
        } else {
            out.atom(history.writtenOrRead(operation));
        }
        out.endMap();
    }

    /** The reasons of an edge have edges of their own, to any depth: a stack instead of recursion. */
    private void edges(String name, List<Edge> edges) {
        Deque<Iterator<Edge>> open = new ArrayDeque<>();
        out.name(name);
        out.beginList();
        open.push(edges.iterator());
        while (!open.isEmpty()) {
            if (open.peek().hasNext()) {
                Edge edge = open.peek().next();
                out.beginMap();
                edge(edge);
                if (edge.because().isEmpty()) {
                    out.endMap();
                } else {
                    out.name("because");
                    out.beginList();
                    open.push(edge.because().iterator());
                }
            } else {
                open.pop();
                out.endList();
                if (!open.isEmpty()) out.endMap();
            }
        }
    }

    private void edge(Edge edge) {
        number("from", edge.from());
        number("to", edge.to());
        word("kind", edge.kind().toString());
        if (edge instanceof Edge.OfKey of) {
            out.name("key");
            out.atom(history.keyText(of.key()));
        }
        edge.assumption().ifPresent(by -> word("assumed", by.text()));
        edge.demandedBy().ifPresent(level -> word("demandedBy", level.text()));
        text("why", sentences.why(edge));
    }

    private void stats() {
        out.name("stats");
        out.beginMap();
        number("sessions", size.sessions());
        number("transactions", size.transactions());
        number("aborted", size.aborted());
        number("indeterminate", size.indeterminate());
        number("operations", size.operations());
        number("keys", size.keys());
        number("readsOfOthers", tested.reads());
        if (tested.pairs() >= 0) number("concurrentPairs", tested.pairs());
        out.endMap();
    }

    private void text(String name, String value) {
        out.name(name);
        out.text(value);
    }

    private void word(String name, String value) {
        out.name(name);
        out.word(value);
    }

    private void number(String name, long value) {
        out.name(name);
        out.number(value);
    }
}

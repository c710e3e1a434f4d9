package minos.render;

import java.util.List;
import minos.history.History;
import minos.model.Edge;
import minos.model.Witness;

/** Puts into words why one transaction comes before another, and what a violation inside a transaction consists of. */
public final class Sentences {
    private final History history;
    private final Values values;

    public Sentences(History history) {
        this.history = history;
        this.values = new Values(history);
    }

    /** What a transaction is called. */
    public static String name(int transaction) {
        return transaction == History.INITIAL ? "the initial state" : "T" + transaction;
    }

    /** The edge with its reason: {@code T1 → T2 (wr): T2 read x=5, which T1 wrote}. */
    public String edge(Edge edge) {
        boolean first = edge.from() == History.INITIAL && edge.kind() == Edge.Kind.SO; // whatever the sessions
        String which = first ? "" : " (" + kind(edge.kind()) + ")";
        return name(edge.from()) + " → " + name(edge.to()) + which + ": " + why(edge);
    }

    private static String kind(Edge.Kind kind) {
        return switch (kind) {
            case SO -> "session order";
            case RT -> "real time";
            case CO -> "commit order";
            default -> kind.toString();
        };
    }

    /** The reason of an edge. */
    public String why(Edge edge) {
        if (edge.from() == History.INITIAL && edge.kind() != Edge.Kind.WR) {
            return "the initial state precedes every transaction";
        }
        return switch (edge.kind()) {
            case SO -> "session " + session(edge.from()) + " ran " + name(edge.to()) + " after " + name(edge.from());
            case RT -> realTime(edge);
            case WR -> writeRead(edge);
            case WW -> writeWrite(edge);
            case RW ->
                name(edge.from()) + " read " + values.keyAndValue(edge.fromOp()) + " and did not see " + name(edge.to())
                        + "'s " + values.written(edge.toOp());
            case CO -> commit(edge);
        };
    }

    private String session(int transaction) {
        return Printable.shown(history.sessionText(history.session(transaction)));
    }

    private String realTime(Edge edge) {
        String completed = " had completed (place " + history.completion(edge.from()) + " of the history)";
        String invoked = " was invoked (place " + history.invocation(edge.to()) + ")";
        return name(edge.from()) + completed + " before " + name(edge.to()) + invoked;
    }

    private String writeRead(Edge edge) {
        int read = edge.toOp();
        String reader = name(edge.to()) + " read ";
        if (edge.from() == History.INITIAL) return reader + initial(read);
        int version = history.version(edge.fromOp());
        String writer = name(edge.from());
        return reader
                + values.showing(read, version)
                + (values.isListRead(read)
                        ? ", where " + values.value(version) + " is " + writer + "'s append"
                        : ", which " + writer + " wrote");
    }

    /** Two versions of a key; the read that shows their order may be of several kinds. */
    private String writeWrite(Edge edge) {
        int read = edge.readOp();
        String first = name(edge.from()) + "'s " + values.written(edge.fromOp());
        String second = name(edge.to()) + "'s " + values.written(edge.toOp());
        if (read < 0) return first + " comes before " + second;
        boolean isThird = history.version(read) == history.version(edge.toOp()) && !shows(read, edge.fromOp());
        if (isThird) return commit(edge);
        String reader =
                name(history.transactionOf(read)) + "'s read of " + values.keyName(edge.key()) + " shows " + first;
        if (!values.isListRead(read)) return reader + ", which " + second + " replaces";
        int i = values.indexOf(read, history.version(edge.fromOp()));
        int j = values.indexOf(read, history.version(edge.toOp()));
        if (j < 0) return reader + " and not yet " + second + ": " + values.around(read, i, history.length(read) - 1);
        return reader + " before " + second + ": " + values.around(read, i, j);
    }

    private boolean shows(int read, int write) {
        return values.isListRead(read) && values.indexOf(read, history.version(write)) >= 0;
    }

    /** The axiom of a level at work: a third transaction has seen {@code from} and yet reads from {@code to}. */
    private String commit(Edge edge) {
        String reader = name(history.transactionOf(edge.readOp())) + " reads ";
        String after = hasSeen(edge) ? " after it has seen " : " though it comes after ";
        String past = after + name(edge.from()) + ", which ";
        String writes = (history.isList() ? "appends to " : "writes ") + values.keyName(edge.key());
        if (edge.to() == History.INITIAL) return reader + initial(edge.readOp()) + "," + past + writes;
        return reader + values.keyAndValue(edge.readOp()) + " from " + name(edge.to()) + past + "also " + writes;
    }

    /** Whether it is by sessions and reads that the reader comes after {@code from}, and not by real time, say. */
    private static boolean hasSeen(Edge edge) {
        return edge.because().stream().allMatch(e -> e.kind() == Edge.Kind.SO || e.kind() == Edge.Kind.WR);
    }

    /** A read of the initial value; of a list it may show the reader's own appends on top. */
    private String initial(int read) {
        boolean bare = history.version(read) == History.INITIAL;
        return values.keyAndValue(read) + (bare ? ", the initial value" : ", its own appends to the initial value");
    }

    /**
     * What one of two ways to order some writes supposes, {@code one way, T0's x=1 comes before T1's x=2}: two versions
     * that the other way has in the opposite order.
     */
    String way(String title, List<Edge> way, List<Edge> otherWay) {
        for (Step step : Step.of(way, 0)) {
            for (Step other : Step.of(otherWay, 0)) {
                if (!areOpposite(step.edge(), other.edge())) continue;
                return title + ", " + name(other.edge().to()) + "'s "
                        + values.written(other.edge().toOp()) + " comes before "
                        + name(step.edge().to()) + "'s "
                        + values.written(step.edge().toOp());
            }
        }
        return title;
    }

    /** Whether each edge leads away from the version that the other leads to. */
    private boolean areOpposite(Edge one, Edge other) {
        if (!ordersVersions(one) || !ordersVersions(other)) return false;
        return history.version(one.fromOp()) == history.version(other.toOp())
                && history.version(other.fromOp()) == history.version(one.toOp());
    }

    private static boolean ordersVersions(Edge edge) {
        boolean ordering = edge.kind() == Edge.Kind.WW || edge.kind() == Edge.Kind.RW || edge.kind() == Edge.Kind.CO;
        return ordering && edge.fromOp() >= 0 && edge.toOp() >= 0;
    }

    /** What is wrong in a witness that names operations instead of a cycle; null where the edges say it all. */
    public String story(Witness witness) {
        return witness.operations().isEmpty() ? null : new Stories(history).of(witness);
    }
}

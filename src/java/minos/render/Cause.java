package minos.render;

import static minos.render.Sentences.name;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import minos.history.History;
import minos.history.Status;
import minos.model.AnomalyType;
import minos.model.Edge;
import minos.model.Edge.Kind;
import minos.model.Violation;

/**
 * What went wrong, in one sentence: before the proof, in the words of those who run the database. It says only what the
 * violation's own operations and edges show; how a version is known to be older, say, is told by the proof.
 */
final class Cause {
    /** Of a longer circle only the beginning is told. */
    private static final int MOST_CLAUSES = 5;

    private static final int MOST_NAMES = 4;

    private final History history;
    private final Sentences sentences;
    private final Values values;
    /** Those whose session has been said. */
    private final Set<Integer> known = new HashSet<>();

    private Cause(History history) {
        this.history = history;
        sentences = new Sentences(history);
        values = new Values(history);
    }

    static String of(History history, Violation violation) {
        Cause cause = new Cause(history);
        return cause.sentences.story(violation).orElseGet(() -> cause.told(violation));
    }

    private String told(Violation violation) {
        if (violation instanceof Violation.Unorderable unorderable) return sentences.unexplained(unorderable);
        if (violation instanceof Violation.NonLinearizable stuck) return sentences.misfit(stuck);
        List<Edge> edges = violation.cycles().get(0);
        if (edges.stream().anyMatch(edge -> edge.kind() == Kind.CLAIMED))
            return contradicted(from(edges, Kind.CLAIMED));
        for (Telling.Step step : Telling.Step.of(edges, 0)) {
            if (step.edge() instanceof Edge.WriteWrite order && Sentences.isSaid(order)) {
                return contradicted(withFirst(order, edges));
            }
        }
        if (violation.type() == AnomalyType.LOST_UPDATE && isLostUpdate(edges)) return lostUpdate(edges);
        if (are(edges, Kind.RW, Kind.RW)) return writeSkew(edges);
        List<Edge> fork = from(edges, Kind.WR);
        if (are(fork, Kind.WR, Kind.RW, Kind.WR, Kind.RW)) return longFork(fork);
        List<Edge> early = from(edges, Kind.SO);
        if (are(early, Kind.SO, Kind.RW, Kind.SO, Kind.RW)) return sessionsApart(early);
        if (isMix(edges)) return mix(edges);
        if (isExchange(edges)) return exchange(edges);
        if (are(early, Kind.SO, Kind.WR) && early.get(0).from() >= 0) return readEarly(early);
        Missed missed = missed(edges);
        return missed != null ? missed.told() : circle(edges);
    }

    private static boolean are(List<Edge> edges, Kind... kinds) {
        return edges.stream().map(Edge::kind).toList().equals(List.of(kinds));
    }

    /** The same cycle, from the first edge of that kind on. */
    private static List<Edge> from(List<Edge> cycle, Kind kind) {
        int first = 0;
        while (first < cycle.size() && cycle.get(first).kind() != kind) first++;
        return from(cycle, first % cycle.size());
    }

    private static List<Edge> from(List<Edge> cycle, int first) {
        List<Edge> edges = new ArrayList<>(cycle.subList(first, cycle.size()));
        edges.addAll(cycle.subList(0, first));
        return edges;
    }

    // Names

    /** A transaction, with its session where it comes first. */
    private String who(int transaction) {
        return transaction >= 0 && known.add(transaction) ? values.who(transaction) : name(transaction);
    }

    private String session(int transaction) {
        return "session " + values.session(transaction);
    }

    /** What an operation wrote: {@code x=4}, {@code append of 4 to x}. */
    private String written(int write) {
        return history.isList()
                ? "append of " + values.written(write) + " to " + values.keyName(history.key(write))
                : values.written(write);
    }

    /** {@code T7's x=4}. */
    private String hers(int write) {
        return name(history.transactionOf(write)) + "'s " + written(write);
    }

    private String wrote(int write) {
        return history.isList()
                ? "appended " + values.written(write) + " to " + values.keyName(history.key(write))
                : "wrote " + values.written(write);
    }

    private boolean isShown(int read, int write) {
        return values.isListRead(read)
                ? values.indexOf(read, history.version(write)) >= 0
                : history.version(read) == history.version(write);
    }

    private boolean isShownBehind(int read, int earlier, int later) {
        int place = values.indexOf(read, history.version(earlier));
        return values.indexBehind(place, read, history.version(later)) >= 0;
    }

    // Patterns with a name

    private static boolean isLostUpdate(List<Edge> edges) {
        return are(edges, Kind.RW, Kind.RW)
                && ((Edge.AntiDependency) edges.get(0)).key() == ((Edge.AntiDependency) edges.get(1)).key();
    }

    private String lostUpdate(List<Edge> edges) {
        Edge.AntiDependency first = (Edge.AntiDependency) edges.get(0);
        Edge.AntiDependency second = (Edge.AntiDependency) edges.get(1);
        int one = first.from();
        int other = second.from();
        String read = values.keyAndValue(first.read());
        String same = values.keyAndValue(second.read());
        String both = who(one) + " and " + who(other)
                + (read.equals(same) ? " both read " + read : " read the same version, " + read + " and " + same + ",");
        if (!history.isList()) {
            return both + " and both overwrote it, " + name(one) + " with " + values.written(second.write()) + " and "
                    + name(other) + " with " + values.written(first.write()) + ": one of the two updates is lost";
        }
        return both + " and both appended to it, " + name(one) + " " + values.written(second.write()) + " and "
                + name(other) + " " + values.written(first.write()) + ": neither saw the other's append"
                + lost(second.write(), first.write());
    }

    /** Which of two appends no list of the history shows, if some list shows the other. */
    private String lost(int one, int other) {
        boolean lost = values.isNowhere(history.version(one));
        if (lost == values.isNowhere(history.version(other))) return "";
        int append = lost ? one : other;
        return ", and no read shows " + name(history.transactionOf(append)) + "'s " + values.written(append);
    }

    private String writeSkew(List<Edge> edges) {
        Edge.AntiDependency first = (Edge.AntiDependency) edges.get(0);
        Edge.AntiDependency second = (Edge.AntiDependency) edges.get(1);
        return who(first.from()) + " read " + values.keyAndValue(first.read()) + " and " + wrote(second.write()) + ", "
                + who(second.from()) + " read " + values.keyAndValue(second.read()) + " and " + wrote(first.write())
                + ": neither saw the other's " + (history.isList() ? "append" : "write");
    }

    private String longFork(List<Edge> fork) {
        return sawButNot(fork.get(0), fork.get(1)) + ", while " + sawButNot(fork.get(2), fork.get(3))
                + ": they disagree on which came first";
    }

    private String sawButNot(Edge saw, Edge not) {
        Edge.WriteRead read = (Edge.WriteRead) saw;
        String seen =
                read.write().isPresent() ? "saw " + hers(read.write().getAsInt()) : "read " + initial(read.read());
        return who(saw.to()) + " " + seen + " but not " + hers(((Edge.AntiDependency) not).write());
    }

    /** Two sessions that each wrote, then read, and neither saw what the other had written. */
    private String sessionsApart(List<Edge> edges) {
        Edge.AntiDependency first = (Edge.AntiDependency) edges.get(1);
        Edge.AntiDependency second = (Edge.AntiDependency) edges.get(3);
        return wroteThenRead(second.write(), first.read()) + ", while " + wroteThenRead(first.write(), second.read())
                + ": neither saw the other's " + (history.isList() ? "append" : "write");
    }

    private String wroteThenRead(int write, int read) {
        int reader = history.transactionOf(read);
        return session(reader) + " " + wrote(write) + " in " + name(history.transactionOf(write)) + ", then read "
                + values.keyAndValue(read) + " in " + name(reader);
    }

    /** Whether one transaction read one key from each of two others that both wrote both keys. */
    private static boolean isMix(List<Edge> edges) {
        if (!are(edges, Kind.CO, Kind.CO)) return false;
        Edge.CommitOrder first = (Edge.CommitOrder) edges.get(0);
        Edge.CommitOrder second = (Edge.CommitOrder) edges.get(1);
        return first.key() != second.key()
                && isFrom(first.because(), second.read())
                && isFrom(second.because(), first.read());
    }

    private static boolean isFrom(List<Edge> because, int read) {
        return are(because, Kind.WR) && ((Edge.WriteRead) because.get(0)).read() == read;
    }

    private String mix(List<Edge> edges) {
        Edge.CommitOrder first = (Edge.CommitOrder) edges.get(0);
        Edge.CommitOrder second = (Edge.CommitOrder) edges.get(1);
        return who(history.transactionOf(first.read())) + " mixed two writers of " + values.keyName(first.key())
                + " and " + values.keyName(second.key()) + ": it read " + values.keyAndValue(first.read()) + " from "
                + who(first.to()) + " and " + values.keyAndValue(second.read()) + " from " + who(second.to());
    }

    /** Whether two sessions each wrote a key, and then read what the other wrote. */
    private boolean isExchange(List<Edge> edges) {
        if (history.isList() || !are(edges, Kind.CO, Kind.CO)) return false;
        Edge.CommitOrder first = (Edge.CommitOrder) edges.get(0);
        Edge.CommitOrder second = (Edge.CommitOrder) edges.get(1);
        return first.key() == second.key()
                && first.to() >= 0
                && second.to() >= 0
                && are(first.because(), Kind.SO)
                && are(second.because(), Kind.SO);
    }

    private String exchange(List<Edge> edges) {
        return edges.stream()
                        .map(edge -> {
                            Edge.CommitOrder own = (Edge.CommitOrder) edge;
                            int reader = history.transactionOf(own.read());
                            return session(reader) + " wrote " + values.written(own.write()) + " in " + name(own.from())
                                    + ", then read " + name(own.to()) + "'s " + values.keyAndValue(own.read()) + " in "
                                    + name(reader);
                        })
                        .collect(Collectors.joining("; "))
                + ": each of the two writes would have to be the later one";
    }

    private String initial(int read) {
        return values.keyAndValue(read) + ", the initial value,";
    }

    /** A session that read what it wrote only later. */
    private String readEarly(List<Edge> edges) {
        Edge.WriteRead read = (Edge.WriteRead) edges.get(1);
        int write = read.write().getAsInt();
        return session(read.to()) + " read " + values.showing(read.read(), history.version(write)) + " in "
                + name(read.to()) + ", before it "
                + (history.isList() ? "appended " + values.written(write) : "wrote it")
                + " in " + name(read.from());
    }

    // A write that was missed

    /** The one read of a cycle that missed what it should have seen: how the writer comes before the reader is the path. */
    private final class Missed {
        final int reader;
        /** What returned an older version. */
        final int read;

        final int writer;
        /** What it missed. */
        final int write;

        final List<Edge> path;

        Missed(int reader, int read, int writer, int write, List<Edge> path) {
            this.reader = reader;
            this.read = read;
            this.writer = writer;
            this.write = write;
            this.path = path;
        }

        String told() {
            if (are(path, Kind.WR)) return saw(path.get(0)).key() == history.key(read) ? twice() : half();
            if (are(path, Kind.SO)) {
                return session(reader) + " " + wrote(write) + " in " + name(writer) + ", then read "
                        + values.keyAndValue(read) + " in " + name(reader) + older(true);
            }
            if (are(path, Kind.RT)) return acknowledged();
            if (are(path, Kind.WR, Kind.SO)) {
                Edge.WriteRead seen = saw(path.get(0));
                return session(reader) + " " + (again(seen) ? "read " + shown(seen) : "saw " + hers(seen)) + " in "
                        + name(seen.to()) + ", then read " + values.keyAndValue(read) + " in " + name(reader)
                        + (again(seen) ? ", which is older" : older(false));
            }
            if (are(path, Kind.WR, Kind.RT)) {
                Edge.WriteRead seen = saw(path.get(0));
                return who(seen.to()) + " had " + (again(seen) ? "read " + shown(seen) : "seen " + hers(seen))
                        + " before " + who(reader) + " began, and " + name(reader) + " read "
                        + values.keyAndValue(read) + (again(seen) ? ", which is older" : older(false));
            }
            if (are(path, Kind.SO, Kind.WR) && path.get(0).from() >= 0) {
                return who(reader) + " saw " + hers(saw(path.get(1))) + ", but read " + values.keyAndValue(read)
                        + older(false) + ", though " + session(writer) + " ran " + name(writer) + " before "
                        + name(path.get(0).to());
            }
            if (are(path, Kind.WR, Kind.WR)) {
                Edge.WriteRead first = saw(path.get(0));
                Edge.WriteRead second = saw(path.get(1));
                boolean itself = first.write().getAsInt() == write;
                return who(reader) + " saw " + hers(second) + ", and " + name(second.from()) + " had seen "
                        + hers(first) + ", but " + name(reader) + " read " + values.keyAndValue(read) + older(itself);
            }
            String missed = who(reader) + " read " + values.keyAndValue(read) + older(false);
            if (are(path, Kind.RW)) return missed + ", and " + clause(path.get(0)) + ": neither can have come first";
            return missed + ", though " + name(reader) + (Sentences.hasSeen(path) ? " has seen " : " comes after ")
                    + who(writer) + through();
        }

        /** What is said of the value that was read; {@code it} if what was missed has just been named. */
        private String older(boolean it) {
            if (values.isListRead(read)) return " without " + (it ? "it" : hers(write));
            return ", which is older" + (it ? "" : " than " + hers(write));
        }

        private static Edge.WriteRead saw(Edge edge) {
            return (Edge.WriteRead) edge;
        }

        private String hers(Edge.WriteRead seen) {
            return Cause.this.hers(seen.write().getAsInt());
        }

        private String hers(int write) {
            return Cause.this.hers(write);
        }

        /** Whether it is the very key that was read again, and what was missed that was seen before. */
        private boolean again(Edge.WriteRead seen) {
            return seen.write().getAsInt() == write;
        }

        private String shown(Edge.WriteRead seen) {
            return values.showing(seen.read(), history.version(seen.write().getAsInt()));
        }

        private String twice() {
            Edge.WriteRead seen = saw(path.get(0));
            boolean before = seen.read() < read;
            return who(reader) + " read " + (before ? shown(seen) : values.keyAndValue(read)) + " and then "
                    + (before ? values.keyAndValue(read) : shown(seen)) + ", which is " + (before ? "older" : "newer");
        }

        private String half() {
            return who(reader) + " saw half of " + who(writer) + ": it saw " + hers(saw(path.get(0))) + ", but read "
                    + values.keyAndValue(read) + older(false);
        }

        private String acknowledged() {
            String done = history.status(writer) == Status.COMMITTED ? "was acknowledged" : "had completed";
            String what = history.isList() ? written(write) : "write of " + written(write);
            return name(writer) + "'s " + what + " (" + session(writer) + ") " + done + " before " + who(reader)
                    + " began, and " + name(reader)
                    + " read " + values.keyAndValue(read) + older(true)
                    + (values.isListRead(read) ? lost() : "");
        }

        private String lost() {
            return values.isNowhere(history.version(write)) ? "; no read of the history shows it" : "";
        }

        private String through() {
            int between = path.size() - 1;
            if (between == 0) return "";
            if (between > MOST_NAMES) return ", through " + between + " others";
            return ", through "
                    + path.stream().limit(between).map(e -> name(e.to())).collect(Collectors.joining(", "));
        }
    }

    /** What was missed, if it is one write by one read; null otherwise. */
    private Missed missed(List<Edge> edges) {
        int at = -1;
        for (int i = 0; i < edges.size(); i++) {
            if (edges.get(i).kind() != Kind.RW && edges.get(i).kind() != Kind.CO) continue;
            if (at >= 0) return null;
            at = i;
        }
        if (at < 0) return null;
        Missed missed;
        if (edges.get(at) instanceof Edge.AntiDependency rw) {
            List<Edge> path = from(edges, at);
            missed = new Missed(rw.from(), rw.read(), rw.to(), rw.write(), path.subList(1, path.size()));
        } else {
            Edge.CommitOrder co = (Edge.CommitOrder) edges.get(at);
            missed = new Missed(history.transactionOf(co.read()), co.read(), co.from(), co.write(), co.because());
        }
        return isShown(missed.read, missed.write) || !leads(missed) ? null : missed;
    }

    /** Whether the path is one from the writer to the reader, of transactions alone. */
    private static boolean leads(Missed missed) {
        int at = missed.writer;
        for (Edge edge : missed.path) {
            if (edge.from() != at || at < 0) return false;
            at = edge.to();
        }
        return at == missed.reader && !missed.path.isEmpty();
    }

    // The database's word

    /** What the database says, and what was seen. */
    private String contradicted(List<Edge> told) {
        String said = clause(told.get(0));
        if (told.size() == 1) return said;
        return said + ", but "
                + told.subList(1, told.size()).stream()
                        .limit(MOST_CLAUSES)
                        .map(this::clause)
                        .collect(Collectors.joining(", and "))
                + (told.size() > MOST_CLAUSES + 1 ? ", and so on" : "");
    }

    /** What the database says, be it one of the edges or what one of them rests on, and then the others. */
    private static List<Edge> withFirst(Edge said, List<Edge> edges) {
        List<Edge> told = new ArrayList<>(List.of(said));
        int at = edges.indexOf(said);
        told.addAll(at < 0 ? edges : from(edges, at).subList(1, edges.size()));
        return told;
    }

    // Any other circle

    private String circle(List<Edge> edges) {
        int first = 0;
        while (first < edges.size() - 1 && edges.get(first).kind() != Kind.RW) first++;
        List<Edge> told = edges.get(first).kind() == Kind.RW ? from(edges, first) : edges;
        long members = edges.stream()
                .mapToInt(Edge::from)
                .filter(t -> t >= 0)
                .distinct()
                .count();
        if (edges.size() == 1) return clause(edges.get(0));
        if (edges.size() > MOST_CLAUSES) {
            return members + " transactions must each come before the next, in a circle: " + clause(told.get(0)) + ", "
                    + clause(told.get(1)) + ", and so on";
        }
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < told.size(); i++) {
            boolean contrast =
                    told.size() == 2 && told.get(0).kind() != told.get(1).kind();
            if (i > 0) out.append(i < told.size() - 1 ? ", " : contrast ? ", but " : ", and ");
            out.append(clause(told.get(i)));
        }
        return out.append(members <= 2 ? ": neither" : ": none of them")
                .append(" can have come first")
                .toString();
    }

    private String clause(Edge edge) {
        return edge.accept(new Clauses());
    }

    private final class Clauses implements Edge.Visitor<String> {
        @Override
        public String sessionOrder(Edge.SessionOrder edge) {
            if (edge.from() == History.INITIAL) return "the initial state comes first";
            return session(edge.from()) + " ran " + name(edge.to()) + " after " + name(edge.from());
        }

        @Override
        public String realTime(Edge.RealTime edge) {
            return who(edge.from()) + " completed before " + who(edge.to()) + " began";
        }

        @Override
        public String writeRead(Edge.WriteRead edge) {
            String reader = who(edge.to());
            return edge.write().isPresent()
                    ? reader + " saw " + hers(edge.write().getAsInt())
                    : reader + " read " + values.keyAndValue(edge.read()) + ", the initial value";
        }

        @Override
        public String writeWrite(Edge.WriteWrite edge) {
            if (Sentences.isSaid(edge)) return sentences.why(edge);
            if (!history.isList()) return hers(edge.earlier()) + " came before " + hers(edge.later());
            boolean shown = edge.shownBy().isPresent()
                    && isShownBehind(edge.shownBy().getAsInt(), edge.earlier(), edge.later());
            return listed(edge.key(), edge.earlier(), shown ? " before " : ", and later ", edge.later());
        }

        private String listed(int key, int earlier, String then, int later) {
            return values.keyName(key) + " has " + name(history.transactionOf(earlier)) + "'s "
                    + values.written(earlier) + then + name(history.transactionOf(later)) + "'s "
                    + values.written(later);
        }

        @Override
        public String antiDependency(Edge.AntiDependency edge) {
            String reader = who(edge.from()) + " read " + values.keyAndValue(edge.read());
            return reader + (isShown(edge.read(), edge.write()) ? " before " : " and missed ") + hers(edge.write());
        }

        @Override
        public String claimed(Edge.Claimed edge) {
            return sentences.why(edge);
        }

        @Override
        public String commitOrder(Edge.CommitOrder edge) {
            int reader = history.transactionOf(edge.read());
            if (edge.source().isPresent()
                    && values.isListRead(edge.read())
                    && isShown(edge.read(), edge.write())
                    && isShownBehind(edge.read(), edge.write(), edge.source().getAsInt())) {
                return listed(
                        edge.key(), edge.write(), " before ", edge.source().getAsInt());
            }
            return who(reader) + " puts " + name(edge.to()) + " after " + name(edge.from()) + " (it "
                    + (Sentences.hasSeen(edge.because()) ? "saw " : "comes after ") + name(edge.from()) + ", but read "
                    + values.keyAndValue(edge.read())
                    + (edge.source().isPresent() ? " from " + name(edge.to()) : ", the initial value") + ")";
        }
    }
}

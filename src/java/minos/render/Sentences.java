package minos.render;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import minos.history.History;
import minos.history.Model;
import minos.history.Status;
import minos.model.Assumption;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Violation;

/** Puts into words why one transaction comes before another, and what is wrong where there is no cycle. */
public final class Sentences {
    private final History history;
    private final Values values;
    private final Reasons reasons = new Reasons();
    private final Stories stories = new Stories();

    public Sentences(History history) {
        this.history = history;
        this.values = new Values(history);
    }

    /** What a transaction is called. */
    public static String name(int transaction) {
        return transaction == History.INITIAL ? "the initial state" : "T" + transaction;
    }

    private String nameOfOwner(int operation) {
        return name(history.transactionOf(operation));
    }

    // Edges

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
            case CLAIMED -> "the database's word";
            case WR, WW, RW -> kind.toString();
        };
    }

    /** The reason of an edge. */
    public String why(Edge edge) {
        return edge.accept(reasons)
                + edge.demandedBy()
                        .map(level -> "; demanded by " + name(demander(edge)) + "'s level, " + level)
                        .orElse("");
    }

    /** Whose level demands an edge: the reader's, or the later writer's. */
    private int demander(Edge edge) {
        return switch (edge.kind()) {
            case RW -> edge.from();
            case CO -> history.transactionOf(edge.shownBy().orElseThrow());
            case SO, RT, WR, WW, CLAIMED -> edge.to();
        };
    }

    private final class Reasons implements Edge.Visitor<String> {
        @Override
        public String sessionOrder(Edge.SessionOrder edge) {
            if (edge.from() == History.INITIAL) return "the initial state precedes every transaction";
            String session = Printable.shown(history.sessionText(history.session(edge.from())));
            return "session " + session + " ran " + name(edge.to()) + " after " + name(edge.from());
        }

        @Override
        public String realTime(Edge.RealTime edge) {
            String completed = " had completed (place " + history.completion(edge.from()) + " of the history)";
            String invoked = " was invoked (place " + history.invocation(edge.to()) + ")";
            return name(edge.from()) + completed + " before " + name(edge.to()) + invoked + sharing(edge);
        }

        private String sharing(Edge.RealTime edge) {
            int group = history.group(edge.from());
            boolean same = group >= 0 && group == history.group(edge.to());
            if (edge.fromOperation().isEmpty())
                return same ? ", both in group " + Printable.shown(history.groupText(group)) : "";
            return ", and both used "
                    + values.keyName(history.key(edge.fromOperation().getAsInt()));
        }

        @Override
        public String writeRead(Edge.WriteRead edge) {
            String reader = name(edge.to()) + " read ";
            if (edge.write().isEmpty()) return reader + initial(edge.read());
            int version = history.version(edge.write().getAsInt());
            String writer = name(edge.from());
            return reader
                    + values.showing(edge.read(), version)
                    + (values.isListRead(edge.read())
                            ? ", where " + values.value(version) + " is " + writer + "'s append"
                            : ", which " + writer + " wrote");
        }

        @Override
        public String writeWrite(Edge.WriteWrite edge) {
            String first = name(edge.from()) + "'s " + values.written(edge.earlier());
            String second = name(edge.to()) + "'s " + values.written(edge.later());
            if (isSaid(edge) && edge.assumption().get() == Assumption.TRANSACTION_ORDER) {
                return claimed(new Edge.Claimed(edge.from(), false, edge.to(), false)) + ": " + first + " before "
                        + second;
            }
            if (isSaid(edge)) {
                return "the database says that " + first + " is version " + number(edge.earlier()) + ", and " + second
                        + " version " + number(edge.later());
            }
            if (edge.shownBy().isEmpty()) return first + " comes before " + second + assumed(edge);
            int read = edge.shownBy().getAsInt();
            String reader = nameOfOwner(read) + "'s read of " + values.keyName(edge.key()) + " shows " + first;
            if (!values.isListRead(read)) return reader + ", which " + second + " replaces";
            int i = values.indexOf(read, history.version(edge.earlier()));
            int j = values.indexBehind(i, read, history.version(edge.later()));
            return j < 0
                    ? reader + " and not yet " + second + ": " + values.around(read, i, history.length(read) - 1)
                    : reader + " before " + second + ": " + values.around(read, i, j);
        }

        private String number(int write) {
            return Printable.shown(history.numberText(history.number(write)));
        }

        @Override
        public String antiDependency(Edge.AntiDependency edge) {
            return name(edge.from()) + " read " + values.keyAndValue(edge.read()) + " and did not see "
                    + name(edge.to()) + "'s " + values.written(edge.write()) + assumed(edge);
        }

        private static String assumed(Edge edge) {
            return edge.assumption()
                    .map(by -> " (assumed: " + by.meaning() + ")")
                    .orElse("");
        }

        /** The axiom of a level at work: a third transaction has seen {@code from} and yet reads from {@code to}. */
        @Override
        public String commitOrder(Edge.CommitOrder edge) {
            String reader = nameOfOwner(edge.read()) + " reads ";
            String after = hasSeen(edge.because()) ? " after it has seen " : " though it comes after ";
            String past = after + name(edge.from()) + ", which ";
            String writes = (history.isList() ? "appends to " : "writes ") + values.keyName(edge.key());
            if (edge.source().isEmpty()) return reader + initial(edge.read()) + "," + past + writes;
            return reader + values.keyAndValue(edge.read()) + " from " + name(edge.to()) + past + "also " + writes;
        }

        @Override
        public String claimed(Edge.Claimed edge) {
            String first = name(edge.from()) + did(edge.from(), edge.fromBegins());
            String second = (edge.from() == edge.to() ? "it" : name(edge.to())) + did(edge.to(), edge.toBegins());
            return "the database says that " + first + " before " + second;
        }

        private String did(int transaction, boolean begins) {
            int place = begins ? history.started(transaction) : history.committed(transaction);
            String at = place < 0 ? "" : " (at " + Printable.shown(history.stampText(place)) + ")";
            return (begins ? " began" : " committed") + at;
        }

        /** A read of the initial value; of a list it may show the reader's own appends on top. */
        private String initial(int read) {
            boolean bare = history.version(read) == History.INITIAL;
            return values.keyAndValue(read) + (bare ? ", the initial value" : ", its own appends to the initial value");
        }
    }

    /** Whether two versions are in this order by what the database says of them. */
    static boolean isSaid(Edge.WriteWrite edge) {
        return edge.assumption()
                .filter(by -> by == Assumption.VERSION_NUMBERS || by == Assumption.TRANSACTION_ORDER)
                .isPresent();
    }

    /** Whether it is by sessions and reads that whoever a path leads to comes later, and not by real time, say. */
    static boolean hasSeen(List<Edge> path) {
        return path.stream().allMatch(e -> e.kind() == Edge.Kind.SO || e.kind() == Edge.Kind.WR);
    }

    // Ways to order some writes

    static String unorderable(Violation.Unorderable violation) {
        return "no order explains these " + violation.transactions().size() + " transactions together"
                + (violation.minimal() ? "; without any one of them there is one" : "");
    }

    /** The same for a reader who does not know yet that there are several ways. */
    String unexplained(Violation.Unorderable violation) {
        String all = "no order of the writes explains what these "
                + violation.transactions().size() + " transactions read";
        if (!violation.ways().isEmpty() && supposedSources(violation.ways(), 0).isPresent()) {
            return "wherever their reads are from, no order of the writes explains what these "
                    + violation.transactions().size() + " transactions read";
        }
        if (violation.ways().size() != 2) return all;
        return supposed(violation.ways(), 0)
                .map(supposed -> all + ", whether " + supposed + " or after it")
                .orElse(all);
    }

    /** One of several ways to order some writes, {@code one way, T0's x=1 comes before T1's x=2}. */
    String way(List<List<Edge>> ways, int which) {
        String title = which == 0 ? "one way" : ways.size() == 2 ? "the other way" : "another way";
        return title + supposed(ways, which).map(supposed -> ", " + supposed).orElse("");
    }

    /**
     * What a way supposes: that a read has one source, where another way has another; or that of two versions one is the
     * earlier, which another way has in the opposite order.
     */
    private Optional<String> supposed(List<List<Edge>> ways, int which) {
        Optional<String> source = supposedSources(ways, which);
        if (source.isPresent()) return source;
        for (Telling.Step step : Telling.Step.of(ways.get(which), 0)) {
            for (int way = 0; way < ways.size(); way++) {
                if (way == which) continue;
                for (Telling.Step other : Telling.Step.of(ways.get(way), 0)) {
                    if (!areOpposite(step.edge(), other.edge())) continue;
                    return Optional.of(version(other.edge()) + " comes before " + version(step.edge()));
                }
            }
        }
        return Optional.empty();
    }

    private Optional<String> supposedSources(List<List<Edge>> ways, int which) {
        Map<Integer, Integer> own = sources(ways.get(which));
        List<String> told = new ArrayList<>();
        own.forEach((read, source) -> {
            for (List<Edge> way : ways) {
                int other = sources(way).getOrDefault(read, source);
                if (other == source) continue;
                String from = source == History.INITIAL ? "the initial state" : name(history.transactionOf(source));
                told.add(name(history.transactionOf(read)) + "'s " + values.keyAndValue(read) + " is from " + from);
                return;
            }
        });
        return told.isEmpty() ? Optional.empty() : Optional.of(String.join(", ", told));
    }

    /** By read that an edge tells the source of: that write, or the initial state. */
    private static Map<Integer, Integer> sources(List<Edge> cycle) {
        Map<Integer, Integer> sources = new TreeMap<>();
        for (Telling.Step step : Telling.Step.of(cycle, 0)) {
            if (step.edge() instanceof Edge.WriteRead edge) {
                sources.put(edge.read(), edge.write().orElse(History.INITIAL));
            } else if (step.edge() instanceof Edge.CommitOrder edge) {
                sources.put(edge.read(), edge.source().orElse(History.INITIAL));
            }
        }
        return sources;
    }

    private String version(Edge edge) {
        return name(edge.to()) + "'s " + values.written(edge.toOperation().getAsInt());
    }

    /** Whether each edge leads away from the version that the other leads to. */
    private boolean areOpposite(Edge one, Edge other) {
        return ordersVersions(one)
                && ordersVersions(other)
                && isSameVersion(one.fromOperation(), other.toOperation())
                && isSameVersion(other.fromOperation(), one.toOperation());
    }

    private static boolean ordersVersions(Edge edge) {
        return switch (edge.kind()) {
            case WW, RW, CO ->
                edge.fromOperation().isPresent() && edge.toOperation().isPresent();
            case SO, RT, WR, CLAIMED -> false;
        };
    }

    private boolean isSameVersion(OptionalInt one, OptionalInt other) {
        return history.version(one.getAsInt()) == history.version(other.getAsInt());
    }

    // Operations on one object

    /** What went wrong: the operation that fits nowhere. */
    String misfit(Violation.NonLinearizable v) {
        Optional<String> overused =
                history.model() == Model.MUTEX ? new MutexUse(history, values).tooMuch(v) : Optional.empty();
        if (overused.isPresent()) return overused.get();
        Optional<String> overwritten = overwritten(v);
        if (overwritten.isPresent()) return overwritten.get();
        int others = v.transactions().size() - 1;
        String fits =
                switch (others) {
                    case 0 -> "no state of ";
                    case 1 -> "neither before nor after the other operation on ";
                    default -> "nowhere among the " + others + " other operations on ";
                };
        return values.who(v.last()) + " " + did(v.last()) + ", which fits " + fits + key(v);
    }

    /** Of a read and one other operation on a register: that it wrote something else before, and nobody what was read from then on. */
    private Optional<String> overwritten(Violation.NonLinearizable v) {
        boolean isRegister = history.model() == Model.LWT || history.model() == Model.RW_REGISTER;
        if (!isRegister || v.transactions().size() != 2) return Optional.empty();
        int read = history.begin(v.last());
        int other = v.transactions().get(v.transactions().get(0) == v.last() ? 1 : 0);
        int write = history.end(other) - 1;
        int key = history.key(read);
        boolean before = history.status(other) == Status.COMMITTED
                && history.completion(other) < history.invocation(v.last())
                && history.key(write) == key
                && history.isWrite(write);
        if (!before || history.isWrite(read) || history.version(read) == History.UNKNOWN) return Optional.empty();
        for (int t = 0; t < history.transactions(); t++) {
            boolean since = history.status(t) != Status.ABORTED
                    && history.invocation(t) < history.completion(v.last())
                    && (history.status(t) != Status.COMMITTED || history.completion(t) > history.invocation(other));
            for (int op = history.begin(t); since && op < history.end(t); op++) {
                if (history.isWrite(op) && history.version(op) == history.version(read)) return Optional.empty();
            }
        }
        return Optional.of(values.who(v.last()) + " read " + values.keyAndValue(read) + ", but " + values.who(other)
                + " had written " + values.written(write) + " before " + name(v.last()) + " began, and nobody wrote "
                + values.value(history.version(read)) + " after that");
    }

    /** When no state is left. */
    String noStateLeft(Violation.NonLinearizable v) {
        return "when " + name(v.last()) + " completes (place " + history.completion(v.last())
                + " of the history), no state is left that it fits"
                + (v.minimal() ? "; without any one of these operations there is one" : "");
    }

    /** A state that is possible then, and why it is a dead end. */
    String deadEnd(Violation.NonLinearizable v, Violation.NonLinearizable.State state) {
        List<Integer> effective = state.effective();
        String after = effective.isEmpty()
                ? ""
                : ", where " + names(effective) + (effective.size() == 1 ? " has" : " have") + " taken effect";
        if (history.model() == Model.BANK) {
            return "the balances may be those" + (after.isEmpty() ? " that were read before" : after) + ": "
                    + name(v.last()) + " read others, and no open transfers make the difference";
        }
        return key(v) + " may be " + held(state) + after + ": " + name(v.last()) + " needs "
                + needed(history.begin(v.last())) + ", and nothing that is open then leads there";
    }

    private String held(Violation.NonLinearizable.State state) {
        return switch (history.model()) {
            case MUTEX -> state.held().equals(List.of(History.INITIAL)) ? "free" : "held";
            case QUEUE, FIFO_QUEUE ->
                state.held().isEmpty()
                        ? "empty"
                        : state.held().stream().map(values::value).collect(Collectors.joining(" ", "[", "]"));
            default -> values.value(state.held().get(0));
        };
    }

    /** What the first operation of a transaction needs to find. */
    private String needed(int first) {
        int version = history.version(first);
        return switch (history.model()) {
            case MUTEX -> values.isAcquire(first) ? "it free" : "it held";
            case QUEUE -> version == History.INITIAL ? "it empty" : values.value(version) + " in it";
            case FIFO_QUEUE -> version == History.INITIAL ? "it empty" : values.value(version) + " first";
            default -> values.value(version);
        };
    }

    private String key(Violation.NonLinearizable v) {
        return history.model() == Model.BANK ? "the accounts" : values.keyName(history.key(history.begin(v.last())));
    }

    /** What a single operation did, in the past tense. */
    private String did(int transaction) {
        int first = history.begin(transaction);
        int version = history.version(first);
        String key = values.keyName(history.key(first));
        return switch (history.model()) {
            case MUTEX -> (values.isAcquire(first) ? "acquired " : "released ") + key;
            case QUEUE, FIFO_QUEUE ->
                version == History.INITIAL ? "found " + key + " empty" : "dequeued " + values.value(version);
            case BANK ->
                IntStream.range(first, history.end(transaction))
                        .mapToObj(values::keyAndValue)
                        .collect(Collectors.joining(", ", "read ", ""));
            default -> {
                String read = "read " + values.keyAndValue(first);
                boolean alone = history.end(transaction) == first + 1;
                yield alone ? read : read + " and wrote " + values.written(first + 1);
            }
        };
    }

    private static String names(List<Integer> transactions) {
        List<String> names = transactions.stream().map(Sentences::name).toList();
        int last = names.size() - 1;
        return last == 0 ? names.get(0) : String.join(", ", names.subList(0, last)) + " and " + names.get(last);
    }

    // Stories

    /** What is wrong in a violation that no edges tell: all of it, so that no proof follows. */
    public Optional<String> story(Violation violation) {
        return violation.accept(stories);
    }

    private final class Stories implements Violation.Visitor<Optional<String>> {
        @Override
        public Optional<String> thinAirRead(Violation.ThinAirRead v) {
            return told(
                    owner(v.read()),
                    " read ",
                    values.showing(v.read(), v.version()),
                    values.isListRead(v.read())
                            ? ", and nobody appended " + values.value(v.version())
                            : ", which nobody wrote" + unlessForgotten());
        }

        private String unlessForgotten() {
            if (history.forgotten() == 0) return "";
            return String.format(
                    Locale.ROOT,
                    ", or only one of the %,d transactions that are forgotten, after which others wrote it before this"
                            + " one began",
                    history.forgotten());
        }

        @Override
        public Optional<String> missedRow(Violation.MissedRow v) {
            return told(
                    owner(v.read()),
                    " did not find ",
                    values.keyName(history.key(v.read())),
                    ", which was there from the beginning, and nothing made it otherwise");
        }

        @Override
        public Optional<String> abortedRead(Violation.AbortedRead v) {
            return told(
                    readOf(v.read(), v.write()),
                    ", but ",
                    owner(v.write()),
                    ", which ",
                    wrote(v.write()),
                    ", was aborted");
        }

        @Override
        public Optional<String> futureRead(Violation.FutureRead v) {
            return told(readOf(v.read(), v.write()), " before it ", wrote(v.write()), " itself");
        }

        @Override
        public Optional<String> notMyOwnWrite(Violation.NotMyOwnWrite v) {
            String told = wroteAndRead(v.ownWrite(), v.read());
            if (values.isListRead(v.read())) return told(told, ends(v.read(), v.ownWrite()));
            return told(
                    told,
                    v.source().isEmpty()
                            ? ", the initial value"
                            : ", which " + owner(v.source().getAsInt()) + " wrote");
        }

        @Override
        public Optional<String> notMyLastWrite(Violation.NotMyLastWrite v) {
            String told = wroteAndRead(v.lastWrite(), v.read());
            return told(told, values.isListRead(v.read()) ? ends(v.read(), v.lastWrite()) : ", which it wrote earlier");
        }

        @Override
        public Optional<String> intermediateRead(Violation.IntermediateRead v) {
            return told(
                    readOf(v.read(), v.write()),
                    ", but ",
                    owner(v.write()),
                    " went on: it then ",
                    wrote(v.lastWrite()));
        }

        @Override
        public Optional<String> nonRepeatableRead(Violation.NonRepeatableRead v) {
            return told(
                    owner(v.read()),
                    " saw key ",
                    values.key(history.key(v.read())),
                    " change under its hands: it read ",
                    values.keyAndValue(v.earlierRead()),
                    " and then ",
                    values.keyAndValue(v.read()));
        }

        @Override
        public Optional<String> incompatibleOrder(Violation.IncompatibleOrder v) {
            int bar = values.difference(v.read(), v.otherRead());
            String key = values.key(history.key(v.read())) + '=';
            String who = owner(v.read());
            String other = owner(v.otherRead());
            return told(
                    who + " read " + key + values.from(v.read(), bar) + " and ",
                    (other.equals(who) ? "then " : other + " read ") + key + values.from(v.otherRead(), bar),
                    ": neither is a prefix of the other");
        }

        @Override
        public Optional<String> duplicateElements(Violation.DuplicateElements v) {
            int first = values.indexOf(v.read(), v.version());
            String part = values.around(v.read(), first, values.secondIndexOf(v.read(), v.version()));
            return told(
                    owner(v.read()) + " read " + values.key(history.key(v.read())) + '=' + part,
                    ", where " + values.value(v.version()) + " stands twice");
        }

        @Override
        public Optional<String> dirtyUpdate(Violation.DirtyUpdate v) {
            return told(
                    readOf(v.read(), v.update()),
                    ", where " + values.value(history.version(v.update())) + ", the append of "
                            + nameOfOwner(v.update()),
                    ", follows " + values.value(history.version(v.aborted())) + ", but ",
                    owner(v.aborted()),
                    ", which ",
                    wrote(v.aborted()),
                    ", was aborted");
        }

        @Override
        public Optional<String> cyclicVersions(Violation.CyclicVersions v) {
            List<String> versions = v.versions().stream()
                    .map(version -> version == History.INITIAL ? "the initial one" : values.value(version))
                    .toList();
            List<String> because =
                    v.assumptions().stream().map(Assumption::meaning).toList();
            return told(
                    "the versions " + String.join(", ", versions) + " of " + values.keyName(v.key()),
                    " come before themselves, if " + String.join(", and ", because));
        }

        @Override
        public Optional<String> cycle(Violation.Cycle v) {
            return Optional.empty();
        }

        @Override
        public Optional<String> unorderable(Violation.Unorderable v) {
            return Optional.empty();
        }

        @Override
        public Optional<String> nonLinearizable(Violation.NonLinearizable v) {
            return Optional.empty();
        }

        @Override
        public Optional<String> countOutOfBounds(Violation.CountOutOfBounds v) {
            String time = v.level() == Level.STRICT_SERIALIZABLE ? " when it was read" : "";
            long count = Long.parseLong(history.valueText(history.version(v.read())));
            String bounds = count < v.least()
                    ? ", but at least " + v.least() + " had been added"
                    : count > v.most()
                            ? ", but at most " + v.most() + " can have been added"
                            : ", but every add adds " + v.step();
            String since = v.other().isEmpty()
                    ? ""
                    : ", counted from " + nameOfOwner(v.other().getAsInt()) + "'s read of "
                            + values.keyAndValue(v.other().getAsInt());
            return told(nameOfOwner(v.read()), " read ", values.keyAndValue(v.read()), bounds, time, since);
        }

        @Override
        public Optional<String> countGoesBack(Violation.CountGoesBack v) {
            boolean time = v.level() == Level.STRICT_SERIALIZABLE;
            return told(
                    nameOfOwner(v.earlierRead()) + " read " + values.keyAndValue(v.earlierRead()),
                    (time ? " and completed before " : " before, in its session, ") + nameOfOwner(v.read()),
                    (time ? " began, which read " : " read ") + values.keyAndValue(v.read()),
                    ", though nothing was ever taken away");
        }

        @Override
        public Optional<String> wrongTotal(Violation.WrongTotal v) {
            return told(
                    name(v.transaction()) + " read balances with the sum " + v.total()
                            + missing(v.transaction(), v.other()),
                    " and " + name(v.other()) + " balances with the sum " + v.otherTotal()
                            + missing(v.other(), v.transaction()),
                    ", though every transfer takes from one account what it gives to another");
        }

        /** The accounts that one read shows and the other does not. */
        private String missing(int read, int other) {
            BitSet keys = new BitSet();
            for (int op = history.begin(other); op < history.end(other); op++) keys.set(history.key(op));
            for (int op = history.begin(read); op < history.end(read); op++) keys.clear(history.key(op));
            if (keys.isEmpty()) return "";
            return keys.stream().mapToObj(values::keyName).collect(Collectors.joining(", ", " (none of ", ")"));
        }

        @Override
        public Optional<String> negativeBalance(Violation.NegativeBalance v) {
            return told(
                    nameOfOwner(v.read()) + " read " + values.keyAndValue(v.read()),
                    ", though a transfer that would overdraw an account fails");
        }

        private static Optional<String> told(String... parts) {
            return Optional.of(String.join("", parts));
        }

        /** Whose operation it is, with the session. */
        private String owner(int operation) {
            return values.who(history.transactionOf(operation));
        }

        private String readOf(int read, int write) {
            return owner(read) + " read " + values.showing(read, history.version(write));
        }

        private String wroteAndRead(int write, int read) {
            return owner(read) + ' ' + wrote(write) + " and then read " + values.keyAndValue(read);
        }

        private String ends(int read, int ownWrite) {
            boolean shown = values.indexOf(read, history.version(ownWrite)) >= 0;
            return shown ? ", which does not end with its own appends" : " without it";
        }

        /** The past tense of a write: {@code wrote x=4}, {@code appended 4 to x}. */
        private String wrote(int write) {
            return history.isList()
                    ? "appended " + values.written(write) + " to " + values.keyName(history.key(write))
                    : "wrote " + values.written(write);
        }
    }
}

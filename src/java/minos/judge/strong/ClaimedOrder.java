package minos.judge.strong;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import minos.history.History;
import minos.infer.Findings;
import minos.infer.Options;
import minos.infer.RealTimeOrder;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.Certificate;
import minos.model.Edge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Violation;

/**
 * Whether the order in which a database says that its transactions began and committed explains what they read: the question that
 * is left where nothing is open. (Li, Chen and others, <i>Online timestamp-based transactional isolation checking of database
 * systems</i>, ICDE 2025, which calls it Chronos.) Each dependency is an edge between points, as {@link Rules} places it; versions
 * are in the order of the commits. An edge that leads back in time is a contradiction, and is told with what the database says: by
 * two or three transactions. Linear, but that transactions are sorted by their times.
 *
 * <p>Of points of equal times nothing is claimed: the edges among them must not lead {@linkplain ClaimedTies round}. A begin that
 * has no time stands where it must, as early as it can. Where a commit has no time, or two that wrote one key have the same, the
 * claim may have a contradiction all the same; if it has none, it is not known whether it explains everything.
 */
public final class ClaimedOrder {
    // What an edge between points is
    static final int SO = 0;
    static final int RT = 1;
    static final int WR = 2;
    static final int WW = 3;
    /** Neighbours in a list. */
    static final int LIST = 4;
    /** An append that a list lacks comes after the list. */
    static final int LACKED = 5;

    static final int RW = 6;
    /** The database's own numbers of versions. */
    static final int NUMBERED = 7;

    private final Problem problem;
    private final History history;
    private final Level level;
    private final Order order;
    private final Rules rules;
    private final Options options;
    private final DependencyGraph words;
    private final Findings findings;
    /** By transaction: when it began and committed, as a place among all times; {@code NONE} if that is not known. */
    private final int[] begin;

    private final int[] commit;
    /** Those of which nobody says when they began; and the edge that keeps each from beginning earlier. */
    private final BitSet free = new BitSet();

    private int[] keptFrom;
    private int[] keptKind;
    private int[] keptRef;
    /** The versions of each key in the order of their commits, and by version its place there. */
    private final int[] keyBegin;

    private final int[] byKey;
    private final int[] placeOf;
    /** Null unless real time counts. */
    private final ClaimedCompletions completions;

    private final ClaimedTies ties;
    private String gap;
    private Certificate certificate;

    public ClaimedOrder(Problems problems, Level level, Order order, Options options) {
        problem = problems.of(order);
        history = problem.history;
        this.level = level;
        this.order = order;
        this.options = options;
        rules = Rules.of(level);
        words = new DependencyGraph(problem, rules);
        findings = new Findings(options.maxWitnesses());
        begin = new int[problem.size()];
        commit = new int[problem.size()];
        keyBegin = new int[problem.keys + 1];
        placeOf = new int[problem.versions()];
        times();
        byKey = versionOrders();
        completions = order.isTimed() ? new ClaimedCompletions(problem, commit) : null;
        ties = new ClaimedTies(problem, rules, begin, commit, completions);
        judge();
    }

    /**
     * Whether a level speaks of begins and commits, so that it is decided here. Of the others it is decided whether they agree with what comes
     * before what; the rest is a matter of the versions of each key.
     */
    public static boolean isOfPoints(Level level) {
        return switch (Rules.of(level)) {
            case PREFIX, SNAPSHOT, SERIAL -> true;
            case ATOMIC, PARALLEL, UPDATES, WEAK, MIXED -> false;
        };
    }

    /** What contradicts the claim; none if nothing does. Of what follows from several contradictions, each is not counted. */
    public List<Anomaly> contradictions() {
        return findings.anomalies().stream().map(Anomaly::orMore).toList();
    }

    /** Where nothing contradicts it: why it is not known whether the claim explains everything; empty if it does. */
    public Optional<String> gap() {
        return Optional.ofNullable(gap);
    }

    /** The claimed order, where it explains everything; only if one was asked for. */
    public Certificate certificate() {
        return certificate;
    }

    // What is claimed

    private void times() {
        for (int t = 0; t < problem.size(); t++) {
            int started = history.started(problem.id[t]);
            commit[t] = history.committed(problem.id[t]);
            boolean readsOnly = problem.writeBegin[t] == problem.writeBegin[t + 1];
            if (commit[t] == NONE && readsOnly) commit[t] = started;
            begin[t] = rules(t).split() && started != NONE ? started : commit[t];
            if (commit[t] == NONE) {
                gap("the database does not say when T" + problem.id[t] + " committed");
            } else if (rules(t).split() && started == NONE) {
                free.set(t);
                begin[t] = NONE;
            }
        }
    }

    private void gap(String why) {
        if (gap == null) gap = why;
    }

    /** How a transaction is placed. */
    private Rules rules(int t) {
        return rules.of(problem, t);
    }

    private boolean isClaimed(int t) {
        return commit[t] != NONE;
    }

    private int[] versionOrders() {
        long[] sorted = new long[problem.size()];
        for (int t = 0; t < sorted.length; t++) sorted[t] = (long) commit[t] << 32 | t;
        Arrays.sort(sorted);
        for (int v = 0; v < problem.versions(); v++) {
            if (isClaimed(problem.versionWriter[v])) keyBegin[problem.versionKey[v] + 1]++;
        }
        for (int key = 0; key < problem.keys; key++) keyBegin[key + 1] += keyBegin[key];
        int[] versions = new int[keyBegin[problem.keys]];
        int[] next = keyBegin.clone();
        for (long each : sorted) {
            int t = (int) each;
            if (!isClaimed(t)) continue;
            for (int v = problem.writeBegin[t]; v < problem.writeBegin[t + 1]; v++) {
                placeOf[v] = next[problem.versionKey[v]]++;
                versions[placeOf[v]] = v;
            }
        }
        return versions;
    }

    // Edges between points

    /** Takes edges, one by one. */
    private interface Sink {
        /** From a commit into a begin. */
        void dependency(int from, int to, int kind, int ref);

        /** From a commit into a commit. */
        void commits(int from, int to, int kind, int ref);
    }

    private void judge() {
        if (!free.isEmpty()) placeFree();
        for (int t = 0; t < problem.size(); t++) {
            if (isClaimed(t) && begin[t] > commit[t]) late(t);
        }
        dependencies(new Sink() {
            @Override
            public void dependency(int from, int to, int kind, int ref) {
                if (commit[from] > begin[to]) contradiction(from, to, true, kind, ref);
                else if (commit[from] == begin[to]) ties.edge(ties.commit(from), ties.begin(to), kind, ref);
            }

            @Override
            public void commits(int from, int to, int kind, int ref) {
                if (commit[from] > commit[to]) contradiction(from, to, false, kind, ref);
                else if (commit[from] == commit[to]) ties.edge(ties.commit(from), ties.commit(to), kind, ref);
            }
        });
        if (rules.antiDependencies() && rules != Rules.UPDATES) antiDependencies();
        boolean proof = options.certificate() && findings.isEmpty() && gap == null;
        if (ties.isEmpty() && !proof) return;
        if (!ties.order(options.deadline())) findings.add(round());
        else if (proof) certificate = ties.certificate(level, order);
    }

    private void placeFree() {
        keptFrom = new int[problem.size()];
        keptKind = new int[problem.size()];
        keptRef = new int[problem.size()];
        dependencies(new Sink() {
            @Override
            public void dependency(int from, int to, int kind, int ref) {
                if (!free.get(to) || commit[from] <= begin[to]) return;
                begin[to] = commit[from];
                keptFrom[to] = from;
                keptKind[to] = kind;
                keptRef[to] = ref;
            }

            @Override
            public void commits(int from, int to, int kind, int ref) {}
        });
    }

    private void dependencies(Sink sink) {
        if (order != Order.NONE) sessions(sink);
        if (order.isTimed()) realTime(sink);
        for (int t = 0; t < problem.size(); t++) {
            if ((t & 0xFFFF) == 0) options.deadline().check();
            if (!isClaimed(t) || level == Level.READ_UNCOMMITTED) continue;
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                int slot = problem.readSlot[r];
                if (slot == Problem.LEFT_OUT || problem.isInitial(slot)) continue;
                int writer = problem.versionWriter[slot];
                if (isClaimed(writer)) sink.dependency(writer, t, WR, r);
            }
        }
        for (int key = 0; key < problem.keys; key++) versions(key, sink);
        if (problem.isList()) lists(sink);
        for (int pair = 0; pair < problem.assumption.length; pair++) {
            versionOrder(problem.assumedEarlier[pair], pair, NUMBERED, sink);
        }
    }

    private void sessions(Sink sink) {
        int[] last = new int[problem.sessions()];
        Arrays.fill(last, NONE);
        for (int t = 0; t < problem.size(); t++) {
            if (!isClaimed(t)) continue;
            int session = problem.session(t);
            if (last[session] != NONE) sink.dependency(last[session], t, SO, NONE);
            last[session] = t;
        }
    }

    /** Of all that had completed, the one that committed last tells. */
    private void realTime(Sink sink) {
        for (int group = 0; group < completions.groups(); group++) {
            int[] completed = completions.of(group);
            int[] last = new int[completed.length + 1];
            last[0] = NONE;
            for (int i = 0; i < completed.length; i++) {
                last[i + 1] = last[i] == NONE || commit[completed[i]] > commit[last[i]] ? completed[i] : last[i];
            }
            for (int t : completions.members(group)) {
                int before = last[completions.firstAfter(completed, 0, completed.length, t)];
                if (before != NONE) sink.dependency(before, t, RT, NONE);
            }
        }
    }

    /** What must see the version before, where no update may be lost. */
    private void versions(int key, Sink sink) {
        for (int i = keyBegin[key] + 1; i < keyBegin[key + 1]; i++) {
            int before = problem.versionWriter[byKey[i - 1]];
            int after = problem.versionWriter[byKey[i]];
            if (commit[before] == commit[after]) {
                gap("T" + problem.id[before] + " and T" + problem.id[after] + " both wrote "
                        + history.keyText(history.key(problem.versionOp[byKey[i]]))
                        + ", and the database gives both the same time, "
                        + history.stampText(history.committed(problem.id[before])));
            } else if (rules(after) == Rules.SNAPSHOT) {
                sink.dependency(before, after, WW, byKey[i]);
            }
        }
    }

    private void lists(Sink sink) {
        int[] observed = VersionChains.observedLengths(problem);
        BitSet shown = new BitSet();
        for (int key = 0; key < problem.keys; key++) {
            int last = NONE;
            for (int e = problem.elementBegin[key]; e < problem.elementBegin[key + 1]; e++) {
                if (problem.elementPlace[e] >= observed[key]) break;
                if (last != NONE) versionOrder(problem.elementVersion[last], e, LIST, sink);
                if (problem.elementLast[e]) shown.set(problem.elementVersion[e]);
                last = e;
            }
            if (last == NONE || !keepsAppends()) continue;
            for (int i = keyBegin[key]; i < keyBegin[key + 1]; i++) {
                if (!shown.get(byKey[i])) versionOrder(problem.elementVersion[last], byKey[i], LACKED, sink);
            }
        }
    }

    /** @param ref the element or the version that comes later, or the pair of both */
    private void versionOrder(int earlier, int ref, int kind, Sink sink) {
        int later =
                switch (kind) {
                    case LIST -> problem.elementVersion[ref];
                    case NUMBERED -> problem.assumedLater[ref];
                    default -> ref;
                };
        int from = problem.versionWriter[earlier];
        int to = problem.versionWriter[later];
        if (from == to || !isClaimed(from) || !isClaimed(to)) return;
        if (rules(to) == Rules.PREFIX) sink.commits(from, to, kind, ref);
        else sink.dependency(from, to, kind, ref);
    }

    /** Each read, and the next version after the one that it found: those further on come later still. */
    private void antiDependencies() {
        for (int t = 0; t < problem.size(); t++) {
            boolean bound = isClaimed(t) && rules(t).antiDependencies();
            for (int r = problem.readBegin[t]; bound && r < problem.readBegin[t + 1]; r++) {
                int next = next(problem.readSlot[r], problem.readKey[r]);
                if (next == NONE || problem.versionWriter[next] == t) continue;
                int writer = problem.versionWriter[next];
                if (begin[t] > commit[writer]) missed(t, r, next);
                else if (begin[t] == commit[writer]) ties.missed(ties.begin(t), ties.commit(writer), r, next);
            }
        }
        if (problem.isList() && keepsAppends()) lostAppends();
    }

    /** Whether no append is lost. Where each transaction has its own level, that is a matter of the versions of each key. */
    private boolean keepsAppends() {
        return rules.keepsUpdates() && rules != Rules.MIXED;
    }

    private int next(int slot, int key) {
        if (slot == Problem.LEFT_OUT) return NONE;
        int place = keyBegin[key];
        if (!problem.isInitial(slot)) {
            int writer = problem.versionWriter[slot];
            if (!isClaimed(writer)) return NONE;
            place = placeOf[slot] + 1;
            while (place < keyBegin[key + 1] && commit[problem.versionWriter[byKey[place]]] == commit[writer]) place++;
        }
        return place < keyBegin[key + 1] ? byKey[place] : NONE;
    }

    /** Elements that stand where an earlier append of their own transaction should: no order explains that. */
    private void lostAppends() {
        int[] observed = VersionChains.observedLengths(problem);
        int[] seen = new int[problem.versions()];
        for (int e = 0; e < problem.elementVersion.length; e++) {
            int version = problem.elementVersion[e];
            if (seen[version]++ == problem.elementNumber[e]) continue;
            int key = problem.versionKey[version];
            int missing = seen[version] - 1;
            seen[version] = problem.elementNumber[e] + 1;
            if (problem.elementPlace[e] >= observed[key]) continue;
            int element = e;
            findings.add(
                    AnomalyType.CLAIMED_ORDER,
                    () -> cycle(
                            AnomalyType.CLAIMED_ORDER,
                            words.shown(words.op(element), words.op(version, missing), words.longestRead(key))));
        }
    }

    // Contradictions

    /** Who is said to begin after it commits; or must, as it is not said when it began. */
    private void late(int t) {
        if (free.get(t)) {
            contradiction(keptFrom[t], t, false, keptKind[t], keptRef[t]);
        } else {
            findings.add(AnomalyType.CLAIMED_ORDER, () -> cycle(AnomalyType.CLAIMED_ORDER, claimed(t, false, t, true)));
        }
    }

    /** An edge from a commit into a begin or a commit that, by the database's word, had been before. */
    private void contradiction(int from, int to, boolean begins, int kind, int ref) {
        AnomalyType type =
                switch (kind) {
                    case WR -> AnomalyType.CLAIMED_FUTURE_READ;
                    case WW -> AnomalyType.CLAIMED_CONFLICT;
                    default -> AnomalyType.CLAIMED_ORDER;
                };
        boolean said = begins && isSaid(to);
        findings.add(type, () -> cycle(type, edge(from, to, kind, ref), claimed(to, said, from, false)));
    }

    /** A read that began after a version was committed that it did not see. */
    private void missed(int t, int r, int next) {
        int writer = problem.versionWriter[next];
        findings.add(
                AnomalyType.CLAIMED_STALE_READ,
                () -> free.get(t)
                        ? cycle(
                                AnomalyType.CLAIMED_STALE_READ,
                                edge(keptFrom[t], t, keptKind[t], keptRef[t]),
                                antiDependency(t, r, next),
                                claimed(writer, false, keptFrom[t], false))
                        : cycle(
                                AnomalyType.CLAIMED_STALE_READ,
                                antiDependency(t, r, next),
                                claimed(writer, false, t, isSaid(t))));
    }

    /** Whether it is its begin that counts, and the database says when that was. */
    private boolean isSaid(int t) {
        return rules(t).split() && history.started(problem.id[t]) != NONE;
    }

    private static Violation cycle(AnomalyType type, Edge... edges) {
        return new Violation.Cycle(type, List.of(edges));
    }

    /** The edges among points of equal times that lead round. */
    private Violation round() {
        List<Edge> edges = new ArrayList<>();
        ties.round((from, to, kind, ref, read) ->
                edges.add(kind == RW ? antiDependency(from, read, ref) : edge(from, to, kind, ref)));
        return cycle(AnomalyType.CLAIMED_ORDER, edges.toArray(Edge[]::new));
    }

    private Edge claimed(int from, boolean fromBegins, int to, boolean toBegins) {
        return new Edge.Claimed(problem.id[from], fromBegins, problem.id[to], toBegins);
    }

    private Edge edge(int from, int to, int kind, int ref) {
        int first = problem.id[from];
        int second = problem.id[to];
        return switch (kind) {
            case SO -> Edge.so(first, second);
            case RT -> RealTimeOrder.edge(history, problem.order, first, second);
            case WR -> {
                int read = problem.readOp[ref];
                yield Edge.wr(first, second, history.key(read), problem.versionOp[problem.readSlot[ref]], read);
            }
            case WW -> {
                int key = problem.versionKey[ref];
                int earlier = problem.versionOp[problem.written(from, key)];
                yield new Edge.WriteWrite(
                                first,
                                second,
                                history.key(earlier),
                                earlier,
                                problem.versionOp[ref],
                                OptionalInt.empty(),
                                List.of(claimed(from, false, to, false)))
                        .demanded(problem.level(to));
            }
            case LIST -> words.shown(words.op(ref - 1), words.op(ref), words.longestRead(key(ref)));
            case LACKED -> {
                int read = words.longestRead(problem.versionKey[ref]);
                int last = problem.elementBegin[problem.versionKey[ref]];
                for (int e = last; e < problem.elementBegin[problem.versionKey[ref] + 1]; e++) {
                    if (problem.elementPlace[e] < problem.readLength[read]) last = e;
                }
                yield words.shown(words.op(last), problem.versionOp[ref], read);
            }
            case NUMBERED -> words.given(ref);
            default -> throw new IllegalArgumentException("no dependency: " + kind);
        };
    }

    private int key(int element) {
        return problem.versionKey[problem.elementVersion[element]];
    }

    private Edge antiDependency(int t, int r, int next) {
        int slot = problem.readSlot[r];
        int write = problem.versionOp[next];
        int writer = problem.versionWriter[next];
        List<Edge> because = problem.isInitial(slot)
                ? List.of()
                : List.of(claimed(problem.versionWriter[slot], false, writer, false));
        return new Edge.AntiDependency(
                        problem.id[t], problem.id[writer], history.key(write), problem.readOp[r], write, because)
                .demanded(problem.level(t));
    }
}

package minos.judge.strong;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import minos.history.History;
import minos.infer.RealTimeOrder;
import minos.model.Assumption;
import minos.model.Edge;
import minos.model.Order;

/**
 * A small problem as steps between states, each with its reason; a level is violated where steps lead round.
 * Everything is written out pair by pair, straight from the rules: this is for reading, not for speed.
 *
 * <p>States are points (see {@link Rules}). Where an anti-dependency is no edge but may be used once, a transaction
 * has two states: before and after that one use.
 */
final class DependencyGraph {
    /**
     * One step between states of an explanation.
     *
     * @param edge    why; null between the two points of one transaction
     * @param assumed whether it rests on the order of two writes that is only assumed
     * @param price   how little one wants to see it in an explanation
     */
    record Step(int from, int to, Edge edge, boolean assumed, int price) {
        static final int SAME_TRANSACTION = 0;
        static final int SHOWN = 2;
        static final int INFERRED = 3;
    }

    final Problem problem;
    final Rules rules;
    private final History history;

    DependencyGraph(Problem problem, Rules rules) {
        this.problem = problem;
        this.rules = rules;
        history = problem.history;
    }

    int states() {
        return problem.size() * 2;
    }

    /** Where a way round may begin. */
    boolean mayBegin(int state) {
        return !rules.forbidReturns() || (state & 1) == 0;
    }

    /** Whether a way that began in a state is round once it has come to another. */
    boolean closes(int begin, int state) {
        return rules.forbidReturns() ? begin >> 1 == state >> 1 : begin == state;
    }

    /** Whether a way that began in a state may go on by a step: where returns are forbidden that are single edges, these are all. */
    boolean mayFollow(int begin, Step step) {
        if (!rules.seeDirectly() || (step.to() & 1) == 0) return true;
        return (step.from() & 1) == 0 ? step.from() == begin : closes(begin, step.to());
    }

    private static int begin(int t) {
        return t * 2;
    }

    private Rules rules(int t) {
        return rules.of(problem, t);
    }

    private int commit(int t) {
        return rules(t).split() ? t * 2 + 1 : t * 2;
    }

    /** The state of a transaction's begin or commit, without any use of an anti-dependency that is no edge. */
    int state(int t, boolean begin) {
        return begin ? begin(t) : commit(t);
    }

    /** What is known without any inference. */
    List<Step> known() {
        List<Step> steps = new ArrayList<>();
        int n = problem.size();
        for (int t = 0; t < n; t++) {
            if (rules(t).split()) steps.add(new Step(begin(t), commit(t), null, false, Step.SAME_TRANSACTION));
            for (int s = 0; s < n; s++) if (s != t) order(t, s, steps);
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) read(t, r, steps);
            for (int i = problem.demandBegin(t); i < problem.demandEnd(t); i++) {
                steps.add(
                        new Step(commit(t), commit(problem.demandTo(i)), problem.demandEdge(i), false, Step.INFERRED));
            }
        }
        if (problem.isList()) lists(steps);
        for (int pair = 0; pair < problem.assumption.length; pair++) given(pair, steps);
        return steps;
    }

    /** The order of two versions that is taken for granted, with what follows for their readers. */
    private void given(int pair, List<Step> steps) {
        steps.addAll(ordered(problem.assumedEarlier[pair], problem.assumedLater[pair], given(pair), false));
    }

    /** The order of two versions that is taken for granted. */
    Edge given(int pair) {
        int earlier = problem.assumedEarlier[pair];
        int later = problem.assumedLater[pair];
        int key = history.key(problem.versionOp[earlier]);
        Assumption by = Assumption.values()[problem.assumption[pair]];
        return Edge.given(id(earlier), id(later), key, problem.versionOp[earlier], problem.versionOp[later], by);
    }

    private void order(int t, int s, List<Step> steps) {
        if (problem.order == Order.NONE) return;
        if (problem.session(t) == problem.session(s)) {
            if (t < s) dependency(t, s, Edge.so(problem.id[t], problem.id[s]), false, steps);
        } else if (problem.completes(t)
                && RealTimeOrder.isBefore(history, problem.order, problem.id[t], problem.id[s])) {
            dependency(t, s, RealTimeOrder.edge(history, problem.order, problem.id[t], problem.id[s]), false, steps);
        }
    }

    /** A read from another, or one of the initial version, which all writers of the key overwrite. */
    private void read(int t, int r, List<Step> steps) {
        int slot = problem.readSlot[r];
        if (slot == Problem.LEFT_OUT) return;
        if (!problem.isInitial(slot)) {
            int writer = problem.versionWriter[slot];
            dependency(
                    writer,
                    t,
                    Edge.wr(
                            problem.id[writer],
                            problem.id[t],
                            history.key(problem.readOp[r]),
                            problem.versionOp[slot],
                            problem.readOp[r]),
                    false,
                    steps);
            return;
        }
        for (int v = 0; v < problem.versions(); v++) {
            if (problem.versionKey[v] != problem.readKey[r]) continue;
            antiDependency(t, r, problem.versionWriter[v], problem.versionOp[v], List.of(), false, steps);
        }
    }

    /** What the lists of each key show: neighbours, and what they do not have yet. */
    private void lists(List<Step> steps) {
        int[] begin = new int[problem.keys + 1];
        for (int key : problem.readKey) begin[key + 1]++;
        for (int key = 0; key < problem.keys; key++) begin[key + 1] += begin[key];
        int[] read = new int[problem.readKey.length];
        int[] reader = new int[problem.readKey.length];
        int[] place = begin.clone();
        for (int t = 0; t < problem.size(); t++) {
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                read[place[problem.readKey[r]]] = r;
                reader[place[problem.readKey[r]]++] = t;
            }
        }
        for (int key = 0; key < problem.keys; key++) {
            for (int i = begin[key]; i < begin[key + 1]; i++) list(reader[i], read[i], key, steps);
        }
    }

    private void list(int t, int r, int key, List<Step> steps) {
        int last = -1;
        int lastKept = -1; // up to here, whoever appended lost nothing
        boolean kept = true;
        int[] seen = new int[problem.versions()];
        boolean[] complete = new boolean[problem.versions()];
        for (int e = problem.elementBegin[key]; e < problem.elementBegin[key + 1]; e++) {
            if (problem.elementPlace[e] >= problem.readLength[r]) break;
            int version = problem.elementVersion[e];
            if (last >= 0 && problem.elementVersion[last] != version) {
                int before = problem.elementVersion[last];
                writes(before, version, shown(op(last), op(e), r), false, steps);
                if (!complete[before] && keepsUpdates(version) && !problem.isBehindGap(e)) {
                    // Whoever appended this saw all of the version before it: what is not there came later.
                    writes(version, before, shown(op(e), problem.versionOp[before], r), false, steps);
                }
            }
            if (seen[version] == problem.elementNumber[e]) {
                seen[version]++;
            } else if (seen[version] >= 0) {
                if (keepsUpdates(version)) missing(t, r, e, seen[version], steps);
                seen[version] = -1; // what comes after the first gap is no gap of its own
            }
            complete[version] |= problem.elementLast[e];
            last = e;
            kept &= keepsUpdates(version) && !(rules == Rules.MIXED && problem.isBehindGap(e));
            if (kept) lastKept = e;
        }
        int slot = problem.readSlot[r];
        boolean external = slot != Problem.LEFT_OUT && !problem.isInitial(slot);
        for (int v = 0; v < problem.versions(); v++) {
            if (problem.versionKey[v] != key) continue;
            boolean unobserved = !complete[v];
            if (unobserved && lastKept >= 0 && problem.elementVersion[lastKept] != v) {
                writes(problem.elementVersion[lastKept], v, shown(op(lastKept), problem.versionOp[v], r), false, steps);
            }
            if (external && v != slot && (unobserved && kept || isLater(v, r, key))) {
                antiDependency(t, r, problem.versionWriter[v], problem.versionOp[v], List.of(), false, steps);
            }
        }
    }

    /** Whether the level of the transaction that wrote a version lets it lose no update. */
    private boolean keepsUpdates(int version) {
        return rules(problem.versionWriter[version]).keepsUpdates();
    }

    /** An element stands where an earlier append of its transaction should: that one comes later, or is not there. */
    private void missing(int t, int r, int e, int number, List<Step> steps) {
        int version = problem.elementVersion[e];
        int missing = op(version, number);
        writes(version, version, shown(op(e), missing, r), false, steps);
        if (problem.readSlot[r] == Problem.LEFT_OUT || isShown(version, number, r)) return;
        antiDependency(t, r, problem.versionWriter[version], missing, List.of(), false, steps);
    }

    private boolean isShown(int version, int number, int r) {
        int key = problem.versionKey[version];
        for (int e = problem.elementBegin[key]; e < problem.elementBegin[key + 1]; e++) {
            if (problem.elementVersion[e] == version && problem.elementNumber[e] == number) {
                return problem.elementPlace[e] < problem.readLength[r];
            }
        }
        return false;
    }

    /** The append that an element is. */
    int op(int element) {
        return op(problem.elementVersion[element], problem.elementNumber[element]);
    }

    /** The append of a given number that the transaction of a version made to its key. */
    int op(int version, int number) {
        int left = number;
        int op = history.begin(id(version));
        int key = history.key(problem.versionOp[version]);
        while (!history.isWrite(op) || history.key(op) != key || left-- > 0) op++;
        return op;
    }

    /** Whether some read shows the version after what {@code r} has. */
    private boolean isLater(int version, int r, int key) {
        int[] observed = VersionChains.observedLengths(problem);
        for (int e = problem.elementBegin[key]; e < problem.elementBegin[key + 1]; e++) {
            if (problem.elementVersion[e] == version
                    && problem.elementPlace[e] >= problem.readLength[r]
                    && problem.elementPlace[e] < observed[key]) {
                return true;
            }
        }
        return false;
    }

    /** The order of two appends that a list read shows. */
    Edge shown(int earlier, int later, int r) {
        return Edge.ww(
                history.transactionOf(earlier),
                history.transactionOf(later),
                history.key(earlier),
                earlier,
                later,
                problem.readOp[r]);
    }

    int id(int version) {
        return problem.id[problem.versionWriter[version]];
    }

    /** What follows if one version of a key comes before another. */
    List<Step> ordered(int earlier, int later, Edge why, boolean assumed) {
        List<Step> steps = new ArrayList<>();
        writes(earlier, later, why, assumed, steps);
        boolean plain = assumed
                || why.kind() == Edge.Kind.WW
                        && why.because().isEmpty()
                        && why.assumption().isEmpty();
        List<Edge> because = plain ? List.of() : List.of(why);
        for (int t = 0; t < problem.size(); t++) {
            for (int r = problem.readBegin[t]; r < problem.readBegin[t + 1]; r++) {
                if (problem.readSlot[r] != earlier) continue;
                antiDependency(t, r, problem.versionWriter[later], problem.versionOp[later], because, assumed, steps);
            }
        }
        if (rules == Rules.MIXED && problem.isList()) next(earlier, later, because, assumed, steps);
        return steps;
    }

    /** Who lost nothing of a list that is known to end with {@code earlier} appended before {@code later} did; lists show it. */
    private void next(int earlier, int later, List<Edge> because, boolean assumed, List<Step> steps) {
        int next = problem.chains(rules).next[earlier];
        if (next < 0 || next == later) return;
        int list = longestRead(problem.versionKey[next]);
        Edge edge = shown(problem.versionOp[next], problem.versionOp[later], list);
        if (!because.isEmpty()) {
            List<Edge> reasons = new ArrayList<>(because);
            reasons.add(shown(problem.versionOp[earlier], problem.versionOp[next], list));
            edge = new Edge.WriteWrite(
                    id(next),
                    id(later),
                    history.key(problem.versionOp[next]),
                    problem.versionOp[next],
                    problem.versionOp[later],
                    OptionalInt.empty(),
                    reasons);
        }
        writes(next, later, edge, assumed, steps);
    }

    /** The read of the longest list of a key; -1 if there is none. */
    int longestRead(int key) {
        int longest = -1;
        for (int r = 0; r < problem.readKey.length; r++) {
            boolean longer = longest < 0 || problem.readLength[r] > problem.readLength[longest];
            if (problem.readKey[r] == key && longer) longest = r;
        }
        return longest;
    }

    private void writes(int earlier, int later, Edge edge, boolean assumed, List<Step> steps) {
        int from = problem.versionWriter[earlier];
        int to = problem.versionWriter[later];
        if (rules(to) == Rules.PREFIX) {
            steps.add(new Step(commit(from), commit(to), edge, assumed, price(edge)));
        } else {
            // Only its level wants more than the order of the commits, if that is not some reader's demand anyhow.
            boolean sees = rules(to) == Rules.SNAPSHOT && edge.demandedBy().isEmpty();
            dependency(from, to, sees ? edge.demanded(problem.level(to)) : edge, assumed, steps);
        }
    }

    private void dependency(int from, int to, Edge edge, boolean assumed, List<Step> steps) {
        steps.add(new Step(commit(from), begin(to), edge, assumed, price(edge)));
        if (rules.forbidReturns()) steps.add(new Step(commit(from) + 1, begin(to) + 1, edge, assumed, price(edge)));
    }

    private void antiDependency(
            int t, int r, int to, int write, List<Edge> because, boolean assumed, List<Step> steps) {
        if (to == t || !rules(t).bindReads()) return;
        Edge edge = new Edge.AntiDependency(
                        problem.id[t], problem.id[to], history.key(write), problem.readOp[r], write, because)
                .demanded(problem.level(t));
        if (!rules(t).antiDependencies()) {
            steps.add(new Step(begin(t), commit(to) + 1, edge, assumed, price(edge)));
            return;
        }
        steps.add(new Step(begin(t), commit(to), edge, assumed, price(edge)));
        if (rules.forbidReturns()) steps.add(new Step(begin(t) + 1, commit(to) + 1, edge, assumed, price(edge)));
    }

    private int price(Edge edge) {
        if (!edge.because().isEmpty()) return Step.INFERRED;
        return restsOnAbsence(edge, history) ? Step.SHOWN * 2 + 1 : Step.SHOWN;
    }

    /** Whether a write comes later because a list lacks it: two steps in one, a read and an anti-dependency. */
    static boolean restsOnAbsence(Edge edge, History history) {
        if (!(edge instanceof Edge.WriteWrite order) || order.shownBy().isEmpty()) return false;
        int read = order.shownBy().getAsInt();
        for (int i = 0; i < history.length(read); i++) {
            if (history.element(read, i) == history.version(order.later())) return false;
        }
        return true;
    }
}

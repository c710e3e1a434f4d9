package minos.judge.live;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.IntConsumer;
import java.util.function.UnaryOperator;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.Model;
import minos.history.Status;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Anomaly;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.util.Deadline;

/**
 * Judges a growing history again and again. Each time there is a verdict on what was recorded so far for each requirement: violated,
 * which is final; holds, so far; or unknown, as it was not worth the effort yet. The package description says how and why.
 */
public final class LiveJudge {
    /** How many operations may be judged from the beginning for each that is recorded; and as many again in windows that must grow. */
    private static final int CREDIT = 4;
    /** So many operations are judged however few were recorded. */
    static final long SMALL = 200_000;
    /** A window may have so many operations beside some for each that was recorded. */
    private static final long WINDOW = 100_000;
    /** How long windows and excerpts may take at a time, if that is asked so often. */
    private static final Duration BRIEF = Duration.ofSeconds(2);

    private static final int LOOKS = 1_000;
    /** An excerpt has so many transactions beside some for each that was recorded. */
    private static final int EXCERPT = 500;

    /** Judges a whole history, with certificates, and tells violations in full. */
    @FunctionalInterface
    public interface Whole {
        /** One verdict for each requirement. */
        List<Verdict> judge(History history, List<Requirement> requirements);
    }

    private final GrowingHistory history;
    private final List<Requirement> requirements;
    private final Options options;
    private final UnaryOperator<History> view;
    private final Whole whole;
    private Recorded recorded;
    /** Strongest first, so that what follows from another is not asked. */
    private final List<Requirement> byStrength;

    private final Map<Requirement, Track> tracks = new LinkedHashMap<>();
    /** Those that have an order for all that the last judgement was about. */
    private final Map<Requirement, Track> proofs = new HashMap<>();

    private final Map<Requirement, Verdict> verdicts = new LinkedHashMap<>();
    /** Those that were tried for the sake of weaker ones, in vain. */
    private final Set<Requirement> notSerial = new HashSet<>();

    /** For the whole, and for windows. What windows spend is not missing for the whole: nothing stays undecided for long. */
    private long credit;

    private long windowCredit;
    private final int excerpt;

    private boolean forgets;
    private String fenceName;
    private int fenceKey = Recorded.NOBODY;
    /** Those who have begun since something was forgotten behind fences; null if nothing was. */
    private Fences.Newcomers newcomers;

    private int leastKept;
    private int nextForgetting;
    /** What may be forgotten as soon as nothing is open. */
    private Forgetting forgetting;
    /** The fences that tell so; null in real time. */
    private Fences behind;

    /** How often in a row a window had no order. */
    private int failures;

    private IntConsumer listener = transaction -> {};
    /** How many transactions the listener was told of. */
    private int told;

    private boolean lookedAround;
    private Deadline deadline = Deadline.NEVER;
    /** How many transactions ended since the last judgement, and how many operations and transactions are new. */
    private int ended;

    private int added;

    private int operations;
    private int transactions;
    /** When to judge the whole again: what is unknown of it stays so until there is twice as much. */
    private final Map<Requirement, Long> nextWhole = new HashMap<>();

    /**
     * @param history      of which the model is known
     * @param requirements what is asked
     * @param options      how to judge windows
     * @param view         what a history is taken for before it is judged
     * @param whole        who judges all from the beginning
     */
    public LiveJudge(
            GrowingHistory history,
            List<Requirement> requirements,
            Options options,
            UnaryOperator<History> view,
            Whole whole) {
        this(history, requirements, options, view, whole, SMALL, EXCERPT);
    }

    /**
     * For tests.
     *
     * @param credit  how many operations may be judged from the beginning before any is recorded
     * @param excerpt how many transactions an excerpt has at least
     */
    public LiveJudge(
            GrowingHistory history,
            List<Requirement> requirements,
            Options options,
            UnaryOperator<History> view,
            Whole whole,
            long credit,
            int excerpt) {
        this.history = history;
        this.requirements = List.copyOf(requirements);
        this.options = options.withAll(false).withMaxWitnesses(1).withCertificate(true);
        this.view = view;
        this.whole = whole;
        this.credit = credit;
        windowCredit = credit;
        this.excerpt = excerpt;
        recorded = new Recorded(history, history.model() == Model.LIST_APPEND);
        byStrength = new ArrayList<>(requirements);
        byStrength.sort(Comparator.comparingLong(asked ->
                -requirements.stream().filter(other -> asked.implies(other)).count()));
        for (Requirement asked : requirements) {
            verdicts.put(asked, unknown(asked, "nothing has been recorded"));
        }
    }

    private static Verdict unknown(Requirement asked, String why) {
        return Verdict.unknown(asked.level(), asked.order(), why).with(asked.use());
    }

    /** The verdicts of the last judgement, in the order in which they were asked for. Anomalies are counted in what was recorded by then. */
    public List<Verdict> verdicts() {
        return requirements.stream().map(verdicts::get).map(LiveJudge::orMore).toList();
    }

    private static Verdict orMore(Verdict verdict) {
        if (verdict == null || verdict.answer() != Answer.FALSE) return verdict;
        List<Anomaly> anomalies =
                verdict.anomalies().stream().map(Anomaly::orMore).toList();
        return Verdict.violated(verdict.level(), verdict.order(), anomalies).with(verdict.use());
    }

    /** A commit order that shows that a requirement holds for all that the last judgement was about, if it was not another's. */
    public Optional<int[]> commits(Requirement asked) {
        return Optional.ofNullable(proofs.get(asked)).map(Track::commits);
    }

    /**
     * Judges what is recorded.
     *
     * @param deadline until when to look for orders of windows
     * @param over     whether nothing more will come, so that all is decided, whatever it takes
     */
    public void judge(Deadline deadline, boolean over) {
        history.open();
        try {
            recorded.take(over);
            this.deadline = deadline;
            decide(over);
            if (forgets) plan(over);
        } finally {
            recorded.leaveOpen();
            history.close();
        }
        if (forgetting != null) forget();
    }

    /** @param told is given each transaction that has ended when it is first judged */
    public void listen(IntConsumer told) {
        listener = told;
    }

    /**
     * From now on forgets what nothing can depend on any more, where that is exact: of registers, if all that is asked for is causal or
     * stronger, and in real time; or in the order of sessions, if these have fences. What is forgotten cannot be told any more.
     *
     * @param fence the key of the fences, as it prints; empty if there are none
     * @param least how many transactions are kept in any case
     */
    public void forget(Optional<String> fence, int least) {
        forgets = true;
        fenceName = fence.orElse(null);
        nextForgetting = least;
        leastKept = least;
    }

    /**
     * Finds out what may be forgotten, if it is time to: all that is asked for and not violated must have been shown by one order, and half of
     * what is kept in any case must go, as what is left is judged anew. It is tried again when there is half as much more, so that all tries
     * together cost a constant times what is recorded.
     */
    private void plan(boolean over) {
        if (newcomers != null) newcomers.require();
        if (over || history.transactions() < nextForgetting || !history.canForget() || recorded.areWaiting()) return;
        nextForgetting = history.transactions() + history.transactions() / 2;
        if (fenceKey < 0 && fenceName != null) fenceKey = history.key(fenceName);
        boolean timed = history.hasRealTime();
        Track proof = null;
        for (Requirement asked : byStrength) {
            if (verdicts.get(asked).answer() == Answer.FALSE) continue;
            timed &= asked.order() == Order.REAL_TIME;
            boolean fenced = fenceKey >= 0 && (asked.order() == Order.SESSION || asked.order() == Order.REAL_TIME);
            if (!isForgettable(asked) || !timed && !fenced) return;
            if (proof == null) proof = proofs.get(asked);
            if (proof == null || !proof.asked().implies(asked)) return;
        }
        if (proof == null) return;
        int[] order = proof.commits();
        Fences fences = timed ? null : new Fences(history, order, fenceKey);
        Forgetting found = new Forgetting(
                recorded, order, proof.size(), timed ? realTime() : fences, timed ? Recorded.NOBODY : fenceKey);
        if (found.forgotten() == 0 || history.ended() - found.left() < Math.max(1, leastKept / 2)) return;
        forgetting = found;
        behind = fences;
    }

    private static boolean isForgettable(Requirement asked) {
        return switch (asked.level()) {
            case CAUSAL, PREFIX, PARALLEL_SNAPSHOT_ISOLATION, SNAPSHOT_ISOLATION, SERIALIZABLE, STRICT_SERIALIZABLE ->
                asked.use() == DatabaseOrder.GUESS;
            case READ_UNCOMMITTED,
                    CUT_ISOLATION,
                    ADYA_READ_COMMITTED,
                    READ_COMMITTED,
                    READ_YOUR_WRITES,
                    MONOTONIC_READS,
                    MONOTONIC_WRITES,
                    WRITES_FOLLOW_READS,
                    READ_ATOMIC,
                    UPDATE_ATOMIC,
                    UPDATE_SERIALIZABLE,
                    REPEATABLE_READ,
                    LINEARIZABLE,
                    MIXED -> false;
        };
    }

    private Forgetting.Spans realTime() {
        int horizon = Integer.MAX_VALUE;
        for (int t = history.ended(); t < history.transactions(); t++)
            horizon = Math.min(horizon, history.invocation(t));
        int begin = horizon;
        return new Forgetting.Spans() {
            @Override
            public int from(int transaction) {
                return history.invocation(transaction);
            }

            @Override
            public int until(int transaction) {
                boolean ended = history.status(transaction) != Status.INDETERMINATE;
                return ended ? history.completion(transaction) : Integer.MAX_VALUE;
            }

            @Override
            public int horizon() {
                return begin;
            }
        };
    }

    /** What is left is judged as if it came anew, with verdicts as they were. */
    private void forget() {
        forgetting.forget();
        forgetting = null;
        newcomers = behind == null ? null : new Fences.Newcomers(history, behind, fenceKey);
        behind = null;
        recorded = new Recorded(history, history.model() == Model.LIST_APPEND);
        tracks.clear();
        proofs.clear();
        nextWhole.clear();
        operations = 0;
        transactions = 0;
        told = history.transactions();
        nextForgetting = Math.max(leastKept, 3 * history.transactions());
    }

    private void decide(boolean over) {
        if (history.transactions() == 0) return;
        int[] fresh = recorded.fresh();
        if (recorded.repeats()) tracks.clear(); // they were about reads that have one source
        if (!isClosed()) takeBack();
        for (Track track : tracks.values()) track.add(fresh);
        ended = history.ended() - transactions;
        for (; told < history.ended(); told++) listener.accept(told);
        added = Math.max(0, history.operations() - operations) + history.transactions() - transactions;
        operations = history.operations();
        transactions = history.ended();
        credit += (long) CREDIT * added;
        windowCredit += (long) CREDIT * added;
        proofs.clear();
        lookedAround = over; // all is judged then
        List<Requirement> holding = new ArrayList<>();
        List<Requirement> pending = new ArrayList<>();
        List<Requirement> following = new ArrayList<>();
        for (Requirement asked : byStrength) {
            if (verdicts.get(asked).answer() == Answer.FALSE) continue;
            Optional<String> ungrouped = Judge.whyUngrouped(asked.order(), history.hasGroups());
            if (ungrouped.isPresent()) {
                verdicts.put(asked, unknown(asked, ungrouped.get()));
                continue;
            }
            if (holding.stream().anyMatch(other -> other.implies(asked))) {
                following.add(asked);
                holds(asked);
            } else if (isInWindows(asked) && (isSerial(asked) || advances(asked, asked))) {
                holding.add(asked);
                holds(asked);
            } else {
                pending.add(asked);
            }
        }
        following.forEach(tracks::remove);
        tracks.keySet().removeAll(notSerial);
        if (!pending.isEmpty()) lookAround();
        if (!lookedAround) failures = 0;
        pending.removeIf(asked -> verdicts.get(asked).answer() == Answer.FALSE);
        if (pending.isEmpty()) return;
        boolean worthIt = over || isClosed() && credit >= operations;
        List<Requirement> due = new ArrayList<>();
        for (Requirement asked : pending) {
            if (worthIt && (over || operations >= nextWhole.getOrDefault(asked, 0L))) due.add(asked);
            else if (!nextWhole.containsKey(asked)) verdicts.put(asked, unknown(asked, "not decided yet"));
        }
        if (due.isEmpty()) return;
        credit -= operations;
        judgeWhole(due);
    }

    /**
     * Looks for violations in what was recorded last, so that they are found soon however long the history is. Each second time in a row
     * it looks back twice as far, each fourth four times, and so on: with what was recorded since something became violated, what it takes
     * to see that is looked at as a whole, and each transaction a logarithmic number of times.
     */
    private void lookAround() {
        if (lookedAround) return;
        lookedAround = true;
        long size = ((long) ended + excerpt) << Integer.numberOfTrailingZeros(++failures);
        if (size > history.transactions() / 2) return; // the whole costs little more
        List<Requirement> asked = requirements.stream()
                .filter(each -> verdicts.get(each).answer() != Answer.FALSE && isInExcerpts(each))
                .toList();
        History part = new Excerpt(recorded).last((int) size);
        List<Verdict> found = new ArrayList<>();
        Judge.judge(view.apply(part), asked, brief(), found::add);
        List<Requirement> violated = new ArrayList<>();
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).answer() == Answer.FALSE) violated.add(asked.get(i));
        }
        if (violated.isEmpty()) return;
        found = whole.judge(part, violated);
        for (int i = 0; i < found.size(); i++) {
            if (found.get(i).answer() != Answer.FALSE) continue; // it could not be told in time
            verdicts.put(violated.get(i), found.get(i));
            tracks.remove(violated.get(i));
        }
    }

    private boolean isInExcerpts(Requirement asked) {
        boolean plain = history.model() == Model.RW_REGISTER || history.model() == Model.LIST_APPEND;
        return plain
                && history.isPlain()
                && !recorded.repeats()
                && asked.use() == DatabaseOrder.GUESS
                && Judge.whyUngrouped(asked.order(), history.hasGroups()).isEmpty()
                && options.assumptions().isEmpty();
    }

    /**
     * Whether what is recorded has the source of each read that does not wait. Where nothing is said of invocations, and values repeat,
     * what is recorded next may be another source of what was read before.
     */
    private boolean isClosed() {
        return history.isInvokedFirst() || history.isPlain() && !recorded.repeats();
    }

    /** As values were taken to be unique until one was written again. */
    private void takeBack() {
        verdicts.replaceAll((asked, verdict) ->
                verdict.answer() == Answer.FALSE ? unknown(asked, "values repeat: to be decided in the end") : verdict);
    }

    private void holds(Requirement asked) {
        verdicts.put(asked, Verdict.holds(asked.level(), asked.order()).with(asked.use()));
    }

    /** Whether it is enough to judge windows for a requirement: it has to see to it that what was read was written before. */
    private boolean isInWindows(Requirement asked) {
        return asked.level().implies(Level.ADYA_READ_COMMITTED)
                && history.isPlain()
                && !recorded.repeats()
                && asked.use() == DatabaseOrder.GUESS
                && options.assumptions().isEmpty();
    }

    /**
     * Whether even serializability holds, in real time or else in the order that is asked for. Most databases do better than they promise,
     * and such orders are the ones that are easiest to mend and stay close to what will be recorded. Once it does not, it is not asked again.
     */
    private boolean isSerial(Requirement asked) {
        for (Order order : history.hasRealTime() ? List.of(Order.REAL_TIME, asked.order()) : List.of(asked.order())) {
            Requirement serial = new Requirement(Level.SERIALIZABLE, order);
            boolean open = !verdicts.containsKey(serial) && !notSerial.contains(serial);
            if (!open || !serial.implies(asked) || asked.level().needsRealTime()) continue;
            if (advances(serial, asked)) {
                proofs.put(asked, tracks.get(serial));
                return true;
            }
            notSerial.add(serial);
        }
        return false;
    }

    /** @param wanted what is to be known by that */
    private boolean advances(Requirement tried, Requirement wanted) {
        Track track = tracks.computeIfAbsent(tried, this::track);
        long free = WINDOW + 4L * added;
        long most = free + Math.max(0, windowCredit / 2);
        Track.Budget budget = new Track.Budget(most);
        boolean holds = track.advance(budget, view, brief(), () -> {
            lookAround();
            return verdicts.get(wanted).answer() == Answer.FALSE;
        });
        windowCredit -= Math.max(0, most - budget.left() - free);
        if (holds) proofs.put(tried, track);
        return holds;
    }

    /** Goes on from the order of a stronger requirement, if there is one. */
    private Track track(Requirement asked) {
        Track best = null;
        for (Map.Entry<Requirement, Track> other : tracks.entrySet()) {
            boolean further = best == null || other.getValue().size() > best.size();
            if (other.getKey().implies(asked) && further) best = other.getValue();
        }
        if (best != null) return new Track(best, asked);
        int[] committed = Arrays.stream(recorded.ready())
                .filter(t -> history.status(t) == Status.COMMITTED)
                .toArray();
        return new Track(recorded, asked, committed);
    }

    /** A search that takes longer than that is left to when the whole is judged: a run goes on meanwhile. */
    private Options brief() {
        return options.with(deadline.onceAsked(() -> BRIEF, LOOKS, System::nanoTime));
    }

    private void judgeWhole(List<Requirement> pending) {
        boolean all = !recorded.areWaiting();
        int[] ready = all ? null : recorded.ready();
        History judged = all ? history.history() : history.part(ready, NOTHING_SETTLED);
        List<Verdict> found = whole.judge(judged, pending);
        for (int i = 0; i < found.size(); i++) {
            Requirement asked = pending.get(i);
            Verdict verdict = found.get(i);
            verdicts.put(asked, verdict);
            if (verdict.answer() == Answer.TRUE && verdict.certificate().isPresent() && isInWindows(asked)) {
                int[] commits = verdict.certificate().get().commits().clone();
                for (int place = 0; !all && place < commits.length; place++) commits[place] = ready[commits[place]];
                Track track = tracks.computeIfAbsent(asked, this::track);
                if (track.adopt(commits)) proofs.put(asked, track);
            } else if (verdict.answer() == Answer.FALSE) {
                tracks.remove(asked);
            }
            if (verdict.answer() == Answer.UNKNOWN) nextWhole.put(asked, 2L * operations);
            else nextWhole.remove(asked);
        }
    }

    private static final GrowingHistory.Start NOTHING_SETTLED = new GrowingHistory.Start() {
        @Override
        public int version(int key) {
            return History.INITIAL;
        }

        @Override
        public int elements(int key) {
            return 0;
        }

        @Override
        public boolean isLeftOpen(int read) {
            return false;
        }
    };
}

package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.Arrays;
import java.util.BitSet;
import minos.graph.Csr;
import minos.graph.DisjointSets;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.util.IntList;
import minos.util.LongList;

/**
 * Looks for a commit order at the levels at which each session and key has {@linkplain SessionNeeds needs} of its own: places the
 * transactions one after the other. A write answers all needs of its value that are open, as an early answer is never worse than a late
 * one; a transaction can be placed when what it needs is answered; and what nobody needs any more is placed at once. So all that is ever
 * chosen is which write comes next, and a state is how far each session is and how many needs of each slot are answered. A state is left
 * if it was met before with as many answers, or if what is still to come cannot answer what is needed.
 *
 * <p>Sessions that share no key, directly or by others, are looked at apart from each other: tests of many registers have few sessions
 * for each. With n transactions in each of s sessions there are n^s combinations of places, so it is exact for two or three sessions, and for
 * more of them mostly, as most writes are no choice.
 */
final class SessionSearch {
    /** How many states to come to. */
    private static final int MOST_STATES = 400_000;

    private static final int FEW_STATES = 20_000;
    /** How many ints they may take. */
    private static final int MOST_INTS = 16 << 20;
    /** With more sessions that share keys, a step looks at too many. */
    private static final int MOST_SESSIONS = 4096;
    /** The largest number that a field of a sorted choice holds. */
    private static final long FIELD = (1 << 15) - 1;

    private final Sources sources;
    private final History history;
    private final SessionNeeds needs;
    private final Options options;
    private final int mostStates;

    // Where the counters of all kinds begin
    private final int answered;
    private final int come;
    private final int written;
    private final int ownWritten;
    /**
     * Places of sessions; by slot, how many of its needs are answered; by chain, how far it has come; by item, how many of its writers are
     * placed; by slot, how many of its own are. All of them only grow on the way.
     */
    private final int[] at;
    /** What grew. */
    private final IntList grown = new IntList();
    /** By need: the write that answered it, {@link History#INITIAL} too. */
    private final int[] answer;
    /** By slot: how many different writes its needs take from each one on, up to the last that is certain. */
    private final int[] differing;
    /** By slot: how many of its own writes come before the last need that is certain. */
    private final int[] usable;

    private boolean isDead;
    private int looks;

    private SessionSearch(Sources sources, SessionNeeds needs, boolean briefly, Options options) {
        this.sources = sources;
        this.needs = needs;
        this.options = options;
        history = needs.history;
        mostStates = briefly ? FEW_STATES : MOST_STATES;
        answered = history.sessions();
        come = answered + needs.slots();
        written = come + needs.chains();
        ownWritten = written + needs.writers.length;
        at = new int[ownWritten + needs.slots()];
        answer = new int[needs.opens.size()];
        differing = new int[answer.length];
        usable = new int[needs.slots()];
        for (int slot = 0; slot < usable.length; slot++) count(slot);
    }

    private void count(int slot) {
        int first = needs.needs.begin(slot);
        int end = first + needs.certain.get(slot);
        int differ = 1;
        for (int i = end - 1; i >= first; i--) {
            differing[i] = differ;
            if (needs.apart.get(needs.needs.get(i))) differ++;
        }
        if (end == first) return;
        int lastPlace = needs.place.get(needs.needs.get(end - 1));
        for (int i = needs.own.begin(slot); i < needs.own.end(slot); i++) {
            if (needs.own.get(i) < lastPlace) usable[slot]++;
        }
    }

    /**
     * What was found.
     *
     * @param answers by question, in a reading that satisfies what was looked at; null if none does
     * @param isAll   whether it satisfies the level
     * @param core    without answers: transactions that no reading explains
     */
    record Outcome(int[] answers, boolean isAll, BitSet core) {}

    /**
     * Searches; null if there is no telling in this way, or not soon.
     *
     * @param briefly whether to give up early
     */
    static Outcome of(Sources sources, Requirement asked, boolean briefly, Options options) {
        History history = sources.history();
        if (asked.order() != Order.SESSION || history.isList()) return null;
        SessionNeeds needs = SessionNeeds.of(history, asked.level());
        return needs == null ? null : new SessionSearch(sources, needs, briefly, options).run();
    }

    private Outcome run() {
        Csr components = components();
        Csr slots = slots(components);
        for (int key = 0; key < history.keys(); key++) write(needs.initial(key), History.INITIAL);
        boolean givenUp = false;
        for (int c = 0; c < components.rows(); c++) {
            if (slots.begin(c) == slots.end(c)) continue;
            if (components.end(c) - components.begin(c) > MOST_SESSIONS) return null;
            States states = new States(row(components, c), row(slots, c));
            switch (search(states)) {
                case TRUE -> {}
                case FALSE -> {
                    return new Outcome(null, true, transactions(states.sessions));
                }
                case UNKNOWN -> givenUp = true;
            }
        }
        return givenUp ? null : new Outcome(answers(), needs.isAll, null);
    }

    /** Sessions that share keys, directly or by others. */
    private Csr components() {
        DisjointSets together = new DisjointSets(history.sessions());
        int[] user = new int[history.keys()];
        Arrays.fill(user, NONE);
        for (int s = 0; s < history.sessions(); s++) {
            for (int i = needs.sessions.begin(s); i < needs.sessions.end(s); i++) {
                int t = needs.sessions.get(i);
                for (int op = history.begin(t); op < history.end(t); op++) {
                    int key = history.key(op);
                    if (user[key] != NONE) together.union(user[key], s);
                    user[key] = s;
                }
            }
        }
        return Csr.build(history.sessions(), byFirst -> {
            for (int s = 0; s < history.sessions(); s++) byFirst.add(together.find(s), s);
        });
    }

    private Csr slots(Csr components) {
        int[] component = new int[history.sessions()];
        for (int c = 0; c < components.rows(); c++) for (int s : row(components, c)) component[s] = c;
        return Csr.build(components.rows(), byComponent -> {
            for (int slot = 0; slot < needs.slots(); slot++) byComponent.add(component[needs.session.get(slot)], slot);
        });
    }

    private static int[] row(Csr rows, int row) {
        int[] items = new int[rows.end(row) - rows.begin(row)];
        for (int i = 0; i < items.length; i++) items[i] = rows.get(rows.begin(row) + i);
        return items;
    }

    private BitSet transactions(int[] sessions) {
        BitSet all = new BitSet();
        for (int s : sessions) {
            for (int i = needs.sessions.begin(s); i < needs.sessions.end(s); i++) all.set(needs.sessions.get(i));
        }
        return all;
    }

    /** By question, what answered it on the way that led to the end; open if its transaction was not placed. */
    private int[] answers() {
        int[] answers = new int[sources.questions()];
        for (int q = 0; q < answers.length; q++) {
            int read = sources.read(q);
            int slot = needs.slot[read];
            boolean isAnswered = slot != NONE && at[answered + slot] >= needs.required[read];
            int need = isAnswered ? needs.needs.get(needs.needs.begin(slot) + needs.required[read] - 1) : NONE;
            answers[q] = need == NONE ? Sources.OPEN : answer[need];
        }
        return answers;
    }

    // Depth first

    private Verdict.Answer search(States states) {
        isDead = false;
        for (int slot : states.slots) isDead |= isDead(slot);
        IntList choices = new IntList(); // sessions to try, the best last; a negative one leaves its transaction out
        IntList frames = new IntList(); // where the choices of each open step begin
        IntList depths = new IntList(); // how much had grown then
        int start = grown.size();
        while (true) {
            look();
            if (!isDead) placeWhatNobodyNeeds(states.sessions);
            if (!isDead && isDone(states.sessions)) return Verdict.Answer.TRUE;
            if (states.size() >= mostStates || states.isFull()) break;
            if (!isDead && states.add()) {
                frames.add(choices.size());
                depths.add(grown.size());
                addChoices(states.sessions, choices);
            }
            while (!frames.isEmpty() && choices.size() == frames.last()) {
                frames.pop();
                depths.pop();
            }
            if (frames.isEmpty()) break;
            undo(depths.last());
            int session = choices.pop();
            place(session >= 0 ? session : ~session, session >= 0);
        }
        boolean isOver = frames.isEmpty();
        undo(start);
        return isOver ? Verdict.Answer.FALSE : Verdict.Answer.UNKNOWN;
    }

    private void look() {
        if ((++looks & 0xFF) == 0) options.deadline().check();
    }

    private boolean isDone(int[] sessions) {
        for (int s : sessions) {
            for (int i = needs.sessions.begin(s) + at[s]; i < needs.sessions.end(s); i++) {
                if (history.status(needs.sessions.get(i)) == Status.COMMITTED) return false;
            }
        }
        return true;
    }

    private int head(int session) {
        int i = needs.sessions.begin(session) + at[session];
        return i < needs.sessions.end(session) ? needs.sessions.get(i) : NONE;
    }

    private void placeWhatNobodyNeeds(int[] sessions) {
        for (int s : sessions) {
            for (int t = head(s); t != NONE && canBeNext(t) && !isNeeded(t); t = head(s)) place(s, true);
        }
    }

    private boolean canBeNext(int t) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            int slot = history.isWrite(op) ? NONE : needs.slot[op];
            if (slot != NONE && at[answered + slot] < needs.required[op]) return false;
        }
        return true;
    }

    private boolean isNeeded(int t) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (!needs.last.get(op)) continue;
            int item = needs.item(op);
            for (int i = needs.needing.begin(item); i < needs.needing.end(item); i++) {
                if (isShort(needs.needing.get(i))) return true;
            }
        }
        return false;
    }

    private boolean isShort(int slot) {
        return at[answered + slot] < needs.needs.end(slot) - needs.needs.begin(slot);
    }

    /** What can be next: best is what somebody waits for, then what is open, of that what passes by least. */
    private void addChoices(int[] sessions, IntList choices) {
        LongList found = new LongList(sessions.length);
        for (int i = 0; i < sessions.length; i++) {
            int t = head(sessions[i]);
            if (t == NONE) continue;
            boolean isLast = at[sessions[i]] + 1 == needs.sessions.end(sessions[i]) - needs.sessions.begin(sessions[i]);
            if (history.status(t) == Status.INDETERMINATE && !isLast) choices.add(~sessions[i]);
            if (canBeNext(t)) found.add(worth(t) << 15 | i);
        }
        long[] sorted = Arrays.copyOf(found.array(), found.size());
        Arrays.sort(sorted);
        for (long choice : sorted) choices.add(sessions[(int) (choice & FIELD)]);
    }

    private long worth(int t) {
        long waiting = 0;
        long open = 0;
        long passed = 0;
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (!needs.last.get(op)) continue;
            int item = needs.item(op);
            for (int i = needs.needing.begin(item); i < needs.needing.end(item); i++) {
                int slot = needs.needing.get(i);
                if (!isShort(slot)) continue;
                if (!isOpen(slot)) {
                    passed++;
                    continue;
                }
                open++;
                int session = needs.session.get(slot);
                if (needs.place.get(next(slot)) == at[session]) waiting++;
            }
        }
        return Math.min(waiting, FIELD) << 30 | Math.min(open, FIELD) << 15 | FIELD - Math.min(passed, FIELD);
    }

    // What grows

    private void place(int session, boolean takesPart) {
        int t = head(session);
        grow(session);
        for (int op = history.begin(t); op < history.end(t); op++) {
            if (!needs.last.get(op)) continue;
            int item = needs.item(op);
            grow(written + item);
            if (needs.slot[op] != NONE) grow(ownWritten + needs.slot[op]);
            if (needs.opening[op] != NONE) grow(come + needs.opening[op]);
            if (takesPart) write(item, op);
            for (int i = needs.needing.begin(item); i < needs.needing.end(item); i++) {
                isDead |= isDead(needs.needing.get(i));
            }
        }
    }

    private void write(int item, int op) {
        for (int i = needs.needing.begin(item); i < needs.needing.end(item); i++) {
            int slot = needs.needing.get(i);
            while (isShort(slot) && isOpen(slot)) {
                answer[next(slot)] = op;
                grow(answered + slot);
                if (needs.inTurn) grow(come + needs.chain.get(slot));
            }
        }
    }

    private int next(int slot) {
        return needs.needs.get(needs.needs.begin(slot) + at[answered + slot]);
    }

    private boolean isOpen(int slot) {
        return needs.opens.get(next(slot)) <= at[come + needs.chain.get(slot)];
    }

    /** Whether there are not enough writers left for what is needed. */
    private boolean isDead(int slot) {
        int before = at[answered + slot];
        if (before >= needs.certain.get(slot)) return false;
        int item = needs.item.get(slot);
        int own = needs.own.end(slot) - needs.own.begin(slot) - at[ownWritten + slot];
        int others = needs.writers[item] - at[written + item] - own;
        int ownUsable = Math.max(0, usable[slot] - at[ownWritten + slot]);
        if (others + ownUsable < differing[needs.needs.begin(slot) + before]) return true;
        return others == 0
                && needs.own.get(needs.own.begin(slot) + at[ownWritten + slot]) >= needs.place.get(next(slot));
    }

    private void grow(int counter) {
        at[counter]++;
        grown.add(counter);
    }

    private void undo(int size) {
        while (grown.size() > size) at[grown.pop()]--;
        isDead = false;
    }

    /** The states that were met, by the places of sessions. */
    private final class States {
        private static final int GOLDEN_RATIO = 0x9E3779B9;

        final int[] sessions;
        final int[] slots;
        private final int width;
        /** Of each state: places, then how many needs are answered. */
        private final IntList met = new IntList();
        /** By state: the one met before it with the same places; negative if there is none. */
        private final IntList before = new IntList();
        /** By hash of places: the last state with these, plus one; 0 where there is none. At most half full. */
        private int[] table = new int[64];

        private int used;

        States(int[] sessions, int[] slots) {
            this.sessions = sessions;
            this.slots = slots;
            width = sessions.length + slots.length;
        }

        int size() {
            return before.size();
        }

        boolean isFull() {
            return (long) (size() + 1) * width > MOST_INTS;
        }

        /** Adds the present state; false if one was met that can do as much. */
        boolean add() {
            int begin = met.size();
            for (int s : sessions) met.add(at[s]);
            for (int slot : slots) met.add(at[answered + slot]);
            int entry = entry(begin);
            int last = table[entry] - 1;
            for (int state = last; state >= 0; state = before.get(state)) {
                look();
                if (!covers(state * width, begin)) continue;
                met.truncate(begin);
                return false;
            }
            before.add(last);
            table[entry] = size();
            if (last < 0 && ++used * 2 > table.length) enlarge();
            return true;
        }

        private boolean covers(int state, int other) {
            for (int i = sessions.length; i < width; i++) if (met.get(state + i) < met.get(other + i)) return false;
            return true;
        }

        private int entry(int state) {
            int hash = 0;
            for (int i = 0; i < sessions.length; i++) hash = (hash + met.get(state + i) + 1) * GOLDEN_RATIO;
            int entry = (hash ^ hash >>> 15) & table.length - 1;
            while (table[entry] != 0 && !isSamePlace((table[entry] - 1) * width, state)) {
                entry = entry + 1 & table.length - 1;
            }
            return entry;
        }

        private boolean isSamePlace(int state, int other) {
            for (int i = 0; i < sessions.length; i++) if (met.get(state + i) != met.get(other + i)) return false;
            return true;
        }

        private void enlarge() {
            int[] smaller = table;
            table = new int[smaller.length * 2];
            for (int state : smaller) if (state != 0) table[entry((state - 1) * width)] = state;
        }
    }
}

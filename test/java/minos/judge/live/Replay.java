package minos.judge.live;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import minos.history.Atoms;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Origin;
import minos.history.Status;

/** Records a history once more, as fast as is asked: whoever looks sees what was known at that time. */
public final class Replay implements GrowingHistory.Feed {
    private final History history;
    private final Integer[] byInvocation;
    private int begun;
    /** Those that have begun and not ended. */
    private final TreeSet<Integer> open = new TreeSet<>();

    private int ended;
    private int added;
    private int now;
    /** Where keys and places begin. */
    private int keysFrom;

    private int from;
    /** Where the next one completes; -1 where it did. */
    private int completesAt = -1;

    public Replay(History history) {
        this.history = history;
        byInvocation = new Integer[history.transactions()];
        Arrays.setAll(byInvocation, t -> t);
        Arrays.sort(byInvocation, Comparator.comparingInt(history::invocation));
    }

    public GrowingHistory growing() {
        return new GrowingHistory(builder(), this, InitialValues.EXPLICIT);
    }

    private HistoryBuilder builder() {
        HistoryBuilder builder = new HistoryBuilder(new Atoms(false));
        builder.model(history.model());
        return builder;
    }

    /** Two histories one after another, on other keys: what one does is nothing to the other. */
    static History one(History first, History then) {
        HistoryBuilder builder = new Replay(first).builder();
        int keys = 0;
        int position = 0;
        for (History each : List.of(first, then)) {
            Replay replay = new Replay(each);
            replay.keysFrom = keys;
            replay.from = position;
            for (int t = 0; t < each.transactions(); t++) {
                replay.add(t, builder, each.status(t));
                position = Math.max(position, replay.from + each.invocation(t) + 1);
                if (each.status(t) != Status.INDETERMINATE)
                    position = Math.max(position, replay.from + each.completion(t) + 1);
            }
            keys += 1_000_000;
        }
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    /** The same, where each session begins with a fence, key 999, and has another after so many transactions. */
    static History fenced(History history, int every) {
        HistoryBuilder builder = new Replay(history).builder();
        Replay replay = new Replay(history);
        int[] since = new int[history.sessions()];
        int fences = 0;
        int position = 0;
        for (int t = 0; t < history.transactions(); t++) {
            int session = history.session(t);
            if (since[session]++ % every == 0) {
                builder.begin(builder.session(session), Status.COMMITTED, position, position + 1, -1);
                position += 2;
                if (fences == 0) builder.readInitial(999);
                else builder.read(999, fences);
                builder.write(999, ++fences);
                builder.end();
            }
            replay.from = position - history.invocation(t);
            replay.completesAt = position + 1;
            position += 2;
            replay.add(t, builder, history.status(t));
        }
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    public int ended() {
        return ended;
    }

    public boolean isOver() {
        return ended == history.transactions();
    }

    /** Lets so many more transactions end. */
    public void advance(int transactions) {
        for (int i = 0; i < transactions && !isOver(); i++) {
            int t = ended++;
            now = Math.max(now, history.invocation(t));
            if (history.status(t) != Status.INDETERMINATE) now = history.completion(t);
            while (begun < byInvocation.length && history.invocation(byInvocation[begun]) <= now)
                open.add(byInvocation[begun++]);
            open.remove(t);
        }
    }

    @Override
    public int add(HistoryBuilder builder) {
        while (added < ended) add(added++, builder, history.status(added - 1));
        int count = builder.transactions();
        for (int t : open) if (t >= ended) add(t, builder, Status.INDETERMINATE);
        return count;
    }

    /** What is known by now, as a history of its own. */
    public History prefix() {
        HistoryBuilder builder = builder();
        for (int t = 0; t < ended; t++) add(t, builder, history.status(t));
        for (int t : open) if (t >= ended) add(t, builder, Status.INDETERMINATE);
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    private void add(int t, HistoryBuilder builder, Status status) {
        boolean done = status != Status.INDETERMINATE;
        int completed = completesAt < 0 ? from + history.completion(t) : completesAt;
        int completion = done ? completed : Integer.MAX_VALUE;
        builder.begin(builder.session(history.session(t)), status, from + history.invocation(t), completion, -1);
        history.isolation(t).ifPresent(builder::isolation);
        for (int op = history.begin(t); op < history.end(t); op++) operation(op, builder, done || t < ended);
        builder.end();
    }

    private void operation(int op, HistoryBuilder builder, boolean known) {
        long key = keysFrom + history.keyAtom(history.key(op));
        int version = history.version(op);
        if (history.isWrite(op)) {
            long value = history.valueAtom(version);
            if (history.isList()) builder.append(key, value);
            else builder.write(key, value);
        } else if (!known || version == History.UNKNOWN) {
            builder.readUnknown(key);
        } else if (version == History.INITIAL && !history.isList()) {
            builder.readInitial(key);
        } else if (history.isList()) {
            builder.beginList(key);
            for (int i = 0; i < history.length(op); i++) builder.element(history.valueAtom(history.element(op, i)));
            builder.endList();
        } else {
            builder.read(key, history.valueAtom(version));
        }
    }
}

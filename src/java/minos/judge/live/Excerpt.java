package minos.judge.live;

import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.util.IntList;

/**
 * What was recorded last, as a history of its own that does not say what was there before: the last transactions with all that they did,
 * and those that they read from, of which only that counts which is explained among them. If the whole satisfies a level, so does this:
 * restrict the commit order. So what it violates the whole does; that it violates nothing says nothing.
 *
 * <p>Of a register, who wrote the versions that are read is there; reads of other versions are left open. Of a list, the elements from some
 * place on, with all who appended them: the first that one of the last transactions appended, or found at the end of what was there before its own
 * appends. What stands before is left out, and reads that found no more than that are left open.
 */
final class Excerpt {
    private static final int NOBODY = Recorded.NOBODY;

    private final Recorded recorded;
    private final GrowingHistory history;
    /** Those with all that they did. */
    private final BitSet last = new BitSet();

    private final BitSet members = new BitSet();
    /** By key of lists: how many elements are left out. A key that is not here is not looked at. */
    private final Map<Integer, Integer> cut = new HashMap<>();
    /** Of lists: the reads that show nothing of the elements that are here. */
    private final BitSet leftOpen = new BitSet();

    Excerpt(Recorded recorded) {
        this.recorded = recorded;
        this.history = recorded.history;
    }

    /** Of the last so many transactions, open ones beside them. */
    History last(int transactions) {
        for (int t = Math.max(0, history.ended() - transactions); t < history.transactions(); t++) {
            if (!recorded.waits(t)) last.set(t);
        }
        members.or(last);
        if (recorded.lists) addAppends();
        else addWriters();
        return history.part(members.stream().toArray(), new GrowingHistory.Start() {
            @Override
            public int version(int key) {
                return History.INITIAL;
            }

            @Override
            public int elements(int key) {
                return cut.getOrDefault(key, 0);
            }

            @Override
            public boolean isLeftOpen(int read) {
                return recorded.lists ? leftOpen.get(read) : isFromElsewhere(read);
            }

            @Override
            public boolean isLeftOut(int write) {
                return recorded.lists && isCut(write);
            }
        });
    }

    private void addWriters() {
        for (int t = last.nextSetBit(0); t >= 0; t = last.nextSetBit(t + 1)) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) add(history.version(op));
            }
        }
    }

    /** Who waits is left out: nobody who does not wait, and did not abort, read from it, and it may have read what is yet to be written. */
    private void add(int version) {
        int source = recorded.source(version);
        if (source != NOBODY && !recorded.waits(source)) members.set(source);
    }

    private boolean isFromElsewhere(int read) {
        int source = recorded.source(history.version(read));
        return source != NOBODY && !members.get(source);
    }

    private void addAppends() {
        IntList deviating = new IntList();
        for (int t = last.nextSetBit(0); t >= 0; t = last.nextSetBit(t + 1)) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                boolean deviates = !history.isWrite(op) && history.deviates(op);
                if (deviates) deviating.add(op);
                int place = deviates ? 0 : history.isWrite(op) ? position(history.version(op)) : source(t, op);
                cut.merge(history.key(op), place < 0 ? Integer.MAX_VALUE : place, Math::min);
            }
        }
        cut.replaceAll((key, from) -> Math.min(from, history.longest(key)));
        cut.forEach((key, from) -> {
            for (int i = from; i < history.longest(key); i++) add(history.longest(key, i));
        });
        for (int op : deviating.toArray()) {
            for (int i = 0; i < history.length(op); i++) add(history.element(op, i));
        }
        for (int t = members.nextSetBit(0); t >= 0; t = members.nextSetBit(t + 1)) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op) && showsNothing(t, op)) leftOpen.set(op);
            }
        }
    }

    private boolean isCut(int append) {
        Integer from = cut.get(history.key(append));
        int place = history.position(history.version(append));
        return from == null || place >= 0 && place < from;
    }

    private boolean showsNothing(int reader, int read) {
        Integer from = cut.get(history.key(read));
        if (from == null) return true;
        if (history.deviates(read)) return from > 0 || !isAmong(read);
        return from > 0 && source(reader, read) < from;
    }

    /** The place in the list where an append is found; -1 if nobody has read it. */
    private int position(int version) {
        return version < 0 ? -1 : history.position(version);
    }

    /**
     * The place in the list of the element that a read took from another; -1 if there is none. What its own transaction appended behind
     * that does not tell: who appended without being read may come before the others whose elements are left out.
     */
    private int source(int reader, int read) {
        int place = history.length(read) - 1;
        while (place >= 0 && recorded.source(history.element(read, place)) == reader) place--;
        return place;
    }

    /** Whether all who appended what a list shows are here. */
    private boolean isAmong(int read) {
        for (int i = 0; i < history.length(read); i++) {
            int source = recorded.source(history.element(read, i));
            if (source != NOBODY && !members.get(source)) return false;
        }
        return true;
    }
}

package minos.history;

import java.util.Arrays;
import minos.util.IntList;
import minos.util.LongList;

/**
 * Which operations of a recording are worth reading again for an explanation, though they are no transactions: all that
 * are not a client's, of which there are few, and of the clients' some two hundred, spread evenly, that tell the time.
 * Noting them costs reading next to nothing.
 */
public final class Landmarks {
    /** None: nothing can be read again. */
    public static final Landmarks NONE = new Landmarks();

    private static final int MOST_SAMPLES = 1 << 8;
    /** More are no landmarks any more. */
    private static final int MOST_EVENTS = 1 << 14;

    private final IntList position = new IntList();
    private final LongList place = new LongList();
    private int events;
    private int samples;
    /** A power of two: only operations at its multiples are samples. */
    private int stride = 1;

    /** Nothing noted yet. */
    public Landmarks() {}

    /**
     * Notes an operation of a client, if it is one of the samples.
     *
     * @param at    its place in the order of the history; these ascend
     * @param place where the origin finds its record again
     */
    public void client(int at, long place) {
        if ((at & stride - 1) != 0) return;
        if (++samples > MOST_SAMPLES) thin(); // this one may go with the next thinning
        add(at << 1, place);
    }

    /**
     * Notes an operation of somebody else, a nemesis, say.
     *
     * @param at    its place in the order of the history
     * @param place where the origin finds its record again
     */
    public void event(int at, long place) {
        if (++events <= MOST_EVENTS) add(at << 1 | 1, place);
    }

    private void add(int marked, long place) {
        position.add(marked);
        this.place.add(place);
    }

    /** Leaves out every other sample. */
    private void thin() {
        stride <<= 1;
        int[] positions = position.toArray();
        long[] places = place.toArray();
        position.clear();
        place.clear();
        samples = 1;
        for (int i = 0; i < positions.length; i++) {
            boolean isEvent = (positions[i] & 1) != 0;
            if (!isEvent && (positions[i] >> 1 & stride - 1) != 0) continue;
            if (!isEvent) samples++;
            add(positions[i], places[i]);
        }
    }

    int[] positions() {
        return Arrays.stream(position.toArray()).map(marked -> marked >>> 1).toArray();
    }

    long[] places() {
        return place.toArray();
    }
}

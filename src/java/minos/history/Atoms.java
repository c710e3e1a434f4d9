package minos.history;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Keys, values and processes as longs: an integer stands for itself, anything else for its place in a table of printed
 * forms. The lowest 2^31 longs are the places of the table; an integer that falls among them goes into the table itself.
 */
public final class Atoms {
    private static final long LAST_PLACE = Long.MIN_VALUE + Integer.MAX_VALUE;

    private final boolean unsigned;
    private final Map<String, Integer> places = new HashMap<>();
    private final List<String> texts = new ArrayList<>();

    /**
     * An empty table.
     *
     * @param unsigned whether integers print as unsigned, as in the text formats of the research tools
     */
    public Atoms(boolean unsigned) {
        this.unsigned = unsigned;
    }

    /**
     * {@return the atom of an integer}
     *
     * @param integer any
     */
    public long of(long integer) {
        return integer > LAST_PLACE
                ? integer
                : ofText(unsigned ? Long.toUnsignedString(integer) : Long.toString(integer));
    }

    /**
     * {@return the atom of anything that is no integer, by its one printed form}
     *
     * @param text the printed form (for EDN: the way {@code pr-str} prints it)
     */
    public synchronized long ofText(String text) {
        Integer place = places.get(text);
        if (place == null) {
            place = texts.size();
            places.put(text, place);
            texts.add(text);
        }
        return Long.MIN_VALUE + place;
    }

    /**
     * {@return whether an atom is a plain integer, which it then equals}
     *
     * @param atom any
     */
    public static boolean isInteger(long atom) {
        return atom > LAST_PLACE;
    }

    /**
     * {@return how an atom prints}
     *
     * @param atom one of this table
     */
    public String text(long atom) {
        if (isInteger(atom)) return unsigned ? Long.toUnsignedString(atom) : Long.toString(atom);
        return texts.get((int) (atom - Long.MIN_VALUE));
    }
}

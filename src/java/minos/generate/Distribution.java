package minos.generate;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Which of several transactions choose: keys, or values. */
public enum Distribution {
    /** All alike. */
    UNIFORM("uniform"),
    /** The i-th most popular is chosen i times as rarely as the first (exponent 0.99, as in YCSB). */
    ZIPFIAN("zipfian"),
    /** A fifth of them takes four fifths of the operations. */
    HOTSPOT("hotspot"),
    /** Popularity falls exponentially: nearly all operations go to the first tenth. */
    EXPONENTIAL("exponential");

    private static final double ZIPF_EXPONENT = 0.99;

    private final String text;

    Distribution(String text) {
        this.text = text;
    }

    public String text() {
        return text;
    }

    /** The distribution of that name; null if there is none. */
    public static Distribution named(String name) {
        for (Distribution distribution : values()) if (distribution.text.equals(name)) return distribution;
        return null;
    }

    @Override
    public String toString() {
        return text;
    }

    /** Chooses among so many. */
    Chooser over(int count) {
        return switch (this) {
            case UNIFORM -> random -> random.nextInt(count);
            case HOTSPOT -> {
                int hot = Math.max(1, count / 5);
                yield random ->
                        hot == count || random.nextInt(5) > 0 ? random.nextInt(hot) : hot + random.nextInt(count - hot);
            }
            case EXPONENTIAL -> {
                double scale = count / 23.0; // 90% of the choices fall into the first tenth
                yield random -> (int) (-Math.log(1 - random.nextDouble()) * scale) % count;
            }
            case ZIPFIAN -> zipfian(count);
        };
    }

    /** Searches the cumulated weights. */
    private static Chooser zipfian(int count) {
        double[] upTo = new double[count];
        double sum = 0;
        for (int i = 0; i < count; i++) upTo[i] = sum += 1 / Math.pow(i + 1, ZIPF_EXPONENT);
        double total = sum;
        return random -> {
            int found = Arrays.binarySearch(upTo, random.nextDouble() * total);
            return Math.min(count - 1, found < 0 ? -found - 1 : found);
        };
    }

    /** A choice. */
    @FunctionalInterface
    interface Chooser {
        int choose(SplittableRandom random);
    }
}

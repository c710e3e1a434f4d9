package minos.generate;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Which keys transactions choose. */
public enum Distribution {
    /** All alike. */
    UNIFORM("uniform"),
    /** The i-th most popular key is chosen i times as rarely as the first (exponent 0.99, as in YCSB). */
    ZIPFIAN("zipfian"),
    /** A fifth of the keys takes four fifths of the operations. */
    HOTSPOT("hotspot"),
    /** Popularity falls exponentially: nearly all operations go to the first tenth of the keys. */
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

    /** Chooses among {@code keys} keys. */
    Chooser over(int keys) {
        return switch (this) {
            case UNIFORM -> random -> random.nextInt(keys);
            case HOTSPOT -> {
                int hot = Math.max(1, keys / 5);
                yield random ->
                        hot == keys || random.nextInt(5) > 0 ? random.nextInt(hot) : hot + random.nextInt(keys - hot);
            }
            case EXPONENTIAL -> {
                double scale = keys / 23.0; // 90% of the choices fall into the first tenth
                yield random -> (int) (-Math.log(1 - random.nextDouble()) * scale) % keys;
            }
            case ZIPFIAN -> zipfian(keys);
        };
    }

    /** Searches the cumulated weights. */
    private static Chooser zipfian(int keys) {
        double[] upTo = new double[keys];
        double sum = 0;
        for (int i = 0; i < keys; i++) upTo[i] = sum += 1 / Math.pow(i + 1, ZIPF_EXPONENT);
        double total = sum;
        return random -> {
            int found = Arrays.binarySearch(upTo, random.nextDouble() * total);
            return Math.min(keys - 1, found < 0 ? -found - 1 : found);
        };
    }

    /** A choice of keys. */
    @FunctionalInterface
    interface Chooser {
        int choose(SplittableRandom random);
    }
}

package grid;

import java.util.Arrays;
import java.util.SplittableRandom;

/** Draws keys, uniformly or by Zipf's law. */
final class Keys {
    private final SplittableRandom random;
    private final int keys;
    /** By key: how probable it is or one before it; null if uniform. */
    private final double[] upTo;

    Keys(int keys, double skew, SplittableRandom random) {
        this.random = random;
        this.keys = keys;
        upTo = skew == 0 ? null : new double[keys];
        if (upTo == null) return;
        double sum = 0;
        for (int k = 0; k < keys; k++) upTo[k] = sum += Math.pow(k + 1, -skew);
        for (int k = 0; k < keys; k++) upTo[k] /= sum;
    }

    int next() {
        if (upTo == null) return random.nextInt(keys);
        int found = Arrays.binarySearch(upTo, random.nextDouble());
        return Math.min(keys - 1, found < 0 ? -found - 1 : found);
    }
}

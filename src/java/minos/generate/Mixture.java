package minos.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Levels, each with its share of the transactions: {@code rc=80,ser=20}.
 *
 * @param levels what there is to draw
 * @param shares one for each, of the sum of all
 * @param <L>    what a level is here
 */
public record Mixture<L>(List<L> levels, List<Integer> shares) {
    /** A draw by the shares. */
    public L draw(SplittableRandom random) {
        int left = random.nextInt(shares.stream().mapToInt(Integer::intValue).sum());
        int i = 0;
        while ((left -= shares.get(i)) >= 0) i++;
        return levels.get(i);
    }

    /**
     * The mixture that a text describes.
     *
     * @param named the level of a name
     * @throws IllegalArgumentException that says what is wrong with it
     */
    public static <L> Mixture<L> of(String text, Function<String, Optional<L>> named) {
        List<L> levels = new ArrayList<>();
        List<Integer> shares = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String[] pair = part.split("=", -1);
            boolean isShare = pair.length == 2 && pair[1].matches("[1-9][0-9]{0,5}");
            if (!isShare)
                throw new IllegalArgumentException("takes levels and their shares, as in rc=80,ser=20, not " + part);
            L level = named.apply(pair[0])
                    .orElseThrow(
                            () -> new IllegalArgumentException("knows no level " + pair[0] + " that it could mix"));
            if (levels.contains(level)) throw new IllegalArgumentException("names " + pair[0] + " twice");
            levels.add(level);
            shares.add(Integer.parseInt(pair[1]));
        }
        return new Mixture<>(levels, shares);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < levels.size(); i++) {
            text.append(i == 0 ? "" : ",").append(levels.get(i)).append('=').append(shares.get(i));
        }
        return text.toString();
    }
}

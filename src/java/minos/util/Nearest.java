package minos.util;

import java.util.Locale;

/** Finds the word that was probably meant. */
public final class Nearest {
    private Nearest() {}

    /** The known word with the fewest letters to change, or one that begins so; null if none is near. Case does not count. */
    public static String to(String word, Iterable<String> known) {
        String folded = fold(word);
        String best = null;
        int bestDistance = Integer.MAX_VALUE;
        for (String candidate : known) {
            int letters = Math.min(word.length(), candidate.length());
            boolean begins = word.length() >= 3 && fold(candidate).startsWith(folded);
            int distance = folded.equals(fold(candidate)) ? 0 : begins ? 1 : distance(folded, fold(candidate));
            if (distance < bestDistance && (begins || distance <= Math.max(1, letters / 3))) {
                best = candidate;
                bestDistance = distance;
            }
        }
        return best;
    }

    private static String fold(String word) {
        return word.toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How many letters to add, drop, replace or swap with the next (optimal string alignment). */
    private static int distance(String a, String b) {
        int[][] d = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) d[i][0] = i;
        for (int j = 0; j <= b.length(); j++) d[0][j] = j;
        for (int i = 1; i <= a.length(); i++) {
            for (int j = 1; j <= b.length(); j++) {
                int change = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                d[i][j] = Math.min(d[i - 1][j - 1] + change, 1 + Math.min(d[i - 1][j], d[i][j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    d[i][j] = Math.min(d[i][j], d[i - 2][j - 2] + 1);
                }
            }
        }
        return d[a.length()][b.length()];
    }
}

package minos.graph;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Random;
import org.junit.jupiter.api.Test;

class DisjointSetsTest {
    /** Compared with colours that are painted over. */
    @Test
    void membersAreTogetherIfTheirSetsWereJoined() {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            int[] colour = new int[40];
            for (int i = 0; i < colour.length; i++) colour[i] = i;
            DisjointSets sets = new DisjointSets(colour.length);
            for (int step = 0; step < 30; step++) {
                int a = random.nextInt(colour.length);
                int b = random.nextInt(colour.length);
                sets.union(a, b);
                int old = colour[b];
                for (int i = 0; i < colour.length; i++) if (colour[i] == old) colour[i] = colour[a];
                for (int i = 0; i < colour.length; i++) {
                    assertEquals(colour[i] == colour[a], sets.find(i) == sets.find(a), "seed " + seed);
                }
            }
        }
    }
}

package minos.reference;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Collectors;
import minos.Histories;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;

/**
 * Sets of a few elements, recorded on a good system and on one whose reads now and then miss or invent something, judged by the engine
 * from their operations and by the reference as registers that this test makes of the elements itself.
 */
class SetsTest {
    private static final int ELEMENTS = 4;

    @Test
    void everyLevelOfRandomSets() throws IOException {
        int[] answers = new int[2];
        for (long seed = 0; seed < 1_500; seed++) {
            Random random = new Random(Long.getLong("minos.seed", 0) + seed);
            List<String> operations = new ArrayList<>();
            List<String> lines = new ArrayList<>();
            record(random, operations, lines);
            if (operations.stream().noneMatch(op -> op.contains(":add"))) continue;
            History read = HistoryFiles.read(
                    new ByteArrayInputStream(String.join("\n", operations).getBytes(UTF_8)),
                    "h",
                    ReadOptions.DEFAULT.withModel(Model.SET));
            History registers = Histories.of(lines.toArray(String[]::new));
            for (Order order : Order.values()) {
                if (order.isPartlyTimed()) continue; // a set is one object, and nobody names a group
                Map<Level, Answer> expected = Reference.judge(registers, order);
                for (Level level : expected.keySet()) {
                    Answer wanted = expected.get(level == Level.LINEARIZABLE ? Level.STRICT_SERIALIZABLE : level);
                    Answer found = Judge.check(read, List.of(level), Options.DEFAULT.with(order))
                            .get(0)
                            .answer();
                    assertEquals(
                            wanted,
                            found,
                            "seed " + seed + ", " + level + ", " + order + ":\n" + String.join("\n", operations));
                    answers[found == Answer.TRUE ? 0 : 1]++;
                }
            }
        }
        assertTrue(answers[0] > 5_000 && answers[1] > 5_000, answers[0] + " hold, " + answers[1] + " do not");
    }

    /** Three sessions that add and read. The effect of an operation comes at its completion; reads may be wrong. */
    private static void record(Random random, List<String> operations, List<String> lines) {
        TreeSet<Integer> set = new TreeSet<>();
        List<Integer> elements = new ArrayList<>(List.of(0, 1, 2, 3));
        Collections.shuffle(elements, random);
        boolean buggy = random.nextBoolean();
        int[] adding = {-2, -2, -2}; // -2 idle, -1 reads
        int[] invoked = new int[3];
        TreeSet<Integer> occurring = new TreeSet<>();
        List<TreeSet<Integer>> reads = new ArrayList<>();
        List<String> heads = new ArrayList<>();
        int place = 0;
        for (int n = 0; n < 12; n++) {
            int process = random.nextInt(3);
            String before = "{:process " + process + ", :type ";
            if (adding[process] == -2) {
                adding[process] = elements.isEmpty() || random.nextBoolean() ? -1 : elements.remove(0);
                invoked[process] = place++;
                operations.add(before + ":invoke, :f " + function(adding[process]) + "}");
                continue;
            }
            String span = " @" + invoked[process] + "-" + place++;
            if (adding[process] >= 0) {
                boolean fails = random.nextInt(8) == 0;
                boolean effect = !fails || buggy && random.nextInt(3) == 0;
                if (effect) set.add(adding[process]);
                occurring.add(adding[process]);
                operations.add(before + (fails ? ":fail" : ":ok") + ", :f " + function(adding[process]) + "}");
                heads.add(process + (fails ? "!" : ":") + " w(" + adding[process] + ",present)" + span);
                reads.add(null);
            } else {
                TreeSet<Integer> found = new TreeSet<>(set);
                if (buggy && random.nextInt(3) == 0) found.pollFirst();
                if (buggy && random.nextInt(4) == 0) found.pollLast();
                if (buggy && random.nextInt(12) == 0) found.add(random.nextInt(ELEMENTS));
                occurring.addAll(found);
                operations.add(before + ":ok, :f :read, :value "
                        + found.stream().map(String::valueOf).collect(Collectors.joining(" ", "[", "]")) + "}");
                heads.add(process + ": %s" + span);
                reads.add(found);
            }
            adding[process] = -2;
        }
        for (int p = 0; p < 3; p++) if (adding[p] >= 0) occurring.add(adding[p]);
        for (int i = 0; i < heads.size(); i++) {
            TreeSet<Integer> found = reads.get(i);
            String all = found == null
                    ? ""
                    : occurring.stream()
                            .sorted(Comparator.comparing(
                                    e -> !found.contains(e))) // what is found first, as all are read at once
                            .map(e -> "r(" + e + "," + (found.contains(e) ? "present" : "nil") + ")")
                            .collect(Collectors.joining(" "));
            lines.add(found == null ? heads.get(i) : heads.get(i).formatted(all));
        }
        for (int p = 0; p < 3; p++) {
            if (adding[p] >= 0) lines.add(p + "? w(" + adding[p] + ",present) @" + invoked[p] + "-");
        }
    }

    private static String function(int adding) {
        return adding < 0 ? ":read, :value nil" : ":add, :value " + adding;
    }
}

package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;
import minos.history.History;
import minos.history.Status;
import minos.infer.Options;
import minos.model.Requirement;
import minos.model.Violation;
import minos.sat.Solver;
import minos.util.Deadline;
import minos.util.IntList;

/**
 * Cut isolation of lists in which values repeat: what a transaction's reads of a key show before its own appends must end with
 * appends of one other transaction. Each place of a list is one append, as at every level. But cut isolation bears what nobody can have
 * appended, as it does where values are unique: a value that stands in a list more often than it was appended is any of its
 * appends in each place, and so is every value of a list that no appends explain in the order of their transactions.
 *
 * <p>Which append stands where is searched for. Only a transaction that reads a key from two others is in the way, or an indeterminate one that
 * takes part and shows what cannot be; each says by itself which answers do not go together, so that nothing is judged as a whole.
 */
final class ListCuts {
    /** As the source of a read: none that counts. */
    private static final int NOBODY = -3;

    private final ListSources sources;
    private final History history;
    private final NarrowedLists narrowed;
    private final Deadline deadline;
    /** The keys whose lists contradict each other. */
    private final BitSet contradicted = new BitSet();
    /** The keys whose lists appends explain, but for what stands there too often. */
    private final BitSet explained = new BitSet();

    private final List<Violation> certain = new ArrayList<>();
    /** The keys that conflicts are about. */
    private final BitSet concerned = new BitSet();

    /** The answers that do not go together, or null; if there are none of them, what is violated whatever the answers are. */
    private IntList conflict;

    ListCuts(ListSources sources, Requirement asked, Options options) {
        this.sources = sources;
        history = sources.history();
        deadline = options.deadline();
        narrowed = new NarrowedLists(sources, asked);
        for (int op = 0; op < history.operations(); op++) {
            boolean committed = history.status(history.transactionOf(op)) == Status.COMMITTED;
            if (isListRead(op) && committed && sources.deviates(op)) contradicted.set(history.key(op));
        }
    }

    /** Whether all may have read cuts. */
    boolean exist() {
        findExplained();
        Answers answers = answers(key -> true);
        int[] given = new int[sources.questions()];
        while (answers.fill(given, Long.MAX_VALUE) == Solver.Result.SAT) {
            deadline.check();
            conflict = null;
            look(given);
            if (conflict == null) return true;
            if (conflict.isEmpty()) return false;
            answers.forbid(conflict, given);
        }
        return false;
    }

    /** What is violated whatever the answers are, if anything is. */
    List<Violation> certain() {
        return certain;
    }

    /** The transactions among which there are no cuts. */
    BitSet core() {
        BitSet core = new BitSet();
        for (int op = 0; op < history.operations(); op++) {
            if (concerned.get(history.key(op))) core.set(history.transactionOf(op));
        }
        return core;
    }

    private void findExplained() {
        for (int k = 0; k < history.keys(); k++) explained.set(k, isInOrder(k));
        if (isMatched(key -> true)) return;
        BitSet single = (BitSet) explained.clone();
        for (int k = single.nextSetBit(0); k >= 0; k = single.nextSetBit(k + 1)) {
            int only = k;
            explained.set(k, isMatched(key -> key == only));
        }
    }

    /** Whether the appends of each transaction that can stand in one place only are in their order there. */
    private boolean isInOrder(int k) {
        Map<Integer, Integer> lastOf = new HashMap<>();
        for (int i = 0; i < sources.length(k); i++) {
            int append = sources.certain(k, i);
            if (!isAppend(append) || sources.isSurplus(k, i)) continue;
            Integer before = lastOf.put(history.transactionOf(append), append);
            if (before != null && before >= append) return false;
        }
        return true;
    }

    private boolean isMatched(IntPredicate keys) {
        return answers(keys).fill(new int[sources.questions()], Long.MAX_VALUE) == Solver.Result.SAT;
    }

    private boolean isFree(int question) {
        return sources.isFree(question) || !explained.get(key(question));
    }

    private int key(int question) {
        return history.key(sources.read(question));
    }

    /** What may be the answers to the questions about some keys, together as far as these are explained. */
    private Answers answers(IntPredicate keys) {
        Answers answers = new Answers(sources, null, deadline);
        for (int q = 0; q < sources.questions(); q++) {
            if (!keys.test(key(q))) continue;
            answers.ask(q, isFree(q) ? sources.anyOf(q) : narrowed.likelyFirst(q));
        }
        int[] pair = new int[sources.questions()];
        narrowed.exclude(q -> keys.test(key(q)) && !isFree(q), (question, answer, other, otherAnswer) -> {
            pair[question] = answer;
            pair[other] = otherAnswer;
            answers.forbid(list(question, other), pair);
        });
        return answers;
    }

    private static IntList list(int... items) {
        IntList list = new IntList(items.length);
        for (int item : items) list.add(item);
        return list;
    }

    private boolean isListRead(int op) {
        return !history.isWrite(op) && history.version(op) != History.UNKNOWN;
    }

    private boolean isAppend(int source) {
        return source >= 0 && source < history.operations();
    }

    // One reading

    private void look(int[] given) {
        for (int k = 0; k < history.keys() && conflict == null; k++) if (explained.get(k)) lookAtPlaces(k, given);
        BitSet takesPart = takingPart(given);
        int[] longest = new int[history.keys()];
        Arrays.fill(longest, NONE);
        for (int t = takesPart.nextSetBit(0); t >= 0 && conflict == null; t = takesPart.nextSetBit(t + 1)) {
            if (history.status(t) == Status.INDETERMINATE) lookAtDoubtful(t, longest, given);
            if (conflict == null) lookAtReads(t, given);
        }
    }

    /** Sees that places are matched as they must be, where too much would have had to be excluded beforehand. */
    private void lookAtPlaces(int k, int[] given) {
        Map<Integer, Integer> lastOf = new HashMap<>(); // by transaction: the place of its append that stands last
        for (int i = 0; i < sources.length(k); i++) {
            int append = sources.source(k, i, given);
            if (!isAppend(append) || sources.isSurplus(k, i)) continue;
            Integer before = lastOf.put(history.transactionOf(append), i);
            if (before == null || sources.source(k, before, given) < append) continue;
            conflict = new IntList();
            addQuestion(sources.questionOf(k, before));
            addQuestion(sources.questionOf(k, i));
            return;
        }
    }

    /** Those that committed, and the indeterminate ones of which something was seen. */
    private BitSet takingPart(int[] given) {
        BitSet takesPart = new BitSet();
        Deque<Integer> next = new ArrayDeque<>();
        for (int t = 0; t < history.transactions(); t++) {
            if (history.status(t) != Status.COMMITTED) continue;
            takesPart.set(t);
            next.add(t);
        }
        int[] seen = new int[history.keys()]; // how much of the key's list
        while (!next.isEmpty()) {
            int t = next.pop();
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!isListRead(op)) continue;
                int k = history.key(op);
                for (int i = sources.deviates(op) ? 0 : seen[k]; i < history.length(op); i++) {
                    int append = sources.element(op, i, given);
                    int from = isAppend(append) ? history.transactionOf(append) : t;
                    if (takesPart.get(from) || history.status(from) != Status.INDETERMINATE) continue;
                    takesPart.set(from);
                    next.add(from);
                }
                if (!sources.deviates(op)) seen[k] = Math.max(seen[k], history.length(op));
            }
        }
        return takesPart;
    }

    /** What an indeterminate transaction that takes part read must go together with what the others did. */
    private void lookAtDoubtful(int t, int[] longest, int[] given) {
        for (int op = history.begin(t); op < history.end(t); op++) {
            int k = history.key(op);
            if (!isListRead(op) || !sources.deviates(op) || contradicted.get(k)) continue;
            if (!sources.goesOn(op)) {
                exclude(t, given);
                return;
            }
            int common = longest[k] == NONE ? 0 : Math.min(history.length(longest[k]), history.length(op));
            for (int i = sources.length(k); i < history.length(op); i++) {
                int q = sources.question(op, i);
                boolean unmatched = !isFree(q) && !isAppend(given[q]) && sources.candidates(q).length > 1;
                boolean differs = i < common && given[q] != given[sources.question(longest[k], i)];
                if (!unmatched && !differs) continue;
                exclude(t, given);
                addQuestion(q);
                if (differs) addQuestion(sources.question(longest[k], i));
                return;
            }
            if (longest[k] == NONE || history.length(op) > history.length(longest[k])) longest[k] = op;
        }
    }

    private void lookAtReads(int t, int[] given) {
        Map<Integer, Integer> firstOf = new HashMap<>();
        for (int op = history.begin(t); op < history.end(t); op++) {
            int source = isListRead(op) ? origin(t, op, given) : NOBODY;
            if (source == NOBODY) continue;
            Integer first = firstOf.putIfAbsent(history.key(op), op);
            if (first == null || origin(t, first, given) == source) continue;
            exclude(t, given);
            addEnd(t, first);
            addEnd(t, op);
            if (conflict.isEmpty()) certain.add(new Violation.NonRepeatableRead(first, op));
            return;
        }
    }

    /** Who appended last before the own appends that a read ends with. */
    private int origin(int t, int op, int[] given) {
        int last = history.length(op) - 1;
        for (int own = op - 1; own >= history.begin(t); own--) {
            if (!history.isWrite(own) || history.key(own) != history.key(op)) continue;
            if (last < 0 || sources.element(op, last, given) != own) return NOBODY;
            last--;
        }
        if (last < 0) return History.INITIAL;
        int append = sources.element(op, last, given);
        if (!isAppend(append) || history.transactionOf(append) == t) return NOBODY;
        return history.transactionOf(append);
    }

    // What does not go together

    /** Begins a conflict for which a transaction has to take part. */
    private void exclude(int t, int[] given) {
        conflict = new IntList();
        for (int op = history.begin(t); op < history.end(t); op++) concerned.set(history.key(op));
        if (history.status(t) == Status.COMMITTED) return;
        for (int q = 0; q < given.length; q++) {
            boolean doubtful =
                    isAppend(given[q]) && history.status(history.transactionOf(given[q])) == Status.INDETERMINATE;
            if (doubtful) addQuestion(q);
        }
    }

    /** Adds what a read ends with: as many elements as there are own appends before it, and one more. */
    private void addEnd(int t, int op) {
        int last = history.length(op) - 1;
        if (last >= 0) addQuestion(sources.question(op, last));
        for (int own = op - 1; own >= history.begin(t) && last > 0; own--) {
            if (!history.isWrite(own) || history.key(own) != history.key(op)) continue;
            addQuestion(sources.question(op, --last));
        }
    }

    private void addQuestion(int question) {
        if (question == NONE) return;
        for (int i = 0; i < conflict.size(); i++) if (conflict.get(i) == question) return;
        conflict.add(question);
        concerned.set(key(question));
    }
}

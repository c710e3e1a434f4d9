package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import minos.history.History;
import minos.history.Status;
import minos.infer.Findings;
import minos.infer.Options;
import minos.model.Certificate;
import minos.util.IntList;

/**
 * Those of lists. The reads of a key show one list, or contradict each other; each place of that list is one append of its value,
 * and an append stands in one place at most, those of one transaction in their order. So questions are about places, not about
 * reads, and a reading answers all of them. A transaction that appended and then read tells where its own appends are.
 */
final class ListSources implements Sources {
    private final History history;
    private final Findings findings;
    /** By version: the appends of it by transactions that did not abort; by the aborted ones. */
    private final Map<Integer, IntList> appends = new HashMap<>();

    private final Map<Integer, IntList> aborted = new HashMap<>();
    /** By key: the read with its list; {@code NONE} if nobody read it. */
    private final int[] longest;
    /** By key: all its list reads by transactions that did not abort. */
    private final IntList[] reads;
    /** By key and place: where it comes from; {@link #OPEN} for a question. */
    private final int[][] tied;
    /** By key and place: the question, or {@code NONE}. */
    private final int[][] question;

    private final IntList key = new IntList();
    private final IntList place = new IntList();
    private final List<int[]> candidates = new ArrayList<>();
    /** By list read that is no prefix of its key's list: where its elements come from. */
    private final Map<Integer, int[]> deviants = new HashMap<>();

    ListSources(History history, boolean consistent, Options options) {
        this.history = history;
        findings = new Findings(options.maxWitnesses());
        longest = new int[history.keys()];
        reads = new IntList[history.keys()];
        Arrays.setAll(reads, k -> new IntList());
        Arrays.fill(longest, NONE);
        for (int t = 0; t < history.transactions(); t++) {
            if ((t & 0xFFF) == 0) options.deadline().check();
            for (int op = history.begin(t); op < history.end(t); op++) look(t, op);
        }
        tied = new int[history.keys()][];
        question = new int[history.keys()][];
        for (int k = 0; k < longest.length; k++) tieCertain(k);
        for (IntList ofKey : reads) {
            for (int i = 0; i < ofKey.size(); i++) compare(ofKey.get(i), consistent);
        }
        for (int k = 0; k < longest.length; k++) ask(k);
    }

    private boolean isListRead(int op) {
        return !history.isWrite(op) && history.version(op) != History.UNKNOWN;
    }

    private void look(int t, int op) {
        boolean ended = history.status(t) == Status.ABORTED;
        if (history.isWrite(op)) {
            (ended ? aborted : appends)
                    .computeIfAbsent(history.version(op), v -> new IntList())
                    .add(op);
        } else if (isListRead(op) && !ended) {
            reads[history.key(op)].add(op);
            if (history.status(t) != Status.COMMITTED) return;
            int known = longest[history.key(op)];
            if (known == NONE || history.length(op) > history.length(known)) longest[history.key(op)] = op;
        }
    }

    /** Ties the places of a key's list whose value was appended once, or not as often as it stands there. */
    private void tieCertain(int k) {
        int length = longest[k] == NONE ? 0 : history.length(longest[k]);
        tied[k] = new int[length];
        question[k] = new int[length];
        Arrays.fill(question[k], NONE);
        Map<Integer, Integer> count = new HashMap<>();
        for (int i = 0; i < length; i++) count.merge(history.element(longest[k], i), 1, Integer::sum);
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < length; i++) {
            int version = history.element(longest[k], i);
            IntList of = appends.get(version);
            if (of == null) {
                tied[k][i] = nobodys(version);
            } else if (of.size() == 1 || of.size() < count.get(version)) {
                int number = seen.merge(version, 1, Integer::sum) - 1;
                tied[k][i] = of.get(Math.min(number, of.size() - 1)); // the last one stands there too often
            } else {
                tied[k][i] = OPEN;
            }
        }
    }

    private int nobodys(int version) {
        IntList of = aborted.get(version);
        return of == null ? history.operations() + version : of.get(0);
    }

    /** Finds out whether a read is a prefix of its key's list, and ties the own appends at its end. */
    private void compare(int op, boolean consistent) {
        int t = history.transactionOf(op);
        int k = history.key(op);
        int length = history.length(op);
        boolean prefix = length <= tied[k].length;
        for (int i = 0; prefix && i < length; i++) prefix = history.element(op, i) == history.element(longest[k], i);
        if (!prefix) {
            deviants.put(op, elements(op));
            return;
        }
        int last = length - 1;
        for (int own = op - 1; consistent && last >= 0 && own >= history.begin(t); own--) {
            if (!history.isWrite(own) || history.key(own) != k) continue;
            if (history.version(own) != history.element(op, last)) return;
            if (tied[k][last] == OPEN && history.status(t) == Status.COMMITTED) tied[k][last] = own;
            last--;
        }
    }

    /** Some appends that the elements of a list may be. */
    private int[] elements(int op) {
        int[] elements = new int[history.length(op)];
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < elements.length; i++) {
            int version = history.element(op, i);
            IntList of = appends.get(version);
            int number = seen.merge(version, 1, Integer::sum) - 1;
            elements[i] = of == null ? nobodys(version) : of.get(Math.min(number, of.size() - 1));
        }
        return elements;
    }

    private void ask(int k) {
        BitSet taken = new BitSet();
        for (int source : tied[k]) if (source >= 0) taken.set(source);
        for (int i = 0; i < tied[k].length; i++) {
            if (tied[k][i] != OPEN) continue;
            IntList of = appends.get(history.element(longest[k], i));
            IntList possible = new IntList();
            for (int j = 0; j < of.size(); j++) {
                if (!taken.get(of.get(j)) && fits(k, i, of.get(j))) possible.add(of.get(j));
            }
            question[k][i] = key.size();
            key.add(k);
            place.add(i);
            candidates.add(possible.toArray());
        }
    }

    /**
     * The history tells about when a place was appended: before reads that show it and places after it that are certain had ended,
     * and not before those began that do not show it or stand before it.
     */
    @Override
    public int[] likelyFirst(int question) {
        int k = key.get(question);
        int at = place.get(question);
        int from = 0;
        int to = Integer.MAX_VALUE;
        for (int i = 0; i < tied[k].length; i++) {
            if (!isAppend(tied[k][i])) continue;
            int t = history.transactionOf(tied[k][i]);
            if (i < at) from = Math.max(from, begin(t));
            else to = Math.min(to, end(t));
        }
        for (int i = 0; i < reads[k].size(); i++) {
            int t = history.transactionOf(reads[k].get(i));
            if (history.length(reads[k].get(i)) > at) to = Math.min(to, end(t));
            else from = Math.max(from, begin(t));
        }
        int same = 0; // places of the value before this one: the first gets the first append, and so on
        for (int i = 0; i < at; i++) {
            boolean asks = this.question[k][i] != NONE;
            if (asks && history.element(longest[k], i) == history.element(longest[k], at)) same++;
        }
        int[] possible = candidates.get(question);
        long[] sorted = new long[possible.length];
        for (int i = 0; i < sorted.length; i++) {
            int t = history.transactionOf(possible[i]);
            long off = Math.max(0L, from - (long) end(t)) + Math.max(0L, begin(t) - (long) to);
            sorted[i] = Math.min(off + Math.abs(i - same), Integer.MAX_VALUE) << 32 | possible[i];
        }
        Arrays.sort(sorted);
        return Arrays.stream(sorted).mapToInt(append -> (int) append).toArray();
    }

    private int begin(int t) {
        return history.hasRealTime() ? history.invocation(t) : t;
    }

    private int end(int t) {
        return history.hasRealTime() ? history.completion(t) : t;
    }

    private boolean isAppend(int source) {
        return source >= 0 && source < history.operations();
    }

    /** Whether an append stands where its transaction's other appends that are certain let it stand. */
    private boolean fits(int k, int at, int append) {
        int t = history.transactionOf(append);
        BitSet seen = new BitSet(); // what stands there too often counts where it stands first
        for (int i = 0; i < tied[k].length; i++) {
            int other = tied[k][i];
            if (other < history.begin(t) || other >= history.end(t) || other >= history.operations()) continue;
            if (!seen.get(other) && append < other != at < i) return false;
            seen.set(other);
        }
        return true;
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public int questions() {
        return key.size();
    }

    @Override
    public int read(int question) {
        return longest[key.get(question)];
    }

    @Override
    public int[] candidates(int question) {
        return candidates.get(question);
    }

    @Override
    public boolean isCandidate(int question, int write) {
        return Arrays.binarySearch(candidates.get(question), write) >= 0;
    }

    @Override
    public boolean mayStayOpen() {
        return false;
    }

    @Override
    public void exclude(Exclusions exclusions) {
        for (int q = 0; q < questions(); q++) {
            for (int p = q + 1; p < questions() && key.get(p) == key.get(q); p++) exclude(q, p, exclusions);
        }
    }

    /** Of two places, the first before the second. */
    private void exclude(int q, int p, Exclusions exclusions) {
        for (int a : candidates.get(q)) {
            for (int b : candidates.get(p)) {
                boolean together = history.transactionOf(a) == history.transactionOf(b);
                if (a == b || together && a > b) exclusions.pair(q, a, p, b);
            }
        }
    }

    @Override
    public void leaveOut(int question, BitSet operations) {
        IntList ofKey = reads[key.get(question)];
        for (int i = 0; i < ofKey.size(); i++) {
            if (history.length(ofKey.get(i)) > place.get(question)) operations.set(ofKey.get(i));
        }
    }

    @Override
    public History reading(int[] answers) {
        int[][] lists = new int[tied.length][];
        Map<Integer, int[]> others = new HashMap<>(deviants);
        for (int k = 0; k < tied.length; k++) {
            lists[k] = tied[k].clone();
            for (int i = 0; i < lists[k].length; i++) {
                if (question[k][i] != NONE) lists[k][i] = answers[question[k][i]];
            }
            lists[k] = Arrays.copyOf(lists[k], shown(k, unique(lists[k])));
        }
        int[] source = new int[history.operations()];
        for (int op = 0; op < source.length; op++) source[op] = history.isWrite(op) ? op : OPEN;
        for (int k = 0; k < reads.length; k++) {
            for (int i = 0; i < reads[k].size(); i++) {
                int op = reads[k].get(i);
                int length = history.length(op);
                int[] list = others.getOrDefault(op, lists[k]);
                if (length > list.length) others.put(op, list = tiedPrefix(k, length, answers));
                source[op] = length == 0 ? History.INITIAL : list[length - 1];
            }
        }
        return history.tied(source, lists, others);
    }

    @Override
    public Optional<History> reading(int[] answers, BitSet members) {
        return Optional.empty();
    }

    private int[] tiedPrefix(int k, int length, int[] answers) {
        int[] prefix = Arrays.copyOf(tied[k], length);
        for (int i = 0; i < length; i++) if (question[k][i] != NONE) prefix[i] = answers[question[k][i]];
        return prefix;
    }

    /** How much of a key's list the reads show that are prefixes of it, and no longer than that. */
    private int shown(int k, int most) {
        int length = 0;
        for (int i = 0; i < reads[k].size(); i++) {
            int op = reads[k].get(i);
            if (history.length(op) <= most && !deviants.containsKey(op)) length = Math.max(length, history.length(op));
        }
        return length;
    }

    /** How many elements there are before one stands there a second time. */
    private static int unique(int[] list) {
        BitSet seen = new BitSet();
        for (int i = 0; i < list.length; i++) {
            if (seen.get(list[i])) return i;
            seen.set(list[i]);
        }
        return list.length;
    }

    @Override
    public List<Certificate.Source> named(int[] answers) {
        List<Certificate.Source> named = new ArrayList<>();
        for (int k = 0; k < tied.length; k++) {
            for (int i = 0; i < tied[k].length; i++) {
                int source = question[k][i] == NONE ? tied[k][i] : answers[question[k][i]];
                IntList of = isAppend(source) ? appends.get(history.version(source)) : null;
                boolean several = of != null && of.size() > 1;
                if (several) named.add(Sources.named(history, longest[k], i, source));
            }
        }
        return named;
    }

    @Override
    public Findings findings() {
        return findings;
    }
}

package minos.judge.sources;

import static minos.util.Sentinel.NONE;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import minos.history.History;
import minos.history.Status;
import minos.history.Tied;
import minos.infer.Findings;
import minos.infer.Options;
import minos.model.Certificate;
import minos.util.IntList;

/**
 * Those of lists. The committed reads of a key show one list, or contradict each other; each place of that list is one append of
 * its value, and an append stands in one place at most, those of one transaction in their order. So questions are about places,
 * not about reads, and a reading answers all of them. A transaction that appended and then read tells where its own appends are.
 *
 * <p>A read by an indeterminate transaction counts only if that takes part. One that shows more than the committed ones has
 * questions of its own, which also have the answer that nobody appended this: it will do as long as the transaction takes no part.
 */
final class ListSources implements Sources {
    private final History history;
    private final Findings findings;
    /** By version: the appends of it by transactions that did not abort; by the aborted ones. */
    private final Map<Integer, IntList> appends = new HashMap<>();

    private final Map<Integer, IntList> aborted = new HashMap<>();
    /** By key: the committed read with its list; {@code NONE} if nobody read it. */
    private final int[] longest;
    /** By key: all its list reads by transactions that did not abort. */
    private final IntList[] reads;
    /** By key and place: where it comes from; {@link #OPEN} for a question. */
    private final int[][] tied;
    /** By key and place: the question, or {@code NONE}. */
    private final int[][] question;

    /** By question: the read that shows its place: the longest of a key, or an indeterminate one that is longer. */
    private final IntList read = new IntList();

    private final IntList place = new IntList();
    private final List<int[]> candidates = new ArrayList<>();
    /** By list read that is no prefix of its key's list: some appends that its elements may be. */
    private final Map<Integer, int[]> deviants = new HashMap<>();
    /** By list read that goes on where its key's list ends: its first question. */
    private final Map<Integer, Integer> longer = new HashMap<>();
    /** By key: the places whose value stands there more often than it was appended. */
    private final BitSet[] surplus;
    /** The questions about such places. */
    private final BitSet free = new BitSet();

    private final boolean cuts;

    /**
     * Ties what is certain.
     *
     * @param consistent whether a transaction must see its own appends, as from read consistency on
     * @param cuts       whether a value may stand more often than it was appended, as in a cut: then it is a question, too
     */
    ListSources(History history, boolean consistent, boolean cuts, Options options) {
        this.history = history;
        this.cuts = cuts;
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
        surplus = new BitSet[history.keys()];
        for (int k = 0; k < longest.length; k++) tieCertain(k);
        for (IntList ofKey : reads) {
            for (int i = 0; i < ofKey.size(); i++) compare(ofKey.get(i), consistent);
        }
        for (int k = 0; k < longest.length; k++) ask(k);
        for (IntList ofKey : reads) {
            for (int i = 0; i < ofKey.size(); i++) if (deviants.containsKey(ofKey.get(i))) askBeyond(ofKey.get(i));
        }
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
        surplus[k] = new BitSet();
        Map<Integer, Integer> count = count(longest[k], length);
        Map<Integer, Integer> seen = new HashMap<>();
        for (int i = 0; i < length; i++) {
            int version = history.element(longest[k], i);
            IntList of = appends.get(version);
            boolean tooOften = of != null && of.size() < count.get(version);
            surplus[k].set(i, tooOften);
            if (of == null) {
                tied[k][i] = nobodys(version);
            } else if (of.size() == 1 || tooOften && !cuts) {
                int number = seen.merge(version, 1, Integer::sum) - 1;
                tied[k][i] = of.get(Math.min(number, of.size() - 1)); // the last one stands there too often
            } else {
                tied[k][i] = OPEN;
            }
        }
    }

    /** How often each value stands at the beginning of a list. */
    private Map<Integer, Integer> count(int op, int length) {
        Map<Integer, Integer> count = new HashMap<>();
        for (int i = 0; i < length; i++) count.merge(history.element(op, i), 1, Integer::sum);
        return count;
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
        if (length > tied[k].length || !isPrefix(length, op, longest[k])) {
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
        BitSet taken = taken(k);
        for (int i = 0; i < tied[k].length; i++) {
            if (tied[k][i] != OPEN) continue;
            IntList of = appends.get(history.element(longest[k], i));
            IntList possible = new IntList();
            for (int j = 0; j < of.size(); j++) {
                if (surplus[k].get(i) || !taken.get(of.get(j)) && fits(k, i, of.get(j))) possible.add(of.get(j));
            }
            question[k][i] = ask(longest[k], i, possible.toArray());
            free.set(question[k][i], surplus[k].get(i));
        }
    }

    private int ask(int op, int at, int[] possible) {
        read.add(op);
        place.add(at);
        candidates.add(possible);
        return read.size() - 1;
    }

    /** What stands in a key's list for sure. */
    private BitSet taken(int k) {
        BitSet taken = new BitSet();
        for (int source : tied[k]) if (source >= 0) taken.set(source);
        return taken;
    }

    /** Asks what an indeterminate read shows behind the list of its key. */
    private void askBeyond(int op) {
        int k = history.key(op);
        boolean goesOn = history.status(history.transactionOf(op)) == Status.INDETERMINATE
                && history.length(op) > tied[k].length
                && isPrefix(tied[k].length, op, longest[k]);
        if (!goesOn) return;
        BitSet taken = taken(k);
        longer.put(op, questions());
        Map<Integer, Integer> count = count(op, history.length(op));
        for (int i = tied[k].length; i < history.length(op); i++) {
            int version = history.element(op, i);
            IntList possible = new IntList();
            IntList of = appends.getOrDefault(version, new IntList());
            if ((cuts || !of.isEmpty()) && of.size() < count.get(version)) { // one of them stands there too often
                free.set(ask(op, i, all(version)));
                continue;
            }
            for (int j = 0; j < of.size(); j++) {
                if (!taken.get(of.get(j)) && fits(k, i, of.get(j))) possible.add(of.get(j));
            }
            possible.add(of.isEmpty() ? nobodys(version) : history.operations() + version);
            ask(op, i, possible.toArray());
        }
    }

    /** All that an element may be, wherever it stands. */
    private int[] all(int version) {
        IntList of = appends.get(version);
        return of == null ? new int[] {nobodys(version)} : of.toArray();
    }

    /** All that may be the answer to a question if an append may stand in several places, and in any order. */
    int[] anyOf(int question) {
        return all(history.element(read.get(question), place.get(question)));
    }

    /** Whether two list reads begin with the same elements. */
    private boolean isPrefix(int length, int op, int other) {
        for (int i = 0; i < length; i++) if (history.element(op, i) != history.element(other, i)) return false;
        return true;
    }

    private boolean isAppend(int source) {
        return source >= 0 && source < history.operations();
    }

    /** Whether an append stands where its transaction's other appends that are certain let it stand. */
    private boolean fits(int k, int at, int append) {
        int t = history.transactionOf(append);
        for (int i = 0; i < tied[k].length; i++) {
            int other = tied[k][i];
            if (other < history.begin(t) || other >= history.end(t) || surplus[k].get(i)) continue;
            if (append < other != at < i) return false;
        }
        return true;
    }

    @Override
    public History history() {
        return history;
    }

    @Override
    public int questions() {
        return read.size();
    }

    @Override
    public int read(int question) {
        return read.get(question);
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
    public int[] readers(int question) {
        int op = read.get(question);
        if (isBeyond(question)) return new int[] {history.transactionOf(op)};
        return Arrays.stream(reads[history.key(op)].toArray())
                .filter(other -> history.length(other) > place.get(question) && !deviates(other))
                .map(history::transactionOf)
                .toArray();
    }

    @Override
    public boolean areTogether(int[] answers) {
        for (int k = 0; k < tied.length; k++) {
            Map<Integer, Integer> lastOf = new HashMap<>(); // by transaction: its append that stands last
            for (int i = 0; i < tied[k].length; i++) {
                int append = source(k, i, answers);
                if (!isAppend(append)) continue;
                Integer before = lastOf.put(history.transactionOf(append), append);
                if (before != null && before >= append) return false;
            }
        }
        return true;
    }

    @Override
    public boolean mayStayOpen() {
        return false;
    }

    /** The place that a question is about. */
    int place(int question) {
        return place.get(question);
    }

    /** Whether a question is about what an indeterminate read shows behind the list of its key. */
    boolean isBeyond(int question) {
        return read.get(question) != longest[history.key(read.get(question))];
    }

    /** Without an answer, no append of the value counts but those that stand elsewhere. */
    @Override
    public void leaveOut(int question, int[] answers, BitSet operations) {
        if (isBeyond(question)) {
            operations.set(read.get(question));
            return;
        }
        int k = history.key(read.get(question));
        int version = history.element(longest[k], place.get(question));
        IntList of = appends.get(version);
        BitSet elsewhere = new BitSet();
        for (int i = 0; i < tied[k].length; i++) {
            if (i == place.get(question) || history.element(longest[k], i) != version) continue;
            int source = source(k, i, answers);
            if (isAppend(source)) elsewhere.set(source);
        }
        for (int i = 0; i < of.size(); i++) if (!elsewhere.get(of.get(i))) operations.set(of.get(i));
    }

    /** Whether a question is about a value that stands more often than it was appended. */
    boolean isFree(int question) {
        return free.get(question);
    }

    /** Whether a value stands in its key's list more often than it was appended. */
    boolean isSurplus(int key, int at) {
        return surplus[key].get(at);
    }

    /** Whether a read goes on where the list of its key ends. */
    boolean goesOn(int op) {
        return longer.containsKey(op);
    }

    /** The question about an element of a read; {@code NONE} if there is none. */
    int question(int op, int at) {
        int k = history.key(op);
        if (at >= tied[k].length) return longer.containsKey(op) ? longer.get(op) + at - tied[k].length : NONE;
        return longer.containsKey(op) || !deviates(op) ? question[k][at] : NONE;
    }

    /** Where an element of a read comes from. */
    int element(int op, int at, int[] answers) {
        int asked = question(op, at);
        if (asked != NONE) return answers[asked];
        return deviates(op) && !goesOn(op) ? deviants.get(op)[at] : tied[history.key(op)][at];
    }

    /** Whether a read contradicts the list of its key, or goes beyond it. */
    boolean deviates(int op) {
        return deviants.containsKey(op);
    }

    /** The length of a key's list. */
    int length(int key) {
        return tied[key].length;
    }

    /** The version at a place of a key's list. */
    int version(int key, int at) {
        return history.element(longest[key], at);
    }

    /** The append that stands at a place whatever the answers are, or {@link #OPEN}. */
    int certain(int key, int at) {
        return tied[key][at];
    }

    /** The question about a place of a key's list, or {@code NONE}. */
    int questionOf(int key, int at) {
        return question[key][at];
    }

    /** Where a place of a key's list comes from. */
    int source(int k, int i, int[] answers) {
        return question[k][i] == NONE ? tied[k][i] : answers[question[k][i]];
    }

    /** By key: where the places of its list come from. */
    private int[][] lists(int[] answers) {
        int[][] lists = new int[tied.length][];
        for (int k = 0; k < tied.length; k++) {
            lists[k] = new int[tied[k].length];
            for (int i = 0; i < lists[k].length; i++) lists[k][i] = source(k, i, answers);
        }
        return lists;
    }

    @Override
    public History reading(int[] answers) {
        int[][] whole = lists(answers);
        int[][] lists = new int[tied.length][];
        for (int k = 0; k < tied.length; k++) lists[k] = Arrays.copyOf(whole[k], shown(k, unique(whole[k])));
        Map<Integer, int[]> others = new HashMap<>();
        int[] source = new int[history.operations()];
        for (int op = 0; op < source.length; op++) source[op] = history.isWrite(op) ? op : OPEN;
        for (int k = 0; k < reads.length; k++) {
            for (int i = 0; i < reads[k].size(); i++) {
                int op = reads[k].get(i);
                int length = history.length(op);
                int[] list = lists[k];
                if (length > list.length || deviants.containsKey(op)) {
                    list = elements(op, whole, answers);
                    others.put(op, list);
                    length = list.length;
                }
                source[op] = length == 0 ? History.INITIAL : list[length - 1];
            }
        }
        return Tied.lists(history, source, lists, others);
    }

    /** Where the elements of a read come from. */
    private int[] elements(int op, int[][] lists, int[] answers) {
        Integer beyond = longer.get(op);
        if (deviants.containsKey(op) && beyond == null) return deviants.get(op);
        int[] list = lists[history.key(op)];
        if (beyond == null) return Arrays.copyOf(list, history.length(op));
        IntList elements = new IntList();
        for (int element : list) elements.add(element);
        for (int q = beyond; q < beyond + history.length(op) - list.length; q++) {
            elements.add(answers[q]);
            boolean unmatched = answers[q] >= history.operations() && candidates.get(q).length > 1;
            if (unmatched) elements.add(answers[q]); // twice, so that no level bears it if the reader takes part
        }
        return elements.toArray();
    }

    @Override
    public History reading(int[] answers, BitSet members) {
        int[][] whole = lists(answers);
        Map<Integer, int[]> all = new HashMap<>();
        int[] source = new int[history.operations()];
        for (int op = 0; op < source.length; op++) source[op] = history.isWrite(op) ? op : OPEN;
        for (int k = 0; k < reads.length; k++) {
            for (int i = 0; i < reads[k].size(); i++) {
                int op = reads[k].get(i);
                if (!members.get(history.transactionOf(op))) continue;
                int[] elements = elements(op, whole, answers);
                int last = elements.length == 0 ? History.INITIAL : elements[elements.length - 1];
                if (!isThere(last, members)) continue;
                source[op] = last;
                if (last == History.INITIAL) continue;
                all.put(
                        op,
                        Arrays.stream(elements)
                                .filter(element -> isThere(element, members))
                                .toArray());
            }
        }
        return Tied.lists(history, source, all, members);
    }

    private boolean isThere(int element, BitSet members) {
        return element == OPEN ? false : !isAppend(element) || members.get(history.transactionOf(element));
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
            for (int i = 0; i < tied[k].length; i++) name(longest[k], i, source(k, i, answers), named);
        }
        for (int q = 0; q < questions(); q++) {
            if (isBeyond(q)) name(read.get(q), place.get(q), answers[q], named);
        }
        return named;
    }

    private void name(int op, int at, int source, List<Certificate.Source> named) {
        IntList of = isAppend(source) ? appends.get(history.version(source)) : null;
        if (of != null && of.size() > 1) named.add(Sources.named(history, op, at, source));
    }

    /** The answers that a serial order of transactions gives. */
    int[] answers(int[] commits) {
        int[] answers = new int[questions()];
        for (int q = 0; q < answers.length; q++) answers[q] = candidates.get(q)[candidates.get(q).length - 1];
        int[] length = new int[tied.length];
        for (int t : commits) {
            for (int op = history.begin(t); op < history.end(t); op++) {
                if (!history.isWrite(op)) continue;
                int k = history.key(op);
                int at = length[k]++;
                if (at < question[k].length && question[k][at] != NONE) answers[question[k][at]] = op;
            }
        }
        return answers;
    }

    @Override
    public Findings findings() {
        return findings;
    }
}

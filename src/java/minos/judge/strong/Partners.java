package minos.judge.strong;

/**
 * With whom the present transaction may have a pattern: those who read what was overwritten by one of some versions.
 * Says so far too often rather than once too seldom, but mostly no, so that few pairs of transactions are compared read
 * by read.
 */
final class Partners {
    /** Where so many read a version that to mark them is no gain, all transactions are taken for partners. */
    private static final int MANY = 64;

    private final Problem problem;
    private final Chains chains;
    private final Readers readers;
    /** By transaction: the one (plus one) whose partner it was last. */
    private final int[] partnerOf;

    private int present;
    private boolean all;

    Partners(Problem problem, Chains chains, Readers readers) {
        this.problem = problem;
        this.chains = chains;
        this.readers = readers;
        partnerOf = new int[problem.size()];
    }

    void begin(int transaction) {
        present = transaction + 1;
        all = false;
    }

    /** Adds those who read what {@code version} overwrote, as far as that is known. */
    void add(int version) {
        int before = chains.previous(version);
        if (before < 0) before = chains.tail[problem.versions() + problem.versionKey[version]];
        int end = readers.end(before);
        if (end - readers.begin(before) > MANY) all = true;
        for (int i = readers.begin(before); i < end && !all; i++)
            partnerOf[readers.transaction(readers.read(i))] = present;
    }

    boolean has(int transaction) {
        return all || partnerOf[transaction] == present;
    }
}

package minos.history;

/** Cuts work into about equal parts, one a thread. */
public final class Cuts {
    private static final int WORTH_A_THREAD = 10_000;

    private Cuts() {}

    /** Places in the sequence of transactions that cut the operations into about equal parts. */
    public static int[] ofTransactions(History history, int parts) {
        int wanted = Math.max(1, Math.min(parts, history.operations() / WORTH_A_THREAD));
        int[] cuts = new int[wanted + 1];
        for (int i = 1; i < wanted; i++) {
            cuts[i] = Math.max(cuts[i - 1], history.transactionOf((int) ((long) history.operations() * i / wanted)));
        }
        cuts[wanted] = history.transactions();
        return cuts;
    }
}

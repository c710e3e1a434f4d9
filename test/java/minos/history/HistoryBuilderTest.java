package minos.history;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

/** Transactions and list reads begin and end, one after another; nothing happens outside. */
class HistoryBuilderTest {
    private final HistoryBuilder builder = new HistoryBuilder(new Atoms(false));

    @Test
    void takesTransactionsOneAfterAnother() {
        begin();
        builder.append(7, 1);
        builder.end();
        begin();
        builder.beginList(7);
        builder.element(1);
        builder.endList();
        builder.end();
        History history = build();
        assertEquals(2, history.transactions());
        assertEquals(1, history.end(0) - history.begin(0));
        assertEquals(1, history.length(history.begin(1)));
    }

    @Test
    void aTransactionBeginsWhenTheOneBeforeHasEnded() {
        begin();
        assertEquals("the transaction before has not ended", complaint(this::begin));
    }

    @Test
    void operationsBelongToATransaction() {
        assertEquals("no transaction has begun", complaint(() -> builder.write(7, 1)));
        begin();
        builder.end();
        assertEquals("no transaction has begun", complaint(() -> builder.readInitial(7)));
        assertEquals("no transaction has begun", complaint(builder::end));
    }

    @Test
    void aListReadEndsBeforeAnythingElse() {
        begin();
        assertEquals("no list read has begun", complaint(() -> builder.element(1)));
        assertEquals("no list read has begun", complaint(builder::endList));
        builder.beginList(7);
        assertEquals("a list read has not ended", complaint(() -> builder.append(7, 1)));
        assertEquals("a list read has not ended", complaint(() -> builder.beginList(7)));
        assertEquals("a list read has not ended", complaint(builder::end));
    }

    @Test
    void aHistoryIsMadeOfWholeTransactions() {
        begin();
        assertEquals("the last transaction has not ended", complaint(this::build));
    }

    private void begin() {
        builder.begin(builder.session(0), Status.COMMITTED, -1, Integer.MAX_VALUE, -1);
    }

    private History build() {
        return builder.build(Origin.MEMORY, InitialValues.EXPLICIT);
    }

    private static String complaint(Runnable wrong) {
        return assertThrows(IllegalStateException.class, wrong::run).getMessage();
    }
}

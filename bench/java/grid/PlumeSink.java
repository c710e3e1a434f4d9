package grid;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Plume text: committed transactions, in the order of their commits or one session after another. */
final class PlumeSink implements Sink {
    private static final int BUFFER = 1 << 16;

    private final OutputStream out;
    /** By session if they are to be kept apart, otherwise only one. */
    private final Text[] texts;

    private final ByteArrayOutputStream[] kept;
    private long transactions;

    /** @param sessions how many sessions to keep apart; 0 to write transactions as they come */
    PlumeSink(OutputStream out, int sessions) {
        this.out = out;
        kept = new ByteArrayOutputStream[sessions];
        texts = new Text[Math.max(1, sessions)];
        if (sessions == 0) texts[0] = new Text(out, BUFFER);
        for (int s = 0; s < sessions; s++) {
            kept[s] = new ByteArrayOutputStream();
            texts[s] = new Text(kept[s], BUFFER / sessions);
        }
    }

    @Override
    public void begin(Transaction transaction) {}

    @Override
    public void commit(Transaction t) throws IOException {
        Text text = texts[t.session % texts.length];
        for (int i = 0; i < t.length; i++) {
            text.add(t.isWrite[i] ? 'w' : 'r')
                    .add('(')
                    .add(t.key[i])
                    .add(',')
                    .add(t.value[i])
                    .add(',')
                    .add(t.session)
                    .add(',')
                    .add(transactions)
                    .add(')')
                    .add('\n');
        }
        transactions++;
    }

    @Override
    public void abort(Transaction transaction) {}

    @Override
    public void close() throws IOException {
        for (Text text : texts) text.close();
        for (ByteArrayOutputStream session : kept) session.writeTo(out);
        out.close();
    }
}

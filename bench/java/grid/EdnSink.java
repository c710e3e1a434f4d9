package grid;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** EDN as Jepsen records it, of registers or of lists: an invocation and a completion a transaction. */
final class EdnSink implements Sink {
    private static final long NANOS_APART = 50_000;

    private final Text text;
    /** By key: its elements, and before them how many there are; null for registers. */
    private final Map<Integer, int[]> lists;

    private long index;

    EdnSink(OutputStream out, boolean lists) {
        text = new Text(out, 1 << 16);
        this.lists = lists ? new HashMap<>() : null;
    }

    @Override
    public void begin(Transaction t) throws IOException {
        line("invoke", t, false);
    }

    @Override
    public void commit(Transaction t) throws IOException {
        if (lists != null) {
            for (int i = 0; i < t.length; i++) if (t.isWrite[i]) append(t.key[i], t.value[i]);
        }
        line("ok", t, true);
    }

    @Override
    public void abort(Transaction t) throws IOException {
        line("fail", t, false);
    }

    private void append(int key, int element) {
        int[] list = lists.getOrDefault(key, new int[8]);
        int size = ++list[0];
        if (size == list.length) list = Arrays.copyOf(list, 2 * size);
        list[size] = element;
        lists.put(key, list);
    }

    private void line(String type, Transaction t, boolean known) throws IOException {
        text.add("{:type :").add(type).add(", :f :txn, :value [");
        for (int i = 0; i < t.length; i++) {
            String function = !t.isWrite[i] ? ":r " : lists == null ? ":w " : ":append ";
            text.add(i > 0 ? " [" : "[").add(function).add(t.key[i]).add(' ');
            if (t.isWrite[i]) text.add(t.value[i]);
            else if (known && lists != null) list(t.key[i], t.value[i]);
            else if (known && t.value[i] != 0) text.add(t.value[i]);
            else text.add("nil");
            text.add(']');
        }
        text.add("], :time ")
                .add(index * NANOS_APART)
                .add(", :process ")
                .add(t.session)
                .add(", :index ")
                .add(index)
                .add("}\n");
        index++;
    }

    private void list(int key, int size) throws IOException {
        int[] list = lists.get(key);
        text.add('[');
        for (int i = 1; i <= size; i++) {
            if (i > 1) text.add(' ');
            text.add(list[i]);
        }
        text.add(']');
    }

    @Override
    public void close() throws IOException {
        text.close();
    }
}

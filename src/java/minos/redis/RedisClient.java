package minos.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import minos.client.Client;
import minos.client.Store;
import minos.client.Transaction;
import minos.client.Transaction.Kind;
import minos.client.Transaction.Op;

/**
 * A connection to Redis. A transaction first reads, one command after another; its writes, and all reads from the first on of what it has written itself, then go to the
 * server as one, between MULTI and EXEC (https://redis.io/docs/latest/develop/using-commands/transactions/). With WATCH on all that it reads, EXEC does
 * nothing if one of these keys was written meanwhile. A single operation is a single command.
 *
 * <p>Until EXEC, or a single write, is sent, nothing can have taken effect: a connection that breaks before that has aborted the transaction. After that, only
 * an answer settles it.
 */
final class RedisClient implements Client {
    /** Stands for what a read will return that EXEC answers. */
    private static final Object QUEUED = new Object();

    private static final Pattern NUMBER = Pattern.compile("[0-9]{1,18}");

    private final Resp resp;
    private final Store.Run run;
    private final boolean watching;
    /** Whether something was sent that takes effect, of the transaction that runs or ran last. */
    private boolean sent;

    /** @param resp owned by the client from now on */
    RedisClient(Resp resp, Store.Run run, boolean watching) {
        this.resp = resp;
        this.run = run;
        this.watching = watching;
    }

    /** EXEC did nothing: another has written what was watched. */
    private static final class Conflict extends Exception {
        private static final long serialVersionUID = 1;

        Conflict() {
            super("a watched key was written by another");
        }
    }

    /** The transaction was done in part. */
    private static final class InPart extends Exception {
        private static final long serialVersionUID = 1;

        InPart(Throwable cause) {
            super(cause.getMessage(), cause);
        }
    }

    private String name(int key) {
        return run.name() + ":" + key;
    }

    @Override
    public List<?> run(Transaction transaction) throws IOException, Conflict, InPart {
        sent = false;
        List<Op> ops = transaction.ops();
        if (ops.size() == 1) return single(ops.get(0));
        boolean watches = watches(transaction);
        if (watches) watch(ops);
        List<Object> results = new ArrayList<>();
        List<Op> queue = new ArrayList<>();
        Set<Integer> written = new HashSet<>();
        boolean late = false; // once a read has to wait, so do all after it: they are done in their order
        for (Op op : ops) {
            if (!op.isRead()) written.add(op.key());
            else late |= written.contains(op.key());
            if (late || !op.isRead()) queue.add(op);
            if (op.isRead()) results.add(late ? QUEUED : value(resp.call(command(op))));
        }
        if (watches || !queue.isEmpty()) results.replaceAll(filling(exec(queue), queue));
        return results;
    }

    private List<Object> single(Op op) throws IOException {
        sent = !op.isRead();
        Object reply = resp.call(command(op));
        return op.isRead() ? Collections.singletonList(value(reply)) : List.of();
    }

    /** Puts what EXEC returned for reads in the places that were kept for them. */
    private UnaryOperator<Object> filling(List<?> replies, List<Op> queue) throws IOException {
        List<Object> read = new ArrayList<>();
        for (int i = 0; i < queue.size(); i++) if (queue.get(i).isRead()) read.add(value(replies.get(i)));
        Iterator<Object> next = read.iterator();
        return result -> result == QUEUED ? next.next() : result;
    }

    private boolean watches(Transaction transaction) {
        return transaction.isolation().map("serializable"::equals).orElse(watching);
    }

    private void watch(List<Op> ops) throws IOException {
        List<String> words = new ArrayList<>(List.of("WATCH"));
        ops.stream().filter(Op::isRead).map(op -> name(op.key())).distinct().forEach(words::add);
        if (words.size() > 1) resp.call(words.toArray(String[]::new));
    }

    /** What a key holds, by the reply to a read of it. */
    private Object value(Object reply) throws IOException {
        if (!run.list()) return number(reply);
        if (!(reply instanceof List<?> list)) throw new IOException("a list is answered with " + reply);
        return list.isEmpty() ? null : list.stream().map(RedisClient::number).toList();
    }

    /** A number if it is one; whatever else is in there stays as it is. */
    private static Object number(Object text) {
        return text instanceof String string && NUMBER.matcher(string).matches() ? (Object) Long.valueOf(string) : text;
    }

    private String[] command(Op op) {
        String key = name(op.key());
        String value = Long.toString(op.value());
        return switch (op.kind()) {
            case READ -> run.list() ? new String[] {"LRANGE", key, "0", "-1"} : new String[] {"GET", key};
            case WRITE -> new String[] {"SET", key, value};
            case APPEND -> new String[] {"RPUSH", key, value};
            case DELETE -> new String[] {"DEL", key};
        };
    }

    /** Has the server do this as one, and returns its replies. */
    private List<?> exec(List<Op> queue) throws IOException, Conflict, InPart {
        resp.write("MULTI");
        for (Op op : queue) resp.write(command(op));
        resp.write("EXEC");
        sent = true;
        resp.flush();
        Object begun = resp.read();
        for (int i = 0; i < queue.size(); i++) resp.read(); // QUEUED; or an error, which EXEC repeats
        Object done = resp.read();
        if (!"OK".equals(begun)) throw new IOException("MULTI is answered with " + begun);
        if (done instanceof Resp.ServerError error) throw error;
        if (done == null) throw new Conflict();
        if (!(done instanceof List<?> replies && replies.size() == queue.size())) {
            throw new IOException("EXEC is answered with " + done);
        }
        for (Object reply : replies) if (reply instanceof Resp.ServerError error) throw new InPart(error);
        return replies;
    }

    @Override
    public boolean compareAndSet(int key, Optional<Long> expected, Optional<Long> value, Optional<String> isolation)
            throws IOException, Conflict, InPart {
        sent = false;
        resp.call("WATCH", name(key));
        if (!Optional.ofNullable(value(resp.call("GET", name(key)))).equals(expected)) {
            resp.call("UNWATCH");
            return false;
        }
        exec(List.of(value.map(set -> new Op(Kind.WRITE, key, set)).orElse(new Op(Kind.DELETE, key, 0))));
        return true;
    }

    @Override
    public Ending classify(Exception error) {
        if (error instanceof Conflict) return Ending.ABORTED;
        boolean replied = error instanceof Resp.ServerError;
        if (sent && !(replied && Rejection.is((Resp.ServerError) error))) return Ending.UNKNOWN;
        return replied && unwatch() ? Ending.ABORTED : Ending.ABORTED_AND_LOST;
    }

    @Override
    public String kind(Exception error) {
        if (error instanceof InPart) return "in part";
        return error instanceof Resp.ServerError reply
                ? reply.word()
                : error.getClass().getSimpleName();
    }

    /** Whether the connection is good for another transaction. */
    private boolean unwatch() {
        try {
            resp.call("UNWATCH");
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    @Override
    public void close() {
        resp.close();
    }
}

package minos.redis;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import minos.client.Client;
import minos.client.Store;
import minos.client.Transaction;
import minos.client.Transaction.Kind;
import minos.client.Transaction.Op;

/**
 * A connection to Redis. A transaction first reads, one command after another; its writes then go to the server as one, between MULTI and EXEC
 * (https://redis.io/docs/latest/develop/using-commands/transactions/). What it has written itself it therefore knows by itself. With WATCH on all
 * that it reads, EXEC does nothing if one of these keys was written meanwhile. A single operation is a single command.
 *
 * <p>Until EXEC, or a single write, is sent, nothing can have taken effect: a connection that breaks before that has aborted the transaction. After that, only
 * an answer settles it.
 */
final class RedisClient implements Client {
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
        List<Op> writes = ops.stream().filter(op -> !op.isRead()).toList();
        if (ops.size() == 1 && !writes.isEmpty()) {
            sent = true;
            resp.call(command(writes.get(0)));
            return List.of();
        }
        boolean watches = watches(transaction) && ops.size() > 1;
        if (watches) watch(ops);
        List<Object> results = read(ops);
        if (watches || !writes.isEmpty()) exec(writes);
        return results;
    }

    private boolean watches(Transaction transaction) {
        return transaction.isolation() == null
                ? watching
                : transaction.isolation().equals("serializable");
    }

    private void watch(List<Op> ops) throws IOException {
        List<String> words = new ArrayList<>(List.of("WATCH"));
        ops.stream().filter(Op::isRead).map(op -> name(op.key())).distinct().forEach(words::add);
        if (words.size() > 1) resp.call(words.toArray(String[]::new));
    }

    /** What the reads return, each after the writes of its own that stand before it. */
    private List<Object> read(List<Op> ops) throws IOException {
        List<Object> results = new ArrayList<>();
        Map<Integer, List<Op>> own = new HashMap<>();
        for (Op op : ops) {
            if (!op.isRead()) {
                own.computeIfAbsent(op.key(), k -> new ArrayList<>()).add(op);
                continue;
            }
            Object value = stored(op.key());
            for (Op write : own.getOrDefault(op.key(), List.of())) value = after(write, value);
            results.add(value);
        }
        return results;
    }

    private Object stored(int key) throws IOException {
        if (!run.list()) return number(resp.call("GET", name(key)));
        if (!(resp.call("LRANGE", name(key), "0", "-1") instanceof List<?> list)) throw new IOException("no list");
        return list.isEmpty() ? null : list.stream().map(RedisClient::number).toList();
    }

    /** A number if it is one; whatever else is in there stays as it is. */
    private static Object number(Object text) {
        return text instanceof String string && NUMBER.matcher(string).matches() ? (Object) Long.valueOf(string) : text;
    }

    private static Object after(Op write, Object value) {
        if (write.kind() == Kind.DELETE) return null;
        if (write.kind() == Kind.WRITE) return write.value();
        List<Object> list = new ArrayList<>();
        if (value instanceof List<?> before) list.addAll(before);
        list.add(write.value());
        return list;
    }

    private String[] command(Op write) {
        String key = name(write.key());
        String value = Long.toString(write.value());
        return switch (write.kind()) {
            case WRITE -> new String[] {"SET", key, value};
            case APPEND -> new String[] {"RPUSH", key, value};
            case DELETE -> new String[] {"DEL", key};
            case READ -> throw new IllegalArgumentException("reads write nothing");
        };
    }

    private void exec(List<Op> writes) throws IOException, Conflict, InPart {
        resp.write("MULTI");
        for (Op write : writes) resp.write(command(write));
        resp.write("EXEC");
        sent = true;
        resp.flush();
        Object begun = resp.read();
        for (int i = 0; i < writes.size(); i++) resp.read(); // QUEUED; or an error, which EXEC repeats
        Object done = resp.read();
        if (!Objects.equals(begun, "OK")) throw new IOException("MULTI is answered with " + begun);
        if (done instanceof Resp.ServerError error) throw error;
        if (done == null) throw new Conflict();
        if (!(done instanceof List<?> replies)) throw new IOException("EXEC is answered with " + done);
        for (Object reply : replies) if (reply instanceof Resp.ServerError error) throw new InPart(error);
    }

    @Override
    public boolean compareAndSet(int key, Long expected, Long value, String isolation)
            throws IOException, Conflict, InPart {
        sent = false;
        resp.call("WATCH", name(key));
        if (!Objects.equals(stored(key), expected)) {
            resp.call("UNWATCH");
            return false;
        }
        exec(List.of(value == null ? new Op(Kind.DELETE, key, 0) : new Op(Kind.WRITE, key, value)));
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

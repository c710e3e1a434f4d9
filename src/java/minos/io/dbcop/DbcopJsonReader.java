package minos.io.dbcop;

import java.io.IOException;
import java.io.InputStream;
import minos.history.Atoms;
import minos.history.History;
import minos.history.HistoryBuilder;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Origin;
import minos.history.Status;
import minos.io.ReadOptions;
import minos.io.bytes.ByteSource;
import minos.io.bytes.FileHead;
import minos.io.edn.EdnTokens;
import minos.util.LongList;

/**
 * Reads the histories of dbcop as it writes them today, in JSON.
 * <pre>
 * history     = {"data": sessions, …}  or  sessions
 * sessions    = [[transaction, …], …]
 * transaction = {"events": [event, …], "committed": true or false}
 * event       = {"Read": {"variable": key, "version": value or null}}  or  ["r", key, value or null]
 *             | {"Write": {"variable": key, "version": value}}         or  ["w", key, value]
 * </pre>
 * Keys are unsigned numbers or strings, values unsigned numbers; members of other names are skipped. The sessions are
 * called 0, 1, 2 … in their order. {@code null} is the initial value, and so is a 0 that nobody wrote, unless
 * {@link ReadOptions#initial} says otherwise.
 */
public final class DbcopJsonReader {
    private static final long READ_INITIAL = 2;

    private final JsonScanner json;
    private final HistoryBuilder builder = new HistoryBuilder(new Atoms(true));
    /**
     * Of the current transaction, three words each: 1 for a write, 0 or {@link #READ_INITIAL} for a read, key, value.
     */
    private final LongList events = new LongList();

    private DbcopJsonReader(JsonScanner json) {
        this.json = json;
        builder.model(Model.RW_REGISTER);
    }

    /** Whether a text begins like JSON. */
    public static boolean recognises(FileHead head) {
        return head.isJson();
    }

    public static History read(ByteSource source, ReadOptions options) throws IOException {
        options.requireRegisters("dbcop's format", source.name());
        options.progress().phase("read", source.size());
        try (InputStream in = source.open()) {
            DbcopJsonReader reader = new DbcopJsonReader(new JsonScanner(source, in, options));
            reader.history();
            return reader.builder.build(
                    Origin.named(source.name()), options.initial().orElse(InitialValues.ZERO));
        }
    }

    private void history() throws IOException {
        if (json.peek() == '[') {
            sessions();
        } else {
            json.expect('{', "an object with \"data\", or an array of sessions");
            boolean found = false;
            for (boolean first = true; json.next(first, '}'); first = false) {
                boolean data = json.name("the name of a member, in quotes").equals("data");
                if (data && found) throw json.wrong("only one \"data\"");
                found |= data;
                if (data) sessions();
                else json.skip();
            }
            if (!found) throw json.wrong("a member \"data\" before the end of the object");
        }
        if (json.peek() >= 0) throw json.wrong("the end of the text");
    }

    private void sessions() throws IOException {
        json.expect('[', "an array of sessions");
        int session = 0;
        for (boolean first = true; json.next(first, ']'); first = false, session++) {
            json.expect('[', "a session, an array of transactions");
            for (boolean begin = true; json.next(begin, ']'); begin = false) transaction(session);
        }
    }

    private void transaction(int session) throws IOException {
        json.expect('{', "a transaction, an object with \"events\" and \"committed\"");
        events.clear();
        boolean some = false;
        Boolean committed = null;
        for (boolean first = true; json.next(first, '}'); first = false) {
            switch (json.name("the name of a member, in quotes")) {
                case "events" -> {
                    if (some) throw json.wrong("only one \"events\"");
                    some = true;
                    events();
                }
                case "committed" -> committed = json.bool("true or false");
                default -> json.skip();
            }
        }
        if (!some || committed == null) throw json.wrong("\"events\" and \"committed\" in the transaction before this");
        Status status = committed ? Status.COMMITTED : Status.ABORTED;
        builder.begin(builder.session(session), status, -1, Integer.MAX_VALUE, -1);
        for (int i = 0; i < events.size(); i += 3) {
            if (events.get(i) == 1) builder.write(events.get(i + 1), events.get(i + 2));
            else if (events.get(i) == READ_INITIAL) builder.readInitial(events.get(i + 1));
            else builder.read(events.get(i + 1), events.get(i + 2));
        }
        builder.end();
    }

    private void events() throws IOException {
        json.expect('[', "an array of events");
        for (boolean first = true; json.next(first, ']'); first = false) {
            if (json.take('[')) {
                compact();
            } else {
                json.expect('{', "an event, {\"Read\": …}, {\"Write\": …}, [\"r\", …] or [\"w\", …]");
                String kind = json.name("\"Read\" or \"Write\"");
                if (!kind.equals("Read") && !kind.equals("Write")) {
                    throw json.wrong("\"Read\" or \"Write\" before this");
                }
                members(kind.equals("Write"));
                json.expect('}', "} after the event");
            }
        }
    }

    private void compact() throws IOException {
        String kind = json.string("\"r\" or \"w\"");
        if (!kind.equals("r") && !kind.equals("w")) throw json.wrong("\"r\" or \"w\" before this");
        json.expect(',', ", after the kind");
        long key = key();
        json.expect(',', ", after the variable");
        add(kind.equals("w"), key);
        json.expect(']', "] after the version");
    }

    private void members(boolean write) throws IOException {
        json.expect('{', "an object with \"variable\" and \"version\"");
        int from = events.size();
        boolean hasKey = false;
        long key = 0;
        for (boolean first = true; json.next(first, '}'); first = false) {
            switch (json.name("the name of a member, in quotes")) {
                case "variable" -> {
                    hasKey = true;
                    key = key();
                }
                case "version" -> {
                    if (events.size() > from) throw json.wrong("only one \"version\"");
                    add(write, 0);
                }
                default -> json.skip();
            }
        }
        if (!hasKey || events.size() == from) throw json.wrong("\"variable\" and \"version\" in the event before this");
        events.set(from + 1, key);
    }

    private void add(boolean write, long key) throws IOException {
        boolean initial = !write && json.takeNull();
        events.add(write ? 1 : initial ? READ_INITIAL : 0);
        events.add(key);
        String expected = write ? "a version, an unsigned number" : "a version, an unsigned number or null";
        events.add(initial ? 0 : builder.atoms().of(json.number(expected)));
    }

    private long key() throws IOException {
        if (json.peek() != '"') return builder.atoms().of(json.number("a variable, an unsigned number or a string"));
        return builder.atoms().ofText(EdnTokens.quote(json.string("a variable")));
    }
}

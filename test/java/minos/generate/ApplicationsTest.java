package minos.generate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import minos.generate.Application.Program;
import minos.generate.Application.Row;
import minos.generate.Application.Rows;
import minos.generate.Application.Table;
import minos.history.History;
import minos.infer.Options;
import minos.judge.Judge;
import minos.model.Level;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** TPC-C, C-Twitter and RUBiS: one client after another, and on simulated databases. */
class ApplicationsTest {
    static List<Application> applications() {
        return List.of(new Tpcc(1), new Twitter(1), new Rubis(1));
    }

    /** Tables in memory, for one client; they see to it that a row that is new is. */
    private static final class Memory implements Rows {
        final Map<String, Row> rows = new HashMap<>();
        final Set<String> tables = new HashSet<>();
        int reads;

        Memory(Application application) throws Exception {
            for (Table table : application.tables()) tables.add(table.name());
            for (Program program : application.load()) assertTrue(program.run(this));
        }

        /** Runs a program; if it is rolled back, there is nothing of it. */
        boolean run(Program program) throws Exception {
            Map<String, Row> before = new HashMap<>(rows);
            boolean commits = program.run(this);
            if (!commits) {
                rows.clear();
                rows.putAll(before);
            }
            return commits;
        }

        Stream<Row> all(Table table) {
            return rows.values().stream().filter(row -> row.table().equals(table));
        }

        @Override
        public Row read(Table table, long... key) {
            assertTrue(tables.contains(table.name()), table.name());
            assertEquals(table.key().size(), key.length, table.name());
            reads++;
            return rows.get(table.name(key));
        }

        @Override
        public Row readToWrite(Table table, long... key) {
            return read(table, key);
        }

        @Override
        public void write(Row row) {
            assertEquals(row.table().key().size(), row.key().length, row.name());
            assertEquals(Row.NO_VERSION, row.version(), "versions are for the database to give");
            rows.put(row.name(), row);
        }

        @Override
        public void insert(Row row) {
            assertFalse(rows.containsKey(row.name()), row.name());
            write(row);
        }

        @Override
        public void append(Row row) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean delete(Table table, long... key) {
            assertTrue(rows.remove(table.name(key)) != null);
            return true;
        }
    }

    private static Memory run(Application application, int transactions) throws Exception {
        Memory memory = new Memory(application);
        Supplier<? extends Program> planner = application.planner(1);
        Set<Class<?>> kinds = new HashSet<>();
        int rolledBack = 0;
        for (int i = 0; i < transactions; i++) {
            Program program = planner.get();
            kinds.add(program.getClass());
            if (!memory.run(program)) rolledBack++;
        }
        assertTrue(kinds.size() >= 5, "all kinds of transactions occur");
        assertTrue(rolledBack < transactions / 20, rolledBack + " rolled back");
        assertTrue(memory.reads > transactions);
        return memory;
    }

    /** Consistency conditions 1 to 4, 8 and 9 of the standard, and what our own rows should say. */
    @Test
    void ordersAddUp() throws Exception {
        Memory memory = run(new Tpcc(2), 3000);
        memory.all(Tpcc.WAREHOUSE).forEach(warehouse -> {
            long w = warehouse.key()[0];
            long paid = memory.all(Tpcc.HISTORY)
                    .filter(payment -> payment.number("w") == w)
                    .mapToLong(payment -> payment.number("amount"))
                    .sum();
            long districts = memory.all(Tpcc.DISTRICT)
                    .filter(district -> district.key()[0] == w)
                    .mapToLong(district -> district.number("ytd"))
                    .sum();
            assertEquals(warehouse.number("ytd"), districts);
            assertEquals(warehouse.number("ytd"), 30_000_000 + paid);
        });
        memory.all(Tpcc.DISTRICT).forEach(district -> {
            long[] key = district.key();
            Supplier<Stream<Row>> orders = () -> in(memory, Tpcc.ORDER, key);
            assertEquals(district.number("next_order"), orders.get().count());
            assertEquals(
                    district.number("next_order") - 1,
                    orders.get().mapToLong(order -> order.key()[2]).max().orElseThrow());
            assertEquals(
                    orders.get().mapToLong(order -> order.number("line_count")).sum(),
                    in(memory, Tpcc.ORDER_LINE, key).count());
            long undelivered = memory.read(Tpcc.UNDELIVERED, key).number("o");
            assertEquals(
                    orders.get().filter(order -> order.key()[2] >= undelivered).count(),
                    in(memory, Tpcc.NEW_ORDER, key).count());
            assertTrue(orders.get().allMatch(order -> (order.key()[2] < undelivered) == (order.number("carrier") > 0)));
        });
        long ordered = memory.all(Tpcc.STOCK)
                .mapToLong(stock -> stock.number("order_count"))
                .sum();
        long loaded = 2
                * 10
                * Stream.iterate(0, o -> o + 1)
                        .limit(10)
                        .mapToLong(o -> 5 + o % 11)
                        .sum();
        assertEquals(ordered, memory.all(Tpcc.ORDER_LINE).count() - loaded);
    }

    private static Stream<Row> in(Memory memory, Table table, long[] district) {
        return memory.all(table).filter(row -> row.key()[0] == district[0] && row.key()[1] == district[1]);
    }

    @Test
    void followersAreThoseWhoFollow() throws Exception {
        Memory memory = run(new Twitter(1), 3000);
        memory.all(Twitter.FOLLOWING).forEach(following -> {
            long source = following.key()[0];
            long target = following.key()[1];
            Row follower = memory.read(Twitter.FOLLOWERS, target, source);
            assertEquals(following.number("follows"), follower.number("follows"));
            List<String> list = List.of(
                    memory.read(Twitter.FOLLOW_LIST, source).text("users$").split(" "));
            assertEquals(following.number("follows") == 1, list.contains(Long.toString(target)));
            assertEquals(list.size(), new HashSet<>(list).size());
        });
        memory.all(Twitter.LAST_TWEET).forEach(last -> {
            Row tweet = memory.read(Twitter.TWEET, last.number("tweet"));
            assertEquals(last.key()[0], tweet.number("author"));
            for (String earlier : tweet.text("earlier$").split(" ")) {
                assertEquals(
                        last.key()[0],
                        memory.read(Twitter.TWEET, Long.parseLong(earlier)).number("author"));
            }
        });
    }

    @Test
    void itemsKnowTheirBids() throws Exception {
        Memory memory = run(new Rubis(1), 3000);
        assertTrue(memory.all(Rubis.BID).count() > 100);
        memory.all(Rubis.ITEM).forEach(item -> {
            long id = item.key()[0];
            long[] bids = memory.all(Rubis.BID)
                    .filter(bid -> bid.number("item") == id)
                    .mapToLong(bid -> bid.number("amount"))
                    .toArray();
            long sold = memory.all(Rubis.PURCHASE)
                    .filter(purchase -> purchase.number("item") == id)
                    .mapToLong(purchase -> purchase.number("quantity"))
                    .sum();
            assertEquals(bids.length, item.number("bids"));
            assertEquals(Arrays.stream(bids).max().orElse(0), item.number("max_bid"));
            assertEquals(100 - sold, item.number("quantity"));
        });
        memory.all(Rubis.USER)
                .forEach(user -> assertEquals(
                        user.key()[0],
                        memory.read(Rubis.NICKNAME, user.number("nickname")).number("user_id")));
    }

    private static Verdict verdict(History history, Level level) {
        return Judge.check(history, List.of(level), Options.DEFAULT).get(0);
    }

    @ParameterizedTest
    @MethodSource("applications")
    void databasesKeepTheirPromise(Application application) {
        for (Level level : Simulation.LEVELS) {
            History history = new Simulation(application, level, 8, 30, 0.02, null, 3).run();
            assertEquals(
                    Answer.TRUE, verdict(history, level).answer(), () -> application + " " + verdict(history, level));
        }
    }

    /** What is weaker than it should be shows. */
    @ParameterizedTest
    @MethodSource("applications")
    void weakDatabasesAreCaught(Application application) {
        for (Level level : List.of(Level.READ_COMMITTED, Level.READ_ATOMIC, Level.CAUSAL)) {
            History history = new Simulation(application, level, 8, 60, 0, null, 3).run();
            assertEquals(
                    Answer.FALSE, verdict(history, Level.SNAPSHOT_ISOLATION).answer(), application + " " + level);
        }
    }
}

package minos.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import minos.history.Model;

/**
 * TPC-C, the orders of a wholesale supplier (TPC Benchmark C, revision 5.11), with its five transactions in its mix; amounts are in cents. Everything but the number of warehouses is
 * a hundredth of the standard's size, so that transactions meet. Where the standard looks for rows by something else than their key, a row says which they are,
 * as in Cobra's form of it (Tan et al., OSDI 2020): which customers have a name, which order was a customer's last, which is the first that was not
 * delivered yet. A Delivery is for one district.
 *
 * @param scale how many warehouses
 */
public record Tpcc(int scale) implements Application {
    static final Table WAREHOUSE = Table.of("warehouse", "w", "name$ tax ytd");
    static final Table DISTRICT = Table.of("district", "w d", "name$ tax ytd next_order");
    static final Table CUSTOMER = Table.of(
            "customer", "w d c", "first$ last bad_credit discount balance ytd_payment payments deliveries data$");
    /** The customers of a district who share a last name, by their first names. */
    static final Table CUSTOMERS_NAMED = Table.of("customers_named", "w d last", "customers$");

    static final Table LAST_ORDER = Table.of("last_order", "w d c", "o");
    static final Table HISTORY = Table.of("history", "id", "w d c_w c_d c amount");
    static final Table ORDER = Table.of("orders", "w d o", "c carrier line_count all_local");
    static final Table NEW_ORDER = Table.of("new_order", "w d o", "");
    /** The first order of a district that was not delivered. */
    static final Table UNDELIVERED = Table.of("undelivered", "w d", "o");

    static final Table ORDER_LINE = Table.of("order_line", "w d o line", "i supply_w quantity amount delivered");
    static final Table ITEM = Table.of("item", "i", "name$ price");
    static final Table STOCK = Table.of("stock", "w i", "quantity ytd order_count remote_count data$");

    private static final int DISTRICTS = 10;
    private static final int CUSTOMERS = 30;
    private static final int NAMES = 10;
    private static final int ITEMS = 1000;
    /** How many orders a district has at first; those from {@link #DELIVERED} on are not delivered. */
    private static final int ORDERS = 10;

    private static final int DELIVERED = 7;
    /** How many of a district's last orders Stock-Level looks at. */
    private static final int LOOKED_AT = 20;

    private static final int BATCH = 100;

    @Override
    public Model model() {
        return Model.RW_REGISTER;
    }

    @Override
    public List<Table> tables() {
        return List.of(
                WAREHOUSE,
                DISTRICT,
                CUSTOMER,
                CUSTOMERS_NAMED,
                LAST_ORDER,
                HISTORY,
                ORDER,
                NEW_ORDER,
                UNDELIVERED,
                ORDER_LINE,
                ITEM,
                STOCK);
    }

    @Override
    public List<Program> load() {
        List<Program> load = new ArrayList<>();
        for (int first = 0; first < ITEMS; first += BATCH) {
            int from = first;
            load.add(rows -> loadItems(rows, from));
            for (int w = 0; w < scale; w++) {
                int warehouse = w;
                load.add(rows -> loadStock(rows, warehouse, from));
            }
        }
        for (int w = 0; w < scale; w++) {
            int warehouse = w;
            load.add(rows -> {
                rows.insert(WAREHOUSE
                        .row(warehouse)
                        .with("name$", "warehouse " + warehouse)
                        .with("tax", warehouse % 20)
                        .with("ytd", 30_000_000));
                return true;
            });
            for (int d = 0; d < DISTRICTS; d++) {
                int district = d;
                load.add(rows -> loadDistrict(rows, warehouse, district));
            }
        }
        return load;
    }

    private static boolean loadItems(Rows rows, int from) throws Exception {
        for (int i = from; i < from + BATCH; i++) {
            rows.insert(ITEM.row(i).with("name$", "item " + i).with("price", 100 + i * 37 % 9900));
        }
        return true;
    }

    private static boolean loadStock(Rows rows, int w, int from) throws Exception {
        for (int i = from; i < from + BATCH; i++) {
            rows.insert(STOCK.row(w, i).with("quantity", 10 + i * 31 % 91).with("data$", "stock " + i));
        }
        return true;
    }

    private static boolean loadDistrict(Rows rows, int w, int d) throws Exception {
        rows.insert(DISTRICT.row(w, d)
                .with("name$", "district " + d)
                .with("tax", d)
                .with("ytd", 3_000_000)
                .with("next_order", ORDERS));
        for (int c = 0; c < CUSTOMERS; c++) {
            rows.insert(CUSTOMER.row(w, d, c)
                    .with("first$", "customer " + c)
                    .with("last", c % NAMES)
                    .with("bad_credit", c % 10 == 0 ? 1 : 0)
                    .with("discount", c % 50)
                    .with("balance", -1000)
                    .with("ytd_payment", 1000)
                    .with("payments", 1));
        }
        for (int last = 0; last < NAMES; last++) {
            int name = last;
            String customers = IntStream.range(0, CUSTOMERS)
                    .filter(c -> c % NAMES == name)
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(" "));
            rows.insert(CUSTOMERS_NAMED.row(w, d, last).with("customers$", customers));
        }
        for (int o = 0; o < ORDERS; o++) {
            int lines = 5 + o % 11;
            rows.insert(ORDER.row(w, d, o)
                    .with("c", o)
                    .with("carrier", o < DELIVERED ? 1 + o % 10 : 0)
                    .with("line_count", lines)
                    .with("all_local", 1));
            rows.insert(LAST_ORDER.row(w, d, o).with("o", o));
            if (o >= DELIVERED) rows.insert(NEW_ORDER.row(w, d, o));
            for (int line = 1; line <= lines; line++) {
                rows.insert(ORDER_LINE
                        .row(w, d, o, line)
                        .with("i", (o * 101 + line * 7) % ITEMS)
                        .with("supply_w", w)
                        .with("quantity", 5)
                        .with("delivered", o < DELIVERED ? 1 : 0));
            }
        }
        rows.insert(UNDELIVERED.row(w, d).with("o", DELIVERED));
        return true;
    }

    @Override
    public Supplier<Program> planner(long seed) {
        return new Planner(new SplittableRandom(seed));
    }

    private final class Planner implements Supplier<Program> {
        private final SplittableRandom random;
        private long payments;

        private Planner(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public Program get() {
            int w = random.nextInt(scale);
            int d = random.nextInt(DISTRICTS);
            int dice = random.nextInt(100);
            if (dice < 4) return new StockLevel(w, d);
            if (dice < 8) return new Delivery(w, d, 1 + random.nextInt(10));
            if (dice < 12) return new OrderStatus(w, d, customer());
            if (dice < 55) return payment(w, d);
            return newOrder(w, d);
        }

        private NewOrder newOrder(int w, int d) {
            int[] items =
                    random.ints(5 + random.nextInt(11), 0, ITEMS).distinct().toArray();
            int[] warehouses = new int[items.length];
            int[] quantities = new int[items.length];
            for (int i = 0; i < items.length; i++) {
                warehouses[i] = random.nextInt(100) == 0 ? other(w) : w;
                quantities[i] = 1 + random.nextInt(10);
            }
            if (random.nextInt(100) == 0) items[items.length - 1] = ITEMS; // there is no such item
            return new NewOrder(w, d, skewed(1023, CUSTOMERS), items, warehouses, quantities);
        }

        private Payment payment(int w, int d) {
            boolean home = random.nextInt(100) < 85;
            return new Payment(
                    ++payments,
                    w,
                    d,
                    home ? w : other(w),
                    home ? d : random.nextInt(DISTRICTS),
                    customer(),
                    100 + random.nextInt(499_901));
        }

        /** Another warehouse, if there is one. */
        private int other(int w) {
            return scale == 1 ? w : (w + 1 + random.nextInt(scale - 1)) % scale;
        }

        private Customer customer() {
            return random.nextInt(100) < 60
                    ? new Customer(true, skewed(255, NAMES))
                    : new Customer(false, skewed(1023, CUSTOMERS));
        }

        /** Some more often than others (NURand of clause 2.1.6, without its constant). */
        private int skewed(int mask, int count) {
            return (random.nextInt(mask + 1) | random.nextInt(count)) % count;
        }
    }

    /**
     * How a customer is named.
     *
     * @param byName whether by a last name, or by a number
     */
    private record Customer(boolean byName, int number) {
        /** The one in the middle of all who have that name (clause 2.5.2.2). */
        Row find(Rows rows, boolean toWrite, long w, long d) throws Exception {
            if (!byName) return toWrite ? rows.readToWrite(CUSTOMER, w, d, number) : rows.read(CUSTOMER, w, d, number);
            Row named = rows.read(CUSTOMERS_NAMED, w, d, number);
            if (named == null) return null;
            long[] customers = Arrays.stream(named.text("customers$").split(" "))
                    .mapToLong(Long::parseLong)
                    .toArray();
            Row found = null;
            for (int i = 0; i < customers.length; i++) {
                boolean chosen = i == customers.length / 2;
                Row row = chosen && toWrite
                        ? rows.readToWrite(CUSTOMER, w, d, customers[i])
                        : rows.read(CUSTOMER, w, d, customers[i]);
                if (chosen) found = row;
            }
            return found;
        }
    }

    /** Clause 2.4. */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares plans
    private record NewOrder(int w, int d, int c, int[] items, int[] warehouses, int[] quantities) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row warehouse = rows.read(WAREHOUSE, w);
            Row district = rows.readToWrite(DISTRICT, w, d);
            Row customer = rows.read(CUSTOMER, w, d, c);
            if (warehouse == null || district == null || customer == null) return false;
            long o = district.number("next_order");
            rows.write(district.with("next_order", o + 1));
            rows.insert(ORDER.row(w, d, o)
                    .with("c", c)
                    .with("line_count", items.length)
                    .with("all_local", Arrays.stream(warehouses).allMatch(each -> each == w) ? 1 : 0));
            rows.insert(NEW_ORDER.row(w, d, o));
            rows.write(LAST_ORDER.row(w, d, c).with("o", o));
            for (int line = 0; line < items.length; line++) if (!order(rows, o, line)) return false;
            return true;
        }

        private boolean order(Rows rows, long o, int line) throws Exception {
            Row item = rows.read(ITEM, items[line]);
            if (item == null) return false; // one of a hundred is mistyped, and rolled back
            Row stock = rows.readToWrite(STOCK, warehouses[line], items[line]);
            if (stock == null) return false;
            int quantity = quantities[line];
            long left = stock.number("quantity") - quantity;
            rows.write(stock.with("quantity", left >= 10 ? left : left + 91)
                    .with("ytd", stock.number("ytd") + quantity)
                    .with("order_count", stock.number("order_count") + 1)
                    .with("remote_count", stock.number("remote_count") + (warehouses[line] == w ? 0 : 1)));
            rows.insert(ORDER_LINE
                    .row(w, d, o, line + 1L)
                    .with("i", items[line])
                    .with("supply_w", warehouses[line])
                    .with("quantity", quantity)
                    .with("amount", quantity * item.number("price")));
            return true;
        }
    }

    /** Clause 2.5. */
    private record Payment(long id, int w, int d, int customerW, int customerD, Customer customer, int amount)
            implements Program {
        private static final int DATA = 500;

        @Override
        public boolean run(Rows rows) throws Exception {
            Row warehouse = rows.readToWrite(WAREHOUSE, w);
            if (warehouse == null) return false;
            rows.write(warehouse.with("ytd", warehouse.number("ytd") + amount));
            Row district = rows.readToWrite(DISTRICT, w, d);
            if (district == null) return false;
            rows.write(district.with("ytd", district.number("ytd") + amount));
            Row payer = customer.find(rows, true, customerW, customerD);
            if (payer == null) return false;
            Row paid = payer.with("balance", payer.number("balance") - amount)
                    .with("ytd_payment", payer.number("ytd_payment") + amount)
                    .with("payments", payer.number("payments") + 1);
            if (payer.number("bad_credit") == 1) {
                String data = id + " " + amount + ", " + payer.text("data$");
                paid = paid.with("data$", data.substring(0, Math.min(DATA, data.length())));
            }
            rows.write(paid);
            rows.insert(HISTORY.row(id)
                    .with("w", w)
                    .with("d", d)
                    .with("c_w", customerW)
                    .with("c_d", customerD)
                    .with("c", payer.key()[2])
                    .with("amount", amount));
            return true;
        }
    }

    /** Clause 2.6. */
    private record OrderStatus(int w, int d, Customer customer) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row found = customer.find(rows, false, w, d);
            if (found == null) return true;
            Row last = rows.read(LAST_ORDER, found.key());
            Row order = last == null ? null : rows.read(ORDER, w, d, last.number("o"));
            if (order == null) return true;
            for (int line = 1; line <= order.number("line_count"); line++) {
                rows.read(ORDER_LINE, w, d, last.number("o"), line);
            }
            return true;
        }
    }

    /** Clause 2.7, of one district. */
    private record Delivery(int w, int d, int carrier) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row undelivered = rows.readToWrite(UNDELIVERED, w, d);
            if (undelivered == null) return false;
            long o = undelivered.number("o");
            if (rows.readToWrite(NEW_ORDER, w, d, o) == null) return true; // all are delivered
            rows.delete(NEW_ORDER, w, d, o);
            rows.write(undelivered.with("o", o + 1));
            Row order = rows.readToWrite(ORDER, w, d, o);
            if (order == null) return false;
            rows.write(order.with("carrier", carrier));
            long amount = 0;
            for (int line = 1; line <= order.number("line_count"); line++) {
                Row ordered = rows.readToWrite(ORDER_LINE, w, d, o, line);
                if (ordered == null) return false;
                amount += ordered.number("amount");
                rows.write(ordered.with("delivered", 1));
            }
            Row customer = rows.readToWrite(CUSTOMER, w, d, order.number("c"));
            if (customer == null) return false;
            rows.write(customer.with("balance", customer.number("balance") + amount)
                    .with("deliveries", customer.number("deliveries") + 1));
            return true;
        }
    }

    /** Clause 2.8. */
    private record StockLevel(int w, int d) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row district = rows.read(DISTRICT, w, d);
            if (district == null) return true;
            long next = district.number("next_order");
            Set<Long> seen = new HashSet<>();
            for (long o = Math.max(0, next - LOOKED_AT); o < next; o++) {
                Row order = rows.read(ORDER, w, d, o);
                for (int line = 1; order != null && line <= order.number("line_count"); line++) {
                    Row ordered = rows.read(ORDER_LINE, w, d, o, line);
                    if (ordered != null && seen.add(ordered.number("i"))) rows.read(STOCK, w, ordered.number("i"));
                }
            }
            return true;
        }
    }
}

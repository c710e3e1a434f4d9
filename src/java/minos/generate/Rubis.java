package minos.generate;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import minos.history.Model;

/**
 * RUBiS, an auction site (Amza et al., WWC 2002), in the form that Cobra gave it (Tan et al., OSDI 2020): users register, offer items, bid or buy at once, comment on each
 * other, and look at items and ratings. In Cobra's mix, but that a part of the purchases are bids. As in Cobra's, a user's rating is a row of its own, which a comment replaces unseen.
 *
 * @param scale so many hundred users, with four items each
 */
public record Rubis(int scale) implements Application {
    static final Table REGION = Table.of("region", "id", "name$");
    static final Table USER = Table.of("user", "id", "name$ nickname region balance");
    /** Who has a nickname, which is a number. */
    static final Table NICKNAME = Table.of("nickname", "id", "user_id");

    static final Table RATING = Table.of("rating", "user_id", "rating");
    static final Table ITEM =
            Table.of("item", "id", "name$ seller initial_price reserve_price buy_now quantity bids max_bid");
    static final Table BID = Table.of("bid", "id", "user_id item amount");
    static final Table PURCHASE = Table.of("purchase", "id", "user_id item quantity");
    static final Table COMMENT = Table.of("comment", "id", "author target item rating text$");

    private static final int REGIONS = 62;
    private static final int USERS = 100;
    private static final int ITEMS = 4;
    /** How many are loaded in one transaction. */
    private static final int BATCH = 20;

    private int users() {
        return scale * USERS;
    }

    private int items() {
        return users() * ITEMS;
    }

    @Override
    public Model model() {
        return Model.RW_REGISTER;
    }

    @Override
    public List<Table> tables() {
        return List.of(REGION, USER, NICKNAME, RATING, ITEM, BID, PURCHASE, COMMENT);
    }

    @Override
    public List<Program> load() {
        List<Program> load = new ArrayList<>();
        load.add(rows -> {
            for (int region = 0; region < REGIONS; region++) {
                rows.insert(REGION.row(region).with("name$", "region " + region));
            }
            return true;
        });
        for (int first = 0; first < users(); first += BATCH) {
            int from = first;
            load.add(rows -> {
                for (int user = from; user < Math.min(users(), from + BATCH); user++) {
                    new Register(user, user, user % REGIONS).insert(rows);
                    for (int i = 0; i < ITEMS; i++) new Offer((long) user * ITEMS + i, user, 10).insert(rows);
                }
                return true;
            });
        }
        return load;
    }

    @Override
    public Supplier<Program> planner(long seed) {
        return new Planner(new SplittableRandom(seed));
    }

    private final class Planner implements Supplier<Program> {
        private final SplittableRandom random;
        private final Distribution.Chooser user = Distribution.ZIPFIAN.over(users());
        private final Distribution.Chooser item = Distribution.ZIPFIAN.over(items());
        private long nextUser = users();
        private long nextItem = items();
        private long next;

        private Planner(SplittableRandom random) {
            this.random = random;
        }

        @Override
        public Program get() {
            int dice = random.nextInt(100);
            if (dice < 10) return register();
            if (dice < 25) return new Offer(nextItem++, random.nextInt(users()), 1 + random.nextInt(20));
            if (dice < 32) return new Buy(++next, random.nextInt(users()), item(), 1 + random.nextInt(4));
            if (dice < 40) return new PlaceBid(++next, random.nextInt(users()), item(), 1 + random.nextInt(10));
            if (dice < 60) return comment();
            return new View(
                    IntStream.range(0, 5).mapToLong(i -> item()).distinct().toArray(),
                    IntStream.range(0, 3)
                            .mapToLong(i -> user.choose(random))
                            .distinct()
                            .toArray());
        }

        /** Most nicknames are new; some are of one who registers at the same time. */
        private Register register() {
            long id = nextUser++;
            return new Register(id, id - random.nextInt(2), random.nextInt(REGIONS));
        }

        private Comment comment() {
            return new Comment(++next, random.nextInt(users()), user.choose(random), item(), random.nextInt(5));
        }

        /** Some of those that were there first, some of those offered last, if anybody has. */
        private long item() {
            long recent = Math.min(nextItem - items(), 10);
            if (recent > 0 && random.nextInt(4) == 0) return nextItem - 1 - random.nextInt((int) recent);
            return item.choose(random);
        }
    }

    private record Register(long id, long nickname, int region) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            if (rows.read(REGION, region) == null) return false;
            if (rows.read(NICKNAME, nickname) != null) return true;
            if (rows.read(USER, id) != null) return false;
            insert(rows);
            return true;
        }

        void insert(Rows rows) throws Exception {
            rows.insert(USER.row(id)
                    .with("name$", "user " + id)
                    .with("nickname", nickname)
                    .with("region", region));
            rows.insert(NICKNAME.row(nickname).with("user_id", id));
            rows.insert(RATING.row(id).with("rating", id % 5));
        }
    }

    private record Offer(long id, long seller, int price) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            if (rows.read(USER, seller) == null) return true;
            insert(rows);
            return true;
        }

        void insert(Rows rows) throws Exception {
            rows.insert(ITEM.row(id)
                    .with("name$", "item " + id)
                    .with("seller", seller)
                    .with("initial_price", price)
                    .with("reserve_price", 2L * price)
                    .with("buy_now", 3L * price)
                    .with("quantity", 100));
        }
    }

    private record Buy(long id, long user, long item, int quantity) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row found = rows.readToWrite(ITEM, item);
            if (found == null || found.number("quantity") < quantity) return true;
            rows.write(found.with("quantity", found.number("quantity") - quantity));
            rows.insert(
                    PURCHASE.row(id).with("user_id", user).with("item", item).with("quantity", quantity));
            return true;
        }
    }

    private record PlaceBid(long id, long user, long item, int raise) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row found = rows.readToWrite(ITEM, item);
            if (found == null) return true;
            long amount = Math.max(found.number("initial_price"), found.number("max_bid")) + raise;
            rows.write(found.with("bids", found.number("bids") + 1).with("max_bid", amount));
            rows.insert(BID.row(id).with("user_id", user).with("item", item).with("amount", amount));
            return true;
        }
    }

    private record Comment(long id, long author, long target, long item, int rating) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            rows.insert(COMMENT.row(id)
                    .with("author", author)
                    .with("target", target)
                    .with("item", item)
                    .with("rating", rating)
                    .with("text$", "comment " + id));
            if (rows.read(USER, target) == null) return false;
            rows.write(RATING.row(target).with("rating", rating));
            return true;
        }
    }

    @SuppressWarnings("ArrayRecordComponent") // nobody compares plans
    private record View(long[] items, long[] users) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            for (long item : items) rows.read(ITEM, item);
            for (long user : users) rows.read(RATING, user);
            return true;
        }
    }
}

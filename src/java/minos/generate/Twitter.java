package minos.generate;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import minos.history.Model;

/**
 * C-Twitter, as Cobra made it (Tan et al., OSDI 2020): users tweet, follow and unfollow each other, and look at what those wrote whom they follow. Few users do
 * and get most of it, by a zipfian distribution. As in Cobra's, whom a user follows is one row, and a tweet is written without a look at those before it.
 * What there are ranges of in SQL are rows here that others name: a tweet says which its author wrote before.
 *
 * @param scale so many hundred users
 */
public record Twitter(int scale) implements Application {
    static final Table USER = Table.of("user", "id", "name$ info$");
    /** {@code earlier$} are the tweets of its author before it, the newest first. */
    static final Table TWEET = Table.of("tweet", "id", "author earlier$ data$");

    static final Table LAST_TWEET = Table.of("last_tweet", "user_id", "tweet");
    static final Table FOLLOWING = Table.of("following", "source target", "since follows");
    static final Table FOLLOWERS = Table.of("followers", "target source", "since follows");
    static final Table FOLLOW_LIST = Table.of("follow_list", "user_id", "users$");

    private static final int USERS = 100;
    /** How many of a user's tweets are there at first. */
    private static final int TWEETS = 3;
    /** How many tweets of one user, and of how many others the newest, are shown. */
    private static final int SHOWN = 10;

    private static final int SHOWN_USERS = 20;

    private int users() {
        return scale * USERS;
    }

    @Override
    public Model model() {
        return Model.RW_REGISTER;
    }

    @Override
    public List<Table> tables() {
        return List.of(USER, TWEET, LAST_TWEET, FOLLOWING, FOLLOWERS, FOLLOW_LIST);
    }

    @Override
    public List<Program> load() {
        List<Program> load = new ArrayList<>();
        for (int user = 0; user < users(); user++) load.add(new Join(user));
        return load;
    }

    @Override
    public Supplier<Program> planner(long seed) {
        return new Planner(new SplittableRandom(seed));
    }

    private final class Planner implements Supplier<Program> {
        private final SplittableRandom random;
        private final Distribution.Chooser popular = Distribution.ZIPFIAN.over(users());
        /** By user, the newest tweets, the last one first. Some may never have been committed. */
        private final List<Deque<Long>> tweets = new ArrayList<>();

        private long nextTweet = (long) users() * TWEETS;

        private Planner(SplittableRandom random) {
            this.random = random;
            for (int user = 0; user < users(); user++) {
                Deque<Long> own = new ArrayDeque<>();
                for (int i = 0; i < TWEETS; i++) own.addFirst((long) user * TWEETS + i);
                tweets.add(own);
            }
        }

        @Override
        public Program get() {
            int user = popular.choose(random);
            int dice = random.nextInt(100);
            if (dice < 20) return tweet(user);
            if (dice < 60) return new Follow(user, popular.choose(random), nextTweet, random.nextBoolean());
            if (dice < 70) return new Timeline(user);
            if (dice < 80) return new ShowFollowing(user);
            return new ShowTweets(user);
        }

        private Program tweet(int user) {
            Deque<Long> before = tweets.get(user);
            Tweet tweet = new Tweet(user, nextTweet++, numbers(before));
            before.addFirst(tweet.id);
            if (before.size() == SHOWN) before.removeLast();
            return tweet;
        }
    }

    private static String numbers(Iterable<Long> list) {
        StringBuilder text = new StringBuilder();
        for (long number : list) text.append(text.isEmpty() ? "" : " ").append(number);
        return text.toString();
    }

    private static List<Long> numbers(String text) {
        return text.isEmpty()
                ? List.of()
                : Arrays.stream(text.split(" ")).map(Long::valueOf).toList();
    }

    /** A user with a few tweets, who follows nobody else yet. */
    private record Join(int user) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            rows.insert(USER.row(user).with("name$", "user " + user));
            Deque<Long> before = new ArrayDeque<>();
            for (int i = 0; i < TWEETS; i++) {
                long id = (long) user * TWEETS + i;
                rows.insert(TWEET.row(id).with("author", user).with("earlier$", numbers(before)));
                before.addFirst(id);
            }
            rows.insert(LAST_TWEET.row(user).with("tweet", before.getFirst()));
            rows.insert(FOLLOW_LIST.row(user).with("users$", Integer.toString(user)));
            rows.insert(FOLLOWING.row(user, user).with("follows", 1));
            rows.insert(FOLLOWERS.row(user, user).with("follows", 1));
            return true;
        }
    }

    private record Tweet(int user, long id, String before) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            rows.insert(
                    TWEET.row(id).with("author", user).with("earlier$", before).with("data$", "tweet " + id));
            rows.write(LAST_TWEET.row(user).with("tweet", id));
            return true;
        }
    }

    /** Follows, or no longer does. */
    private record Follow(int source, int target, long since, boolean follows) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            rows.write(FOLLOWERS.row(target, source).with("since", since).with("follows", follows ? 1 : 0));
            rows.write(FOLLOWING.row(source, target).with("since", since).with("follows", follows ? 1 : 0));
            Row list = rows.readToWrite(FOLLOW_LIST, source);
            if (list == null) return false;
            List<Long> users = new ArrayList<>(numbers(list.text("users$")));
            users.remove((Long) (long) target);
            if (follows) users.add(0, (long) target);
            rows.write(list.with("users$", numbers(users)));
            return true;
        }
    }

    /** The newest tweet of each whom the user follows. */
    private record Timeline(int user) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row list = rows.read(FOLLOW_LIST, user);
            if (list == null) return true;
            List<Long> users = numbers(list.text("users$"));
            for (long other : users.subList(0, Math.min(users.size(), SHOWN_USERS))) {
                Row last = rows.read(LAST_TWEET, other);
                if (last != null) rows.read(TWEET, last.number("tweet"));
            }
            return true;
        }
    }

    private record ShowFollowing(int user) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            rows.read(FOLLOW_LIST, user);
            return true;
        }
    }

    private record ShowTweets(int user) implements Program {
        @Override
        public boolean run(Rows rows) throws Exception {
            Row last = rows.read(LAST_TWEET, user);
            Row newest = last == null ? null : rows.read(TWEET, last.number("tweet"));
            if (newest == null) return true;
            for (long id : numbers(newest.text("earlier$"))) rows.read(TWEET, id);
            return true;
        }
    }
}

package minos;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.LongSupplier;
import minos.history.GrowingHistory;
import minos.history.History;
import minos.history.InitialValues;
import minos.history.Model;
import minos.history.Reading;
import minos.infer.Options;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.Assumption;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;

/**
 * What is asked of a history, and how much may be spent on the answer. Immutable: each method returns a new question, so one
 * can be kept and put to many histories.
 *
 * <pre>
 * Question question = Minos.ask(Level.SERIALIZABLE).timeout(Duration.ofSeconds(60)).maxMemory(4L &lt;&lt; 30);
 * Judgement judgement = question.judge(Path.of("history.edn"));
 * </pre>
 *
 * <p>There is one limit of time and one of memory for all that is done about a history: reading and judging. When one is reached,
 * what has been answered stands, and the rest is unknown, with the cause.
 */
public final class Question {
    private final Asked asked;
    private final ReadOptions reading;
    private final Options judging;
    private final Limits limits;
    private final Listener listener;
    private final Engine engine;

    /**
     * What is asked.
     *
     * @param levels       those named; none to describe
     * @param requirements what counts instead, if it is there
     * @param order        for the levels
     * @param unmarked     the level of transactions that do not say theirs
     */
    private record Asked(
            List<Level> levels,
            Optional<List<Requirement>> requirements,
            Order order,
            Optional<Level> unmarked,
            Claimed claimed) {}

    /**
     * The database's own order of its transactions.
     *
     * @param use    what is done with it
     * @param places that order, if the history does not have it
     */
    record Claimed(DatabaseOrder use, Optional<Places> places) {
        private static final Claimed GUESS = new Claimed(DatabaseOrder.GUESS, Optional.empty());

        /** The history with that order. */
        History of(History history) {
            return places.map(order -> history.committedAt(t -> order.of(history, t)))
                    .orElse(history);
        }
    }

    /** An order in which a database committed the transactions of a history, where the history itself does not say. */
    @FunctionalInterface
    public interface Places {
        /**
         * The place of a transaction in that order.
         *
         * @param history     a history that is to be judged
         * @param transaction its id there
         * @return from 0, and not much more than there are transactions; the same for those of which nobody knows which was first.
         *         Empty if the transaction has none
         */
        OptionalInt of(History history, int transaction);
    }

    private Question(
            Asked asked, ReadOptions reading, Options judging, Limits limits, Listener listener, Engine engine) {
        this.asked = asked;
        this.reading = reading;
        this.judging = judging;
        this.limits = limits;
        this.listener = listener;
        this.engine = engine;
    }

    static Question of(List<Level> levels) {
        Asked asked = new Asked(List.copyOf(levels), Optional.empty(), Order.SESSION, Optional.empty(), Claimed.GUESS);
        return new Question(asked, ReadOptions.DEFAULT, Options.DEFAULT, Limits.NONE, Listener.NONE, Judge::judge);
    }

    private Question with(Asked asked) {
        return new Question(asked, reading, judging, limits, listener, engine);
    }

    private Question with(Claimed claimed) {
        return with(new Asked(asked.levels, asked.requirements, asked.order, asked.unmarked, claimed));
    }

    private Question with(ReadOptions reading) {
        return new Question(asked, reading, judging, limits, listener, engine);
    }

    private Question with(Options judging) {
        return new Question(asked, reading, judging, limits, listener, engine);
    }

    private Question with(Limits limits) {
        return new Question(asked, reading, judging, limits, listener, engine);
    }

    /** For tests: time by another clock. */
    Question clock(LongSupplier nanos) {
        return with(limits.withClock(nanos));
    }

    /** For tests: somebody else judges. */
    Question engine(Engine engine) {
        return new Question(asked, reading, judging, limits, listener, engine);
    }

    // What is asked

    /**
     * The level of transactions that do not say at which they ran, for {@link Level#MIXED} in a history where others say it. Unless
     * this is called nothing is demanded of them beyond what every level demands, as at {@link Level#ADYA_READ_COMMITTED}.
     *
     * @param level one that can be {@linkplain Level#isMixable mixed}
     * @return the question with that level
     * @throws IllegalArgumentException if the level cannot be mixed with others
     */
    public Question unmarked(Level level) {
        if (!level.isMixable()) throw new IllegalArgumentException(level + " cannot be mixed with other levels");
        return with(new Asked(asked.levels, asked.requirements, asked.order, Optional.of(level), asked.claimed));
    }

    /**
     * The order that commit orders must respect, at all levels that {@link Minos#ask} named.
     *
     * @param order {@link Order#SESSION} unless this is called
     * @return the question with that order
     */
    public Question order(Order order) {
        return with(new Asked(asked.levels, asked.requirements, order, asked.unmarked, asked.claimed));
    }

    /**
     * Asks for these instead: levels that each have an order of their own. All are judged together, and share the limits.
     *
     * @param requirements levels and their orders; maybe none
     * @return the question with these requirements
     */
    public Question requirements(Collection<Requirement> requirements) {
        List<Requirement> wanted = List.copyOf(requirements);
        return with(new Asked(asked.levels, Optional.of(wanted), asked.order, asked.unmarked, asked.claimed));
    }

    /**
     * Looks for every type of anomaly up to the level asked for, and counts them; otherwise only for those at the weakest level
     * that is violated.
     *
     * @param all whether to; not unless this is called
     * @return the question with that
     */
    public Question all(boolean all) {
        return with(judging.withAll(all));
    }

    /**
     * How many violations of each type are shown: the shortest ones.
     *
     * @param most at least 1, which is also the default
     * @return the question with that
     */
    public Question witnesses(int most) {
        if (most < 1) throw new IllegalArgumentException("at least one witness of each type is shown, not " + most);
        return with(judging.withMaxWitnesses(most));
    }

    /**
     * Asks for a proof of each level that holds: {@link minos.model.Verdict#certificate}.
     *
     * @return the question with that
     */
    public Question certificates() {
        return with(judging.withCertificate(true));
    }

    /**
     * Takes an order of versions of registers for granted. Verdicts are then about the history and the assumption, and each edge
     * that rests on it says so. Lists show their version orders themselves.
     *
     * @param assumption what to assume; nothing unless this is called. For what the database says there is {@link
     *                   #databaseOrder(DatabaseOrder)}
     * @return the question with that, beside what is assumed already
     */
    public Question assume(Assumption assumption) {
        if (assumption == Assumption.TRANSACTION_ORDER || assumption == Assumption.VERSION_NUMBERS)
            throw new IllegalArgumentException("there is no order to assume");
        return with(judging.with(judging.assumptions().with(assumption)));
    }

    /**
     * What is done with the order in which the database says that it committed, where the history has one. With {@link
     * DatabaseOrder#CLAIM} there is one more verdict for each level that has a commit order, whether it is this one.
     *
     * @param use {@link DatabaseOrder#GUESS} unless this is called
     * @return the question with that
     */
    public Question databaseOrder(DatabaseOrder use) {
        return with(new Claimed(use, asked.claimed.places()));
    }

    /**
     * The same with an order that the history does not have.
     *
     * @param use    what is done with it
     * @param places that order
     * @return the question with that
     */
    public Question databaseOrder(DatabaseOrder use, Places places) {
        return with(new Claimed(use, Optional.of(places)));
    }

    // How it is read

    /**
     * The format of the history, by name, as {@code minos check --help} lists them.
     *
     * @param name such as {@code edn}; recognised unless this is called
     * @return the question with that
     * @throws IllegalArgumentException if no format is called so
     */
    public Question format(String name) {
        Format format = Format.named(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "no format is called " + name + "; there are " + String.join(", ", Format.names())));
        return with(reading.withFormat(format));
    }

    /**
     * What the keys hold.
     *
     * @param model recognised unless this is called
     * @return the question with that
     */
    public Question model(Model model) {
        return with(reading.withModel(model));
    }

    /**
     * Whether the accounts of a bank may be overdrawn; otherwise a negative balance is a violation.
     *
     * @param allowed not unless this is called
     * @return the question with that
     */
    public Question negativeBalances(boolean allowed) {
        return with(judging.withAllowNegative(allowed));
    }

    /**
     * How reads of initial values are known.
     *
     * @param initial the format's own way unless this is called; {@link InitialValues#INFER} for recordings that start on a
     *                database already filled
     * @return the question with that
     */
    public Question initial(InitialValues initial) {
        return with(reading.withInitial(initial));
    }

    /**
     * How many times its size a compressed file may unpack to.
     *
     * @param ratio 250 unless this is called
     * @return the question with that
     */
    public Question maxRatio(int ratio) {
        return with(reading.withMaxRatio(ratio));
    }

    // How much may be spent

    /**
     * How long reading and judging may take together. It is over half a second later at the latest, whatever the work is doing.
     *
     * @param limit no limit unless this is called
     * @return the question with that
     */
    public Question timeout(Duration limit) {
        return with(limits.withTimeout(limit));
    }

    /**
     * How long to go on once a level is known to be violated, to find what else is wrong and to tell each violation with as few
     * transactions as possible: as long again as it took so far, within bounds. When that is over, what has been found is told, and
     * counts say that they are not exact. What is small is done to its end.
     *
     * @param least how long at least; no limit but {@link #timeout} unless this is called
     * @param most  how long at most
     * @return the question with that
     */
    public Question telling(Duration least, Duration most) {
        return with(limits.withTelling(least, most));
    }

    /**
     * How much memory the objects of the program may take, all together, before work is stopped. Garbage does not count.
     *
     * @param bytes no limit but Java's own unless this is called
     * @return the question with that
     */
    public Question maxMemory(long bytes) {
        return with(limits.withMaxMemory(bytes));
    }

    /**
     * How many threads to use.
     *
     * @param threads one for each processor unless this is called
     * @return the question with that
     */
    public Question threads(int threads) {
        if (threads < 1) throw new IllegalArgumentException("at least one thread is needed, not " + threads);
        return with(reading.withThreads(threads)).with(judging.withThreads(threads));
    }

    /** {@return how many threads it may use} */
    public int threadCount() {
        return reading.threads();
    }

    /**
     * Who hears how far the work has come.
     *
     * @param listener nobody unless this is called
     * @return the question with that
     */
    public Question listener(Listener listener) {
        return new Question(asked, reading, judging, limits, listener, engine);
    }

    // To whom it is put

    /**
     * Reads and judges the history in a file, or in the folder of a Jepsen test or of Cobra's logs.
     *
     * @param file in any format that Minos reads, maybe compressed by gzip
     * @return the judgement, called as the file is
     * @throws IOException if there is no history in it; the message says where and why
     */
    public Judgement judge(Path file) throws IOException {
        return judge(file.toString(), reading -> HistoryFiles.read(file, (ReadOptions) reading));
    }

    /**
     * Reads and judges a history from a stream.
     *
     * @param in   in any format that Minos reads, maybe compressed by gzip; it stays open
     * @param name what texts call it
     * @return the judgement
     * @throws IOException if there is no history in it; the message says where and why
     */
    public Judgement judge(InputStream in, String name) throws IOException {
        return judge(name, reading -> HistoryFiles.read(in, name, (ReadOptions) reading));
    }

    /**
     * Judges a history that is in memory.
     *
     * @param history the history
     * @return the judgement, called as what the history was read from, or just {@code history}
     */
    public Judgement judge(History history) {
        String name = history.origin().name();
        try {
            return judge(name.isEmpty() ? "history" : name, reading -> history);
        } catch (IOException e) {
            throw new AssertionError("nothing is read", e);
        }
    }

    /**
     * Reads and judges a history from anywhere.
     *
     * @param name   what texts call it
     * @param source reads the history
     * @return the judgement
     * @throws IOException if the source throws it
     */
    public Judgement judge(String name, Source source) throws IOException {
        return new Judging(this, name, source).run();
    }

    // While it goes on

    /**
     * Judges a recording while it goes on. Each transaction is best told what it is going to write before others can see that.
     *
     * @param recording to which transactions are added meanwhile
     * @return a judgement that is brought up to date as often as is wanted
     */
    public LiveJudgement live(Recording recording) {
        return live("recording", recording.growing());
    }

    /**
     * Judges a history while it grows.
     *
     * @param name    what texts call it
     * @param growing the history
     * @return a judgement that is brought up to date as often as is wanted
     */
    public LiveJudgement live(String name, GrowingHistory growing) {
        return new LiveJudgement(this, name, growing);
    }

    /**
     * Judges a history while it grows that is read as the question says.
     *
     * @param name    what texts call it
     * @param growing makes the history, given what the question says about reading
     * @return a judgement that is brought up to date as often as is wanted
     */
    public LiveJudgement live(String name, Function<Reading, GrowingHistory> growing) {
        return live(name, growing.apply(reading));
    }

    // For those who answer

    /** The same about one level. */
    Question about(Level level) {
        return with(new Asked(List.of(level), Optional.empty(), asked.order, asked.unmarked, asked.claimed));
    }

    /** Whether every level is asked for, which only describes: nothing is then expected to hold. */
    boolean describes() {
        return asked.levels.isEmpty() && asked.requirements.isEmpty();
    }

    /** What to judge of a history: for a question that describes, the levels that it can be asked for. */
    List<Requirement> requirements(Optional<History> history) {
        List<Requirement> all = asked.requirements.orElseGet(() -> {
            List<Level> levels = describes() ? described(history) : asked.levels;
            return levels.stream()
                    .map(level -> new Requirement(level, asked.order))
                    .toList();
        });
        Set<Requirement> distinct = new LinkedHashSet<>();
        for (Requirement each : all) add(each, distinct);
        return List.copyOf(distinct);
    }

    /** Adds what is asked, as it is used or with the claim beside it. */
    private void add(Requirement each, Set<Requirement> all) {
        DatabaseOrder use = asked.claimed.use();
        all.add(use == DatabaseOrder.ASSUME ? each.with(DatabaseOrder.ASSUME) : each);
        if (use == DatabaseOrder.CLAIM && Judge.isOfClaims(each.level())) all.add(each.with(DatabaseOrder.CLAIM));
    }

    /** Where no level can be asked for, the judge says of each why not. */
    private List<Level> described(Optional<History> history) {
        if (history.isEmpty()) return List.of(Level.values());
        List<Level> askable = Judge.askable(history.get(), asked.order);
        return askable.isEmpty() ? Judge.askable(history.get(), Order.SESSION) : askable;
    }

    ReadOptions reading() {
        return reading;
    }

    Options judging() {
        return asked.claimed.use() == DatabaseOrder.ASSUME
                ? judging.with(
                        judging.assumptions().with(Assumption.TRANSACTION_ORDER).with(Assumption.VERSION_NUMBERS))
                : judging;
    }

    Claimed claimed() {
        return asked.claimed;
    }

    Limits limits() {
        return limits;
    }

    Listener listener() {
        return listener;
    }

    Engine engine() {
        return engine;
    }

    Optional<Level> unmarked() {
        return asked.unmarked;
    }
}

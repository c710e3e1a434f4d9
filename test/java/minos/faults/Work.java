package minos.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Collectors;
import minos.generate.Distribution;
import minos.generate.Gadget;
import minos.generate.Mixture;
import minos.generate.Simulation;
import minos.generate.Workload;
import minos.history.History;
import minos.history.Model;
import minos.infer.Options;
import minos.io.Format;
import minos.io.HistoryFiles;
import minos.io.ReadOptions;
import minos.judge.Judge;
import minos.model.DatabaseOrder;
import minos.model.Level;
import minos.model.Order;
import minos.model.Requirement;
import minos.model.Verdict;
import minos.shrink.Shrinker;
import minos.util.Deadline;

/** Much work for {@link StepsTest}: a history of some kind is read, judged at every level, in session order and another, and made smaller. */
public enum Work {
    REGISTERS(Format.PLUME),
    REGISTERS_OF_BINCODE(Format.DBCOP),
    REGISTERS_OF_JSON(Format.DBCOP_JSON),
    MINI(Format.EDN),
    LISTS(Format.EDN),
    LISTS_READ_COMMITTED(Format.EDN),
    LONG_FORK(Format.EDN),
    LOST_UPDATES(Format.EDN),
    REPEATED(Format.EDN),
    OBJECTS(Format.EDN),
    OBJECTS_REPEATED(Format.EDN),
    MIXED(Format.EDN),
    CLAIMED(Format.EDN),
    SETS(Format.EDN),
    COUNTERS(Format.EDN),
    BANKS(Format.EDN),
    MUTEXES(Format.EDN),
    QUEUES(Format.EDN),
    FIFO_QUEUES(Format.EDN);

    /** Steps that take less than a tenth of a second, whatever they are. A block of a file is read without a look. */
    private static final int MOST_TO_READ = 5_000_000;

    private static final int MOST_TO_JUDGE = 1_000_000;

    private static final int SESSIONS = 10;
    private static final int EACH = 40;

    private final Format format;

    Work(Format format) {
        this.format = format;
    }

    /** All of it, on this thread. */
    public void run() throws IOException {
        Deadline deadline = Deadline.after(Duration.ofDays(1), Steps.Count::look);
        byte[] bytes = bytes();
        ReadOptions reading =
                ReadOptions.DEFAULT.withFormat(format).withThreads(1).withDeadline(deadline);
        if (this == QUEUES) reading = reading.withModel(Model.QUEUE);
        if (this == FIFO_QUEUES) reading = reading.withModel(Model.FIFO_QUEUE);
        Steps.Count.begin(MOST_TO_READ);
        History history = HistoryFiles.read(new ByteArrayInputStream(bytes), "h", reading);
        Steps.Count.end();
        Steps.Count.begin(MOST_TO_JUDGE);
        Order another = Order.values()[ordinal() % Order.values().length];
        for (Order order : EnumSet.of(Order.SESSION, another)) judge(history, order, deadline);
        Steps.Count.end();
    }

    private void judge(History history, Order order, Deadline deadline) {
        Options options = Options.DEFAULT
                .with(order)
                .withThreads(1)
                .withAll(true)
                .withCertificate(true)
                .with(deadline);
        List<Level> levels = Judge.askable(history, order);
        List<Requirement> asked = new ArrayList<>();
        for (Level level : levels) {
            asked.add(new Requirement(level, order));
            if (this == CLAIMED && Judge.isOfClaims(level))
                asked.add(new Requirement(level, order, DatabaseOrder.CLAIM));
        }
        List<Verdict> told = new ArrayList<>();
        Judge.judge(history, asked, options, told::add);
        Optional<Verdict> violated = told.stream()
                .filter(verdict -> verdict.answer() == Verdict.Answer.FALSE && verdict.use() != DatabaseOrder.CLAIM)
                .findFirst();
        if (violated.isPresent() && order == Order.SESSION) Shrinker.shrink(history, violated.get(), options);
    }

    private byte[] bytes() throws IOException {
        return switch (this) {
            case REGISTERS, REGISTERS_OF_BINCODE, REGISTERS_OF_JSON ->
                written(simulation(Workload.Kind.GENERAL, Level.SERIALIZABLE, null));
            case MINI -> written(simulation(Workload.Kind.MINI, Level.SNAPSHOT_ISOLATION, null));
            case LISTS -> written(simulation(Workload.Kind.APPEND, Level.STRICT_SERIALIZABLE, null));
            case LISTS_READ_COMMITTED -> written(simulation(Workload.Kind.APPEND, Level.READ_COMMITTED, null));
            case LONG_FORK ->
                written(simulation(Workload.Kind.GENERAL, Level.STRICT_SERIALIZABLE, gadget("long-fork")));
            case LOST_UPDATES -> written(simulation(Workload.Kind.MINI, Level.CAUSAL, null));
            case REPEATED ->
                written(new Simulation(
                        workload(Workload.Kind.GENERAL, new Workload.Values(20, Distribution.UNIFORM, 0.1)),
                        Level.SERIALIZABLE,
                        SESSIONS,
                        EACH / 2,
                        0,
                        null,
                        1));
            case OBJECTS -> written(simulation(Workload.Kind.LWT, Level.STRICT_SERIALIZABLE, null));
            case OBJECTS_REPEATED ->
                written(new Simulation(
                        workload(Workload.Kind.LWT, new Workload.Values(5, Distribution.UNIFORM, 0)),
                        Level.STRICT_SERIALIZABLE,
                        SESSIONS,
                        EACH,
                        0,
                        null,
                        1));
            case MIXED ->
                written(new Simulation(
                        workload(Workload.Kind.GENERAL, Workload.Values.UNIQUE),
                        Mixture.of("rc=40,si=30,ser=30", Level::named),
                        SESSIONS,
                        EACH,
                        0,
                        null,
                        1));
            case CLAIMED ->
                written(simulation(Workload.Kind.GENERAL, Level.SNAPSHOT_ISOLATION, null)
                        .withClock());
            case SETS ->
                objects((random, state) -> random.nextInt(16) == 0
                        ? op("add", add(state, state.size()))
                        : op("read", "#{" + join(state) + "}"));
            case COUNTERS ->
                objects((random, state) -> {
                    if (random.nextBoolean()) {
                        state.add(1);
                        return op("add", 1);
                    }
                    return op("read", state.size());
                });
            case BANKS ->
                objects((random, state) -> {
                    if (state.isEmpty()) state.addAll(List.of(100, 100, 100));
                    int from = state.removeFirst();
                    state.addLast(from);
                    return random.nextInt(3) == 0
                            ? op("transfer", "{:from 0 :to 1 :amount 0}")
                            : op("read", "{0 100 1 100 2 " + (random.nextInt(300) == 0 ? 99 : 100) + "}");
                });
            case MUTEXES ->
                objects((random, state) -> {
                    if (state.isEmpty()) {
                        state.add(1);
                        return op("acquire", "nil");
                    }
                    state.clear();
                    return op("release", "nil");
                });
            case QUEUES, FIFO_QUEUES ->
                objects((random, state) -> {
                    if (state.size() < 20 && random.nextBoolean() || state.isEmpty())
                        return op("enqueue", add(state, random.nextInt(10)));
                    return op("dequeue", state.removeFirst());
                });
        };
    }

    private static Workload workload(Workload.Kind kind, Workload.Values values) {
        return new Workload(kind, 5, 0.5, Workload.Keys.uniform(30))
                .with(new Workload.Shares(0.2, 0.2, 0.3))
                .with(values);
    }

    private static Simulation simulation(Workload.Kind kind, Level level, Gadget gadget) {
        return new Simulation(workload(kind, Workload.Values.UNIQUE), level, SESSIONS, EACH, 0.02, gadget, 1);
    }

    private static Gadget gadget(String type) {
        return Gadget.all().stream()
                .filter(g -> g.type().toString().equals(type))
                .findFirst()
                .orElseThrow();
    }

    private byte[] written(Simulation simulation) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        HistoryFiles.write(simulation.run(), out, format);
        return out.toByteArray();
    }

    /** What an object answers, and how it changes. */
    private interface Next {
        String operation(Random random, Deque<Integer> state);
    }

    /** Operations of clients side by side; each takes effect when it completes, but some never do. */
    private static byte[] objects(Next next) {
        Random random = new Random(1);
        Deque<Integer> state = new ArrayDeque<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < SESSIONS * EACH; i++) {
            String op = next.operation(random, state);
            String process = "{:process " + i % SESSIONS + ", :type ";
            text.append(process).append(":invoke, ").append(invoked(op)).append("}\n");
            text.append(process).append(":ok, ").append(op).append("}\n");
        }
        return text.toString().getBytes(UTF_8);
    }

    private static String invoked(String op) {
        return op.matches(":f :(read|dequeue).*") ? op.replaceFirst(":value.*", ":value nil") : op;
    }

    private static String op(String f, Object value) {
        return ":f :" + f + ", :value " + value;
    }

    private static int add(Deque<Integer> state, int element) {
        state.add(element);
        return element;
    }

    private static String join(Deque<Integer> state) {
        return state.stream().map(Object::toString).collect(Collectors.joining(" "));
    }
}

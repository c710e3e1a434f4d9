package minos.generate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.IntFunction;
import minos.generate.Workload.Kind;

/** Workloads by name. Those of other people have their sizes, too. */
public enum Preset {
    MINI(
            Kind.MINI,
            "one or two reads, at most two writes, each after a read of its key: short, rarely aborted, shows every common"
                    + " anomaly, and quick to judge"),
    GENERAL(Kind.GENERAL, "--operations reads and writes of any shape"),
    APPEND(Kind.APPEND, "the same with lists and appends, which show the order of versions"),
    LWT(Kind.LWT, "single reads, writes and compare-and-sets; judged for linearizability, too"),
    MINI_TWO_KEYS(
            new Workload(Kind.MINI, 8, 0, Workload.Keys.uniform(2)), "mini, two keys, and all that can be is written"),
    MINI_NEW_ROWS(
            new Workload(Kind.MINI, 8, 0.5, new Workload.Keys(4, Distribution.UNIFORM, 10)),
            "mini, on rows that are new: four keys, each replaced after ten uses"),
    GENERAL_RH(polySi(0.95), "GeneralRH of PolySI: 95% reads; 8 operations, 10,000 keys, zipfian, 25 sessions of 400"),
    GENERAL_RW(polySi(0.5), "GeneralRW: the same with 50% reads"),
    GENERAL_WH(polySi(0.3), "GeneralWH: the same with 30% reads"),
    TPCC(Tpcc::new, "TPC-C: orders, payments, deliveries in --scale warehouses"),
    TWITTER(Twitter::new, "C-Twitter of Cobra: tweets, followers, timelines of --scale hundred users"),
    RUBIS(Rubis::new, "RUBiS in Cobra's form: offers, bids, purchases, comments of --scale hundred users"),
    INTERLEAVINGS(
            scale -> new Interleavings(),
            "for each anomaly the short interleavings that would show it, step by step; only for 'run'"),
    SCANS(
            Scans::new,
            "rows that come and go, read by key, by a range of an indexed column, by a condition, and as a whole; --scale times"
                    + " eight at once; only for 'run'");

    private final Kind kind;
    private final Workload workload;
    private final IntFunction<Application> application;
    private final String meaning;

    /** Of any size. */
    Preset(Kind kind, String meaning) {
        this(kind, null, null, meaning);
    }

    /** Of that size. */
    Preset(Workload workload, String meaning) {
        this(workload.kind(), workload, null, meaning);
    }

    Preset(IntFunction<Application> application, String meaning) {
        this(null, null, application, meaning);
    }

    Preset(Kind kind, Workload workload, IntFunction<Application> application, String meaning) {
        this.kind = kind;
        this.workload = workload;
        this.application = application;
        this.meaning = meaning;
    }

    /** PolySI's representatives of general workloads (Huang et al., VLDB 2023, section 5.1.1). */
    private static Workload polySi(double reads) {
        return new Workload(Kind.GENERAL, 8, reads, new Workload.Keys(10_000, Distribution.ZIPFIAN));
    }

    /** The one of that name; empty if there is none. */
    public static Optional<Preset> named(String name) {
        return Arrays.stream(values())
                .filter(preset -> preset.toString().equals(name))
                .findFirst();
    }

    /** What it is, in a phrase. */
    public String meaning() {
        return meaning;
    }

    /** What it is made of where nothing else is asked for, if it is no application with tables of its own. */
    public Optional<Workload> workload(Workload usual) {
        if (workload != null) return Optional.of(workload);
        return Optional.ofNullable(kind).map(usual::as);
    }

    /** The application, at that scale; for those that {@link #workload} has nothing of. */
    public Application application(int scale) {
        return application.apply(scale);
    }

    /** Whether it needs no more than a simulated database has. */
    public boolean isSimple() {
        return this != INTERLEAVINGS && this != SCANS;
    }

    private boolean isPolySi() {
        return List.of(GENERAL_RH, GENERAL_RW, GENERAL_WH).contains(this);
    }

    /** How many sessions run it, unless somebody wants others. */
    public int sessions(int usual) {
        return isPolySi() ? 25 : usual;
    }

    /** How many transactions each of them runs, likewise. */
    public int transactions(int usual) {
        return isPolySi() ? 400 : usual;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}

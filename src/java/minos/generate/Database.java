package minos.generate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import minos.model.Level;
import minos.util.IntList;

/**
 * A simulated database: one commit order, and for each transaction a choice of the versions that it sees. Subclasses
 * choose as badly as their level allows. Whatever the level, a transaction sees its own writes, and only what has
 * committed.
 */
abstract class Database {
    final SplittableRandom random;
    final int sessions;
    final Map<Integer, Version> latest;
    final Log log;
    private final int[] commitsOf;

    Database(int sessions, SplittableRandom random) {
        this.sessions = sessions;
        this.random = random;
        latest = new HashMap<>();
        log = new Log();
        commitsOf = new int[sessions];
    }

    /** The same database for transactions at another level. */
    Database(Database other) {
        sessions = other.sessions;
        random = other.random;
        latest = other.latest;
        log = other.log;
        commitsOf = other.commitsOf;
    }

    /** The commits in their order: how many there were, and the last of them. */
    static final class Log {
        private final Commit[] last = new Commit[50];
        private int size;

        int size() {
            return size;
        }

        void add(Commit commit) {
            last[size++ % last.length] = commit;
        }

        /** One of the last commits, at random; there must have been one. */
        Commit recent(SplittableRandom random) {
            return last[(size - 1 - random.nextInt(Math.min(last.length, size))) % last.length];
        }
    }

    /**
     * A committed transaction.
     *
     * @param place   its place in the commit order
     * @param index   its place among the commits of its session
     * @param keys    what it wrote, sorted
     * @param visible by session, how many of its commits the transaction depends on; null where the level does not ask
     */
    record Commit(int place, int session, int index, int[] keys, int[] visible) {
        boolean writes(int key) {
            return Arrays.binarySearch(keys, key) >= 0;
        }
    }

    /** One committed version of a key, and through {@link #previous} those before it. */
    static final class Version {
        private final Commit commit;
        private final long[] values;
        private Version previous;

        Version(Commit commit, long[] values, Version previous) {
            this.commit = commit;
            this.values = values;
            this.previous = previous;
        }

        /** Who wrote it. */
        Commit commit() {
            return commit;
        }

        /** What it wrote to the key: one value, or for a list all that it appended. */
        long[] values() {
            return values;
        }

        /** The version before it, null for the initial one; where that was let go of, itself. */
        Version previous() {
            return previous;
        }

        /** Lets go of those before it. */
        void forgetOlder() {
            previous = this;
        }

        /** The place of a version's commit; -1 for the initial version. */
        static int place(Version version) {
            return version == null ? -1 : version.commit.place;
        }
    }

    /** What a transaction in progress sees. */
    abstract static class View {
        final int session;
        /** By key, what was read so far; a key that was found in its initial state has null. */
        final Map<Integer, Version> seen = new HashMap<>();
        /** All that was read from. */
        private final List<Version> sources = new ArrayList<>();

        View(int session) {
            this.session = session;
        }

        /** The version that a read of the key returns, not counting own writes; null for the initial one. */
        final Version read(int key) {
            Version version = choose(key);
            if (version != null) sources.add(version);
            return version;
        }

        abstract Version choose(int key);

        /** Whether a transaction that writes these keys may commit. */
        boolean mayCommit(int[] keys) {
            return true;
        }

        /** What the transaction depends on, if the level asks. */
        int[] visible() {
            return null;
        }
    }

    abstract View begin(int session);

    /** Makes the writes of a transaction the latest versions; false if it must abort. */
    final boolean commit(View view, Map<Integer, long[]> writes) {
        int[] keys =
                writes.keySet().stream().mapToInt(Integer::intValue).sorted().toArray();
        if (!view.mayCommit(keys)) return false;
        int[] visible = visible(view);
        Commit commit = new Commit(log.size(), view.session, commitsOf[view.session]++, keys, visible);
        if (visible != null) visible[view.session] = commit.index() + 1;
        log.add(commit);
        writes.forEach((key, values) -> latest.put(key, new Version(commit, values, latest.get(key))));
        committed(commit);
        return true;
    }

    /** What a transaction that commits depends on; null where no level asks. */
    int[] visible(View view) {
        return view.visible();
    }

    void committed(Commit commit) {}

    /**
     * Lets go of versions that no transaction can read any more, if the level says which these are: a register's, as lists
     * consist of all their versions.
     *
     * @param keys what was written since this was last called
     * @param open the place of the first commit since the oldest open transaction began
     */
    final void letGo(IntList keys, int open) {
        Floor floor = floor(open);
        if (floor == null) return;
        for (int i = 0; i < keys.size(); i++) {
            Version version = latest.get(keys.get(i));
            for (int depth = 1; version != null && version.previous() != version; depth++) {
                if (floor.is(version, depth)) version.forgetOlder();
                else version = version.previous();
            }
        }
    }

    /** Tells of a version whether nobody reads an older one any more. */
    interface Floor {
        /** @param depth how many of the key are as young; they are asked of from the latest on */
        boolean is(Version version, int depth);
    }

    /**
     * Null where the level lets any version be read.
     *
     * @param open as above
     */
    Floor floor(int open) {
        return null;
    }

    /** Lets go of a key that nobody uses any more. */
    final void forget(int key) {
        latest.remove(key);
    }

    /** Lets each transaction have a level of its own, in one commit order. */
    static final class Mixed extends Database {
        private final Mixture<Level> mixture;
        private final Map<Level, Database> levels = new EnumMap<>(Level.class);
        /** By session: what its next transaction depends on. */
        private final int[][] known;

        private Level level;

        Mixed(int sessions, SplittableRandom random, Mixture<Level> mixture) {
            super(sessions, random);
            this.mixture = mixture;
            known = new int[sessions][sessions];
            for (Level each : mixture.levels()) levels.put(each, at(each));
        }

        private Database at(Level each) {
            return switch (each) {
                case READ_COMMITTED -> new ReadCommitted(this);
                case READ_ATOMIC -> new ReadAtomic(this);
                case CAUSAL -> new Causal(this);
                case SNAPSHOT_ISOLATION -> new SnapshotIsolation(this);
                case SERIALIZABLE -> new Serializable(this);
                default -> throw new IllegalArgumentException("cannot mix " + each);
            };
        }

        /** Of a level drawn by its share. */
        @Override
        View begin(int session) {
            level = mixture.draw(random);
            return levels.get(level).begin(session);
        }

        /** That of the transaction that began last. */
        Level level() {
            return level;
        }

        @Override
        int[] visible(View view) {
            int[] visible = view.visible() != null ? view.visible() : known[view.session].clone();
            for (Version version : view.sources) {
                int[] other = version.commit().visible();
                for (int s = 0; s < sessions; s++) visible[s] = Math.max(visible[s], other[s]);
            }
            return visible;
        }

        @Override
        void committed(Commit commit) {
            known[commit.session()] = commit.visible().clone();
            for (Database each : levels.values()) each.committed(commit);
        }
    }

    /** Reads the latest, and aborts if that changed before the commit: strict serializability. */
    static final class Serializable extends Database {
        Serializable(int sessions, SplittableRandom random) {
            super(sessions, random);
        }

        Serializable(Database other) {
            super(other);
        }

        @Override
        Floor floor(int open) {
            return (version, depth) -> true;
        }

        @Override
        View begin(int session) {
            return new View(session) {
                @Override
                Version choose(int key) {
                    if (!seen.containsKey(key)) seen.put(key, latest.get(key));
                    return seen.get(key);
                }

                @Override
                @SuppressWarnings("ReferenceEquality") // a version is itself alone
                boolean mayCommit(int[] keys) {
                    return seen.entrySet().stream().allMatch(e -> latest.get(e.getKey()) == e.getValue());
                }
            };
        }
    }

    /** Reads the state at the beginning; the first to commit a key wins. */
    static final class SnapshotIsolation extends Database {
        SnapshotIsolation(int sessions, SplittableRandom random) {
            super(sessions, random);
        }

        SnapshotIsolation(Database other) {
            super(other);
        }

        @Override
        Floor floor(int open) {
            return (version, depth) -> version.commit().place() < open;
        }

        @Override
        View begin(int session) {
            int snapshot = log.size();
            return new View(session) {
                @Override
                Version choose(int key) {
                    Version version = latest.get(key);
                    while (version != null && version.commit().place() >= snapshot) version = version.previous();
                    return version;
                }

                @Override
                boolean mayCommit(int[] keys) {
                    return Arrays.stream(keys).allMatch(key -> Version.place(latest.get(key)) < snapshot);
                }
            };
        }
    }

    /** Reads a state that contains, with a transaction, all it depends on; which of the others is up to chance. */
    static final class Causal extends Database {
        private final int[][] known;

        Causal(int sessions, SplittableRandom random) {
            super(sessions, random);
            known = new int[sessions][sessions];
        }

        Causal(Database other) {
            super(other);
            known = new int[sessions][sessions];
        }

        @Override
        View begin(int session) {
            int[] visible = known[session].clone();
            for (int i = 0; i < 2 && log.size() > 0; i++) {
                int[] other = log.recent(random).visible();
                for (int s = 0; s < sessions; s++) visible[s] = Math.max(visible[s], other[s]);
            }
            return new View(session) {
                @Override
                Version choose(int key) {
                    Version version = latest.get(key);
                    while (version != null
                            && version.commit().index()
                                    >= visible[version.commit().session()]) {
                        version = version.previous();
                    }
                    return version;
                }

                @Override
                int[] visible() {
                    return visible;
                }
            };
        }

        @Override
        void committed(Commit commit) {
            known[commit.session()] = commit.visible().clone();
        }

        /** What every session knows: a transaction sees that at least. */
        @Override
        Floor floor(int open) {
            int[] all = known[0].clone();
            for (int[] each : known) for (int s = 0; s < sessions; s++) all[s] = Math.min(all[s], each[s]);
            return (version, depth) ->
                    version.commit().index() < all[version.commit().session()];
        }
    }

    /** Reads older versions by chance, but never half of a transaction, nor what the session has overwritten. */
    static final class ReadAtomic extends Database {
        private final List<Map<Integer, Integer>> lastWrites = new ArrayList<>();

        ReadAtomic(int sessions, SplittableRandom random) {
            super(sessions, random);
            for (int s = 0; s < sessions; s++) lastWrites.add(new HashMap<>());
        }

        ReadAtomic(Database other) {
            super(other);
            for (int s = 0; s < sessions; s++) lastWrites.add(new HashMap<>());
        }

        @Override
        View begin(int session) {
            return new View(session) {
                @Override
                Version choose(int key) {
                    if (seen.containsKey(key)) return seen.get(key);
                    int floor = Math.max(lastWrites.get(session).getOrDefault(key, -1), floor(seen.values(), key));
                    Version chosen = latest.get(key);
                    while (Version.place(chosen) > floor && (tearsApart(chosen) || random.nextInt(3) == 0)) {
                        chosen = chosen.previous();
                    }
                    seen.put(key, chosen);
                    return chosen;
                }

                /** Whether the version's transaction also wrote a key that was read in an older version before. */
                private boolean tearsApart(Version version) {
                    return seen.entrySet().stream()
                            .anyMatch(e -> Version.place(e.getValue())
                                            < version.commit().place()
                                    && version.commit().writes(e.getKey()));
                }
            };
        }

        @Override
        void committed(Commit commit) {
            for (int key : commit.keys()) lastWrites.get(commit.session()).put(key, commit.place());
        }
    }

    /** Reads older versions by chance, but nothing older than what the transaction has seen. */
    static final class ReadCommitted extends Database {
        /** So many versions of a key are kept: that a read passes so many over by chance does not happen. */
        private static final int KEPT = 32;

        ReadCommitted(int sessions, SplittableRandom random) {
            super(sessions, random);
        }

        ReadCommitted(Database other) {
            super(other);
        }

        @Override
        Floor floor(int open) {
            return (version, depth) -> depth == KEPT;
        }

        @Override
        View begin(int session) {
            return new View(session) {
                private final List<Version> read = new ArrayList<>();

                @Override
                Version choose(int key) {
                    int floor = floor(read, key);
                    Version chosen = latest.get(key);
                    while (Version.place(chosen) > floor && random.nextInt(3) == 0) chosen = chosen.previous();
                    read.add(chosen);
                    return chosen;
                }
            };
        }
    }

    /** The latest place among the transactions that were read from and that write the key. */
    static int floor(Iterable<Version> seen, int key) {
        int floor = -1;
        for (Version version : seen) {
            if (version != null && version.commit().writes(key))
                floor = Math.max(floor, version.commit().place());
        }
        return floor;
    }
}

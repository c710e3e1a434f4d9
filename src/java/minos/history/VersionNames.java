package minos.history;

/** What each version of a history is: a value of a key. Asked for when something is told, not while it is judged. */
interface VersionNames {
    int size();

    int key(int version);

    /** The value, as an {@link Atoms atom}. */
    long atom(int version);

    /** From arrays by version. */
    static VersionNames of(int[] key, long[] atom) {
        return new VersionNames() {
            @Override
            public int size() {
                return key.length;
            }

            @Override
            public int key(int version) {
                return key[version];
            }

            @Override
            public long atom(int version) {
                return atom[version];
            }
        };
    }
}

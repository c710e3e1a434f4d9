package minos.util;

/** Hears how far long work has come. Called from several threads, rarely (each some ten thousand steps). */
public interface Progress {
    /** A new phase begins, of {@code total} steps; 0 if that is not known. */
    void phase(String name, long total);

    /** {@code steps} more are done. */
    void advance(long steps);

    /** So many more of something were met, for whoever asks afterwards where the time went. */
    default void count(String what, long more) {}

    Progress NONE = new Progress() {
        @Override
        public void phase(String name, long total) {}

        @Override
        public void advance(long steps) {}
    };
}

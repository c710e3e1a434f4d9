package minos.client;

import java.util.List;
import java.util.Optional;

/**
 * A database, and the way to it. One that {@code --client CLASS=PLACE} is to find has a public constructor that takes the place,
 * a {@code String}; if it can choose isolation levels, it has another that takes the place and the name of a level, too.
 */
@FunctionalInterface
public interface Store {
    /**
     * One run of a workload.
     *
     * @param name of a form that is good for a table, and which no other run has: for all that belongs to this one
     * @param list whether the keys hold lists that are appended to; otherwise registers with a number
     */
    record Run(String name, boolean list) {}

    /**
     * Connects. Called once for each session, and again when a connection was lost; by several threads at once.
     *
     * @param run what the connection is for
     * @return a connection, owned by the caller
     * @throws Exception that says why there is none; it is tried again later, unless the run has yet to begin
     */
    Client open(Run run) throws Exception;

    /**
     * Connects for the one who looks after the run as a whole.
     *
     * @param run what the keys are for
     * @return where the keys of the run will live; by default something that need not be made
     * @throws Exception that says why there is none
     */
    default Keyspace keyspace(Run run) throws Exception {
        return new Keyspace() {
            @Override
            public String database() {
                return place();
            }
        };
    }

    /**
     * Names the isolation levels that can be asked for, in a new store each.
     *
     * @return their names, weakest first; by default there is nothing to choose
     * @throws Exception that says why the database does not tell
     */
    default List<String> isolations() throws Exception {
        return List.of();
    }

    /**
     * Names the isolation level that transactions are to have.
     *
     * @return its name; empty, as by default, for the database's own
     */
    default Optional<String> asked() {
        return Optional.empty();
    }

    /**
     * Takes out of a text what nobody is to read.
     *
     * @param text a message of somebody who knows how the database is reached
     * @return the same without passwords; by default there are none
     */
    default String hide(String text) {
        return text;
    }

    /**
     * Names the database in messages.
     *
     * @return where it is, without passwords; by default the name of the class
     */
    default String place() {
        return getClass().getSimpleName();
    }
}

/**
 * Judges histories of database transactions against isolation levels. {@link minos.Minos} is the way in: read a history or
 * record one, ask a question, get a judgement.
 */
module minos {
    requires java.management;
    requires jdk.httpserver;
    requires transitive java.sql;

    uses java.sql.Driver;

    exports minos;
    exports minos.client;
    exports minos.history;
    exports minos.jdbc;
    exports minos.model;
}

package minos.redis;

/**
 * The errors by which Redis says that it has not done what it was told to: they come in place of a command, before it begins. Of any other error that is not
 * known, above all not of one that something between client and server made up. A table like that of SQL errors; doc/cli.md has it.
 */
enum Rejection {
    EXECABORT("the transaction was discarded, as a command of it was refused before"),
    READONLY("a replica takes no writes"),
    LOADING("the server is still reading its data"),
    OOM("out of memory: a command that needs more is refused"),
    MISCONF("the last snapshot could not be written, and writes are refused until one is"),
    NOREPLICAS("fewer replicas than writes are to have"),
    MASTERDOWN("a replica that has lost its primary, and is not to serve old data"),
    BUSY("a script is running"),
    NOAUTH("not logged in"),
    NOPERM("the user may not do this"),
    WRONGTYPE("the key holds something else"),
    MOVED("another node of the cluster has the key"),
    ASK("the key is on its way to another node"),
    TRYAGAIN("the keys are on their way to another node"),
    CROSSSLOT("keys of different nodes"),
    CLUSTERDOWN("the cluster cannot serve the key");

    private final String meaning;

    Rejection(String meaning) {
        this.meaning = meaning;
    }

    static boolean is(Resp.ServerError error) {
        for (Rejection rejection : values()) if (rejection.name().equals(error.word())) return true;
        return false;
    }

    /** What it says, for people. */
    String meaning() {
        return meaning;
    }
}

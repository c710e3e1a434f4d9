package minos.history;

import java.util.Arrays;
import java.util.Optional;

/** What the keys of a history hold. */
public enum Model {
    /** Lists that transactions append to and read as a whole. */
    LIST_APPEND("list-append"),
    /** Registers that transactions write and read. */
    RW_REGISTER("rw-register"),
    /** Registers with single operations: read, write, compare-and-set, insert if absent. */
    LWT("lwt");

    private final String text;

    Model(String text) {
        this.text = text;
    }

    /** {@return its name, as users write it} */
    public String text() {
        return text;
    }

    /**
     * {@return the model of a name; empty if there is none}
     *
     * @param name as users write it
     */
    public static Optional<Model> named(String name) {
        return Arrays.stream(values()).filter(model -> model.text.equals(name)).findFirst();
    }

    @Override
    public String toString() {
        return text;
    }
}

package minos.cli;

/**
 * An option of a command, as the parser and the help know it.
 *
 * @param letter the short form; 0 if there is none
 * @param name   the long form, without dashes
 * @param value  what its value is called in the help; null for an option without a value
 * @param help   what it does, a phrase
 */
record Option(char letter, String name, String value, String help) {
    static final Option HELP = flag('h', "help", "print this help");

    static Option flag(String name, String help) {
        return new Option((char) 0, name, null, help);
    }

    static Option flag(char letter, String name, String help) {
        return new Option(letter, name, null, help);
    }

    static Option value(String name, String value, String help) {
        return new Option((char) 0, name, value, help);
    }

    static Option value(char letter, String name, String value, String help) {
        return new Option(letter, name, value, help);
    }

    boolean takesValue() {
        return value != null;
    }

    /** As the user would type it. */
    @Override
    public String toString() {
        return "--" + name;
    }
}

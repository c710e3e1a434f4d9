package minos.cli;

import java.util.List;

/**
 * An option of a command, as the parser and the help know it.
 *
 * @param letter the short form; 0 if there is none
 * @param name   the long form, without dashes
 * @param value  what its value is called in the help; null for an option without a value
 * @param help   what it does, a phrase
 */
record Option(char letter, String name, String value, String help) {
    private static final int WIDTH = 80;
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

    /** A table of options, one entry each, its help beside it. */
    static String help(List<Option> options) {
        String[][] rows = new String[options.size()][];
        for (int i = 0; i < rows.length; i++) {
            Option option = options.get(i);
            String typed = (option.letter() == 0 ? "    " : "-" + option.letter() + ", ")
                    + option
                    + (option.takesValue() ? " " + option.value() : "");
            rows[i] = new String[] {typed, option.help()};
        }
        return table(rows);
    }

    /** Rows of cells, the last of which is wrapped in its column. */
    static String table(String[]... rows) {
        int columns = rows[0].length;
        int[] width = new int[columns];
        for (String[] row : rows) {
            for (int c = 0; c < columns - 1; c++) width[c] = Math.max(width[c], row[c].length());
        }
        StringBuilder out = new StringBuilder();
        for (String[] row : rows) {
            int column = 2;
            out.append("  ");
            for (int c = 0; c < columns - 1; c++) {
                out.append(row[c]).append(" ".repeat(width[c] + 2 - row[c].length()));
                column += width[c] + 2;
            }
            wrap(row[columns - 1], column, out);
        }
        return out.toString();
    }

    private static void wrap(String text, int indent, StringBuilder out) {
        int column = indent;
        for (String word : text.split(" ")) {
            if (column > indent && column + 1 + word.length() > WIDTH) {
                out.append('\n').append(" ".repeat(indent));
                column = indent;
            }
            if (column > indent) {
                out.append(' ');
                column++;
            }
            out.append(word);
            column += word.length();
        }
        out.append('\n');
    }
}

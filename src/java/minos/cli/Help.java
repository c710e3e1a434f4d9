package minos.cli;

import java.util.List;

/** Lays out help texts. */
final class Help {
    private static final int WIDTH = 80;

    private Help() {}

    /** A table of options, one entry each, its help beside it. */
    static String options(List<Option> options) {
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

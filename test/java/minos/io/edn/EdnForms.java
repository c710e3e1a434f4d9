package minos.io.edn;

import java.util.Random;

/** Random EDN text, with all that may stand between and around forms. */
final class EdnForms {
    private static final String[] SCALARS = {
        "nil",
        "true",
        "false",
        ":a",
        ":b-c",
        ":n.s/a",
        ":_/x",
        "a",
        "b*",
        "n/s",
        "/",
        "+",
        "-",
        ".x",
        "->y",
        "é",
        ":ключ",
        "0",
        "-0",
        "+7",
        "1",
        "1N",
        "01",
        "017",
        "0x1F",
        "-0Xff",
        "2r101",
        "36rZZ",
        "1/2",
        "2/4",
        "-4/2",
        "0/3",
        "+6/4",
        "1.0",
        "1.",
        "-0.0",
        "0.0",
        "1e3",
        "1E-7",
        "123456.789e30",
        "1.50M",
        "1.5M",
        "-0.0M",
        "1e5M",
        "100000M",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "-99999999999999999999N",
        "\\a",
        "\\newline",
        "\\space",
        "\\tab",
        "\\return",
        "\\formfeed",
        "\\backspace",
        "\\u0041",
        "\\o101",
        "\\é",
        "\\(",
        "\\\"",
        "\\;",
        "\\\\",
        "\\,",
        "\"\"",
        "\"plain text\"",
        "\"q\\\"uo\\\\te\"",
        "\"\\t\\n\\r\\b\\f\"",
        "\"\\u00e9 é \\u20AC €\"",
        "\"\\101\\7\"",
        "\"raw\nnewline\tand tab\"",
        "\"[{(;#_\"",
        "\"😀\"",
        "\"\\ud83d\\ude00\"",
        "##Inf",
        "##-Inf"
    };
    private static final String[] BLANKS = {
        " ",
        ",",
        "\n",
        " , ",
        "\t",
        "\r\n",
        " ;comment ) \"\n",
        " #_ gone ",
        " #_ #_ a [b] ",
        " #_ {:x #_ y #{z}} ",
        " #_ #tag/x \"s\" ",
        "  "
    };

    private final Random random;

    EdnForms(Random random) {
        this.random = random;
    }

    /** A blank, mostly a plain one. */
    String blank() {
        return random.nextInt(3) > 0 ? " " : BLANKS[random.nextInt(BLANKS.length)];
    }

    /** A form; its elements nest up to {@code depth} levels deep. */
    String form(int depth) {
        int kind = random.nextInt(depth > 0 ? 12 : 5);
        if (kind < 2) return Long.toString(random.nextInt(20) - 5);
        if (kind < 5) return SCALARS[random.nextInt(SCALARS.length)];
        return switch (kind) {
            case 5, 6 -> "[" + forms(depth, random.nextInt(4)) + "]";
            case 7 -> "(" + forms(depth, random.nextInt(4)) + ")";
            case 8 -> "#{" + distinct(depth, false) + "}";
            case 9 -> "{" + distinct(depth, true) + "}";
            case 10 -> "#:ns{" + distinct(depth, true) + "}";
            default -> "#some.tag" + blank() + form(depth - 1);
        };
    }

    private String forms(int depth, int count) {
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "" : blank());
        for (int i = 0; i < count; i++) text.append(form(depth - 1)).append(blank());
        return text.toString();
    }

    /** Elements of a set, or keys and values of a map, that differ for certain. */
    private String distinct(int depth, boolean values) {
        StringBuilder text = new StringBuilder();
        int count = random.nextInt(4);
        for (int i = 0; i < count; i++) {
            String key =
                    switch (random.nextInt(5)) {
                        case 0 -> ":k" + i;
                        case 1 -> "s" + i;
                        case 2 -> ":_/u" + i;
                        case 3 -> "" + (100 + i);
                        default -> "[" + i + blank() + form(depth - 1) + "]";
                    };
            text.append(key).append(blank());
            if (values) text.append(form(depth - 1)).append(blank());
        }
        return text.toString();
    }
}

package minos.cli;

import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import minos.util.Nearest;

/**
 * The arguments of a command, parsed: {@code --name value}, {@code --name=value}, {@code -n value}, {@code -nvalue};
 * options and operands in any order; after {@code --} everything is an operand. {@code --help} is always understood.
 */
final class Args {
    /** The values of each option. By identity: commands may mean different things by one name, such as --output. */
    private final IdentityHashMap<Option, List<String>> given = new IdentityHashMap<>();

    private final List<String> operands = new ArrayList<>();

    private Args() {}

    /** Parses; what cannot be understood throws a {@link UsageException} that says why. */
    static Args parse(String[] words, List<Option> options) {
        Args args = new Args();
        for (int i = 0; i < words.length; i++) {
            String word = words[i];
            if (word.equals("--")) {
                args.operands.addAll(List.of(words).subList(i + 1, words.length));
                break;
            }
            if (!word.startsWith("-") || word.equals("-")) {
                args.operands.add(word);
                continue;
            }
            int cut = word.startsWith("--") ? word.indexOf('=') : word.length() > 2 ? 2 : -1;
            String typed = cut < 0 ? word : word.substring(0, cut);
            Option option = find(typed, options);
            String value = cut < 0 ? null : word.substring(word.startsWith("--") ? cut + 1 : cut);
            if (!option.takesValue() && value != null) {
                throw new UsageException(typed + " takes no value, but was given " + value);
            }
            if (option.takesValue() && value == null) {
                if (++i == words.length) {
                    throw new UsageException(typed + " needs a value: " + typed + " " + option.value());
                }
                value = words[i];
            }
            args.give(option, value == null ? "" : value);
        }
        return args;
    }

    private void give(Option option, String value) {
        List<String> values = given.get(option);
        if (values == null) given.put(option, values = new ArrayList<>());
        values.add(value);
    }

    private static Option find(String typed, List<Option> options) {
        List<String> known = new ArrayList<>();
        for (Option option : options) {
            boolean isLetter = option.letter() != 0 && typed.equals("-" + option.letter());
            if (isLetter || typed.equals(option.toString())) return option;
            known.add(option.toString());
        }
        if (typed.equals("--help") || typed.equals("-h")) return Option.HELP;
        throw UsageException.unknown("option", typed, known);
    }

    boolean has(Option option) {
        return given.containsKey(option);
    }

    /** The value of an option; where it was given several times, the last. */
    String get(Option option, String otherwise) {
        List<String> values = given.get(option);
        return values == null ? otherwise : values.get(values.size() - 1);
    }

    /** All values of an option that may be repeated, in their order. */
    List<String> all(Option option) {
        return given.getOrDefault(option, List.of());
    }

    /** One of a few words. */
    String oneOf(Option option, String otherwise, List<String> words) {
        String value = get(option, otherwise);
        if (value == null || words.contains(value)) return value;
        String nearest = Nearest.to(value, words);
        throw new UsageException(option + " cannot be " + value + "; "
                + (nearest == null ? "it is one of " + String.join(", ", words) : "did you mean " + nearest + "?"));
    }

    /** A whole number from {@code least} up. */
    int number(Option option, int otherwise, int least) {
        if (!has(option)) return otherwise;
        try {
            int number = Integer.parseInt(get(option, ""));
            if (number >= least) return number;
        } catch (NumberFormatException e) {
            // said below
        }
        throw new UsageException(option + " needs a whole number from " + least + " up, not " + get(option, ""));
    }

    /** What is no option: file names. */
    List<String> operands() {
        return operands;
    }
}

package grid;

import java.util.List;

/** Few transactions on two keys of their own that violate a level and no weaker one, with or without session order. */
final class Violation {
    private Violation() {}

    /** @param level by its short name; empty for no transactions */
    static List<Transaction> of(String level, int x) {
        int y = x + 1;
        return switch (level) {
            case "" -> List.of();
            case "ru" -> throw new IllegalArgumentException("registers do not show the order of writes");
            case "ci" ->
                List.of( // reads one key twice
                        in(0).write(x, 1), in(1).write(x, 2), in(2).read(x, 1).read(x, 2));
            case "pl-2" ->
                List.of( // two read from each other
                        in(0).write(x, 1).read(y, 1), in(1).write(y, 1).read(x, 1));
            case "rc" ->
                List.of( // after the later of two writes, the earlier
                        in(0).write(x, 1),
                        in(1).read(x, 1).write(x, 2).write(y, 1),
                        in(2).read(y, 1).read(x, 1));
            case "ra" ->
                List.of( // half of a transaction
                        in(0).write(x, 1),
                        in(1).read(x, 1).write(x, 2).write(y, 1),
                        in(2).read(x, 1).read(y, 1));
            case "tcc" ->
                List.of( // an effect without its cause
                        in(0).write(x, 1),
                        in(1).read(x, 1).write(x, 2),
                        in(2).read(x, 2).write(y, 1),
                        in(3).read(y, 1).read(x, 1));
            case "pc" ->
                List.of( // two that see two writes in different orders
                        in(0).write(x, 1),
                        in(1).write(y, 1),
                        in(2).read(x, 1).read(y, 0),
                        in(3).read(x, 0).read(y, 1));
            case "psi", "si" ->
                List.of( // a lost update
                        in(0).read(x, 0).write(x, 1), in(1).read(x, 0).write(x, 2));
            case "ser" ->
                List.of( // a write skew
                        in(0).read(x, 0).read(y, 0).write(x, 1),
                        in(1).read(x, 0).read(y, 0).write(y, 1));
            case "sser" ->
                List.of( // a stale read
                        in(0).read(x, 0).write(x, 1), in(1).read(x, 0));
            default -> throw new IllegalArgumentException("no violation of " + level);
        };
    }

    private static Transaction in(int session) {
        return new Transaction(session);
    }
}

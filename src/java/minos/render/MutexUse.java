package minos.render;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import minos.history.History;
import minos.history.Status;
import minos.model.Violation;

/**
 * The cause of most that is wrong with a mutex, in numbers: within some time it was acquired at least twice more than it can have been
 * released, or the other way round; or released more often than it can have been acquired from the beginning on.
 */
final class MutexUse {
    private final History history;
    private final Values values;

    MutexUse(History history, Values values) {
        this.history = history;
        this.values = values;
    }

    /** The numbers, as far as the operations of a violation and those that ran meanwhile bear them out. */
    Optional<String> tooMuch(Violation.NonLinearizable v) {
        int key = history.key(history.begin(v.last()));
        boolean acquires = isAcquire(v.last());
        int to = history.completion(v.last());
        List<Integer> done = v.transactions().stream()
                .filter(t -> isAcquire(t) == acquires
                        && history.status(t) == Status.COMMITTED
                        && history.completion(t) <= to)
                .toList();
        int from = done.stream().mapToInt(history::invocation).min().orElseThrow();
        int before = 0;
        int possible = 0;
        for (int t = 0; t < history.transactions(); t++) {
            if (history.begin(t) == history.end(t) || history.key(history.begin(t)) != key) continue;
            if (isAcquire(t) == acquires || history.status(t) == Status.ABORTED || history.invocation(t) > to) continue;
            if (history.status(t) == Status.COMMITTED && history.completion(t) < from) before++;
            else possible++;
        }
        boolean fromStart = !acquires && before == 0;
        if (done.size() - possible < (fromStart ? 1 : 2)) return Optional.empty();
        return Optional.of(did(done, key, acquires, from, to) + " and can have been "
                + (acquires ? "released " : "acquired ") + times(possible, fromStart ? "by then" : "meanwhile") + ": "
                + (acquires ? "it was held twice at once" : "what was released was not held"));
    }

    private String did(List<Integer> done, int key, boolean acquires, int from, int to) {
        String mutex = values.keyName(key);
        String which = acquires ? "acquired" : "released";
        String when = "between places " + from + " and " + to + " of the history";
        if (done.size() > 2) return mutex + " was " + which + ' ' + done.size() + " times " + when;
        String who = done.stream().map(values::who).collect(Collectors.joining(" and "));
        return mutex + " was " + which + " by " + who + ' ' + when;
    }

    private static String times(int count, String when) {
        return switch (count) {
            case 0 -> "by nobody " + when;
            case 1 -> "only once " + when;
            case 2 -> "only twice " + when;
            default -> "only " + count + " times " + when;
        };
    }

    private boolean isAcquire(int transaction) {
        return values.isAcquire(history.begin(transaction));
    }
}

package minos.render;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import minos.history.History;
import minos.history.Status;

/**
 * A client that lost its database and went on. Jepsen's way to say so: a process whose operation ended as {@code :info} does nothing
 * more, and its thread goes on as another process, whose number is higher by the number of threads. That number is not recorded;
 * it is the lowest with which every process from there on follows one that was lost.
 *
 * @param session the session that was lost
 * @param as      the one that its client went on as
 * @param from    where the last operation of the one began, whose outcome nobody heard
 * @param to      where the first operation of the other began
 */
record Reconnection(int session, int as, int from, int to) {
    /** All of a history, in the order of the sessions that clients went on as. */
    static List<Reconnection> of(History history) {
        if (!history.hasRealTime()) return List.of();
        int[] first = new int[history.sessions()];
        int[] last = new int[history.sessions()];
        Arrays.fill(first, Integer.MAX_VALUE);
        Arrays.fill(last, -1);
        int[] lost = new int[history.sessions()];
        for (int t = 0; t < history.transactions(); t++) {
            int session = history.session(t);
            int at = history.invocation(t);
            first[session] = Math.min(first[session], at);
            if (at > last[session]) {
                last[session] = at;
                lost[session] = history.status(t) == Status.INDETERMINATE ? at : -1;
            }
        }
        if (Arrays.stream(lost).allMatch(at -> at < 0)) return List.of();
        Map<Integer, Integer> byNumber = new HashMap<>();
        int[] numbers = new int[history.sessions()];
        int highest = -1;
        for (int session = 0; session < numbers.length; session++) {
            numbers[session] = number(history.sessionText(session)).orElse(-1);
            if (numbers[session] >= 0) byNumber.put(numbers[session], session);
            highest = Math.max(highest, numbers[session]);
        }
        for (int threads = 1; threads <= highest; threads++) {
            List<Reconnection> found = with(threads, numbers, byNumber, lost, first);
            if (!found.isEmpty()) return found;
        }
        return List.of();
    }

    /** The reconnections if there are so many threads; none if that cannot be. */
    private static List<Reconnection> with(
            int threads, int[] numbers, Map<Integer, Integer> byNumber, int[] lost, int[] first) {
        List<Reconnection> found = new ArrayList<>();
        for (int session = 0; session < numbers.length; session++) {
            if (numbers[session] < threads) continue;
            Integer before = byNumber.get(numbers[session] - threads);
            if (before == null || lost[before] < 0 || lost[before] >= first[session]) return List.of();
            found.add(new Reconnection(before, session, lost[before], first[session]));
        }
        return found;
    }

    /** The number of a process, if it has one. */
    private static OptionalInt number(String session) {
        boolean isNumber =
                !session.isEmpty() && session.length() <= 9 && session.chars().allMatch(c -> c >= '0' && c <= '9');
        return isNumber ? OptionalInt.of(Integer.parseInt(session)) : OptionalInt.empty();
    }
}

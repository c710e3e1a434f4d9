package minos.history;

import java.util.Map;

/**
 * An operation of a recording that is no transaction, or one of the transactions' that tells the time.
 *
 * @param position its place in the order of the history, as {@link History#invocation} counts
 * @param fields   all of its record ({@code f}, {@code value}, {@code process}, {@code time} …) as printable text; of a
 *                 transaction's all but the value, which the history holds
 */
public record Landmark(int position, Map<String, String> fields) {}

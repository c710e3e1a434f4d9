package minos.render;

import minos.history.History;
import minos.history.Model;

/**
 * Transactions and operations of a history in a few characters: {@code w x=4}, {@code r x=[… 41 42]}, {@code append x 43}. Of a long
 * list only the part that matters is shown.
 */
final class Values {
    private static final int SHORT_LIST = 6;
    /** Columns for an element, where several stand in a row. */
    private static final int ELEMENT = 16;

    private final History history;
    private int[] positions;

    Values(History history) {
        this.history = history;
    }

    String key(int key) {
        return Printable.shown(history.keyText(key));
    }

    /** The key by itself in a sentence: a number needs to be called a key. */
    String keyName(int key) {
        String text = key(key);
        int first = text.startsWith("-") ? 1 : 0;
        boolean isNumber = text.length() > first && text.charAt(first) >= '0' && text.charAt(first) <= '9';
        return isNumber ? "key " + text : text;
    }

    /** What an operation, no list read, wrote or read. */
    private String valueOf(int operation) {
        return Printable.shown(history.writtenOrRead(operation));
    }

    String value(int version) {
        return Printable.shown(history.valueText(version));
    }

    /** Key and value of an operation, {@code x=4}; of a list read the end of the list. */
    String keyAndValue(int operation) {
        return key(history.key(operation)) + '=' + (isListRead(operation) ? end(operation) : valueOf(operation));
    }

    /** What an operation wrote, as others speak of it: {@code x=4} for a register, {@code 4} for a list. */
    String written(int operation) {
        return history.isList() ? value(history.version(operation)) : keyAndValue(operation);
    }

    /** The operation as it stands in a table. */
    String operation(int operation) {
        if (!history.isWrite(operation)) return (isDequeue() ? "dequeue " : "r ") + keyAndValue(operation);
        if (history.isList()) return "append " + key(history.key(operation)) + ' ' + value(history.version(operation));
        return switch (history.model()) {
            case SET -> "add " + key(history.key(operation));
            case COUNTER -> "add " + key(history.key(operation)) + ' ' + value(history.version(operation));
            case BANK -> "transfer " + key(history.key(operation)) + ' ' + value(history.version(operation));
            case QUEUE, FIFO_QUEUE -> "enqueue " + keyAndValue(operation);
            case MUTEX -> (isAcquire(operation) ? "acquire " : "release ") + key(history.key(operation));
            default -> "w " + keyAndValue(operation);
        };
    }

    /** Whether an operation on a mutex acquires it. */
    boolean isAcquire(int operation) {
        return history.valueText(history.version(operation)).equals(":acquire");
    }

    private boolean isDequeue() {
        return history.model() == Model.QUEUE || history.model() == Model.FIFO_QUEUE;
    }

    /** Whether it is a read that returned a list; one with an unknown result is not. */
    boolean isListRead(int operation) {
        return history.isList() && !history.isWrite(operation) && history.version(operation) != History.UNKNOWN;
    }

    /** The place of a version in a list read, or -1. */
    int indexOf(int listRead, int version) {
        if (version < 0) return -1;
        if (!history.deviates(listRead)) {
            boolean here = history.versionKey(version) == history.key(listRead);
            int position = history.position(version);
            return here && position < history.length(listRead) ? position : -1;
        }
        for (int i = 0; i < history.length(listRead); i++) if (history.element(listRead, i) == version) return i;
        return -1;
    }

    /** The place of a version in a list read behind another place, or -1: a value that was appended twice may stand at two. */
    int indexBehind(int place, int listRead, int version) {
        int index = indexOf(listRead, version);
        if (index < 0 || index > place) return index;
        for (int i = place + 1; i < history.length(listRead); i++)
            if (history.element(listRead, i) == version) return i;
        return -1;
    }

    /** Whether no list read of the history shows an append. */
    boolean isNowhere(int version) {
        if (history.position(version) >= 0) return false;
        for (int read : history.deviants()) if (indexOf(read, version) >= 0) return false;
        return true;
    }

    /** The second place of a version that stands in a list read twice. */
    int secondIndexOf(int listRead, int version) {
        int place = indexOf(listRead, version) + 1;
        while (history.element(listRead, place) != version) place++;
        return place;
    }

    /** Key and value of a read, of a list the part around one element. */
    String showing(int read, int version) {
        int index = isListRead(read) ? indexOf(read, version) : -1;
        return index < 0 ? keyAndValue(read) : key(history.key(read)) + '=' + around(read, index, index);
    }

    /** A list read by its last elements: {@code [… 41 42]}. */
    String end(int listRead) {
        int length = history.length(listRead);
        return length <= SHORT_LIST ? list(listRead, 0, length, -1) : list(listRead, length - 3, length, -1);
    }

    /** A list read around the places {@code first} to {@code last}: {@code [… 3 4 5 …]}. */
    String around(int listRead, int first, int last) {
        int length = history.length(listRead);
        if (length <= SHORT_LIST) return list(listRead, 0, length, -1);
        if (last - first <= SHORT_LIST) return list(listRead, Math.max(0, first - 1), Math.min(length, last + 2), -1);
        String left = list(listRead, Math.max(0, first - 1), first + 1, -1);
        String right = list(listRead, last, Math.min(length, last + 2), -1);
        return left.substring(0, left.length() - 1) + right.substring(2);
    }

    /**
     * A list read with a bar before the place where it begins to differ from another: {@code [… 41 42 | 43]}. Lists
     * that have nothing in common need no bar.
     */
    String from(int listRead, int bar) {
        return list(listRead, Math.max(0, bar - 2), Math.min(history.length(listRead), bar + 3), bar);
    }

    /** The first place where two list reads differ. */
    int difference(int first, int second) {
        int shorter = Math.min(history.length(first), history.length(second));
        int place = 0;
        while (place < shorter && history.element(first, place) == history.element(second, place)) place++;
        return place;
    }

    private String list(int listRead, int begin, int end, int bar) {
        StringBuilder out = new StringBuilder("[");
        int element = end - begin > 1 ? ELEMENT : Printable.MOST;
        if (begin > 0) out.append("… ");
        for (int i = begin; i < end; i++) {
            if (i == bar && bar > 0) out.append("| ");
            out.append(Printable.shown(history.valueText(history.element(listRead, i)), element))
                    .append(' ');
        }
        if (bar == end && bar > 0) out.append("| ");
        if (end < history.length(listRead)) out.append("… ");
        if (out.length() > 1) out.setLength(out.length() - 1);
        return out.append(']').toString();
    }

    // Transactions

    /** A transaction's place in its session, counted from 1. */
    int position(int transaction) {
        if (positions == null) positions = count();
        return positions[transaction];
    }

    String session(int transaction) {
        return Printable.shown(history.sessionText(history.session(transaction)));
    }

    /** Name and session, {@code T7 (session 3)}. */
    String who(int transaction) {
        return Sentences.name(transaction) + " (session " + session(transaction) + ")";
    }

    /**
     * Session and place in it, as in {@code session 3 #2}; from where to where in the history, {@code @4–7}, if that is
     * known; the isolation level that it says it ran at; and what became of it, unless it committed.
     */
    String place(int transaction) {
        return place(transaction, "");
    }

    /** The same, with a remark before the outcome. */
    String place(int transaction, String remark) {
        return "session " + session(transaction) + " #" + position(transaction) + span(transaction) + remark
                + history.isolation(transaction)
                        .map(level -> ", " + Printable.shown(level))
                        .orElse("")
                + switch (history.status(transaction)) {
                    case COMMITTED -> "";
                    case ABORTED -> " (aborted)";
                    case INDETERMINATE -> " (indeterminate)";
                };
    }

    private String span(int transaction) {
        if (!history.hasRealTime()) return "";
        int completion = history.completion(transaction);
        return " @" + history.invocation(transaction) + '–' + (completion == Integer.MAX_VALUE ? "" : completion);
    }

    private int[] count() {
        int[] last = new int[history.sessions()];
        int[] all = new int[history.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = ++last[history.session(t)];
        return all;
    }
}

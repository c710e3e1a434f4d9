package minos.io;

import minos.history.Atoms;

/**
 * Keys and values of EDN as atoms: integers on the fast path, keywords, symbols and plain strings without an object.
 */
final class AtomParser {
    private static final long NIL = EdnScanner.word("nil");

    private final EdnScanner scanner;
    private final TextTable texts;
    private final EdnText text;

    AtomParser(EdnScanner scanner, TextTable texts) {
        this.scanner = scanner;
        this.texts = texts;
        this.text = new EdnText(scanner);
    }

    /** The atom of the form that the scanner stands at, or after blanks. */
    long next(String expected) {
        byte[] buffer = scanner.buffer;
        int p = scanner.position;
        boolean negative = buffer[p] == '-';
        int from = negative ? ++p : p;
        long n = 0;
        for (int d; (d = buffer[p] - '0') >= 0 && d <= 9; p++) n = n * 10 + d;
        // Up to 18 digits fit; what begins with 0 may be octal; a control byte may be the end of the buffer.
        int digits = p - from;
        byte after = EdnScanner.CLASS[buffer[p] & 255];
        boolean plain = digits > 0
                && digits < 19
                && (buffer[from] != '0' || digits == 1)
                && (after == EdnScanner.BLANK || after == EdnScanner.DELIMITER);
        if (!plain) return other(expected);
        scanner.position = p;
        return negative ? -n : n;
    }

    private long other(String expected) {
        int b = scanner.peek();
        if (b == '"') scanner.string();
        else if (b != ':' && !isLetter(b)) return of(text.print(expected));
        else if (scanner.token() == NIL) return OpBuffer.NIL;
        if (isPlain(scanner.buffer, scanner.start, scanner.position, b)) {
            return Long.MIN_VALUE + texts.intern(scanner.buffer, scanner.start, scanner.position);
        }
        scanner.position = scanner.start;
        return of(text.print(expected));
    }

    /** Whether the string, or the token that begins with a letter or colon, is printed the way it stands there. */
    private static boolean isPlain(byte[] bytes, int from, int to, int first) {
        if (first == '"') {
            for (int i = from; i < to; i++) if (bytes[i] < ' ' || bytes[i] == '\\' || bytes[i] == 127) return false;
            return true;
        }
        if (first == ':' && (to - from < 2 || !isLetter(bytes[from + 1]))) return false;
        for (int i = from + 1; i < to; i++) {
            byte b = bytes[i];
            if (!isLetter(b) && (b < '0' || b > '9') && b != '-' && b != '_' && b != '.') return false;
        }
        return true;
    }

    private static boolean isLetter(int b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z';
    }

    /** The atom of a printed form. */
    private long of(String printed) {
        char last = printed.charAt(printed.length() - 1);
        if (last >= '0' && last <= '9' && printed.length() <= 20 && printed.matches("-?[0-9]+")) {
            long n = Long.parseLong(printed);
            if (Atoms.isInteger(n)) return n;
        }
        return Long.MIN_VALUE + texts.intern(printed);
    }
}

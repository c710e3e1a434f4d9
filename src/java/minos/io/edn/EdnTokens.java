package minos.io.edn;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Numbers, symbols, keywords, characters and strings of EDN: what they are by the rules of Clojure's reader, and how they are
 * printed so that equal ones (by Clojure's {@code =}) have equal text.
 */
public final class EdnTokens {

    /** For the few tokens that are neither plain words nor plain integers; patterns take a while to make. */
    private static final class Rare {
        static final Pattern INTEGER = Pattern.compile(
                "([-+]?)(?:(0)|([1-9][0-9]*)|0[xX]([0-9A-Fa-f]+)|0([0-7]+)|([1-9][0-9]?)[rR]([0-9A-Za-z]+))N?");
        static final Pattern NOT_OCTAL = Pattern.compile("[-+]?0[0-9]+N?");
        static final Pattern RATIO = Pattern.compile("([-+]?[0-9]+)/([0-9]+)");
        static final Pattern FLOAT = Pattern.compile("([-+]?[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)(M?)");
        static final Pattern SYMBOL = Pattern.compile(":?([\\D&&[^/]].*/)?(/|[\\D&&[^/]][^/]*)");
    }

    /** More digits are refused: the time to convert them grows with their square. */
    private static final int MAX_LENGTH = 10_000;

    private static final Set<String> NO_SYMBOLS = Set.of("nil", "true", "false");
    private static final String[] NAMES = {"newline", "space", "tab", "backspace", "formfeed", "return"};
    private static final String NAMED = "\n \t\b\f\r";

    private static final String LETTERS = "tnrbf\"\\";
    private static final String MEANINGS = "\t\n\r\b\f\"\\";

    private EdnTokens() {}

    /** Whether a token is meant as a number. */
    static boolean isNumber(String token) {
        char c = token.charAt(0);
        if ((c == '-' || c == '+') && token.length() > 1) c = token.charAt(1);
        return c >= '0' && c <= '9';
    }

    /** Whether a printed form is an integer that a {@code long} can hold; larger ones end in N. */
    static boolean isLong(String printed) {
        return printed.length() <= 20 && isDigits(printed, printed.charAt(0) == '-' ? 1 : 0);
    }

    private static boolean isDigits(String text, int from) {
        for (int i = from; i < text.length(); i++) if (text.charAt(i) < '0' || text.charAt(i) > '9') return false;
        return from < text.length();
    }

    /** The printed form of a number; null if the token is none. */
    static String number(String token) {
        if (token.length() > MAX_LENGTH) return null;
        boolean plain = token.charAt(0) != '0' || token.length() == 1;
        if (token.length() < 19 && plain && isDigits(token, 0)) return token; // nearly all are
        Matcher m = Rare.INTEGER.matcher(token);
        try {
            if (m.matches()) return integer(m);
            if (Rare.NOT_OCTAL.matcher(token).matches()) return null;
            m = Rare.RATIO.matcher(token);
            if (m.matches()) return ratio(new BigInteger(unsigned(m.group(1))), new BigInteger(m.group(2)));
            m = Rare.FLOAT.matcher(token);
            if (m.matches()) return m.group(2).isEmpty() ? print(Double.parseDouble(m.group(1))) : decimal(m.group(1));
        } catch (ArithmeticException | NumberFormatException e) {
            return null; // a digit beyond the radix, a division by zero, an exponent beyond 32 bits
        }
        return null;
    }

    private static String integer(Matcher m) {
        BigInteger n = m.group(2) != null
                ? BigInteger.ZERO
                : m.group(3) != null
                        ? new BigInteger(m.group(3))
                        : m.group(4) != null
                                ? new BigInteger(m.group(4), 16)
                                : m.group(5) != null
                                        ? new BigInteger(m.group(5), 8)
                                        : new BigInteger(m.group(7), Integer.parseInt(m.group(6)));
        return print(m.group(1).equals("-") ? n.negate() : n);
    }

    private static String ratio(BigInteger numerator, BigInteger denominator) {
        BigInteger gcd = numerator.gcd(denominator);
        denominator = denominator.divide(gcd);
        numerator = numerator.divide(gcd);
        if (denominator.signum() == 0) throw new ArithmeticException("division by zero");
        return denominator.equals(BigInteger.ONE) ? print(numerator) : numerator + "/" + denominator;
    }

    private static String print(BigInteger n) {
        return n.bitLength() < 64 ? n.toString() : n + "N";
    }

    private static String print(double d) {
        if (Double.isInfinite(d)) return d > 0 ? "##Inf" : "##-Inf";
        return d == 0 ? "0.0" : Double.toString(d);
    }

    private static String decimal(String digits) {
        return new BigDecimal(unsigned(digits)).stripTrailingZeros() + "M";
    }

    private static String unsigned(String digits) {
        return digits.startsWith("+") ? digits.substring(1) : digits;
    }

    /** Whether it is small letters, with digits and hyphens behind the first. */
    private static boolean isWord(String text, int from) {
        for (int i = from; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean inside = c == '-' || c >= '0' && c <= '9';
            if (!(c >= 'a' && c <= 'z') && !(inside && i > from)) return false;
        }
        return from < text.length();
    }

    /** Whether the token, which is no number, is a symbol or keyword. */
    static boolean isSymbol(String token) {
        if (isWord(token, token.charAt(0) == ':' ? 1 : 0)) return true; // nearly all are
        for (int i = 0; i < token.length(); i++) {
            if ("@`~".indexOf(token.charAt(i)) >= 0) return false;
        }
        Matcher m = Rare.SYMBOL.matcher(token);
        return m.matches()
                && (m.group(1) == null || !m.group(1).endsWith(":/"))
                && !token.endsWith(":")
                && token.indexOf("::", 1) < 0
                && !token.startsWith("::");
    }

    /** The printed form of a key in a map that gives its keys a namespace, or does not, if that is null. */
    static String qualify(String namespace, String key) {
        boolean symbol = namespace != null
                && !NO_SYMBOLS.contains(key)
                && !isNumber(key)
                && "[{\"\\#".indexOf(key.charAt(0)) < 0;
        if (!symbol) return key;
        int name = key.startsWith(":") ? 1 : 0;
        if (key.startsWith("_/", name)) return key.substring(0, name) + key.substring(name + 2);
        return key.indexOf('/') >= 0 ? key : key.substring(0, name) + namespace + "/" + key.substring(name);
    }

    /** The printed form of a character, given what stands behind the backslash; null if that is none. */
    static String character(String name) {
        int code = name.length() == 1 ? name.charAt(0) : code(name);
        if (code < 0) return null;
        int named = NAMED.indexOf(code);
        return "\\" + (named < 0 ? Character.toString(code) : NAMES[named]);
    }

    private static int code(String name) {
        for (int i = 0; i < NAMES.length; i++) if (NAMES[i].equals(name)) return NAMED.charAt(i);
        int code = -1;
        if (name.matches("u[0-9a-fA-F]{4}")) code = Integer.parseInt(name.substring(1), 16);
        if (name.matches("o[0-3]?[0-7]{1,2}")) code = Integer.parseInt(name.substring(1), 8);
        return code >= Character.MIN_SURROGATE && code <= Character.MAX_SURROGATE ? -1 : code;
    }

    /** The text between the quotes of {@code raw}; null if an escape is none that EDN has. */
    public static String unescape(String raw) {
        StringBuilder text = new StringBuilder(raw.length());
        int end = raw.length() - 1;
        for (int i = 1; i < end; ) {
            char c = raw.charAt(i++);
            if (c == '\\') {
                int from = i;
                c = raw.charAt(i++);
                int letter = LETTERS.indexOf(c);
                if (letter >= 0) {
                    c = MEANINGS.charAt(letter);
                } else {
                    int radix = c == 'u' ? 16 : 8;
                    if (c == 'u') from = i;
                    int most = Math.min(end, from + (c == 'u' ? 4 : 3));
                    int code = 0;
                    for (i = from; i < most && Character.digit(raw.charAt(i), radix) >= 0; i++) {
                        code = code * radix + Character.digit(raw.charAt(i), radix);
                    }
                    if (i == from || c == 'u' && i < from + 4 || c != 'u' && code > 255) return null;
                    c = (char) code;
                }
            }
            text.append(c);
        }
        return text.toString();
    }

    /**
     * Appends the text with quotes and escapes. Half a surrogate pair, which no UTF-8 can carry, becomes an escape
     * too.
     */
    public static void quote(String text, StringBuilder out) {
        out.append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            int escaped = MEANINGS.indexOf(c);
            if (escaped >= 0) {
                out.append('\\').append(LETTERS.charAt(escaped));
            } else if (Character.isSurrogate(c) && Character.isBmpCodePoint(text.codePointAt(i))) {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
                if (Character.isSurrogate(c)) out.append(text.charAt(++i));
            }
        }
        out.append('"');
    }

    /** The text with quotes and escapes. */
    public static String quote(String text) {
        StringBuilder quoted = new StringBuilder();
        quote(text, quoted);
        return quoted.toString();
    }

    /**
     * A printed form with escapes for the controls in its strings, those of terminals and those of writing direction: so they have no
     * effect where a file is shown. Elsewhere EDN has no escapes.
     */
    static String withoutControls(String form) {
        if (form.codePoints().noneMatch(EdnTokens::isControl)) return form;
        StringBuilder out = new StringBuilder();
        boolean inString = false;
        for (int i = 0, c; i < form.length(); i += Character.charCount(c)) {
            c = form.codePointAt(i);
            if (inString && isControl(c)) {
                for (char unit : Character.toChars(c)) out.append(String.format("\\u%04x", (int) unit));
                continue;
            }
            if (c == '"') inString = !inString;
            out.appendCodePoint(c);
            if (c == '\\' && i + 1 < form.length()) out.append(form.charAt(++i));
        }
        return out.toString();
    }

    private static boolean isControl(int c) {
        if (c >= ' ' && c < 0x7f) return false;
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.FORMAT, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            default -> false;
        };
    }
}

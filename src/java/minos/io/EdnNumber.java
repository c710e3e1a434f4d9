package minos.io;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The numbers of EDN as Clojure reads them, printed so that equal ones (by Clojure's {@code =}) have equal text. */
final class EdnNumber {
    private static final Pattern INTEGER = Pattern.compile(
            "([-+]?)(?:(0)|([1-9][0-9]*)|0[xX]([0-9A-Fa-f]+)|0([0-7]+)|([1-9][0-9]?)[rR]([0-9A-Za-z]+))N?");
    private static final Pattern NOT_OCTAL = Pattern.compile("[-+]?0[0-9]+N?");
    private static final Pattern RATIO = Pattern.compile("([-+]?[0-9]+)/([0-9]+)");
    private static final Pattern FLOAT = Pattern.compile("([-+]?[0-9]+(?:\\.[0-9]*)?(?:[eE][-+]?[0-9]+)?)(M?)");

    /** More digits are refused: the time to convert them grows with their square. */
    private static final int MAX_LENGTH = 10_000;

    private EdnNumber() {}

    /** Whether a token is meant as a number. */
    static boolean isMeant(String token) {
        char c = token.charAt(0);
        if ((c == '-' || c == '+') && token.length() > 1) c = token.charAt(1);
        return c >= '0' && c <= '9';
    }

    /** The printed form of a number; null if the token is none. */
    static String print(String token) {
        if (token.length() > MAX_LENGTH) return null;
        Matcher m = INTEGER.matcher(token);
        try {
            if (m.matches()) return integer(m);
            if (NOT_OCTAL.matcher(token).matches()) return null;
            m = RATIO.matcher(token);
            if (m.matches()) return ratio(new BigInteger(unsigned(m.group(1))), new BigInteger(m.group(2)));
            m = FLOAT.matcher(token);
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
}

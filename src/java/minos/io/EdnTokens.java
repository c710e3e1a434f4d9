package minos.io;

import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Symbols, keywords and characters, by the rules of Clojure's reader. */
final class EdnTokens {
    private static final Pattern SYMBOL = Pattern.compile(":?([\\D&&[^/]].*/)?(/|[\\D&&[^/]][^/]*)");
    private static final Set<String> NO_SYMBOLS = Set.of("nil", "true", "false");
    private static final String[] NAMES = {"newline", "space", "tab", "backspace", "formfeed", "return"};
    private static final String NAMED = "\n \t\b\f\r";

    private EdnTokens() {}

    /** Whether the token, which is no number, is a symbol or keyword. */
    static boolean isSymbol(String token) {
        for (int i = 0; i < token.length(); i++) {
            if ("@`~".indexOf(token.charAt(i)) >= 0) return false;
        }
        Matcher m = SYMBOL.matcher(token);
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
                && !EdnNumber.isMeant(key)
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
}

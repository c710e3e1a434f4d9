package minos.collect;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What nobody must read in a message: passwords, and what is quoted in statements of the user's. Drivers like to repeat what they
 * were sent, above all when they did not understand it.
 */
final class Secrets {
    private static final String HIDDEN = "…";
    /** What a URL can show of itself: a driver's name, and a place without a name to log in with. */
    private static final Pattern PLACE = Pattern.compile("jdbc:[A-Za-z0-9+-]*:?[^@?;&#(),=\\s]*");

    private static final Pattern DRIVER = Pattern.compile("jdbc:[A-Za-z0-9+-]*:?");
    /** Values of parameters, whatever they are called: only that of a password is one, but names of it are many. */
    private static final Pattern PARAMETER = Pattern.compile("[?;&(,]\\s*[A-Za-z0-9_.-]+\\s*=\\s*([^?;&(),#]*)");

    private static final Pattern LOGIN = Pattern.compile("(?:://|:)([^@]*)@");
    private static final Pattern QUOTED = Pattern.compile("'([^']*+(?:''[^']*+)*+)'|'([^']*+)'|\"([^\"]*)\"");

    private final List<String> hidden = new ArrayList<>();

    /** @param password null for none */
    Secrets(String url, String password, List<String> statements) {
        if (password != null) hidden.add(password);
        gather(PARAMETER.matcher(url));
        Matcher login = LOGIN.matcher(url);
        while (login.find()) {
            hidden.add(login.group(1));
            hidden.addAll(List.of(login.group(1).split("[:/]")));
        }
        for (String statement : statements) gather(QUOTED.matcher(statement));
        hidden.removeIf(String::isBlank);
        hidden.sort(Comparator.comparing(String::length).reversed()); // none is left over as a part of another
        hidden.add(0, url);
    }

    private void gather(Matcher found) {
        while (found.find()) {
            for (int group = 1; group <= found.groupCount(); group++) {
                if (found.group(group) != null) hidden.add(found.group(group));
            }
        }
    }

    /** A text without them. */
    String hide(String text) {
        String cleaned = text;
        for (String secret : hidden) {
            cleaned = cleaned.replaceAll("(?i)" + Pattern.quote(secret), Matcher.quoteReplacement(HIDDEN));
        }
        return cleaned;
    }

    /** A URL without what may be one. */
    static String hideIn(String url) {
        Matcher shown = (url.contains("@") ? DRIVER : PLACE).matcher(url);
        if (!shown.lookingAt()) return HIDDEN;
        return shown.end() == url.length() ? url : shown.group() + HIDDEN;
    }
}

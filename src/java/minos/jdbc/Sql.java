package minos.jdbc;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a statement does to the rows of one table, if it is one of those that name their rows by equality:
 * {@code SELECT c, … FROM t WHERE k = ? …}, {@code INSERT INTO t (c, …) VALUES (?, …)}, {@code UPDATE t SET c = ?, … WHERE k = ?},
 * {@code DELETE FROM t WHERE k = ?}.
 *
 * @param table   without its schema
 * @param columns those read; empty for {@code *}
 * @param set     what is written, by column, in that order
 * @param where   what the row's columns are equal to
 */
record Sql(Kind kind, String table, List<String> columns, Map<String, Operand> set, Map<String, Operand> where) {
    enum Kind {
        SELECT,
        INSERT,
        UPDATE,
        DELETE
    }

    /**
     * A value in a statement: a parameter, a literal, or an expression, of which only the database knows the value.
     *
     * @param parameter counted from 1; 0 for none
     * @param literal   null for NULL, and for what is no literal
     */
    record Operand(int parameter, boolean isLiteral, Object literal) {
        static final Operand EXPRESSION = new Operand(0, false, null);

        boolean isKnown() {
            return parameter > 0 || isLiteral;
        }

        Object value(Map<Integer, Object> parameters) {
            return parameter > 0 ? parameters.get(parameter) : literal;
        }
    }

    private static final Pattern TOKEN = Pattern.compile(
            String.join(
                    "|",
                    "\\s+",
                    "--[^\\n]*",
                    "/\\*.*?\\*/",
                    "'([^']*+(?:''[^']*+)*+)'",
                    "\"([^\"]+)\"",
                    "`([^`]+)`",
                    "([A-Za-z_][A-Za-z0-9_$]*)",
                    "([0-9]+(?:\\.[0-9]+)?)",
                    "(.)"),
            Pattern.DOTALL);
    /** Words that say that a statement changes rows, wherever they stand in it. */
    private static final Set<String> WRITING = Set.of(
            "insert", "update", "delete", "merge", "replace", "upsert", "truncate", "call", "exec", "execute", "copy");

    /** First words of statements that define tables and rights, and of MySQL's that lock tables. */
    private static final Set<String> DEFINING = Set.of(
            "create", "alter", "drop", "truncate", "rename", "grant", "revoke", "comment", "analyze", "lock", "unlock");

    /** What stands behind a BEGIN or END of a transaction. */
    private static final Set<String> AFTER_BEGIN = Set.of(
            ";",
            "transaction",
            "tran",
            "work",
            "isolation",
            "read",
            "deferred",
            "immediate",
            "exclusive",
            "concurrent",
            "and");

    private enum Type {
        WORD,
        NAME,
        STRING,
        NUMBER,
        SIGN
    }

    private record Token(Type type, String text) {
        boolean is(String word) {
            return type != Type.STRING && type != Type.NAME && text.equals(word);
        }
    }

    private static List<Token> tokens(String sql) {
        List<Token> tokens = new ArrayList<>();
        Matcher token = TOKEN.matcher(sql);
        while (token.find()) {
            if (token.group(1) != null)
                tokens.add(new Token(Type.STRING, token.group(1).replace("''", "'")));
            else if (token.group(2) != null) tokens.add(new Token(Type.NAME, fold(token.group(2))));
            else if (token.group(3) != null) tokens.add(new Token(Type.NAME, fold(token.group(3))));
            else if (token.group(4) != null) tokens.add(new Token(Type.WORD, fold(token.group(4))));
            else if (token.group(5) != null) tokens.add(new Token(Type.NUMBER, token.group(5)));
            else if (token.group(6) != null) tokens.add(new Token(Type.SIGN, token.group(6)));
        }
        while (!tokens.isEmpty() && tokens.get(tokens.size() - 1).is(";")) tokens.remove(tokens.size() - 1);
        return tokens;
    }

    /** Names are told apart without regard to case. */
    static String fold(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Whether the statement speaks of one of the tables; of any, if none is named. */
    static boolean mentions(String sql, Set<String> tables) {
        return tables.isEmpty()
                || tokens(sql).stream()
                        .anyMatch(t -> (t.type == Type.WORD || t.type == Type.NAME) && tables.contains(t.text));
    }

    /** Whether it may change rows, as far as its words tell. */
    static boolean writes(String sql) {
        List<Token> tokens = tokens(sql);
        if (tokens.isEmpty()
                || Set.of("create", "drop", "alter", "set", "grant", "comment").contains(tokens.get(0).text))
            return false;
        for (int i = 0; i < tokens.size(); i++) {
            boolean locks = i > 0 && tokens.get(i - 1).is("for"); // SELECT … FOR UPDATE
            if (!locks && tokens.get(i).type == Type.WORD && WRITING.contains(tokens.get(i).text)) return true;
        }
        return false;
    }

    /** Whether one of the statements begins a transaction, ends one, or takes back a part of it. */
    static boolean beginsOrEnds(String sql) {
        List<Token> tokens = tokens(sql);
        for (int i = 0; i < tokens.size(); i++) {
            if (i > 0 && !tokens.get(i - 1).is(";")) continue;
            String first = tokens.get(i).type == Type.WORD ? tokens.get(i).text : "";
            String second = i + 1 < tokens.size() ? tokens.get(i + 1).text : ";";
            boolean found =
                    switch (first) {
                        case "commit", "rollback", "abort", "xa" -> true;
                        case "begin", "end" -> AFTER_BEGIN.contains(second); // else a block of statements
                        case "start", "prepare" -> second.equals("transaction");
                        case "set" -> second.equals("autocommit");
                        default -> false;
                    };
            if (found) return true;
        }
        return false;
    }

    /** Whether one of the statements is of those that commit on some databases what came before them. */
    static boolean mayCommit(String sql) {
        List<Token> tokens = tokens(sql);
        for (int i = 0; i < tokens.size(); i++) {
            boolean first = i == 0 || tokens.get(i - 1).is(";");
            if (first && tokens.get(i).type == Type.WORD && DEFINING.contains(tokens.get(i).text)) return true;
        }
        return false;
    }

    /** The statement, if it is one of those above; null otherwise. */
    static Sql of(String text) {
        return new Parser(tokens(text)).statement();
    }

    /** Reads one statement from left to right; what does not fit ends it with null. */
    private static final class Parser {
        private final List<Token> tokens;
        private int at;
        private int parameters;

        Parser(List<Token> tokens) {
            this.tokens = tokens;
        }

        private boolean skip(String word) {
            if (at >= tokens.size() || !tokens.get(at).is(word)) return false;
            at++;
            return true;
        }

        /** A name without what qualifies it; null if there is none. */
        private String name() {
            if (at >= tokens.size() || tokens.get(at).type != Type.WORD && tokens.get(at).type != Type.NAME)
                return null;
            String name = tokens.get(at++).text;
            return skip(".") ? name() : name;
        }

        Sql statement() {
            if (skip("select")) return select();
            if (skip("insert") && skip("into")) return insert();
            if (skip("update")) return update();
            if (skip("delete") && skip("from")) return delete();
            return null;
        }

        private Sql select() {
            List<String> columns = new ArrayList<>();
            if (!skip("*")) {
                do {
                    String column = name();
                    if (column == null) return null;
                    columns.add(column);
                } while (skip(","));
            }
            String table = skip("from") ? name() : null;
            Map<String, Operand> where = table == null ? null : where();
            if (where == null || at < tokens.size() && !skip("for")) return null;
            return new Sql(Kind.SELECT, table, columns, Map.of(), where);
        }

        private Sql insert() {
            String table = name();
            List<String> columns = new ArrayList<>();
            if (table == null || !skip("(")) return null;
            do columns.add(name());
            while (skip(","));
            if (columns.contains(null) || !skip(")") || !skip("values") || !skip("(")) return null;
            Map<String, Operand> set = new LinkedHashMap<>();
            for (String column : columns) {
                if (!set.isEmpty() && !skip(",")) return null;
                set.put(column, operand(false));
            }
            return skip(")") && at == tokens.size() ? new Sql(Kind.INSERT, table, columns, set, Map.of()) : null;
        }

        private Sql update() {
            String table = name();
            if (table == null || !skip("set")) return null;
            Map<String, Operand> set = new LinkedHashMap<>();
            do {
                String column = name();
                if (column == null || !skip("=")) return null;
                set.put(column, operand(true));
            } while (skip(","));
            Map<String, Operand> where = where();
            return where == null || at < tokens.size() ? null : new Sql(Kind.UPDATE, table, List.of(), set, where);
        }

        private Sql delete() {
            String table = name();
            Map<String, Operand> where = table == null ? null : where();
            return where == null || at < tokens.size() ? null : new Sql(Kind.DELETE, table, List.of(), Map.of(), where);
        }

        private Map<String, Operand> where() {
            Map<String, Operand> where = new LinkedHashMap<>();
            if (!skip("where")) return null;
            do {
                String column = name();
                if (column == null || !skip("=")) return null;
                Operand operand = operand(false);
                if (!operand.isKnown() || where.put(column, operand) != null) return null;
            } while (skip("and"));
            return where;
        }

        /** @param whole whether an expression may follow, up to a comma or WHERE; otherwise it is left standing */
        private Operand operand(boolean whole) {
            Operand simple = simple();
            if (!whole || ends()) return simple;
            for (int depth = 0; at < tokens.size() && (depth > 0 || !ends()); at++) {
                if (tokens.get(at).is("?")) parameters++;
                if (tokens.get(at).is("(")) depth++;
                if (tokens.get(at).is(")")) depth--;
            }
            return Operand.EXPRESSION;
        }

        private boolean ends() {
            return at >= tokens.size()
                    || tokens.get(at).is(",")
                    || tokens.get(at).is("where");
        }

        private Operand simple() {
            if (at >= tokens.size()) return Operand.EXPRESSION;
            if (skip("?")) return new Operand(++parameters, false, null);
            if (skip("null")) return new Operand(0, true, null);
            Token token = tokens.get(at);
            boolean literal = token.type == Type.NUMBER || token.type == Type.STRING && token.text.indexOf('\\') < 0;
            if (!literal) return Operand.EXPRESSION; // what a backslash means depends on the database
            at++;
            return new Operand(0, true, token.type == Type.NUMBER ? new BigDecimal(token.text) : token.text);
        }
    }
}

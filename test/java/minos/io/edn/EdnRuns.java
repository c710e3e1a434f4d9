package minos.io.edn;

import clojure.lang.ILookup;
import clojure.lang.Keyword;
import clojure.lang.TaggedLiteral;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;

/** Random Jepsen histories as text, and what they mean, worked out plainly from Clojure's values. */
final class EdnRuns {
    private final Random random;
    private final EdnForms forms;
    private final boolean lists;
    private final boolean completionsOnly;
    private final StringBuilder text = new StringBuilder();
    private int values;

    EdnRuns(Random random) {
        this.random = random;
        forms = new EdnForms(random);
        lists = random.nextBoolean();
        completionsOnly = random.nextInt(4) == 0;
    }

    /** A history of some processes that run transactions and other things, all at once. */
    String text() {
        boolean vector = random.nextBoolean();
        if (vector) text.append(forms.blank()).append('[');
        operation(completionsOnly ? ":ok" : ":invoke", 99, ":txn", lists ? "[[:append k 0]]" : "[[:w k 0]]");
        String[] running = new String[4];
        int count = random.nextInt(30);
        for (int i = 0; i < count; i++) {
            int process = random.nextInt(running.length);
            if (random.nextInt(8) == 0) {
                operation(":info", -1, ":nemesis-work", forms.form(3));
            } else if (random.nextInt(10) == 0 && running[process] == null) {
                if (!completionsOnly) operation(":invoke", process, ":other", "nil");
                operation(random.nextBoolean() ? ":ok" : ":info", process, ":other", "{:some " + forms.form(2) + "}");
            } else if (completionsOnly) {
                operation(completion(), process, ":txn", transaction(true));
            } else if (running[process] == null) {
                running[process] = transaction(false);
                operation(":invoke", process, ":txn", running[process]);
            } else {
                String type = completion();
                boolean told = type.equals(":ok") || random.nextBoolean();
                operation(type, process, ":txn", told ? transaction(true) : "nil");
                running[process] = null;
            }
        }
        if (vector) text.append(']').append(forms.blank());
        return text.toString();
    }

    private String completion() {
        return new String[] {":ok", ":ok", ":fail", ":info"}[random.nextInt(4)];
    }

    private void operation(String type, int process, String function, String value) {
        String name = process < 0 ? ":nemesis" : process + (random.nextInt(9) == 0 ? "N" : "");
        List<String> fields = new ArrayList<>(List.of(
                ":type" + forms.blank() + type, ":f" + forms.blank() + function, ":process" + forms.blank() + name));
        if (!value.equals("nil") || random.nextBoolean()) fields.add(":value" + forms.blank() + value);
        while (random.nextInt(3) == 0) fields.add(":extra" + fields.size() + " " + forms.form(3));
        Collections.shuffle(fields, random);
        text.append(random.nextInt(3) == 0 ? "#jepsen.history.Op{" : "{");
        if (random.nextInt(4) == 0) text.append(forms.blank());
        for (String field : fields) text.append(field).append(forms.blank());
        text.append('}').append(random.nextBoolean() ? "\n" : forms.blank());
    }

    private String transaction(boolean reads) {
        StringBuilder value = new StringBuilder("[");
        for (int i = random.nextInt(4); i > 0; i--) {
            String key = random.nextInt(3) > 0 ? "" + random.nextInt(3) : forms.form(1);
            String microOp = random.nextBoolean()
                    ? (lists ? ":append " : ":w ") + key + forms.blank() + written()
                    : ":r " + key + forms.blank() + (reads ? read() : "nil");
            value.append('[').append(microOp).append(']').append(forms.blank());
        }
        return value.append(']').toString();
    }

    private String written() {
        return random.nextInt(4) > 0 ? "" + ++values : "[:v " + ++values + forms.blank() + forms.form(2) + "]";
    }

    private String read() {
        if (random.nextInt(4) == 0) return "nil";
        if (!lists) return written();
        StringBuilder list = new StringBuilder("(");
        for (int i = random.nextInt(5); i > 0; i--)
            list.append(random.nextInt(6)).append(forms.blank());
        return list.append(')').toString();
    }

    // What it means

    private record Invocation(long process, int position, Object value) {}

    /** The lines that {@link minos.Histories#show} gives for these operations. */
    static List<String> expected(List<Object> forms) {
        if (forms.size() == 1 && forms.get(0) instanceof List<?> operations) return expected(List.copyOf(operations));
        Object first = forms.stream()
                .filter(form -> get(form, "process") instanceof Number)
                .findFirst()
                .orElseThrow();
        boolean lists = ClojureEdn.print(get(first, "value")).contains(":append");
        boolean timed = get(first, "type").toString().equals(":invoke");
        List<String> lines = new ArrayList<>();
        TreeMap<Integer, Invocation> open = new TreeMap<>();
        TreeMap<Integer, String> unsure = new TreeMap<>();
        for (int i = 0; i < forms.size(); i++) {
            Object process = get(forms.get(i), "process");
            if (!(process instanceof Number number)
                    || !get(forms.get(i), "f").toString().equals(":txn")) continue;
            int p = number.intValue();
            Object value = get(forms.get(i), "value");
            String type = get(forms.get(i), "type").toString();
            if (type.equals(":invoke")) {
                if (unsure.containsKey(p)) lines.add(unsure.remove(p));
                open.put(p, new Invocation(p, i, value));
                continue;
            }
            Invocation invocation = open.remove(p);
            String times = timed ? " @" + invocation.position + "-" + (type.equals(":info") ? "" : i) : "";
            String line = line(p, type, value == null && invocation != null ? invocation.value : value, lists) + times;
            if (type.equals(":info") && timed) unsure.put(p, line);
            else lines.add(line);
        }
        for (Invocation rest : open.values()) {
            if (unsure.containsKey((int) rest.process)) throw new AssertionError("both running and unsure");
            unsure.put((int) rest.process, line(rest.process, ":info", rest.value, lists) + " @" + rest.position + "-");
        }
        unsure.values().stream().sorted((a, b) -> invoked(a) - invoked(b)).forEach(lines::add);
        return lines;
    }

    private static int invoked(String line) {
        return Integer.parseInt(line.substring(line.lastIndexOf('@') + 1, line.length() - 1));
    }

    private static String line(long process, String type, Object value, boolean lists) {
        StringBuilder line = new StringBuilder().append(process);
        line.append(type.equals(":ok") ? ':' : type.equals(":fail") ? '!' : '?');
        for (Object o : value == null ? List.of() : (List<?>) value) {
            List<?> microOp = (List<?>) o;
            boolean read = microOp.get(0).toString().equals(":r");
            Object result = microOp.get(2);
            boolean empty = result == null || lists && result instanceof List<?> list && list.isEmpty();
            String shown = read && (type.equals(":fail") || result == null && !type.equals(":ok"))
                    ? "?"
                    : read && empty ? "nil" : ClojureEdn.print(result);
            line.append(read ? " r(" : lists ? " append(" : " w(")
                    .append(ClojureEdn.print(microOp.get(1)))
                    .append(',')
                    .append(shown)
                    .append(')');
        }
        return line.toString();
    }

    private static Object get(Object operation, String field) {
        Object map = operation instanceof TaggedLiteral tagged ? tagged.form : operation;
        return ((ILookup) map).valAt(Keyword.intern(field));
    }
}

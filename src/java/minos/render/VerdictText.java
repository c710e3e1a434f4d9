package minos.render;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.StringJoiner;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import minos.history.Statistics;
import minos.history.Tested;
import minos.model.Anomaly;
import minos.model.AnomalyType;
import minos.model.DatabaseOrder;
import minos.model.Layout;
import minos.model.Level;
import minos.model.Order;
import minos.model.Verdict;
import minos.model.Verdict.Answer;
import minos.model.Violation;
import minos.render.Page.Style;

/** Verdicts for people: each in one sentence, then a short story for each anomaly. */
public final class VerdictText {
    private static final int INDENT = 4;
    private static final int MOST_OPERATIONS = 12;
    /** Of more rows or lines than these, only the first and the last are shown. */
    private static final int MOST_LINES = 40;

    private static final int FIRST = 20;
    private static final int LAST = 10;

    private final Judged judged;
    private final boolean brief;
    private final Page page;
    private Values values;
    private Surroundings around;
    private final Map<AnomalyType, List<Anomaly>> told = new EnumMap<>(AnomalyType.class);

    private VerdictText(Judged judged, Layout layout, boolean brief) {
        this.judged = judged;
        this.brief = brief;
        this.page = new Page(layout);
    }

    /**
     * The verdicts one after another.
     *
     * @param brief the sentences alone
     */
    public static String render(Judged judged, Layout layout, boolean brief) {
        VerdictText text = new VerdictText(judged, layout, brief);
        for (Verdict verdict : judged.verdicts()) text.verdict(verdict);
        if (!brief && judged.history() != null) {
            boolean holds = false;
            for (Verdict verdict : judged.verdicts()) holds |= verdict.answer() == Answer.TRUE;
            if (holds) text.tested();
            text.notes();
        }
        text.profile();
        return text.page.toString();
    }

    /**
     * The verdicts as a ladder of levels, then what breaks the weakest ones that do not hold.
     *
     * @param every what breaks the others too, each type once
     */
    public static String ladder(Judged judged, Layout layout, boolean brief, boolean every) {
        VerdictText text = new VerdictText(judged, layout, brief);
        text.ladder(every);
        text.profile();
        return text.page.toString();
    }

    private void verdict(Verdict verdict) {
        String order = "("
                + order(verdict.order())
                + (verdict.use() == DatabaseOrder.ASSUME ? ", and the database's, which is assumed)" : ")");
        page.line(0, 2).words(Printable.whole(judged.file()) + ":");
        if (verdict.isClaim()) page.words("the database's order at");
        page.word(Style.BOLD, verdict.level().text());
        switch (verdict.answer()) {
            case TRUE ->
                page.words(Style.GREEN, verdict.isClaim() ? "explains the reads" : "holds")
                        .words(order);
            case FALSE ->
                page.words(Style.RED, verdict.isClaim() ? "is contradicted" : "is violated")
                        .words(order + ": " + types(verdict));
            case UNKNOWN ->
                page.words(Style.YELLOW, "is unknown")
                        .words(order + ": " + Printable.whole(verdict.why().orElseThrow()));
        }
        page.end();
        if (brief || verdict.anomalies().isEmpty()) return;
        page.blank();
        for (Anomaly anomaly : verdict.anomalies()) anomaly(anomaly);
    }

    static String order(Order order) {
        return switch (order) {
            case NONE -> "no session order";
            case SESSION -> "session order";
            case PER_GROUP_REAL_TIME -> "real-time order per group";
            case PER_KEY_REAL_TIME -> "real-time order per key";
            case REAL_TIME -> "real-time order";
        };
    }

    static String types(Verdict verdict) {
        return verdict.anomalies().stream().map(a -> a.type().text()).collect(Collectors.joining(", "));
    }

    private void anomaly(Anomaly anomaly) {
        if (values == null) {
            values = new Values(judged.history());
            around = Surroundings.of(judged);
        }
        List<Anomaly> others = told.computeIfAbsent(anomaly.type(), type -> new ArrayList<>());
        boolean again = others.contains(anomaly);
        others.add(anomaly);
        heading(anomaly, again);
        for (int i = 0; !again && i < shown(anomaly); i++) {
            if (i > 0) page.blank();
            violation(anomaly.witnesses().get(i));
        }
        page.blank();
    }

    private void heading(Anomaly anomaly, boolean again) {
        String letter = anomaly.type().names().plume();
        String tap = letter.isEmpty() ? "" : " (" + letter + ")";
        page.line(2, 4).words(Style.BOLD, anomaly.type().text() + tap + ":");
        page.words(anomaly.type().meaning() + (again ? "; as above" : found(anomaly)))
                .end();
    }

    private int shown(Anomaly anomaly) {
        return judged.witnesses() ? anomaly.witnesses().size() : 0;
    }

    private String found(Anomaly anomaly) {
        int shown = shown(anomaly);
        if (anomaly.count() == 1 && anomaly.exact()) return "";
        if (anomaly.count() == shown && !anomaly.exact()) return "; there may be more";
        String found = "; " + (anomaly.exact() ? "" : "at least ") + anomaly.count() + " found";
        if (shown == anomaly.count() || shown == 0) return found;
        return found + ", the shortest" + (shown == 1 ? ":" : " " + shown + ":");
    }

    /** Tells one violation: what went wrong, who takes part, then step by step why it cannot be. */
    private void violation(Violation violation) {
        page.line(INDENT, INDENT + 4)
                .words(Cause.of(judged.history(), violation))
                .end();
        Cast cast = Cast.of(judged.history(), violation);
        String meanwhile = around.tell(cast.transactions().keySet());
        if (!meanwhile.isEmpty())
            page.line(INDENT, INDENT + 4).words(Style.DIM, meanwhile).end();
        page.blank();
        table(cast);
        List<Telling> proof = Telling.of(judged.history(), violation);
        if (!proof.isEmpty()) page.blank();
        abridged(proof, "lines", this::line);
    }

    private void line(Telling line) {
        int indent = INDENT + 2 * line.depth();
        Style style =
                switch (line.role()) {
                    case END -> Style.BOLD;
                    case REASON -> Style.DIM;
                    case STORY, WAY, STEP -> Style.PLAIN;
                };
        page.line(indent, indent + 4).words(style, line.text()).end();
    }

    private void table(Cast cast) {
        SortedMap<Integer, SortedSet<Integer>> transactions = cast.transactions();
        int nameWidth = 0;
        int sessionWidth = 0;
        for (int t : transactions.keySet()) {
            nameWidth = Math.max(nameWidth, Sentences.name(t).length());
            sessionWidth = Math.max(sessionWidth, Printable.columns(place(t)));
        }
        int middle = INDENT + nameWidth + 2;
        int right = middle + sessionWidth + 2;
        abridged(List.copyOf(transactions.keySet()), "transactions", t -> {
            page.line(INDENT, right)
                    .word(Style.BOLD, Sentences.name(t))
                    .to(middle)
                    .word(Style.PLAIN, place(t))
                    .to(right);
            operations(transactions.get(t), cast);
            String remarks = around.remarks(t);
            if (!remarks.isEmpty()) page.words(Style.DIM, "(" + remarks + ")");
            page.end();
        });
    }

    /** Where a transaction stands, with the time of its invocation if that is known. */
    private String place(int transaction) {
        return values.place(
                transaction, around.time(transaction).map(time -> " at " + time).orElse(""));
    }

    /** Shows each of them; of very many, those in the middle are only counted. */
    private <T> void abridged(List<T> all, String what, Consumer<T> show) {
        for (int i = 0; i < all.size(); i++) {
            if (i == FIRST && all.size() > MOST_LINES) {
                i = all.size() - LAST;
                String left = "… " + (i - FIRST) + " more " + what + " (a report shows them all)";
                page.line(INDENT, INDENT + 4).words(Style.DIM, left).end();
            }
            show.accept(all.get(i));
        }
    }

    private void operations(SortedSet<Integer> operations, Cast cast) {
        int left = operations.size();
        for (int op : operations) {
            if (left == operations.size() - MOST_OPERATIONS && left > 1) {
                page.words("and " + left + " more");
                return;
            }
            left--;
            page.word(Style.PLAIN, cast.shown(op) + (left > 0 ? "," : ""));
        }
    }

    private void ladder(boolean every) {
        Ladder ladder = new Ladder(judged.verdicts());
        String strongest = Ladder.names(ladder.strongest());
        List<Level> weakest = ladder.weakest();
        page.line(0, 2).words(Printable.whole(judged.file()) + ":");
        if (judged.history() == null) {
            page.words(Style.YELLOW, "unknown:")
                    .words(Printable.whole(judged.verdicts().get(0).why().orElseThrow()))
                    .end();
            return;
        }
        if (brief) {
            String unknown = ladder.unknown().isEmpty() ? "" : "; unknown: " + Ladder.names(ladder.unknown());
            page.words("strongest that hold: " + strongest + "; weakest violated: " + Ladder.names(weakest) + unknown);
            if (!ladder.contradicted().isEmpty()) {
                page.words("; the database's order is contradicted at: " + Ladder.names(ladder.contradicted()));
            }
            page.end();
            return;
        }
        String about = judged.history().origin().about();
        page.words((about.isEmpty() ? "" : Printable.whole(about) + ", ")
                        + phrase(Statistics.Size.of(judged.history())))
                .end();
        tested();
        notes();
        page.blank();
        Order usual = judged.verdicts().isEmpty()
                ? Order.SESSION
                : judged.verdicts().get(0).order();
        judged.verdicts().forEach(v -> rung(v, usual));
        page.blank();
        page.line(0, 2)
                .words("strongest that hold (" + order(usual) + "): " + strongest)
                .end();
        page.line(0, 2).words("weakest violated: " + Ladder.names(weakest)).end();
        reasons().forEach((why, levels) -> page.line(0, 2)
                .words("unknown: " + levels + ": " + Printable.whole(why))
                .end());
        if (!ladder.contradicted().isEmpty()) {
            page.line(0, 2)
                    .words("the database's order is contradicted at: " + Ladder.names(ladder.contradicted()))
                    .end();
        }
        if (!weakest.isEmpty() || !ladder.contradicted().isEmpty()) page.blank();
        Set<AnomalyType> types = EnumSet.noneOf(AnomalyType.class);
        for (Verdict verdict : judged.verdicts()) {
            if (!every && !verdict.isClaim() && !weakest.contains(verdict.level())) continue;
            for (Anomaly anomaly : verdict.anomalies()) if (types.add(anomaly.type())) anomaly(anomaly);
        }
    }

    private void rung(Verdict verdict, Order usual) {
        page.line(2, 4)
                .word(
                        Style.PLAIN,
                        verdict.isClaim()
                                ? "  as the database orders it"
                                : verdict.level().text())
                .to(31);
        String claim = Ladder.claim(verdict.answer());
        switch (verdict.answer()) {
            case TRUE -> page.word(Style.GREEN, verdict.isClaim() ? claim : "holds");
            case FALSE -> page.word(Style.RED, verdict.isClaim() ? claim : "violated");
            case UNKNOWN -> page.word(Style.YELLOW, "unknown");
        }
        if (verdict.order() != usual) page.words("(" + order(verdict.order()) + ")");
        page.end();
    }

    /** How much of the history could have gone wrong. */
    private void tested() {
        page.line(0, 2).words("tested: " + Tested.of(judged.history())).end();
    }

    /** Where the time went, if that is asked for. */
    private void profile() {
        if (judged.profile().isEmpty()) return;
        page.blank();
        Profile profile = judged.profile().get();
        profile.phases().forEach((phase, time) -> row(phase, Math.round(time.toNanos() / 1e5) / 10.0 + " ms"));
        profile.counts().forEach((what, count) -> row(what, Long.toString(count)));
    }

    private void row(String name, String value) {
        page.line(2, 4).words(name).to(31).words(value).end();
    }

    /** What was left out or put in order when the history was read. */
    private void notes() {
        for (String note : judged.history().origin().notes()) {
            page.line(0, 2).words("note: " + Printable.whole(note)).end();
        }
    }

    /** Why levels are unknown, each reason once with its levels. */
    private Map<String, StringJoiner> reasons() {
        Map<String, StringJoiner> reasons = new LinkedHashMap<>();
        for (Verdict verdict : judged.verdicts()) {
            if (verdict.answer() != Answer.UNKNOWN) continue;
            reasons.computeIfAbsent(verdict.why().orElseThrow(), why -> new StringJoiner(", "))
                    .add((verdict.isClaim() ? "the database's order at " : "") + verdict.level());
        }
        return reasons;
    }

    /** How large a history is, in a phrase. */
    private static String phrase(Statistics.Size size) {
        StringBuilder out = new StringBuilder(plural(size.transactions(), "transaction"));
        if (size.aborted() + size.indeterminate() > 0) {
            out.append(" (")
                    .append(size.aborted())
                    .append(" aborted, ")
                    .append(size.indeterminate())
                    .append(" indeterminate)");
        }
        return out.append(" in ")
                .append(plural(size.sessions(), "session"))
                .append(", ")
                .append(plural(size.operations(), "operation"))
                .append(" on ")
                .append(plural(size.keys(), "key"))
                .toString();
    }

    private static String plural(int count, String noun) {
        return count + " " + noun + (count == 1 ? "" : "s");
    }
}

package minos.render;

import static minos.render.Sentences.name;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import minos.history.History;
import minos.history.Status;
import minos.model.Edge;
import minos.model.Witness;
import minos.render.Page.Style;

/** Tells one violation: who takes part, then step by step why it cannot be. */
final class WitnessText {
    private static final int INDENT = 4;
    private static final int MOST_OPERATIONS = 12;

    private final History history;
    private final Sentences sentences;
    private final Positions positions;
    private final Page page;

    WitnessText(History history, Page page) {
        this.history = history;
        this.sentences = new Sentences(history);
        this.positions = new Positions(history);
        this.page = page;
    }

    void tell(Witness witness) {
        table(Cast.of(history, witness), new Focus(history, witness));
        page.blank();
        String story = sentences.story(witness);
        if (story != null) page.line(INDENT, INDENT + 2).words(story).end();
        if (!witness.transactions().isEmpty()) {
            page.line(INDENT, INDENT + 2).words("no order explains these " + witness.transactions().size()
                    + " transactions together; without any one of them there is one").end();
        }
        if (witness.alternative().isEmpty()) {
            cycle(witness.cycle(), INDENT);
        } else {
            way("one way", witness.cycle());
            way("the other way", witness.alternative());
        }
    }

    private void table(SortedMap<Integer, SortedSet<Integer>> cast, Focus focus) {
        int nameWidth = 0;
        int sessionWidth = 0;
        for (int t : cast.keySet()) {
            nameWidth = Math.max(nameWidth, name(t).length());
            sessionWidth = Math.max(sessionWidth, Printable.columns(place(t)));
        }
        int middle = INDENT + nameWidth + 2;
        int right = middle + sessionWidth + 2;
        for (Map.Entry<Integer, SortedSet<Integer>> row : cast.entrySet()) {
            int t = row.getKey();
            page.line(INDENT, right).word(Style.BOLD, name(t)).to(middle).word(Style.PLAIN, place(t)).to(right);
            operations(row.getValue(), focus);
            page.end();
        }
    }

    private void operations(SortedSet<Integer> operations, Focus focus) {
        int left = operations.size();
        for (int op : operations) {
            if (left == operations.size() - MOST_OPERATIONS && left > 1) {
                page.words("and " + left + " more");
                return;
            }
            left--;
            page.word(Style.PLAIN, focus.operation(op) + (left > 0 ? "," : ""));
        }
    }

    /**
     * Session and place in it, as in {@code session 3 #2}; from where to where in the history, {@code @4–7}, if that is
     * known; and what became of it, unless it committed.
     */
    private String place(int transaction) {
        Status status = history.status(transaction);
        String session = Printable.shown(history.sessionText(history.session(transaction)));
        return "session " + session + " #" + positions.of(transaction) + span(transaction) + switch (status) {
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

    private void way(String title, List<Edge> cycle) {
        page.line(INDENT, INDENT + 2).words(sentences.way(title, cycle) + ":").end();
        cycle(cycle, INDENT + 2);
    }

    private void cycle(List<Edge> cycle, int indent) {
        if (cycle.isEmpty()) return;
        edges(cycle, indent);
        int who = cycle.stream().mapToInt(Edge::from).filter(t -> t >= 0).findFirst().orElse(History.INITIAL);
        page.line(indent, indent + 2).words(Style.BOLD, "so " + name(who) + " must come before itself").end();
    }

    /** Edges a line each, below an edge those that it rests on. */
    private void edges(List<Edge> edges, int indent) {
        for (Step step : Step.of(edges, 0)) {
            int depth = indent + 2 * step.depth();
            page.line(depth, depth + 2).words(step.depth() > 0 ? Style.DIM : Style.PLAIN, sentences.edge(step.edge())).end();
        }
    }
}

package minos.render;

import static minos.render.Sentences.name;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
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
    private final Values values;
    private final Page page;
    private int[] position;

    WitnessText(History history, Page page) {
        this.history = history;
        this.sentences = new Sentences(history);
        this.values = new Values(history);
        this.page = page;
    }

    void tell(Witness witness) {
        table(Cast.of(history, witness));
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

    private void table(SortedMap<Integer, SortedSet<Integer>> cast) {
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
            operations(row.getValue());
            page.end();
        }
    }

    private void operations(SortedSet<Integer> operations) {
        int left = operations.size();
        for (int op : operations) {
            if (left == operations.size() - MOST_OPERATIONS && left > 1) {
                page.words("and " + left + " more");
                return;
            }
            left--;
            page.word(Style.PLAIN, values.operation(op) + (left > 0 ? "," : ""));
        }
    }

    /** Session and place in it, as in {@code session 3 #2}; and what became of it, unless it committed. */
    private String place(int transaction) {
        if (position == null) position = positions();
        Status status = history.status(transaction);
        String session = Printable.shown(history.sessionText(history.session(transaction)));
        return "session " + session + " #" + position[transaction] + switch (status) {
            case COMMITTED -> "";
            case ABORTED -> " (aborted)";
            case INDETERMINATE -> " (indeterminate)";
        };
    }

    private int[] positions() {
        int[] last = new int[history.sessions()];
        int[] all = new int[history.transactions()];
        for (int t = 0; t < all.length; t++) all[t] = ++last[history.session(t)];
        return all;
    }

    /** One of the ways to order two writes, by the edge that supposes it. */
    private void way(String title, List<Edge> cycle) {
        Edge supposed = supposed(cycle);
        String which = supposed == null ? ":" : ", " + sentences.why(supposed) + ":";
        page.line(INDENT, INDENT + 2).words(title + which).end();
        cycle(cycle, INDENT + 2);
    }

    /** The first order of two writes that no read shows. */
    private static Edge supposed(List<Edge> edges) {
        Deque<Edge> open = new ArrayDeque<>(edges);
        while (!open.isEmpty()) {
            Edge edge = open.pop();
            if (edge.kind() == Edge.Kind.WW && edge.readOp() < 0 && edge.from() >= 0) return edge;
            edge.because().forEach(open::push);
        }
        return null;
    }

    private void cycle(List<Edge> cycle, int indent) {
        if (cycle.isEmpty()) return;
        edges(cycle, indent);
        int who = cycle.stream().mapToInt(Edge::from).filter(t -> t >= 0).findFirst().orElse(History.INITIAL);
        page.line(indent, indent + 2).words(Style.BOLD, "so " + name(who) + " must come before itself").end();
    }

    /** Edges a line each, below a commit edge the edges that it rests on. A stack, as those may rest on others. */
    private void edges(List<Edge> edges, int indent) {
        Deque<Iterator<Edge>> open = new ArrayDeque<>();
        open.push(edges.iterator());
        while (!open.isEmpty()) {
            if (!open.peek().hasNext()) {
                open.pop();
                continue;
            }
            Edge edge = open.peek().next();
            int depth = indent + 2 * (open.size() - 1);
            page.line(depth, depth + 2).words(open.size() > 1 ? Style.DIM : Style.PLAIN, sentences.edge(edge)).end();
            open.push(edge.because().iterator());
        }
    }
}

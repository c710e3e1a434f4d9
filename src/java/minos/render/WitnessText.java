package minos.render;

import static minos.render.Sentences.name;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.function.Consumer;
import minos.history.History;
import minos.model.Witness;
import minos.render.Page.Style;

/** Tells one violation: who takes part, then step by step why it cannot be. */
final class WitnessText {
    private static final int INDENT = 4;
    private static final int MOST_OPERATIONS = 12;
    /** Of more rows or lines than these, only the first and the last are shown. */
    private static final int MOST_LINES = 40;

    private static final int FIRST = 20;
    private static final int LAST = 10;

    private final History history;
    private final Positions positions;
    private final Page page;

    WitnessText(History history, Page page) {
        this.history = history;
        this.positions = new Positions(history);
        this.page = page;
    }

    void tell(Witness witness) {
        table(Cast.of(history, witness), new Focus(history, witness));
        page.blank();
        abridged(Telling.of(history, witness), "lines", this::line);
    }

    private void line(Telling line) {
        int indent = INDENT + 2 * line.depth();
        Style style =
                switch (line.role()) {
                    case END -> Style.BOLD;
                    case REASON -> Style.DIM;
                    default -> Style.PLAIN;
                };
        page.line(indent, indent + 4).words(style, line.text()).end();
    }

    private void table(SortedMap<Integer, SortedSet<Integer>> cast, Focus focus) {
        int nameWidth = 0;
        int sessionWidth = 0;
        for (int t : cast.keySet()) {
            nameWidth = Math.max(nameWidth, name(t).length());
            sessionWidth = Math.max(sessionWidth, Printable.columns(positions.place(t)));
        }
        int middle = INDENT + nameWidth + 2;
        int right = middle + sessionWidth + 2;
        abridged(List.copyOf(cast.keySet()), "transactions", t -> {
            page.line(INDENT, right)
                    .word(Style.BOLD, name(t))
                    .to(middle)
                    .word(Style.PLAIN, positions.place(t))
                    .to(right);
            operations(cast.get(t), focus);
            page.end();
        });
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
}

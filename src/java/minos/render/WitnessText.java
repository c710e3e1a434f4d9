package minos.render;

import static minos.render.Sentences.name;

import java.util.Map;
import java.util.SortedMap;
import java.util.SortedSet;
import minos.history.History;
import minos.model.Witness;
import minos.render.Page.Style;

/** Tells one violation: who takes part, then step by step why it cannot be. */
final class WitnessText {
    private static final int INDENT = 4;
    private static final int MOST_OPERATIONS = 12;

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
        for (Telling line : Telling.of(history, witness)) {
            int indent = INDENT + 2 * line.depth();
            Style style = switch (line.role()) {
                case END -> Style.BOLD;
                case REASON -> Style.DIM;
                default -> Style.PLAIN;
            };
            page.line(indent, indent + 2).words(style, line.text()).end();
        }
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
        for (Map.Entry<Integer, SortedSet<Integer>> row : cast.entrySet()) {
            int t = row.getKey();
            page.line(INDENT, right).word(Style.BOLD, name(t)).to(middle).word(Style.PLAIN, positions.place(t))
                    .to(right);
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
}

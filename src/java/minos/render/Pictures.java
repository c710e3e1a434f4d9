package minos.render;

import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import minos.history.History;
import minos.model.Edge;
import minos.model.Witness;
import minos.render.picture.Picture;

/** Makes pictures of witnesses: says what is to be seen, and leaves the drawing to {@link minos.render.picture}. */
public final class Pictures {
    /** More transactions than this are no picture any more. */
    private static final int MOST_BOXES = 60;

    private final History history;
    private final Sentences sentences;
    private final Positions positions;

    public Pictures(History history) {
        this.history = history;
        sentences = new Sentences(history);
        positions = new Positions(history);
    }

    /**
     * One picture; two where each way to order some writes fails; none of a witness that is too large to be seen at
     * once.
     */
    public List<Picture> of(Witness witness) {
        SortedMap<Integer, SortedSet<Integer>> cast = Cast.of(history, witness);
        List<Edge> one = witness.cycle();
        List<Edge> other = witness.alternative();
        if (cast.size() > MOST_BOXES) return List.of();
        if (other.isEmpty()) return List.of(picture(witness, cast, "", Step.of(one, 0)));
        List<Step> first = Step.of(one, 0);
        return List.of(
                picture(witness, cast, sentences.way("one way", one, other), first),
                picture(witness, cast, sentences.way("the other way", other, one), Step.of(other, first.size())));
    }

    private Picture picture(
            Witness witness, SortedMap<Integer, SortedSet<Integer>> cast, String caption, List<Step> steps) {
        Scene scene = new Scene(history, sentences, positions, witness);
        if (steps.stream().map(Step::edge).anyMatch(e -> e.from() == History.INITIAL || e.to() == History.INITIAL)) {
            scene.initial(steps);
        }
        scene.transactions(cast);
        steps.forEach(scene::arrows);
        if (steps.isEmpty()) scene.sources();
        return scene.picture(caption);
    }
}

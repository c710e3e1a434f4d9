/**
 * Pictures of counterexamples. Nothing here knows of histories or verdicts: {@link minos.render.picture.Picture} says what is to be
 * seen, boxes in lanes and arrows between them, and two classes write that down.
 *
 * <ul>
 * <li>{@link minos.render.picture.Svg} draws it where {@code Plan} puts it: each box in a row of its own, arrows forward in time on the right, arrows back on
 *     the left, so that a cycle looks like a loop. {@code Ports} says where arrows leave a box, {@code Columns} how far out they run. Nothing lies
 *     on anything else, by construction. That takes time quadratic in the arrows, rarely more; large violations are folded before they come here.
 * <li>{@link minos.render.picture.Dot} leaves the places to Graphviz: for those who want to lay it out or edit it themselves.
 * </ul>
 *
 * {@link minos.render.picture.Ink} has the colours and dashes of both; no meaning hangs on colour alone. {@code Text} decides which characters of
 * a history may appear, and how wide they are at most.
 */
package minos.render.picture;

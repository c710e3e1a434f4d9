/**
 * Pictures of counterexamples. A {@link minos.render.picture.Picture} says what is to be seen, {@link
 * minos.render.picture.Plan} finds a place for everything, {@link minos.render.picture.Svg} draws it; {@link
 * minos.render.picture.Dot} leaves the places to Graphviz. Nothing here knows of histories or verdicts.
 */
package minos.render.picture;

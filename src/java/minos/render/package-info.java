/**
 * Verdicts in words, JSON, EDN and pictures. A rendering is a function of a history and the verdicts on it, and finds
 * out nothing by itself: {@link minos.render.Cast} picks the transactions and operations that a witness names,
 * {@link minos.render.Sentences} puts each step into a sentence, and {@link minos.render.VerdictText}
 * and {@link minos.render.VerdictData} lay that out. {@link minos.render.Pictures}
 * shows the same as boxes and arrows, which {@link minos.render.picture} draws.
 */
package minos.render;

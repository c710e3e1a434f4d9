/**
 * Verdicts in words, as data and as pictures. A rendering is a function of a history and the verdicts on it ({@link minos.render.Judged}); it finds
 * out nothing by itself.
 *
 * <ul>
 * <li><b>What is said.</b> {@code Cast} picks the transactions and operations that a violation names, {@code Cause} says in one sentence what
 *     went wrong, {@link minos.render.Sentences} why each step holds; {@code Telling} puts these in order. {@code Surroundings} adds what was recorded around
 *     it: faults ({@code Fault}), reconnections, errors, times. {@code Values} prints operations, and {@link minos.render.Printable} makes foreign text harmless.
 * <li><b>As text.</b> {@link minos.render.VerdictText}, laid out by {@code Page}.
 * <li><b>As data.</b> {@link minos.render.VerdictData} is one walk over a verdict for all syntaxes of {@link minos.render.DataWriter}: {@link minos.render.Json},
 *     {@link minos.render.Edn}.
 * <li><b>As a report.</b> {@link minos.render.Report}: a page ({@code ReportPage}) with its counterexamples as data ({@code ReportData}), the timeline of the whole history
 *     ({@code Timeline}), and pictures. {@link minos.render.Pictures} says what they show, after {@code Folding} of what is long; {@link minos.render.picture} draws.
 *     {@link minos.render.LivePage} shows a history while it is judged, {@link minos.render.Matrix} what {@code probe} found.
 * <li><b>For continuous integration.</b> {@link minos.render.Suite} is what there is to tell, {@link minos.render.JUnitXml}, {@link minos.render.GitHub} and {@link minos.render.Sarif} write it.
 * </ul>
 *
 * Time is linear in what is shown, which the number of witnesses bounds, and not in the history; the timeline alone goes through it once.
 */
package minos.render;

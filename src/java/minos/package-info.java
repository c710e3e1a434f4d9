/**
 * The API of Minos. {@link minos.Minos} reads a history, begins to {@linkplain minos.Recording record} one, and asks a
 * {@link minos.Question}: which levels, in which order between transactions, within which limits. Put to a file, a stream, a
 * history or any other {@link minos.Source}, it is answered by a {@link minos.Judgement}, which can be asked, explained,
 * rendered and shrunk; a {@link minos.Listener} hears of it meanwhile. Put to a recording that goes on, it is answered by a {@link
 * minos.LiveJudgement}, again and again. Everything is immutable but a recording and what is said of it live.
 *
 * <p>The command line, {@code minos run} and the Clojure wrapper are callers of this package and have no other way to the
 * engine. Behind it data flows one way: {@code minos.io} reads bytes into a {@link minos.history.History}; {@code minos.infer} ties reads
 * to writes; {@code minos.judge} decides levels and finds violations; {@code minos.render} shows them. {@link minos.model} holds the words
 * that all share.
 */
package minos;

/**
 * Judges transaction histories against isolation levels; {@link minos.Minos} is the whole public API of the engine.
 *
 * <p>Data flows one way: {@code minos.io} reads files into a {@code minos.history.History}; {@code minos.infer} ties reads to writes;
 * {@code minos.judge} decides levels and finds witnesses; {@code minos.render} shows them. {@code minos.model} holds the words that
 * all share.
 */
package minos;

/**
 * Breaks things while a run goes on, and mends them: what Jepsen calls a nemesis.
 *
 * <p>A {@link minos.nemesis.Nemesis} is one thing that can be broken. There are three kinds: shell commands of the user's
 * ({@link minos.nemesis.Commands}); processes on this machine, which are paused or killed ({@link minos.nemesis.Processes}); and connections,
 * which a {@link minos.nemesis.TcpProxy} of our own before each node delays, slows down, cuts or lets wait
 * ({@link minos.nemesis.Connections}). A {@link minos.nemesis.Schedule} says when.
 */
package minos.nemesis;

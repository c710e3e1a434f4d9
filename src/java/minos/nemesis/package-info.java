/**
 * Breaks things while a run goes on, and mends them: what Jepsen calls a nemesis. A {@link minos.nemesis.Nemesis} is one thing that
 * can be broken; a {@link minos.nemesis.Schedule} says when. There are three kinds:
 *
 * <table>
 * <caption>What can be broken</caption>
 * <tr><th></th><th>how</th><th>needs</th></tr>
 * <tr><td>{@link minos.nemesis.Processes}</td><td>a process and all that it started, paused (SIGSTOP) or killed (SIGKILL) and started again</td><td>a
 *     process on this machine that one may signal</td></tr>
 * <tr><td>{@link minos.nemesis.Connections}</td><td>delayed, slowed down, cut, or silent, by a {@link minos.nemesis.TcpProxy} before each node</td><td>no rights;
 *     only what goes through the proxy is concerned, not what nodes say to each other</td></tr>
 * <tr><td>{@link minos.nemesis.Commands}</td><td>whatever the shell can do</td><td>whatever that needs</td></tr>
 * </table>
 *
 * Each use is recorded in the history before and after, as Jepsen does. What is broken when the run ends is mended first.
 */
package minos.nemesis;

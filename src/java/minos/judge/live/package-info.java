/**
 * Judges a history while it grows. A batch of new transactions costs about what it would in a history of its own.
 *
 * <p><b>What is final.</b> If a history satisfies a level, so does each part of it that has, with a read, the write that it came from:
 * restrict the commit order. So a violation in a part is one of the whole, however it goes on. What has been recorded so far is such a
 * part: transactions that are open count as indeterminate, and their writes are known from the invocation on. (A value that was read
 * before anybody had invoked its write came from nowhere, whatever is written later.) Where a recording says nothing of invocations,
 * reads may be recorded before the writes that they came from; there such a reader waits, and so does who read from it or comes after it
 * in its session.
 *
 * <p><b>What holds so far</b> has a commit order that was checked. {@link minos.judge.live.Settled} is the part of it that is taken
 * for granted: the order of the transactions up to some time ago, and the state that they left. The rest, the <i>window</i>, is a
 * history of its own that begins with that state, and is judged as any other. An order for it, put behind the settled one, is one for
 * the whole, at every level: all dependencies between the two lead forward. For who reads in the window reads from the window, or what
 * was the last version when it began; so writers of the same key in the settled part come before its source, paths from the window
 * into the settled part there are none, and neither is an anti-dependency. Sessions and real time lead forward too, as what completes
 * later is in the window.
 *
 * <p>Commit orders are nearly that of the completions, so a window hardly reaches further back than the oldest operation that is
 * still open. Somebody may read an older version than the settled state has: of two writes that nobody had read the wrong one was
 * taken to be the last. Then one of the two is moved, if nothing in between has to do with it; where that is not possible, or no order of
 * the window exists, the window grows backwards: what was settled last is open again. Up to causal a read of an older version may
 * stay as it is, as long as the reader's level does not let it know of one that replaced it: {@link minos.judge.live.Pasts}.
 *
 * <p>Before a window grows, {@link minos.judge.live.Excerpt} is asked whether it would be in vain: what was recorded last, with those whom
 * it read from, is a history of its own that says nothing of what was there before. What it violates is violated, so that a violation
 * is seen within a batch or two of the transactions that make it, however long the history is.
 *
 * <p>Whoever asks for it has what is dead forgotten: {@link minos.judge.live.Forgetting} finds out what no transaction that is open or yet
 * to come can depend on, by real time or by {@link minos.judge.live.Fences}; the rest is judged as if it came anew.
 *
 * <p>Where that does not help, all is judged from the beginning: that finds the violation, or a better order to go on from. How much
 * may be spent on it is in proportion to what was recorded since; until it is enough the level is not decided. So the whole costs
 * a constant times what judging at the end does. Where values repeat, and for objects that are neither registers nor lists, all
 * is judged that way.
 */
package minos.judge.live;

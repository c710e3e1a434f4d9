/**
 * Histories in which values repeat: a read then has several possible sources. {@link minos.judge.sources.SourceJudge} is the door.
 *
 * <h2>Readings</h2>
 * {@code Sources} finds, for each external read, the writes that it may be from. With an answer to each such question every write
 * has a value of its own: a <b>reading</b> of the history is a history in which all is unique, and is judged as any other ({@link
 * minos.judge.sources.UniqueJudge}). The history satisfies a level if some reading does. With unique values there is one reading
 * and nothing here runs.
 *
 * <p>All levels ask for more when more reads are tied. So a reading that leaves questions open, and is violated, refutes all that
 * answer them; what reads with one source show is judged first, and has the names that violations have elsewhere.
 *
 * <h2>How hard</h2>
 * Read uncommitted and cut isolation ask nothing of registers; of lists, {@code ListCuts} looks for cuts. Adya's read committed is
 * linear: {@code ReadyFirst} commits whatever is ready, and what never is refutes the levels above, too. Read committed, read atomicity and causal consistency, polynomial for unique values, are
 * NP-complete here, as doc/levels.md shows; the levels above are so anyway.
 *
 * <h2>From the cheap to the dear</h2>
 * <ol>
 * <li>{@code NarrowedSources} drops candidates that cannot be: O(n·k) a round for n transactions and k sessions. Of lists, {@code
 *     NarrowedLists} does: the order tells between which places an append stands ({@code ListWindows}).
 * <li>{@code Interleaving} runs the sessions side by side, by value, and is done if it comes to the end: where few values are
 *     written again and again, nearly every way leads there.
 * <li>At the levels at which transactions read one state, {@code minos.judge.strong} looks for an order and for sources at once: an
 *     open read is content with any version of its value, and only one that finds none becomes literals "r is from w", beside
 *     the literals "this version before that". VeriStrong, a checker of strong levels for such
 *     histories, hands all of it to a solver at once.
 * <li>Where a level promises something to each session and key by itself, {@code SessionSearch} chooses nothing but which write comes
 *     next ({@code SessionNeeds}), and is exact where few sessions share keys.
 * <li>At the others, {@code SourceSearch} judges readings, learns from each violation which answers do not go together ({@code
 *     Answers}, on {@link minos.sat}), and goes on until a reading satisfies the level or none is left. Of registers, most is
 *     refused before a reading is judged, as each answer puts transactions in order ({@code AnswerOrder}). Another conflict is made
 *     small first: only the transactions that the violation names, and only the answers without which it is none.
 * </ol>
 * What satisfies a level satisfies those below it, so the strongest is tried first, for a while. Where transactions have levels of
 * their own, {@code ReaderLevels} says what counts for whom, and the last of these ways decides; so it does where the database's own
 * order or an assumed one counts, too, of which an order by value knows nothing.
 */
package minos.judge.sources;

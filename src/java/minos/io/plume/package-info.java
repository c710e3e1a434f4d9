/**
 * The text of Plume, an operation a line, which AWDIT and C4 read too, and the variant of PolySI and MTC. The simplest format, and the
 * fastest to read.
 *
 * <ul>
 * <li>{@link minos.io.plume.PlumeReader} cuts a plain file into a stretch for each thread; a compressed one or a stream is unpacked by a thread of its own, ahead of the
 *     parser ({@code ReadAhead}). {@code LineBlocks} cuts stretches into blocks of whole lines.
 * <li>{@code PlumeParser} parses lines as they are usually written in one loop over the bytes. Any other line goes to a
 *     parser that takes blanks and says what is wrong where.
 * <li>{@link minos.io.plume.PlumeWriter} writes both variants.
 * </ul>
 *
 * Time is linear in the size of the text, which is never held: a stretch has 64 kB of it at a time. Operations go to a {@link
 * minos.history.BulkBuilder}.
 *
 * <p>Liu, Gu, Wei and Basin, <i>Plume: Efficient and Complete Black-Box Checking of Weak Isolation Levels</i>, OOPSLA 2024; Huang, Liu, Chen and others,
 * <i>Efficient Black-box Checking of Snapshot Isolation in Databases</i> (PolySI), VLDB 2023.
 */
package minos.io.plume;

/**
 * The text of Plume, a line an operation, which AWDIT and C4 read too, and the variant of PolySI and MTC.
 * {@link minos.io.plume.PlumeReader} cuts a plain file into a stretch for each thread and parses lines as they are usually written in
 * one loop over the bytes; a compressed one is unpacked ahead of its parser. Time is linear in the size of the text, which is never
 * held: a stretch has 64 kB of it at a time.
 *
 * <p>Liu, Gu, Wei and Basin, <i>Plume: Efficient and Complete Black-Box Checking of Weak Isolation Levels</i>, OOPSLA 2024;
 * Huang, Liu, Chen and others, <i>Efficient Black-box Checking of Snapshot Isolation in Databases</i> (PolySI), VLDB 2023.
 */
package minos.io.plume;

/**
 * What the JDK lacks for long work on large arrays; it knows nothing of histories.
 * <ul>
 * <li>Collections of primitives, without boxing: {@link minos.util.IntList} and {@link minos.util.LongList} grow,
 *     {@link minos.util.LongInterner} gives longs dense ids (amortised constant time); {@link minos.util.Primitives} is
 *     what they share. {@link minos.util.Sentinel} is what int arrays hold where there is nothing.
 * <li>Long work: {@link minos.util.Parallel} shares it out to threads, {@link minos.util.Deadline} ends it,
 *     {@link minos.util.Progress} hears of it and {@link minos.util.PhaseClock} measures it.
 * <li>{@link minos.util.Minimum} leaves out of a set what can go.
 * <li>{@link minos.util.WholeFile} writes files that are there as a whole or not at all.
 * </ul>
 */
package minos.util;

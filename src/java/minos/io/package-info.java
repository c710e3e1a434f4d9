/**
 * Histories as text: readers and writers of the formats that Minos knows. Readers go through the text once, hold a few
 * blocks of it at a time and feed a {@link minos.history.HistoryBuilder}; whatever is wrong with a file is a
 * {@link minos.io.ReadException} that names the place.
 */
package minos.io;

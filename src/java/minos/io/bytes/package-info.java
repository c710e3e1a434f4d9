/**
 * Where the bytes of a history come from and go to. Knows nothing of formats.
 *
 * <ul>
 * <li>{@link minos.io.bytes.ByteSource} is a file or a stream, plain or compressed; it says at which line and column an offset lies. {@link
 *     minos.io.bytes.FileHead} is its beginning, by which formats are recognised.
 * <li>{@code GzipStream} unpacks gzip (RFC 1952) more strictly than the JDK, which takes damage between two members for the end of
 *     the file. {@link minos.io.bytes.Proportion} refuses what unpacks to suspiciously much.
 * <li>{@link minos.io.bytes.Growth} is a file that somebody is still writing, in the pieces in which it comes.
 * <li>Binary formats take numbers out of {@link minos.io.bytes.BinaryInput} and put them into {@link minos.io.bytes.BinaryOutput}; text formats have
 *     parsers of their own and write through {@link minos.io.bytes.TextOutput}.
 * </ul>
 *
 * A length that a file claims is never believed: memory follows the bytes that are there.
 */
package minos.io.bytes;

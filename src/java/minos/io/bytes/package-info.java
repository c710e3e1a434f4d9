/**
 * Where the bytes of a history come from and go to: a {@link minos.io.bytes.ByteSource} is a file or a stream, plain or compressed,
 * with the line and column of each offset; {@link minos.io.bytes.Proportion} refuses what unpacks to suspiciously much; {@link minos.io.bytes.FileHead} is how it begins. Binary formats take numbers out of
 * {@link minos.io.bytes.BinaryInput} and put them into {@link minos.io.bytes.BinaryOutput}; formats of text have parsers of their
 * own and write through {@link minos.io.bytes.TextOutput}. Knows nothing of formats.
 */
package minos.io.bytes;

/**
 * From what was recorded to what it means: {@link minos.infer.Relations} ties reads to writes and finds what is wrong
 * with single reads. Levels are judged in {@code minos.judge}.
 */
package minos.infer;

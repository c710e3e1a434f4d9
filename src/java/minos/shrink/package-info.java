/**
 * Makes violations small: {@link minos.shrink.Shrinker} finds, in a history that violates a level, the smallest part
 * that still does. It knows nothing of how levels are judged; it asks {@link minos.judge.Judge} again and again.
 */
package minos.shrink;

/** Primitive collections, deadlines and progress: what the JDK lacks for work on large arrays of ints. */
package minos.util;

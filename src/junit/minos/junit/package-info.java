/**
 * Minos in tests of JUnit 5. A jar of its own, so that the engine depends on nothing: whoever writes such tests has JUnit already.
 */
package minos.junit;

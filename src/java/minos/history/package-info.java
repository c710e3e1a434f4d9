/**
 * What was recorded, and nothing else: {@link minos.history.History} in primitive arrays, and the builder that readers
 * feed. What follows from it (who read from whom) is the business of {@code minos.infer}.
 */
package minos.history;

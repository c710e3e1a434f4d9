/**
 * Checks certificates, independently of the judges: nothing here uses {@code minos.infer} or {@code minos.judge}, only the
 * history and the definitions. Simple code on purpose: it is what one has to trust.
 */
package minos.verify;

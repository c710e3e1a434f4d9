/**
 * The vocabulary that all stages share: levels, orders, verdicts, and violations as data. Nothing here computes.
 */
package minos.model;

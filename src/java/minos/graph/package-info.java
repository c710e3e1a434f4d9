/** Directed graphs in compressed sparse rows, and what the engine asks of them. Knows nothing of transactions. */
package minos.graph;

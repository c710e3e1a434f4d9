/**
 * The command line: {@link minos.cli.Main} picks the command, each command parses its own {@link minos.cli.Args} and
 * returns an exit status. Only {@code main} itself ends the process.
 */
package minos.cli;

package minos.io;

/** A place in a text. Both count from 1; columns count bytes, so that a place means the same in every encoding. */
public record Place(long line, long column) {}

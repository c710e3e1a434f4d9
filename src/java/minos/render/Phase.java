package minos.render;

/** A part of the work on a history, and how long it took. */
public record Phase(String name, long millis) {}

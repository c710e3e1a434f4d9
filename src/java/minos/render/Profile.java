package minos.render;

import java.time.Duration;
import java.util.Map;

/**
 * Where the time of a judgement went.
 *
 * @param phases how long each phase of reading and judging took
 * @param counts how much was met on the way, by what it is
 */
public record Profile(Map<String, Duration> phases, Map<String, Long> counts) {}

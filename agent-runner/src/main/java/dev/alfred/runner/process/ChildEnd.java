package dev.alfred.runner.process;

import java.util.Optional;

/**
 * How a child process ended.
 *
 * @param stopped why it was ended from here, or empty when it ended by itself
 * @param stderr its standard error, bounded
 * @param skippedLines lines of its output that were too long to be read
 */
public record ChildEnd(int exitCode, Optional<StopCause> stopped, String stderr, long skippedLines) {}

package dev.alfred.contracts.runner;

import dev.alfred.contracts.vocabulary.ExitReason;

/**
 * The end of a local attempt, written by its supervisor once nothing of it runs any more: the file
 * {@link AttemptFiles#ENDED}.
 *
 * @param cause {@code none} when its stages ended by themselves, else what ended it from outside
 * @param detail one line for people, or null
 */
public record AttemptEnd(ExitReason cause, String detail) {}

package dev.alfred.mailbox.forge.model;

import java.util.UUID;

import dev.alfred.mailbox.forge.model.ForgeWriteResult.Written;

/**
 * A write that a worker has taken to do.
 *
 * @param attempt 1 at the first; from 2 on an earlier attempt may have reached the forge
 * @param statusComment the mailbox's status comment, or null where none is known
 * @param overtaken whether a newer status of the same mailbox is waiting already
 */
public record WriteClaim(UUID id, Written written, int attempt, String statusComment, boolean overtaken) {}

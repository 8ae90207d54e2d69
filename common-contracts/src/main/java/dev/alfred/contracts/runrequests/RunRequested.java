package dev.alfred.contracts.runrequests;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;
import dev.alfred.contracts.vocabulary.MailboxKind;
import dev.alfred.contracts.vocabulary.Phase;

/**
 * A run that mailbox-service decided on. Key on the topic: the mailbox key.
 *
 * @param run the run's id, a UUIDv7
 * @param mailboxRevision the mailbox's revision at the decision; a later close or reopen has a higher one
 * @param freshRequested whether a human asked for a fresh session
 * @param tainted whether text by people without write access entered since the last approval
 * @param requestedBy who asked for it: a login, or {@code alfred}
 * @param cause the mailbox event that led to it
 */
public record RunRequested(
        UUID run,
        MailboxKey mailbox,
        MailboxKind kind,
        long mailboxRevision,
        RunProject project,
        Phase phase,
        RunBranch branch,
        RunPrompts prompts,
        RunSettings settings,
        boolean freshRequested,
        boolean tainted,
        String requestedBy,
        UUID cause,
        Instant requestedAt) {}

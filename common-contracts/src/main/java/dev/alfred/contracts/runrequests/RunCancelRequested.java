package dev.alfred.contracts.runrequests;

import java.time.Instant;
import java.util.UUID;

import dev.alfred.contracts.ids.MailboxKey;

/** Stops a run, queued or under way. Key: the mailbox key. Before its request it is kept and cancels it on arrival. */
public record RunCancelRequested(UUID run, MailboxKey mailbox, String requestedBy, String why, Instant requestedAt) {}

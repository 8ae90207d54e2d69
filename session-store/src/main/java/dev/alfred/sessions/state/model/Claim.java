package dev.alfred.sessions.state.model;

import dev.alfred.contracts.ids.MailboxKey;

/** A PersistentVolumeClaim with a mailbox's session state, by its name in the runners' namespace. */
public record Claim(String name, MailboxKey mailbox) {}

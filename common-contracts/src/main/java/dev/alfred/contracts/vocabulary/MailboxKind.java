package dev.alfred.contracts.vocabulary;

/** Whose events a mailbox gathers: an issue's, or those of a merge request that Alfred did not open. */
public enum MailboxKind implements Wire {
    ISSUE,
    MR
}

package dev.alfred.contracts.vocabulary;

/** Where a mailbox stands; {@code waiting} and {@code blocked} carry a reason, the last three are closed. */
public enum MailboxStatus implements Wire {
    OPEN,
    QUEUED,
    RUNNING,
    CLOSING,
    WAITING,
    BLOCKED,
    DONE,
    CANCELLED,
    GONE;

    public boolean closed() {
        return this == DONE || this == CANCELLED || this == GONE;
    }
}

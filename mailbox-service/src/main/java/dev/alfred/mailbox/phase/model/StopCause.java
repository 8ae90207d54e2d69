package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.Wire;

/** Why an active run was told to stop. */
public enum StopCause implements Wire {
    COMMAND,
    UNTRIGGERED,
    /** Its mailbox closes. */
    CLOSED
}

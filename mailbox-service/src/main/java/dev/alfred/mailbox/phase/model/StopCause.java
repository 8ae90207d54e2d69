package dev.alfred.mailbox.phase.model;

import dev.alfred.contracts.vocabulary.Wire;

/** Why an active run was told to stop while its mailbox stays. */
public enum StopCause implements Wire {
    COMMAND,
    UNTRIGGERED
}

package dev.alfred.mailbox.forge;

import java.util.Optional;
import java.util.UUID;

import dev.alfred.mailbox.forge.model.ForgeFailure;

/** What writing to a forge needs to know of projects; the project package provides it. */
public interface ForgeProjects {
    /** How to reach the project now, with its credential read from its secret; empty for an unknown project. */
    Optional<ForgeAccess> access(UUID project);

    /** The forge refuses the project's credential (401, 403). Called outside a transaction; blocks with that reason. */
    void refused(UUID project, ForgeFailure failure);

    /**
     * The forge did what was asked with the project's credential, which ends such a block. Called outside a transaction.
     *
     * @param written whether something was written: what was only read shows that the credential is known, not that it
     *     may write
     */
    void accepted(UUID project, boolean written);
}

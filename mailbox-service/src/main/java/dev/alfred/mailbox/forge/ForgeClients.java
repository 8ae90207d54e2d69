package dev.alfred.mailbox.forge;

import dev.alfred.contracts.vocabulary.ForgeKind;

/** Makes the client that speaks a project's forge. */
public interface ForgeClients {
    /** Whether there is a dialect for that kind of forge; a project on another one can't be registered. */
    boolean speaks(ForgeKind kind);

    /** The client for a project's repository; a kind of forge that nobody speaks is an error of the caller. */
    ForgeClient open(ForgeAccess access);
}

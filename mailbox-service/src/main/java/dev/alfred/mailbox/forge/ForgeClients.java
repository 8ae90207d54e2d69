package dev.alfred.mailbox.forge;

/** Makes the client that speaks a project's forge. A forge whose dialect is not there yet answers each call so. */
public interface ForgeClients {
    ForgeClient open(ForgeAccess access);
}

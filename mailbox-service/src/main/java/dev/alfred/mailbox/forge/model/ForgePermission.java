package dev.alfred.mailbox.forge.model;

/** What an account may do in a repository, by the forge's own word. */
public enum ForgePermission {
    NONE,
    READ,
    WRITE;

    public boolean mayCommand() {
        return this == WRITE;
    }
}

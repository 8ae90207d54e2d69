package dev.alfred.mailbox.forge.model;

/** An account on the forge; ids are compared, logins are shown. */
public record ForgeAccount(String id, String login) {}

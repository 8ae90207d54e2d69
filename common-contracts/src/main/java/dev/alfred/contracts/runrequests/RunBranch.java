package dev.alfred.contracts.runrequests;

/**
 * The mailbox's branch.
 *
 * @param name frozen at the mailbox's first run, and the session's name
 * @param base the branch that it starts from and is to be merged into
 * @param pushed whether Alfred has pushed it before; until then a remote branch of that name is not Alfred's
 */
public record RunBranch(String name, String base, boolean pushed) {}

package dev.alfred.mailbox.forge.model;

/**
 * A repository as the forge describes it to this credential.
 *
 * @param id the numeric id as text
 * @param path {@code owner/name} of today
 * @param defaultBranch null where the forge names none
 * @param empty no commit yet
 * @param permission of the credential's own account
 * @param cloneUrl as the forge tells it; for show, never fetched from
 */
public record ForgeRepository(
        String id,
        String path,
        String defaultBranch,
        boolean empty,
        boolean hasIssues,
        boolean archived,
        ForgePermission permission,
        String cloneUrl) {}
